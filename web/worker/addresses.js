// Addresses of clients as the C++ service reads them: one value for all spellings, the eight groups of IPv6, where an IPv4 address is in its
// mapped form; and the networks that an address is of. Pure functions; a text that is not an address is null.
import { isText } from './encoding.js'

const kMapped = [0, 0, 0, 0, 0, 0xffff]
const kOctets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** The last two groups of an IPv4 address. @type {(text: string) => number[] | null} */
function pairOf(text) {
  const [, ...octets] = kOctets.exec(text) ?? []
  const isAddress = octets.length === 4 && octets.every((octet) => String(Number(octet)) === octet && Number(octet) < 256)
  const [a, b, c, d] = octets.map(Number)
  return isAddress ? [a * 256 + b, c * 256 + d] : null
}

/** As inet_pton reads it: without a zone, a port and brackets. @type {(text: string) => number[] | null} */
export function parseAddress(text) {
  const pair = pairOf(text)
  if (pair) return [...kMapped, ...pair]
  const [, front, dotted] = /^(.*:)([\d.]+\.\d+)$/.exec(text) ?? []
  const last = dotted === undefined ? [] : pairOf(dotted)
  if (last === null) return null
  const [head, tail, ...more] = (front === undefined ? text : front + last.map((group) => group.toString(16)).join(':')).split('::')
    .map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return null
  const groups = [...head, ...Array(missing).fill('0'), ...(tail ?? [])]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : null
}

const kPort = '(?::(?:\\d{1,5}|_[A-Za-z0-9._-]+))?' // RFC 7239 section 6
const kInBrackets = new RegExp(`^\\[([^\\]]*:[^\\]]*)\\]${kPort}$`)
const kWithPort = new RegExp(`^([^:[]*)${kPort}$`)

/** An address that may be in brackets if it is of IPv6, and have a port behind those or behind an IPv4 address. @type {(text: any) => number[] | null} */
export function parseNode(text) {
  if (!isText(text)) return null
  return parseAddress((kInBrackets.exec(text) ?? kWithPort.exec(text))?.[1] ?? text)
}

const isFour = (address) => kMapped.every((group, at) => address[at] === group)

/** The first bits of an address, the others zero. @type {(address: number[], bits: number) => number[]} */
export const prefixOf = (address, bits) => address.map((group, at) => group & 0xffff << Math.min(Math.max(16 * (at + 1) - bits, 0), 16))

/** In the form of RFC 5952; an IPv4 address with dots. @type {(address: number[]) => string} */
export function addressText(address) {
  if (isFour(address)) return address.slice(6).flatMap((group) => [group >> 8, group & 255]).join('.')
  const text = address.map((group) => `:${group.toString(16)}`).join('')
  const [longest] = [...text.matchAll(/(?::0){2,}(?=:|$)/g)].sort((one, other) => other[0].length - one[0].length)
  if (longest === undefined) return text.slice(1)
  return `${text.slice(1, longest.index)}::${text.slice(longest.index + longest[0].length + 1)}`
}

/** The network of an address, as the log has it: IPv4 /24, IPv6 /48. @type {(address: number[]) => string} */
export const networkOf = (address) => (isFour(address) ? `${addressText(prefixOf(address, 120))}/24` : `${addressText(prefixOf(address, 48))}/48`)

/**
 * The networks of an address by which something is counted, { name, factor }, by `levels`: { four, six }, lists of [bits, factor]. All peers
 * without an address are one.
 * @type {(address: number[] | null, levels: any) => any[]}
 */
export function networksOf(address, { four, six }) {
  if (address === null) return [{ name: 'unknown', factor: six[0][1] }]
  const [list, skipped] = isFour(address) ? [four, 96] : [six, 0]
  return list.map(([bits, factor]) => ({ name: `${addressText(prefixOf(address, skipped + bits))}/${bits}`, factor }))
}
