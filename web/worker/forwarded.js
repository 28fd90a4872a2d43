// The client behind proxies that are trusted to name it, in one field, as the C++ service reads it (http/client_address): proxies append to
// the right end of the list, and the client can choose everything left of the first address that is not trusted.
import { addressText, parseAddress, parseNode, prefixOf } from './addresses.js'
import { protocol } from './protocol.js'

/** "10.0.0.0/8", or an address. @type {(text: string) => { bits: number, base: number[] }} */
function networkIn(text) {
  const [, address, size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const base = parseAddress(address ?? '')
  const skipped = address?.includes(':') ? 0 : 96
  const bits = size === undefined ? 128 : skipped + Number(size)
  if (base === null || bits > 128) throw new Error(`TRUSTED_PROXIES: "${text}" is not an address or network, such as 10.0.0.0/8; separate several by commas`)
  return { bits, base: prefixOf(base, bits) }
}

/** Whether an odd number of backslashes stands before a character. */
function isEscaped(text, at) {
  let first = at
  while (text[first - 1] === '\\') --first
  return (at - first) % 2 === 1
}

/** The parts of a list from right to left, so that an unclosed quote of the client does not hide what a proxy appended. */
function* fromRight(list, separator, hasQuotes) {
  let end = list.length
  let isQuoted = false
  for (let at = list.length; at > 0; --at) {
    if (hasQuotes && list[at - 1] === '"' && !isEscaped(list, at - 1)) isQuoted = !isQuoted
    if (isQuoted || list[at - 1] !== separator) continue
    yield list.slice(at, end)
    end = at - 1
  }
  yield list.slice(0, end)
}

/** The value of `for` in an element of Forwarded, or null if it is absent, repeated or malformed (RFC 7239). */
function nodeOf(element) {
  const values = [...fromRight(element, ';', true)].map((pair) => pair.trim()).filter((pair) => /^for=/i.test(pair)).map((pair) => pair.slice(4))
  const [, quoted] = /^"(.*)"$/.exec(values[0]) ?? []
  return values.length === 1 && (quoted !== undefined || !values[0].startsWith('"')) ? quoted ?? values[0] : null
}

export class TrustedProxies {
  #networks
  #field
  #isForwarded

  /** `networks`: a list with commas, or an empty text; `field`: the name of the field, or none. Throws a sentence about a network that is none. */
  constructor(networks, field) {
    this.#networks = networks.split(',').map((text) => text.trim()).filter(Boolean).map(networkIn)
    this.#field = field?.toLowerCase()
    this.#isForwarded = this.#field === 'forwarded'
  }

  /** @type {(address: number[] | null) => boolean} */
  contains(address) {
    return address !== null && this.#networks.some(({ bits, base }) => prefixOf(address, bits).every((group, at) => group === base[at]))
  }

  /** The address of the client as a text: the peer's, unless a trusted peer names another. `headers` as those of a Request. */
  clientOf(peer, headers) {
    let client = parseAddress(peer.split('%')[0]) // an address of one link has its zone behind it
    if (client === null) return ''
    const list = this.#field && this.contains(client) ? headers.get(this.#field) : null
    let hops = 0
    for (const entry of list === null ? [] : fromRight(list, ',', this.#isForwarded)) {
      const hop = parseNode(this.#isForwarded ? nodeOf(entry) : entry.trim())
      if (hop === null || ++hops > protocol.most_hops) break
      client = hop
      if (!this.contains(client)) break
    }
    return addressText(client)
  }
}
