// Computes the machines for a load. Each agent reads at random moments at its rate; a token is fetched when the
// last one has expired, so that it serves 1 + rate * 900 s reads on average.
import { facts } from './figures.mjs'

export const loadDefaults = {
  agents: 1e6,
  readsPerHour: 12,
  reuse: 'keep',          // 'none': a token for each read
  readsPerClient: 100,
  documentsPerClient: 2,
  peak: 3,                // load at the busiest moment relative to the mean
  use: 0.5,               // of a core at the peak: half is kept for latency and for the loss of machines
  cores: 8,
  spare: 1,
  balancer: 'address',
  tls: 'in front',        // 'here': the program does each handshake
  cache: facts.knownTokens,
  idleDeadline: facts.idleDeadline,
  answerBytes: 2700,      // profile of 2 KiB with its head
  baseMemory: 20e6,       // resident after the start, the goal
  connectionMemory: 8e3   // of an idle connection, the goal
}

// New tokens (to a replica) for each token: how many replicas other than the one that issued it see it at least once.
// A token serves 1 + Poisson(mean - 1) reads, each at a random replica; E[(1 - 1/R)^N] has this closed form.
export const firstLooks = (balancer, replicas, readsOfToken) => {
  const others = replicas - 1, missed = 1 - 1 / replicas
  if (balancer === 'address') return 0
  if (balancer === 'token') return others / replicas
  return others * (1 - missed * Math.exp(-(readsOfToken - 1) / replicas))
}

// How many tokens not older than `age` one replica has seen, for each token that the fleet issues in a second.
const seenUpTo = (age, balancer, replicas, readsPerSecond) => {
  const missed = 1 - 1 / replicas
  if (balancer === 'address') return age / replicas
  if (balancer === 'token') return age * (1 + missed) / replicas
  // The issuer and the replica of the first read are the same draw, later reads are random.
  const rate = readsPerSecond / replicas
  const unseen = rate === 0 ? age : (1 - Math.exp(-rate * age)) / rate
  return age - missed * missed * unseen
}

// A full table drops the oldest tokens: it has those up to this age. Uneven sets of four slots
// are ignored here; a replay includes them.
export const knownAge = (capacity, tokensPerSecond, balancer, replicas, readsPerSecond) => {
  const held = (age) => tokensPerSecond * seenUpTo(age, balancer, replicas, readsPerSecond)
  if (held(facts.tokenLifetime) <= capacity) return facts.tokenLifetime
  let low = 0, high = facts.tokenLifetime
  for (let turn = 0; turn < 60; ++turn) {
    const middle = (low + high) / 2
    if (held(middle) <= capacity) low = middle
    else high = middle
  }
  return low
}

const ratesOf = (load) => {
  const perAgent = load.readsPerHour / 3600
  const reads = load.agents * perAgent * load.peak
  const readsOfToken = load.reuse === 'keep' ? 1 + perAgent * facts.tokenLifetime : 1
  const register = reads / load.readsPerClient
  // An agent that reads again within the idle deadline reuses its connection.
  const handshake = load.tls === 'here' ? reads * Math.exp(-perAgent * load.idleDeadline) : 0
  return { reads, readsOfToken, token: reads / readsOfToken, register, document: register * load.documentsPerClient, handshake }
}

const withReplicas = (load, costs, rates, replicas) => {
  const later = (rates.readsOfToken - 1) / facts.tokenLifetime
  const age = knownAge(load.cache, rates.token, load.balancer, replicas, later)
  const looks = firstLooks(load.balancer, replicas, 1 + later * age)
  // Of a token's reads those beyond that age, and before it the first at each replica.
  const profileNew = rates.token * (looks + later * (facts.tokenLifetime - age))
  const jobs = { register: rates.register, document: rates.document, token: rates.token, profile_known: rates.reads - profileNew,
    profile_new: profileNew, handshake: rates.handshake }
  const busy = Object.fromEntries(Object.entries(jobs).map(([job, rate]) => [job, rate * costs[job].us / 1e6]))
  const busyCores = Object.values(busy).reduce((sum, one) => sum + one, 0)
  const cacheUse = rates.token * seenUpTo(facts.tokenLifetime, load.balancer, replicas, later) / load.cache
  return { looks, age, cacheUse, jobs, busy, busyCores, hitRate: 1 - profileNew / rates.reads, needed: Math.ceil(busyCores / load.use / load.cores) + load.spare }
}

// The smallest number of machines that can serve the load: if requests are balanced in turn, more machines get
// more new tokens; and each has its own verified-token cache.
const fewest = (needed, least) => {
  let high = least
  while (needed(high) > high) high *= 2
  let low = least - 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (needed(middle) <= middle) high = middle
    else low = middle
  }
  return high
}

export const plan = (given, costs) => {
  const load = { ...loadDefaults, ...given }
  const rates = ratesOf(load)
  const replicas = fewest((count) => withReplicas(load, costs, rates, count).needed, 1 + load.spare)
  const result = withReplicas(load, costs, rates, replicas)
  const connections = load.agents * (1 - Math.exp(-load.readsPerHour / 3600 * load.idleDeadline)) / replicas
  return {
    load, rates, ...result, machines: replicas,
    network: { gigabits: (rates.reads * load.answerBytes * 8) / 1e9 },
    machine: { connections, memory: load.baseMemory + connections * load.connectionMemory + Math.max(0, load.cache - facts.knownTokens) * facts.placeBytes, requests: (rates.reads + rates.token + rates.register + rates.document) / replicas }
  }
}
