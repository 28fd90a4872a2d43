// The soak: both processes, the ordinary load, the good client and one attack after the other; see docs/development/soak.md.
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { descriptorCount } from '../support/faults.mjs'
import { tokenFields } from '../support/steps.mjs'
import { attackNames } from './attacker.mjs'
import { makeClient } from './clients.mjs'
import { faultsOf } from './verdict.mjs'
import { makePlan, roundsFor } from './plan.mjs'
import { kFolder, record } from './record.mjs'
import { takeSample } from './sampler.mjs'
import { startTargets } from './targets.mjs'

const kSampleSeconds = 5
const kReloadSeconds = 60
const kRestMs = 20_000

const minutes = Number(process.env.MINUTES ?? 30)
if (!(minutes >= 1 && minutes <= 10_000)) throw new Error('MINUTES must be a number from 1')
const seconds = minutes * 60

/** A thread: { tell, stop }; both resolve to its next message. */
async function startThread(file, workerData) {
  const worker = new Worker(new URL(file, import.meta.url), { workerData })
  const next = () => new Promise((resolve, reject) => {
    worker.once('error', reject).once('message', (answer) => { worker.off('error', reject); resolve(answer) })
  })
  const tell = (message) => { const answer = next(); worker.postMessage(message); return answer }
  await next()
  return { tell, stop: () => tell('stop'), end: () => worker.terminate() }
}

/** A client and a token of each target, which attackers alter; leaves no connection open. */
async function sampleOf({ about }) {
  const client = makeClient(about, 'good', 0)
  const ask = async (request) => JSON.parse((await client.ask(request)).body)
  const json = { 'Content-Type': 'application/json' }
  const registered = await ask({ method: 'POST', path: '/oauth/register' })
  const body = JSON.stringify(tokenFields(registered))
  const { access_token } = await ask({ method: 'POST', path: '/oauth/token', headers: json, body })
  client.close()
  return { client: registered, token: access_token }
}

/** Descriptors without connections: the minimum until `enough` or the deadline; undefined if they cannot be read. */
async function descriptorsAtRest(target, enough = 0) {
  const deadline = performance.now() + (enough > 0 ? kRestMs : 2_000)
  let least = Infinity
  while (performance.now() < deadline && least > enough) {
    const count = descriptorCount(target.server.program.pid)
    if (count === undefined) return undefined
    least = Math.min(least, count)
    await pause(100)
  }
  return least
}

/** Calls `act` every so many seconds until stop(), which waits for the last. */
function every(period, act) {
  let running = Promise.resolve()
  const timer = setInterval(() => { running = running.then(act) }, period * 1000)
  return async () => { clearInterval(timer); await running }
}

async function attackBy(plan, attacker, now, attacks) {
  for (const phase of plan) {
    const { name, start } = phase
    await pause(Math.max(0, (start - now()) * 1000))
    const done = await attacker.tell({ name, seconds: phase.end - Math.max(start, now()) })
    // On a busy machine the last connections need some time.
    phase.end = Math.max(phase.end, now())
    for (const one of done) attacks.push({ name, at: start, ...one })
  }
  await pause(Math.max(0, (seconds - now()) * 1000))
}

async function soak({ all }) {
  for (const target of all) target.about.sample = await sampleOf(target)
  for (const target of all) target.descriptorsBefore = await descriptorsAtRest(target)
  const targets = all.map(({ about }) => about)
  const names = attackNames(targets)
  const plan = makePlan(seconds, names)
  const threads = await Promise.all([
    startThread('./mixed_load.mjs', { targets }), startThread('./good_client.mjs', { targets }),
    startThread('./attacker.mjs', { targets, attacker: true }),
  ])
  const [load, good, attacker] = threads
  const started = performance.now()
  const now = () => (performance.now() - started) / 1000
  const attacks = []
  let reloads = 0
  for (const target of all) target.samples = []
  const sample = async () => {
    // A process that has just exited has no files in /proc; its exit is evaluated later.
    for (const target of all) await takeSample(target, now()).then((taken) => target.samples.push(taken), () => {})
  }
  await sample()
  const stopSampling = every(Math.min(kSampleSeconds, seconds / 120), sample)
  const stopReloading = every(Math.min(kReloadSeconds, seconds / 6), () => { ++reloads; for (const { server } of all) server.program.signal('SIGHUP') })
  await attackBy(plan, attacker, now, attacks)
  await stopReloading()
  await stopSampling()
  await sample()
  const [loads, goods] = await Promise.all([load.stop(), good.stop()])
  for (const thread of threads) await thread.end()
  const results = []
  for (const [index, target] of all.entries()) {
    const ended = target.server.program.exited
    const descriptorsAfter = ended ? undefined : await descriptorsAtRest(target, target.descriptorsBefore)
    results.push({
      name: target.about.name, samples: target.samples, descriptorsBefore: target.descriptorsBefore, descriptorsAfter, ended,
      good: goods[index], load: loads[index],
    })
  }
  return { minutes, seconds, rounds: roundsFor(seconds, names.length), names, phases: plan, attacks, reloads, targets: results }
}

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]]) process.once(signal, () => process.exit(code))
const targets = await startTargets(kFolder)
let run
try {
  run = await soak(targets)
} finally {
  await targets.stop()
}
console.log(record(run, process.env.RECORD === '1'))
process.exitCode = faultsOf(run).length === 0 ? 0 : 1
