// The table of docs/operations/redis.md. Prints it, and with RECORD=1 writes it into the page. VISITS is how many visits of four requests there
// are for each state.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withSummary } from '../soak/record.mjs'
import { faultOf, measure } from './latency.mjs'
import { kStates } from './states.mjs'
import { summarize } from './summary.mjs'

const page = fileURLToPath(new URL('../../docs/operations/redis.md', import.meta.url))
const visits = Number(process.env.VISITS || 2_500)

const results = []
for (const state of kStates) {
  console.error(`a Redis that is ${state.name}`)
  results.push(await measure(state, visits))
}
const summary = summarize(results)
console.log(summary)
const faults = results.map(faultOf).filter(Boolean)
for (const fault of faults) console.error(fault)
if (process.env.RECORD === '1' && faults.length === 0) writeFileSync(page, withSummary(readFileSync(page, 'utf8'), summary))
process.exit(faults.length === 0 ? 0 : 1)
