// How many replicas for a number of agents a day, what they cost, and what of it is used up first as they become more.
import { loadDefaults, plan } from './plan.mjs'
import { short, table } from './text.mjs'

export const sizeDefaults = {
  readsPerHour: loadDefaults.readsPerHour,  // of each agent, at all hours of the day
  peak: loadDefaults.peak,
  use: loadDefaults.use,
  spare: loadDefaults.spare,
  balancer: 'round-robin',
  answerBytes: loadDefaults.answerBytes,
  cores: 0,                    // of a machine; 0: 2 up to a million agents, 8 above
  usPerBalancedRequest: 30,    // of a balancer, beside the TLS handshakes, assumed
  replicaMegabytes: 150,       // resident at most, with the default limits.memory (net/capacity/connection_counts.hpp)
  cardGigabits: 10,            // of one balancer
  balancerConnections: 1e6,    // open at one balancer
  pricePerCore: 15,            // of a machine, with its memory, in a month
  pricePerTerabyte: 10         // sent to the internet
}

export const sizes = [1e4, 1e6, 1e8]
const kMachine = (agents) => (agents > 1e6 ? 8 : 2)
const kDays = 365.25 / 12

// One size: the plan with TLS at the balancer, that with TLS in the replicas, and what both need.
export const sizeOf = (agents, given, costs) => {
  const options = { ...sizeDefaults, ...given }
  const { readsPerHour, peak, use, spare, balancer, answerBytes } = options
  const load = { agents, readsPerHour, peak, use, spare, balancer, answerBytes, cores: options.cores || kMachine(agents) }
  const result = plan(load, costs), own = plan({ ...load, tls: 'here' }, costs)
  const requests = result.machine.requests * result.machines
  // The balancer makes the handshakes that the replicas would make.
  const balancerCores = (requests * options.usPerBalancedRequest + own.rates.handshake * costs.balancer_handshake.us) / 1e6
  const terabytes = result.rates.reads / peak * answerBytes * 86400 * kDays / 1e12
  const balancers = Math.ceil(balancerCores / use / load.cores) + spare
  const cost = {
    machines: (result.machines + balancers) * load.cores * options.pricePerCore,
    traffic: terabytes * options.pricePerTerabyte
  }
  cost.all = Object.values(cost).reduce((sum, one) => sum + one, 0)
  return { options, load, result, own, requests, balancerCores, balancers, terabytes, cost, reads: result.rates.reads / peak * 86400 * kDays }
}

const money = (value) => (value < 1 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US'))

const kRows = [
  ['reads a second at the peak', ({ result }) => short(result.rates.reads)],
  ['requests a second at the peak', ({ requests }) => short(requests)],
  ['**replicas**', ({ result, load }) => `**${result.machines}** of ${load.cores} cores`],
  ['busy cores of all replicas at the peak', ({ result }) => short(result.busyCores)],
  ['memory of a replica, at most', ({ options }) => `${options.replicaMegabytes} MB`],
  ['replicas if TLS ends in them', ({ own, load }) => `${own.machines} of ${load.cores} cores`],
  ['**balancers**, where TLS ends', ({ balancers, load }) => `**${balancers}** of ${load.cores} cores`],
  ['busy cores of all balancers at the peak', ({ balancerCores }) => short(balancerCores)],
  ['network out at the peak', ({ result }) => `${short(result.network.gigabits)} Gbit/s`],
  ['sent in a month', ({ terabytes }) => `${short(terabytes)} TB`],
  ['cost of the machines a month', ({ cost }) => money(cost.machines)],
  ['of the traffic', ({ cost }) => money(cost.traffic)],
  ['**of all**', ({ cost }) => `**${money(cost.all)}**`],
  ['of a million reads', ({ cost, reads }) => (cost.all / reads * 1e6).toFixed(2)]
]

export const sizeTable = (given, costs) => {
  const columns = sizes.map((agents) => sizeOf(agents, given, costs))
  return table([['agents a day', ...sizes.map((agents) => short(agents))], ...kRows.map(([name, of]) => [name, ...columns.map(of)])])
}

// How much of each resource is used at a size, of one unit of it. Requests wait or fail without the first four; the cache only
// makes the service dearer.
const kMachineCores = 8
const kResources = [
  { name: `one machine of ${kMachineCores} cores with replicas`, delays: true, of: ({ result, options }) => result.busyCores / (kMachineCores * options.use) },
  { name: `one balancer of ${kMachineCores} cores`, delays: true, of: ({ balancerCores, options }) => balancerCores / (kMachineCores * options.use) },
  { name: 'open connections of one balancer', delays: true, of: ({ result, options }) => result.machine.connections * result.machines / options.balancerConnections },
  { name: 'network card of one balancer', delays: true, of: ({ result, options }) => result.network.gigabits / options.cardGigabits },
  { name: 'verified-token cache of each replica', delays: false, of: ({ result }) => result.cacheUse }
]

export const usedUp = (agents, given, costs) => {
  const size = sizeOf(agents, given, costs)
  return kResources.map(({ name, delays, of }) => ({ name, delays, used: of(size) }))
}

// That of which most is used, among those without which requests wait.
export const firstUsedUp = (resources) => resources.filter(({ delays }) => delays).reduce((most, one) => (one.used > most.used ? one : most))

const percent = (used) => (used < 0.001 ? 'below 0.1 %' : used < 10 ? `${short(100 * used)} %` : `${short(used)} ×`)

// Each size beside the next power of ten.
export const usedUpTable = (given, costs) => {
  const columns = sizes.flatMap((agents) => [agents, 10 * agents])
  const used = columns.map((agents) => usedUp(agents, given, costs))
  const rows = kResources.map(({ name }, row) => [name, ...used.map((resources) => {
    const text = percent(resources[row].used)
    return resources[row] === firstUsedUp(resources) ? `**${text}**` : text
  })])
  return table([['agents a day', ...columns.map((agents) => short(agents))], ...rows])
}
