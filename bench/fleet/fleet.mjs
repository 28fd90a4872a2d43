// Replays a fleet: agents that register, fetch a token and read the profile at random moments, replicas with their own
// cached tokens, a balancer in front, key rotation, and external verifiers that fetch the key set.
// The order of events is exact and all random numbers come from the seed: the same options give the same numbers.
import { balancers } from './balancers.mjs'
import { facts } from './figures.mjs'
import { randomFrom } from './random.mjs'
import { Schedule } from './schedule.mjs'
import { VerifiedTokenCache } from './verified_token_cache.mjs'
import { visitOf } from './visits.mjs'

export const defaults = {
  agents: 20000,
  agentsAs: 'random',       // 'visits': as those of the fleet test; the next four are not used then
  readsPerHour: 12,
  readsPerToken: Infinity,  // until it expires
  readsPerClient: 100,
  documentsPerClient: 2,
  replicas: 4,
  balancer: 'round-robin',
  requestsPerConnection: 1,
  cache: facts.knownTokens,
  agentsPerAddress: 1,
  verifiers: 10,            // which fetch the key set as often as its max-age allows
  rotateEvery: facts.rotation,
  minutes: 60,
  warmUpMinutes: 20,
  seed: 1
}

// Between the requests of one errand, in seconds on average: other agents' requests come in between.
const pause = 0.5

const newReplica = (options) => ({
  known: new VerifiedTokenCache(options.cache),
  counts: { register: 0, token: 0, profile_known: 0, profile_new: 0, jwks: 0, document: 0 }
})

// A new snapshot empties the cache of tokens: at each boundary, and when the old key retires.
const generationAt = (now, rotateEvery) =>
  Math.floor(now / rotateEvery) + (now < facts.retirementDelay ? 0 : Math.floor((now - facts.retirementDelay) / rotateEvery))

class Fleet {
  constructor(options) {
    this.options = options
    this.random = randomFrom(options.seed)
    this.replicas = Array.from({ length: options.replicas }, () => newReplica(options))
    this.balance = balancers[options.balancer](options.replicas)
    this.agents = Array.from({ length: options.agents }, () => ({ clientReads: 0, token: undefined, tokenReads: 0, todo: [], line: -1, left: 0, reached: 0 }))
    this.tokens = 0
    this.newInSecond = new Map()
    this.isCounting = false
  }

  // With connections balanced in turn, the requests of one connection stay together until it has been idle too long.
  #reach(number, now, token) {
    const agent = this.agents[number], { balancer, requestsPerConnection, agentsPerAddress } = this.options
    const isOpen = agent.left > 0 && now - agent.reached < facts.idleDeadline
    agent.reached = now
    if (balancer === 'round-robin' && isOpen) agent.left -= 1
    else {
      agent.line = this.balance({ agent: number, address: Math.floor(number / agentsPerAddress), token })
      agent.left = requestsPerConnection - 1
    }
    return this.replicas[agent.line]
  }

  #count(replica, job) {
    if (this.isCounting) replica.counts[job] += 1
  }

  #fetchToken(number, now) {
    const replica = this.#reach(number, now)
    const token = { number: this.tokens++, digest: this.random.word(), expires: now + facts.tokenLifetime }
    replica.known.remember(token, generationAt(now, this.options.rotateEvery), now)
    this.#count(replica, 'token')
    return token
  }

  // One request of this agent at this moment; the seconds until its next.
  step(number, now) {
    const agent = this.agents[number], isVisit = this.options.agentsAs === 'visits'
    if (agent.todo.length === 0) agent.todo = isVisit ? visitOf(number, agent, this.random) : this.#errand(agent, now)
    const next = agent.todo.shift()
    this.#request(isVisit ? next.what : next, agent, number, now)
    return isVisit ? next.wait : this.random.wait(agent.todo.length > 0 ? 1 / pause : this.options.readsPerHour / 3600)
  }

  #request(what, agent, number, now) {
    if (what === 'token') [agent.before, agent.token, agent.tokenReads] = [agent.token, this.#fetchToken(number, now), 1]
    else if (what === 'read') this.#show(number, agent.token, now)
    else if (what === 'read before') this.#show(number, agent.before ?? agent.token, now)
    else this.#count(this.#reach(number, now), what)
  }

  // The requests of one read: an agent fetches an expired token first.
  #errand(agent, now) {
    const { options } = this, todo = ['read']
    const isNew = agent.clientReads === 0
    if (isNew || !agent.token || agent.token.expires <= now + pause || agent.tokenReads >= options.readsPerToken) todo.unshift('token')
    if (isNew) todo.unshift(...new Array(options.documentsPerClient).fill('document'), 'register')
    agent.clientReads = (isNew ? options.readsPerClient : agent.clientReads) - 1
    agent.tokenReads += 1
    return todo
  }

  #show(number, token, now) {
    const replica = this.#reach(number, now, token), generation = generationAt(now, this.options.rotateEvery)
    const isKnown = replica.known.has(token, generation)
    if (!isKnown) replica.known.remember(token, generation, now)
    this.#count(replica, isKnown ? 'profile_known' : 'profile_new')
    if (!isKnown && this.isCounting) {
      const second = Math.floor(now)
      this.newInSecond.set(second, (this.newInSecond.get(second) ?? 0) + 1)
    }
  }

  fetchKeys(place) {
    this.#count(this.replicas[place % this.replicas.length], 'jwks')
    return facts.jwksMaxAge
  }
}

// Counts of the time after the warm-up.
export const replay = (given = {}) => {
  const options = { ...defaults, ...given }
  if (!['random', 'visits'].includes(options.agentsAs)) throw new Error(`no agentsAs ${options.agentsAs}: random, visits`)
  if (!balancers[options.balancer]) throw new Error(`no balancer ${options.balancer}: ${Object.keys(balancers).join(', ')}`)
  const fleet = new Fleet(options), schedule = new Schedule(), rate = options.readsPerHour / 3600
  const begin = options.warmUpMinutes * 60, end = begin + options.minutes * 60
  for (let number = 0; number < options.agents; ++number) schedule.add(options.agentsAs === 'visits' ? fleet.random.fraction() : fleet.random.wait(rate), number)
  for (let place = 0; place < options.verifiers; ++place) schedule.add(fleet.random.below(facts.jwksMaxAge), -1 - place)
  for (let event = schedule.take(); event && event.time < end; event = schedule.take()) {
    fleet.isCounting = event.time >= begin
    schedule.add(event.time + (event.what < 0 ? fleet.fetchKeys(-1 - event.what) : fleet.step(event.what, event.time)), event.what)
  }
  return {
    options,
    seconds: end - begin,
    replicas: fleet.replicas.map(({ counts }) => counts),
    newInBusiestSecond: Math.max(0, ...fleet.newInSecond.values())
  }
}
