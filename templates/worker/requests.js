// Requests of Node as the worker reads them, and what Node accepts of them and the service does not.

/** What the worker reads of Headers. */
class Fields {
  constructor(values) { this.values = values }
  has(name) { return Object.hasOwn(this.values, name) }
  get(name) { return this.has(name) ? this.values[name].join(', ') : null }
}

/** The Request of the Fetch standard refuses some methods. `isBodyAsked`: whether the peer sends its body. */
export function requestOf(incoming, isBodyAsked) {
  const { method, url, socket } = incoming
  const headers = new Fields(incoming.headersDistinct)
  const isPath = url.startsWith('/') // a client may name the host in the target, too, which then counts
  // A body that is not read to its end leaves the connection open for the refusal.
  const body = isBodyAsked ? incoming.iterator({ destroyOnReturn: false }) : null
  return { method, url: isPath ? `http://${headers.get('host')}${url}` : url, headers, body, peer: socket.remoteAddress }
}

const kOnce = ['authorization', 'content-type', 'host']

/** The name of a fault, or undefined. */
export function faultOf({ httpVersion, method, url, headersDistinct: fields, rawHeaders }, { requestLine, headerBlock, headerFields }) {
  if (!httpVersion.startsWith('1.')) return 'unsupported_version'
  if (`${method} ${url} HTTP/1.1`.length > requestLine) return 'target_too_long'
  const size = rawHeaders.reduce((sum, { length }) => sum + length + 2, 0) // ": " and CR LF
  if (rawHeaders.length > 2 * headerFields || size > headerBlock) return 'headers_too_large'
  const isAmbiguous = url.includes('#') || kOnce.some((name) => new Set(fields[name]).size > 1) ||
    (httpVersion === '1.0' && fields['transfer-encoding'] !== undefined) // RFC 9112 section 6.1
  return isAmbiguous || !/^[\w.:[\]-]+$/.test(fields.host?.[0] ?? '') ? 'malformed_request' : undefined
}
