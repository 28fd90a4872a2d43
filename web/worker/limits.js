// Rate limits as the C++ service has them (GCRA), for one isolate: a bounded map of the debts of address prefixes; a ceiling counts all together.
import { networksOf } from './addresses.js'
import { protocol } from './protocol.js'

const kLevels = { four: [[32, 1]], six: protocol.ipv6_levels }
const kMostDebts = 10_000

/** Nanoseconds. `arrival` is when the debt is paid. */
function decide(arrival, { interval, burst }, cost, now) {
  const owed = Math.max(arrival - now, 0)
  const capacity = interval * burst
  const wanted = owed + interval * cost
  const isAllowed = wanted <= capacity
  const reset = isAllowed ? wanted : owed
  return {
    isAllowed, reset, arrival: isAllowed ? now + wanted : arrival,
    retryAfter: isAllowed ? 0 : wanted - capacity,
    remaining: Math.floor(Math.max(capacity - reset, 0) / interval),
  }
}

const tightest = (decisions) => decisions.reduce((one, other) => {
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one
  if (one.retryAfter !== other.retryAfter) return one.retryAfter > other.retryAfter ? one : other
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.reset >= other.reset ? one : other
})

/** The name of a client for a limiter of the platform. @type {(client: number[] | null) => string} */
export const limiterKeyOf = (client) => networksOf(client, kLevels)[0].name

export class RateLimiter {
  #arrivals = new Map() // the oldest first
  #settings
  #elapsed = 0
  #last

  /** `settings`: { requests, windowSeconds, ceiling }. */
  constructor(settings) { this.#settings = settings }

  /**
   * Nanoseconds since the first call, which a number holds exactly for a hundred days; `now`: milliseconds. While a clock steps back no time passes:
   * some hosts have no other than that of the day.
   */
  #since(now) {
    this.#elapsed += Math.max(now - (this.#last ?? now), 0)
    this.#last = now
    return this.#elapsed * 1e6
  }

  #budgets(client) {
    const { requests, windowSeconds } = this.#settings
    return networksOf(client, kLevels).map(({ name, factor }) => ({ name, ...this.#rate(requests * factor, windowSeconds) }))
  }
  #rate(requests, windowSeconds) { return { interval: Math.max(Math.floor(windowSeconds * 1e9 / requests), 1), burst: requests } }

  #store(name, arrival) {
    this.#arrivals.delete(name)
    if (this.#arrivals.size >= kMostDebts) this.#arrivals.delete(this.#arrivals.keys().next().value)
    this.#arrivals.set(name, arrival)
  }

  /** The verdict on one request of a client, whose address may be null: { refusedBy, remaining, retryAfter, reset } with the fault as `refusedBy`, or none. */
  charge(client, now) {
    const { ceiling, windowSeconds } = this.#settings
    const time = this.#since(now)
    const own = this.#budgets(client)
    const budgets = ceiling > 0 ? [...own, { name: 'all', ...this.#rate(ceiling, windowSeconds) }] : own
    const decisions = budgets.map((budget) => decide(this.#arrivals.get(budget.name) ?? 0, budget, 1, time))
    const refused = decisions.findIndex(({ isAllowed }) => !isAllowed)
    if (refused < 0) decisions.forEach(({ arrival }, at) => this.#store(budgets[at].name, arrival))
    const refusedBy = refused < 0 ? undefined
      : refused === 0 ? 'rate_limited_address' : refused < own.length ? 'rate_limited_network' : 'rate_limited_ceiling'
    return { refusedBy, ...tightest(refused < 0 ? decisions.slice(0, own.length) : decisions) }
  }

  /** After credentials or a token that were not valid: the next requests pay for it. */
  chargeFailure(client, now) {
    const time = this.#since(now)
    const decisions = this.#budgets(client).map((budget) => {
      const debt = Math.max(this.#arrivals.get(budget.name) ?? 0, time) + budget.interval * Math.min(protocol.failure_surcharge, budget.burst)
      this.#store(budget.name, debt)
      return { ...decide(debt, budget, 0, time), isAllowed: true, retryAfter: 0 }
    })
    return tightest(decisions)
  }
}

/** The fields of a response that a verdict was given on, in both families. */
export function limitFields({ requests, windowSeconds }, { refusedBy, remaining, retryAfter, reset }) {
  const left = refusedBy ? 0 : remaining
  const seconds = refusedBy ? Math.max(Math.ceil(retryAfter / 1e9), 1) : Math.ceil(reset / 1e9)
  return [
    ['RateLimit-Limit', String(requests)], ['RateLimit-Remaining', String(left)], ['RateLimit-Reset', String(seconds)],
    ['RateLimit-Policy', `"default";q=${requests};w=${windowSeconds}`], ['RateLimit', `"default";r=${left};t=${seconds}`],
  ]
}
