// make bench: measures, evaluates goals, writes build/bench/results.json and build/bench/index.html.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { evaluateGoals } from './goals.mjs'
import { chooseJobs, needsPeers } from './jobs.mjs'
import { measureLatency } from './latency.mjs'
import { kConnections } from './load.mjs'
import { chooseCores, describeMachine, listVersions } from './machine.mjs'
import { measureOthers } from './others.mjs'
import { measureMemory, measureStart } from './memory.mjs'
import { readOptions, wants } from './options.mjs'
import { renderPage } from './page.mjs'
import { endAll } from './processes.mjs'
import { runRounds, warmUpPeers } from './rounds.mjs'
import { measureScale } from './scale.mjs'
import { choosePorts, renewTokens, startOurs, startPeers } from './servers.mjs'
import { makeSite } from './site.mjs'
import { measureWorker } from './worker.mjs'
import { printTable } from './table.mjs'

const kOut = 'build/bench'

async function measure(bench, results) {
  const { options } = bench
  await startOurs(bench)
  await startPeers(bench)
  const jobs = chooseJobs(bench, options.words)
  await warmUpPeers(bench, jobs)
  const withCrypto = !options.words || options.words.some((word) => /^(crypto|token|profile)/.test(word))
  Object.assign(results, await runRounds(bench, jobs, { rounds: options.rounds, withCrypto }))
  await renewTokens(bench)
  if (wants(options, 'latency')) results.stillness = await measureLatency(bench, chooseJobs(bench, options.words), results.jobs)
  if (wants(options, 'scale')) results.scale = await measureScale(bench)
  if (wants(options, 'others')) results.others = await measureOthers(bench)
  if (wants(options, 'memory')) results.memory = await measureMemory(bench)
  if (wants(options, 'start')) results.start = await measureStart(bench)
  if (bench.servers.worker) results.worker = await measureWorker(bench)
}

function write(results, options) {
  mkdirSync(kOut, { recursive: true })
  const rounded = (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value)
  writeFileSync(`${kOut}/results.json`, `${JSON.stringify(results, rounded, 1)}\n`)
  writeFileSync(`${kOut}/index.html`, renderPage(results, JSON.parse(readFileSync('bench/explanations.json', 'utf8'))))
  if (!options.record) return
  mkdirSync('docs/development/performance', { recursive: true })
  for (const name of ['results.json', 'index.html']) cpSync(`${kOut}/${name}`, `docs/development/performance/${name}`)
  console.error('kept under docs/development/performance')
}

async function main() {
  process.env.NODE_ENV = 'production' // of the peers on Node.js
  const options = readOptions(process.argv.slice(2))
  if (!existsSync(options.binary)) throw new Error(`no ${options.binary}; make build makes it`)
  const ports = await choosePorts()
  const bench = {
    options, ports, cores: chooseCores(), binary: options.binary, hasPeers: needsPeers(options.words), servers: {}, missing: {},
    program: (name) => `${kOut}/bin/${name}`, site: await makeSite(options.binary, ports),
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => endAll().then(() => { bench.site.remove(); process.exit(1) }))
  const results = {
    format: 1, started: new Date().toISOString(), quick: options.quick, only: options.words ?? null,
    method: {
      rounds: options.rounds, seconds_each: options.seconds, connections: kConnections, tls_connections: 16,
      server_cores: bench.cores.server, load_cores: bench.cores.load, cpu: 'sum of /proc/PID/task/*/schedstat, first field',
      access_log: bench.site.logFile.startsWith('/dev/shm') ? 'on, to a file on tmpfs' : 'on, to /dev/null', rate_limiter: 'on, 1,000,000 requests a second',
    },
    machine: describeMachine(), versions: listVersions(options.binary),
  }
  try {
    await measure(bench, results)
  } finally {
    await endAll()
    bench.site.remove()
  }
  results.finished = new Date().toISOString()
  results.goals = evaluateGoals(results)
  write(results, options)
  printTable(results)
  if (options.quick) console.log('A quick run tries the harness; these figures are no result.')
  console.error(`${kOut}/results.json, ${kOut}/index.html`)
}

await main().catch((error) => {
  console.error(`bench/run: ${error.message}`)
  process.exitCode = 1
})
