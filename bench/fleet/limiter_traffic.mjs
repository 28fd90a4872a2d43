// What one replica sends to Redis (limit/shared/redis_reconciler.cpp): every 75 ms the keys that were charged since, at most 4096,
// in one pipelined batch of calls of 64 keys; without changes, a batch of one key every half second.
import { facts } from './figures.mjs'

export class LimiterTraffic {
  #changed = new Set()
  #interval = 0
  #quiet = 0
  batches = 0
  calls = 0
  keys = 0
  beats = 0
  lagging = 0

  charge(key, now) {
    this.settle(now)
    this.#changed.add(key)
  }

  // Ends all intervals before the current one.
  settle(now) {
    const interval = Math.floor(now / facts.redisInterval)
    for (; this.#interval < interval; ++this.#interval) this.#tell()
  }

  #tell() {
    const sent = Math.min(this.#changed.size, facts.keysOfBatch)
    if (sent === 0) {
      this.#quiet += facts.redisInterval
      if (this.#quiet + 1e-9 < facts.redisBeat) return
      this.beats += 1
    }
    this.#quiet = 0
    this.batches += 1
    this.keys += Math.max(sent, 1)
    this.calls += Math.max(1, Math.ceil(sent / facts.keysOfCall))
    if (sent === this.#changed.size) return this.#changed.clear()
    this.lagging += 1
    for (const key of [...this.#changed].slice(0, sent)) this.#changed.delete(key)
  }
}
