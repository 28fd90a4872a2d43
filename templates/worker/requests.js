// Requests of Node as the worker reads them.
import { targetOf } from './framing.js'

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
  const isUrl = /^https?:/i.test(url) // a client may also name the host in the target, which then counts
  // A body that is not read to its end leaves the connection open for the refusal.
  const body = isBodyAsked ? incoming.iterator({ destroyOnReturn: false }) : null
  const full = isUrl ? url : `http://${headers.get('host')}${url === '*' ? '/' : url}`
  return { method, url: full, target: targetOf(url), headers, body, peer: socket.remoteAddress }
}
