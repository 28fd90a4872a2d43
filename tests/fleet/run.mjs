// The long form: its result is in docs/operations/fleet.md. Writes time line, picture and page into build/fleet, and with RECORD=1 into docs/operations, with
// what it measured without events, which docs/operations/capacity.md compares with the simulator.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fill } from '../../bench/fleet/pages.mjs'
import { withSummary } from '../soak/record.mjs'
import { olderProgram } from './older.mjs'
import { noFleet, runFleet } from './outside.mjs'
import { draw } from './picture.mjs'
import { kLong } from './plan.mjs'
import { steadyOf } from './steady.mjs'
import { summarize } from './summary.mjs'
import { eventsSeen, faultsOf, timeline } from './verdict.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'build', 'fleet')
const docs = join(root, 'docs', 'operations')

if (noFleet) {
  console.error(noFleet)
  process.exit(1)
}
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]]) process.once(signal, () => process.exit(code))
mkdirSync(built, { recursive: true })
const run = await runFleet({ ...kLong, ...olderProgram(root) })
run.end ??= Date.now()
run.at ??= run.end
const summary = summarize(run)
const { requests, ...kept } = run
writeFileSync(join(built, 'timeline.json'), `${JSON.stringify({ ...kept, events: eventsSeen(run), seconds: timeline(run) }, null, 1)}\n`)
writeFileSync(join(built, 'requests.json'), JSON.stringify(requests))
writeFileSync(join(built, 'fleet.svg'), draw(run))
writeFileSync(join(built, 'fleet.md'), withSummary(readFileSync(join(docs, 'fleet.md'), 'utf8'), summary))
// A run that was not completed replaces nothing.
if (process.env.RECORD === '1' && run.error === undefined) {
  for (const name of ['fleet.svg', 'fleet.md']) copyFileSync(join(built, name), join(docs, name))
  writeFileSync(join(docs, 'steady.json'), `${JSON.stringify(steadyOf(run), null, 1)}\n`)
  const capacity = join(docs, 'capacity.md')
  writeFileSync(capacity, fill(readFileSync(capacity, 'utf8')))
}
console.log(summary)
process.exitCode = faultsOf(run).length === 0 ? 0 : 1
