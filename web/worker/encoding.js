// Text and bytes in the one form that this service accepts of each: base64url (RFC 4648 section 5, no padding), base64 (section 4, with
// it), UUIDs of version 4, UTF-8, and forms (application/x-www-form-urlencoded). Pure functions; a text that has another form is null.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const kEncoder = new TextEncoder()
const kStrictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @type {(value: any) => value is string} */
export const isText = (value) => typeof value === 'string'

/** @type {(text: string) => Bytes} */
export const bytesOf = (text) => kEncoder.encode(text)

/** The text of UTF-8, or null. @type {(bytes: Uint8Array) => string | null} */
export function textOfUtf8(bytes) {
  try {
    return kStrictDecoder.decode(bytes)
  } catch {
    return null
  }
}

/** @type {(...parts: (Uint8Array | number[])[]) => Bytes} */
export function joinBytes(...parts) {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let end = 0
  for (const part of parts) {
    joined.set(part, end)
    end += part.length
  }
  return joined
}

const toBase64 = (bytes) => btoa(latin1Of(bytes))

/** @type {(bytes: Uint8Array) => string} */
export const toBase64Url = (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Of a text that is known to be base64. @type {(text: string) => Bytes} */
export function bytesOfBase64(text) {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < bytes.length; ++at) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** @type {(text: string) => Bytes | null} */
export function fromBase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = bytesOfBase64(text)
  return toBase64(bytes) === text ? bytes : null // unused bits are zero
}

/** @type {(text: string) => Bytes | null} */
export function fromBase64Url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat(-text.length & 3))
}

const kUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The 16 bytes of a UUID of version 4. @type {(text: string) => Bytes | null} */
export function uuidBytes(text) {
  if (!kUuid.test(text)) return null
  const digits = text.replaceAll('-', '')
  const bytes = new Uint8Array(16)
  for (let at = 0; at < bytes.length; ++at) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

const kHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** @type {(bytes: Uint8Array) => string} */
export function toHex(bytes) {
  let text = ''
  for (const byte of bytes) text += kHex[byte]
  return text
}

/** In lower case, as ids are issued. @type {(bytes: Uint8Array) => string} */
export const uuidText = (bytes) => toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Random bytes, drawn many at once: a call of the platform costs more than they do. Only for what is not secret. @type {() => (size: number) => Bytes} */
export function randomSource() {
  const drawn = new Uint8Array(4096)
  let at = drawn.length
  return (size) => {
    if (at + size > drawn.length) {
      crypto.getRandomValues(drawn)
      at = 0
    }
    at += size
    return drawn.slice(at - size, at)
  }
}

/** @type {(random: (size: number) => Uint8Array) => string} */
export function randomUuid(random) {
  const bytes = random(16)
  bytes[6] = bytes[6] & 0x0f | 0x40
  bytes[8] = bytes[8] & 0x3f | 0x80
  return uuidText(bytes)
}

/** Without a branch that depends on the bytes; both have the same length. @type {(left: Uint8Array, right: Uint8Array) => boolean} */
export function areEqual(left, right) {
  let difference = 0
  for (let at = 0; at < left.length; ++at) difference |= left[at] ^ right[at]
  return difference === 0
}

/**
 * "%XX" is a byte, and "+" a space; `text` has characters of Latin-1 only. Null if a "%" has no two digits after it, or the result is
 * not UTF-8.
 * @type {(text: string) => string | null}
 */
export function decodeComponent(text) {
  if (/^[\x00-\x24\x26-\x2a\x2c-\x7f]*$/.test(text)) return text
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  const bytes = text.replaceAll('+', ' ').replace(/%(..)/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  return textOfUtf8(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)))
}

/** @type {(bytes: any) => string} */
const lettersOf = (bytes) => String.fromCharCode.apply(null, bytes)

/** Bytes as a text of Latin-1. @type {(bytes: Uint8Array) => string} */
export function latin1Of(bytes) {
  let text = ''
  // As many as may be arguments of one call.
  for (let at = 0; at < bytes.length; at += 4096) text += lettersOf(bytes.subarray(at, at + 4096))
  return text
}

/**
 * The fields of a form without those of `ignored`, which may be repeated. Another name twice is 'duplicate_parameter', a malformed
 * form 'malformed_form'.
 * @type {(body: Uint8Array, ignored: string[]) => Map<string, string> | string}
 */
export function readForm(body, ignored) {
  const fields = new Map()
  let isRepeated = false
  for (const sequence of latin1Of(body).split('&')) {
    if (sequence === '') continue
    const end = sequence.includes('=') ? sequence.indexOf('=') : sequence.length
    const name = decodeComponent(sequence.slice(0, end))
    const value = decodeComponent(sequence.slice(end + 1))
    if (name === null || value === null) return 'malformed_form'
    if (ignored.includes(name)) continue
    isRepeated ||= fields.has(name)
    fields.set(name, value)
  }
  return isRepeated ? 'duplicate_parameter' : fields
}
