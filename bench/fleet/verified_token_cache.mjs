// The cache of service/verified_token_cache.cpp without its locks: sets of four slots, a new token replaces the least useful one:
// an empty or expired one, else one of other keys, else the token that expires first. A digest is its first 32 bits here,
// which select the set, and the token's number, which distinguishes tokens.
import { facts } from './figures.mjs'

const setsOf = (capacity) => {
  let sets = 1
  while (sets < Math.max(1, Math.floor(capacity / facts.ways))) sets *= 2
  return sets
}

const valueOf = (slot, generation, now) => {
  if (!slot) return -3
  if (slot.expires <= now) return -2
  if (slot.generation !== generation) return -1
  return slot.expires
}

export class VerifiedTokenCache {
  constructor(capacity = facts.knownTokens) {
    this.sets = setsOf(capacity)
    this.slots = new Map()
  }

  get capacity() { return this.sets * facts.ways }

  #setOf(token) {
    const index = token.digest & (this.sets - 1)
    let set = this.slots.get(index)
    if (!set) this.slots.set(index, set = new Array(facts.ways).fill(undefined))
    return set
  }

  has(token, generation) {
    return this.#setOf(token).some((slot) => slot?.number === token.number && slot.generation === generation)
  }

  remember(token, generation, now) {
    if (token.expires <= now) return
    const set = this.#setOf(token)
    let chosen = set.findIndex((slot) => slot?.number === token.number)
    if (chosen < 0) {
      chosen = 0
      for (let place = 1; place < set.length; ++place) {
        if (valueOf(set[place], generation, now) < valueOf(set[chosen], generation, now)) chosen = place
      }
    }
    set[chosen] = { number: token.number, expires: token.expires, generation }
  }
}
