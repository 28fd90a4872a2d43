// simulate [replay|plan|sizes|page] [--name=value …] [--json]; see --help.
import { readFileSync, writeFileSync } from 'node:fs'
import { figures, jobNames, kept } from './figures.mjs'
import { defaults, replay } from './fleet.mjs'
import { explain, fill, replayTable, summary } from './pages.mjs'
import { loadDefaults, plan } from './plan.mjs'
import { sizeDefaults, sizeOf, sizes, sizeTable, usedUpTable } from './sizes.mjs'

const help = `Usage: bench/simulate [replay|plan|sizes|page] [--name=value ...] [--json]

  replay  replays a fleet request by request (the default): ${Object.keys(defaults).join(', ')}
  plan    machines for a load, by arithmetic: ${Object.keys(loadDefaults).join(', ')}
  sizes   replicas, costs and what is used up first for ${sizes.map((agents) => agents.toLocaleString('en-US')).join(', ')} agents a day:
          ${Object.keys(sizeDefaults).join(', ')}
  page    writes the computed parts of docs/operations/capacity.md anew

Costs in microseconds of CPU come from docs/development/performance/results.json where it has them: --us.<job>=, job one of
${jobNames.join(', ')}.`

const fail = (message) => { throw Object.assign(new Error(message), { isUsage: true }) }

// Options by name, each of the type of its default.
const read = (words, known) => {
  const options = {}, costs = {}
  let isJson = false
  for (const word of words) {
    if (word === '--json') { isJson = true; continue }
    const [, name, value] = /^--([a-zA-Z.-_]+)=(.+)$/.exec(word) ?? fail(`not --name=value: ${word}`)
    const job = name.startsWith('us.') ? name.slice(3) : undefined
    if (job && !jobNames.includes(job)) fail(`no job ${job}: ${jobNames.join(', ')}`)
    if (!job && !(name in known)) fail(`no option --${name}: ${Object.keys(known).join(', ')}`)
    const isText = !job && typeof known[name] === 'string'
    if (!isText && !(Number(value) >= 0)) fail(`--${name} wants a number that is not negative`)
    if (job) costs[job] = Number(value)
    else options[name] = isText ? value : Number(value)
  }
  return { options, costs: figures(kept(), costs), isJson }
}

const commands = {
  replay: (words) => {
    const { options, costs, isJson } = read(words, defaults)
    const result = replay(options), short = summary(result, costs)
    console.log(isJson ? JSON.stringify({ ...result, summary: short, costs }, null, 2) : replayTable([[result.options.balancer, short]]))
  },
  plan: (words) => {
    const { options, costs, isJson } = read(words, loadDefaults)
    const result = plan(options, costs)
    console.log(isJson ? JSON.stringify({ ...result, costs }, null, 2) : explain(result, costs))
  },
  sizes: (words) => {
    const { options, costs, isJson } = read(words, sizeDefaults)
    if (isJson) console.log(JSON.stringify(sizes.map((agents) => sizeOf(agents, options, costs)), null, 2))
    else console.log(`${sizeTable(options, costs)}\n\n${usedUpTable(options, costs)}`)
  },
  page: () => {
    const file = new URL('../../docs/operations/capacity.md', import.meta.url)
    writeFileSync(file, fill(readFileSync(file, 'utf8')))
  }
}

const words = process.argv.slice(2)
const command = commands[words[0]] ? words.shift() : 'replay'
if (words.includes('--help')) console.log(help)
else {
  try { commands[command](words) } catch (error) {
    console.error(`simulate: ${error.message}`)
    if (!error.isUsage && process.env.DEBUG) console.error(error.stack)
    process.exitCode = error.isUsage ? 2 : 1
  }
}
