// Rate limits as the C++ service has them (GCRA), for one isolate: a bounded map of the debts of address prefixes. An IPv4 address is one
// prefix, an IPv6 address three (/64, /56, /48) with growing budgets; a ceiling counts all together.

const kLevels = [{ groups: 4, bits: 64, factor: 1 }, { groups: 4, bits: 56, factor: 4 }, { groups: 3, bits: 48, factor: 16 }]
const kMostDebts = 10_000
const kFailureSurcharge = 4

/** The eight groups of an IPv6 address, or null. @type {(text: string) => number[] | null} */
function groupsOf(text) {
  const [head, tail] = text.toLowerCase().split('%')[0].split('::').map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...Array(Math.max(missing, 0)).fill('0'), ...(tail ?? [])].map((group) => Number.parseInt(group, 16))
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null
}

/** A network of an address, as the log has it: IPv4 /24, IPv6 /48. Empty for a text that is none. @type {(address: string) => string} */
export function networkOf(address) {
  const plain = kMapped.exec(address)?.[1] ?? address
  if (/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return plain.replace(/\d+$/, '0/24')
  const prefix = groupsOf(plain)?.slice(0, 3)
  while (prefix?.at(-1) === 0) prefix.pop()
  return prefix ? `${prefix.map((group) => group.toString(16)).join(':')}::/48` : ''
}

const kMapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The prefixes of an address with the factor of each one's budget. An address that is none shares one prefix with all its kind. */
function prefixesOf(address) {
  const plain = kMapped.exec(address)?.[1] ?? address
  const groups = plain.includes(':') ? groupsOf(plain) : null
  if (groups === null) return [{ name: plain, factor: 1 }]
  return kLevels.map(({ groups: count, bits, factor }) => {
    const kept = groups.slice(0, count)
    if (bits === 56) kept[3] &= 0xff00
    return { name: `${kept.map((group) => group.toString(16)).join(':')}/${bits}`, factor }
  })
}

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

export class RateLimiter {
  #arrivals = new Map() // the oldest first
  #settings
  #start

  /** `settings`: { requests, windowSeconds, ceiling }; `now`: milliseconds, as below. */
  constructor(settings, now) {
    this.#settings = settings
    this.#start = now
  }

  /** Nanoseconds since the start, which a number holds exactly for a hundred days. */
  #since(now) { return (now - this.#start) * 1e6 }

  #budgets(address) {
    const { requests, windowSeconds } = this.#settings
    return prefixesOf(address).map(({ name, factor }) => ({ name, ...this.#rate(requests * factor, windowSeconds) }))
  }
  #rate(requests, windowSeconds) { return { interval: Math.max(Math.floor(windowSeconds * 1e9 / requests), 1), burst: requests } }

  #store(name, arrival) {
    this.#arrivals.delete(name)
    if (this.#arrivals.size >= kMostDebts) this.#arrivals.delete(this.#arrivals.keys().next().value)
    this.#arrivals.set(name, arrival)
  }

  /** The verdict on one request: { refusedBy, remaining, retryAfter, reset } with the fault as `refusedBy`, or none. */
  charge(address, now) {
    const { ceiling, windowSeconds } = this.#settings
    const own = this.#budgets(address)
    const budgets = ceiling > 0 ? [...own, { name: 'all', ...this.#rate(ceiling, windowSeconds) }] : own
    const decisions = budgets.map((budget) => decide(this.#arrivals.get(budget.name) ?? 0, budget, 1, this.#since(now)))
    const refused = decisions.findIndex(({ isAllowed }) => !isAllowed)
    if (refused < 0) decisions.forEach(({ arrival }, at) => this.#store(budgets[at].name, arrival))
    const refusedBy = refused < 0 ? undefined
      : refused === 0 ? 'rate_limited_address' : refused < own.length ? 'rate_limited_network' : 'rate_limited_ceiling'
    return { refusedBy, ...tightest(refused < 0 ? decisions.slice(0, own.length) : decisions) }
  }

  /** After credentials or a token that were not valid: the next requests pay for it. */
  chargeFailure(address, now) {
    const decisions = this.#budgets(address).map((budget) => {
      const debt = Math.max(this.#arrivals.get(budget.name) ?? 0, this.#since(now)) + budget.interval * Math.min(kFailureSurcharge, budget.burst)
      this.#store(budget.name, debt)
      return { ...decide(debt, budget, 0, this.#since(now)), isAllowed: true, retryAfter: 0 }
    })
    return tightest(decisions)
  }
}
