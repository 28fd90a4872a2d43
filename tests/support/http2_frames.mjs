// Frames of HTTP/2 (RFC 9113) as bytes, for attackers of a proxy: header blocks are HPACK literals without indexing.
export const kPreface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')
export const kType = { data: 0, headers: 1, reset: 3, settings: 4, windowUpdate: 8 }
const kAck = 1
const kEndOfStreamAndHeaders = 5
const kCancel = 8

const latin = (text) => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'))
export const join = (...parts) => Buffer.concat(parts.flat(Infinity).map(latin))
const number = (value, bytes = 4) => Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex')

export function frame(type, flags, stream, payload = '') {
  const bytes = latin(payload)
  return join(number(bytes.length, 3), [Buffer.from([type, flags])], number(stream), bytes)
}

/** The length of a text: an integer of RFC 7541 section 5.1 with a prefix of 7 bits. */
function lengthOf(bytes) {
  if (bytes.length < 127) return Buffer.from([bytes.length])
  const out = [127]
  let value = bytes.length - 127
  for (; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) + 128)
  return Buffer.from([...out, value])
}

const text = (value) => join(lengthOf(latin(value)), value)
/** "Literal Header Field without Indexing -- New Name" (RFC 7541 section 6.2.2). */
const literal = ([name, value]) => join([Buffer.from([0])], text(name), text(value))

/** Flags: END_HEADERS, and END_STREAM unless a body follows. */
export const headers = (stream, pairs, flags = kEndOfStreamAndHeaders) => frame(kType.headers, flags, stream, join(pairs.map(literal)))
export const reset = (stream) => frame(kType.reset, 0, stream, number(kCancel))
export const windowUpdate = (stream, increment) => frame(kType.windowUpdate, 0, stream, number(increment))
export const settings = (entries = []) => frame(kType.settings, 0, 0, join(entries.map(([name, value]) => [number(name, 2), number(value)])))
export const settingsAck = () => frame(kType.settings, kAck, 0)
