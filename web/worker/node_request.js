// Requests of the HTTP server of Node.js, and of servers that are built on it, as the service reads requests.

/** What the service reads of Headers; `values`: lists by names in lower case. */
class Fields {
  constructor(values) { this.values = values }
  has(name) { return Object.hasOwn(this.values, name) }
  get(name) { return this.has(name) ? this.values[name].join(', ') : null }
}

/** Path and query of a target, as they were sent (RFC 9112 section 3.2). */
function targetOf(url) {
  if (url.startsWith('/') || url === '*') return url
  const [, rest] = /^https?:\/\/[^/?]*(.*)$/i.exec(url) ?? ['', '']
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Without what HTTP/2 has in the place of a request line. */
const listsOf = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')).map(([name, value]) => [name, [value].flat()]))

/**
 * `body`: its parts, or null. A framework may have shortened `url` and kept what was sent; a client may name the host in the target, which then counts.
 * The Request of the Fetch standard refuses some methods. @type {(incoming: any, body: any) => any}
 */
export function requestOf(incoming, body) {
  const { method, headersDistinct, headers: joined, socket } = incoming
  const url = incoming.originalUrl ?? incoming.url
  const headers = new Fields(headersDistinct ?? listsOf(joined))
  const host = headers.get('host') ?? joined[':authority'] ?? null
  const full = /^https?:/i.test(url) ? url : `http://${host}${url === '*' ? '/' : url}`
  return { method, url: full, host, target: targetOf(url), headers, body, peer: socket?.remoteAddress }
}
