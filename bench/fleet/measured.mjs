// What the fleet test measured (docs/operations/steady.json, written by make fleet), beside what the replay computes for the same agents.
import { readFileSync } from 'node:fs'
import { replay } from './fleet.mjs'
import { share, short, table } from './text.mjs'

// The agents make all their requests within seconds: a few minutes of them are enough.
const kMinutes = 10
const kWarmUpMinutes = 1

export const recorded = (file = new URL('../../docs/operations/steady.json', import.meta.url)) => JSON.parse(readFileSync(file, 'utf8'))

const rateOf = ({ jobs, seconds }) => Object.fromEntries(Object.entries(jobs).map(([job, count]) => [job, count / seconds]))
const sumOf = (rates) => Object.values(rates).reduce((sum, rate) => sum + rate, 0)

// Figures of the measured period in the units of the page. CPU a request is what the load adds to that of the idle processes.
export const measuredFigures = ({ idle, steady }) => {
  const rates = rateOf(steady), requests = sumOf(rates)
  const each = (name) => 1e6 * (steady.busy[name] - idle.busy[name]) / requests
  return {
    requests, rates, hitRate: rates.profile_known / (rates.profile_known + rates.profile_new),
    busyCores: steady.busy.replicas, idleCores: idle.busy.replicas, us: each('replicas'), balancerUs: each('balancer')
  }
}

export const predictedFigures = ({ agents, steady }, costs) => {
  const replayed = replay({ agentsAs: 'visits', agents, replicas: steady.replicas, verifiers: 0, minutes: kMinutes, warmUpMinutes: kWarmUpMinutes })
  const jobs = Object.fromEntries(Object.keys(replayed.replicas[0]).map((job) => [job, replayed.replicas.reduce((sum, counts) => sum + counts[job], 0)]))
  const rates = rateOf({ jobs, seconds: replayed.seconds }), requests = sumOf(rates)
  const busyCores = Object.entries(rates).reduce((sum, [job, rate]) => sum + rate * costs[job].us, 0) / 1e6
  return {
    requests, rates, hitRate: rates.profile_known / (rates.profile_known + rates.profile_new),
    busyCores, us: 1e6 * busyCores / requests
  }
}

// What the processes cost here if a request costs as much as on a busy core, with the counted jobs.
const kRows = [
  ['requests a second', ({ requests }) => short(requests)],
  ['reads a second', ({ rates }) => short(rates.profile_known + rates.profile_new)],
  ['tokens a second', ({ rates }) => short(rates.token)],
  ['registrations a second', ({ rates }) => short(rates.register)],
  ['reads that find their token in the cache', ({ hitRate }) => share(hitRate)],
  ['replica CPU µs a request', ({ us }) => short(us)],
  ['busy cores of all replicas', ({ busyCores }) => short(busyCores)],
  ['of these without any request', ({ idleCores }) => (idleCores === undefined ? '0' : short(idleCores))],
  ['HAProxy CPU µs a request, with TLS', ({ balancerUs }) => (balancerUs === undefined ? '' : short(balancerUs))]
]

export const comparison = (run, costs) => {
  const predicted = predictedFigures(run, costs), measured = measuredFigures(run)
  return [
    `${run.agents} agents, ${run.steady.replicas} replicas of one thread behind HAProxy, ${short(run.steady.seconds)} seconds without events, on ${run.machine.cores} cores (${run.machine.processor}):`,
    '', table([['', 'predicted', 'measured'], ...kRows.map(([name, of]) => [name, of(predicted), of(measured)])])
  ].join('\n')
}
