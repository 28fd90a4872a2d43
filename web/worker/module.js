// The module for the server of a site that exists: which requests are for this service, and the answers to them. All other requests stay the
// site's. It imports nothing and reads no files: the export joins it with its data (decision 0071).
import { bytesOf, isText } from './encoding.js'
import { isHost, isMediaType } from './http.js'
import { requestOf } from './node_request.js'
import { protocol } from './protocol.js'
import { data } from './worker-data.js'
import { createWorker } from './worker.js'

const worker = createWorker(data, { addressOf: ({ address }) => address })
/** Not by the two words that bundlers replace. */
const environment = () => globalThis.process?.env ?? {}

/** Of a request of the Fetch standard or of Node.js, an address or a target; it throws where there is none. */
function pathOf(asked) {
  const text = isText(asked) ? asked : asked.originalUrl ?? asked.href ?? asked.url
  return text.startsWith('/') ? text.split(/[?#]/, 1)[0] : new URL(text).pathname
}

/** Whether a request is for this service, by its path alone: the host may be that of a proxy, or of a framework. Never throws. */
function handles(asked) {
  try {
    return worker.takes(pathOf(asked))
  } catch {
    return false
  }
}

/** `request`: as requestOf() makes it. Never rejects. */
function respond(request, env) {
  return isHost(request.host) ? worker.respond(request, env) : worker.refusal('malformed_host')
}

function tooLate() {
  const text = 'The body of this request was read before agent-access could read it; its handler must stand before what reads bodies'
  worker.report('error', 'handler_failed', { text })
  return worker.refusal('handler_failed', text)
}

// ---- Servers with the Fetch standard

/**
 * The Response to a Request; of any path, 404 for others. The host is that of the field Host, else that of the address; the scheme does not
 * matter. `env` has AGENT_ACCESS_SECRET and AGENT_ACCESS_PREVIOUS_SECRETS. `address`: the client's, as the server knows it, never a field that
 * clients can write; without it all clients share one rate limit.
 */
async function answer(request, env, context) {
  const { method, headers, url, body, bodyUsed } = request
  const { host, pathname, search } = new URL(url)
  const named = headers.get('host') || host
  const readable = { method, headers, body, host: named, url: `http://${named}${pathname}${search}`, address: context?.address }
  const { status, headers: fields, body: bytes } = bodyUsed ? tooLate() : await respond(readable, env ?? environment())
  return new Response(bytes, { status, headers: fields })
}

// ---- Servers of Node.js

/** The fields of a form, repeated ones too, as parsers make objects of them. Names with brackets are of no field that is read. */
function formOf(body) {
  const pairs = Object.entries(body).flatMap(([name, value]) => [value].flat().filter(isText).map((text) => [name, text]))
  return new URLSearchParams(pairs).toString()
}

/** The bytes that a parser has read, or undefined if they are not known any more. */
function parsedBody({ headers, rawBody, body }) {
  const type = headers['content-type'] ?? ''
  const kept = rawBody ?? body
  if (kept instanceof Uint8Array) return kept
  if (isText(kept)) return bytesOf(kept)
  if (typeof kept !== 'object' || kept === null) return undefined
  if (isMediaType(type, 'application/json')) return bytesOf(JSON.stringify(kept))
  return isMediaType(type, protocol.form_type) ? bytesOf(formOf(kept)) : undefined
}

async function serve(incoming, outgoing) {
  const read = incoming.readableDidRead ? parsedBody(incoming) : null
  const body = read === null ? incoming.iterator({ destroyOnReturn: false }) : [read]
  const address = incoming.ip ?? incoming.socket?.remoteAddress
  const { status, headers, body: bytes } = read === undefined ? tooLate() : await respond({ ...requestOf(incoming, body), address }, environment())
  if (outgoing.headersSent || outgoing.destroyed) return
  outgoing.statusCode = status
  for (const [name, value] of new Headers(headers)) outgoing.setHeader(name, value)
  outgoing.end(bytes ?? undefined)
}

/**
 * For the HTTP server of Node.js and servers in the style of connect, such as Express: answers the requests for this service, and calls `next` for all others;
 * without `next` it answers all. It should stand before what reads bodies; what Express makes of JSON and forms is read, too. The address of the client is
 * the peer's, or what the framework names `ip`. The environment is that of the process.
 */
function middleware(incoming, outgoing, next) {
  return next && !handles(incoming) ? next() : serve(incoming, outgoing)
}

export { answer as fetch, handles, middleware }
export default { fetch: answer, handles, middleware }
