// How many connections are open, in all and by the networks of their peers, with their most, as the C++ service counts them (net/capacity).
import { addresses } from '../worker/worker.js'

const kMost = 2_000 // each may have a file open, too: below the least limit of descriptors that systems set for servers, 4,096
const kLevels = { four: [[32, 1], [24, 4]], six: [[64, 1], [48, 4]] }

export class ConnectionCounts {
  #most
  #mostOfAddress
  #isExempt
  #open = new Map()

  /** `isExempt(address)`: of proxies, which count in all only. */
  constructor({ connections, connectionsPerAddress }, isExempt) {
    this.#most = connections || kMost
    this.#mostOfAddress = connectionsPerAddress
    this.#isExempt = isExempt
  }

  /** Counts a connection of a peer, whose address may be null, until the function that it returns is called; null if there is no room for it. */
  add(address) {
    const counted = [{ name: 'all', most: this.#most }]
    if (!this.#isExempt(address)) {
      counted.push(...addresses.networksOf(address, kLevels).map(({ name, factor }) => ({ name, most: this.#mostOfAddress * factor })))
    }
    if (counted.some(({ name, most }) => (this.#open.get(name) ?? 0) >= most)) return null
    for (const { name } of counted) this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
    return () => counted.forEach(({ name }) => this.#remove(name))
  }

  #remove(name) {
    const left = this.#open.get(name) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
  }
}
