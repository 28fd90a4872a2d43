// Serves the worker with Node, at HOST (127.0.0.1) and PORT (8080). Behind a proxy, ADDRESS_FIELD names the field in which the proxy writes the
// address of the client; it is believed from TRUSTED_PROXIES alone (addresses and networks with commas; those of this machine). SITE, a folder, or
// UPSTREAM, the address of a server, is the site beside, which gets the requests for all other paths.
import { webcrypto } from 'node:crypto'
import { STATUS_CODES, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Connection } from './node/connection.js'
import { ConnectionCounts } from './node/connection_counts.js'
import { fetchFile } from './node/files.js'
import { faultOf, faultOfError } from './node/framing.js'
import { LineWriter } from './node/line_writer.js'
import { siteOf } from './beside/site.js'
import { addresses, createWorker, data, requestOf } from './worker/worker.js'

globalThis.crypto ??= webcrypto // Node.js 18 has it only as a module

const kStopMs = 10_000
const kFlushMs = 1_000
const { PORT = '8080', HOST = '127.0.0.1', ADDRESS_FIELD, TRUSTED_PROXIES = '127.0.0.0/8,::1/128' } = process.env
const { AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS } = process.env
const limits = data.server
const proxies = read(() => new addresses.TrustedProxies(TRUSTED_PROXIES, ADDRESS_FIELD))
const site = read(() => siteOf(process.env))
const counts = new ConnectionCounts(limits, (peer) => Boolean(ADDRESS_FIELD) && proxies.contains(peer))
const output = new LineWriter(1)
const env = { AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS, ASSETS: { fetch: fetchFile } }
const worker = createWorker(data, { log: (line) => output.write(line), addressOf: ({ peer, headers }) => proxies.clientOf(peer, headers) })
const connections = new Set()
let isStopping = false

/** What `make` reads of the environment; a mistake there ends the process. */
function read(make) {
  try {
    return make()
  } catch ({ message }) {
    console.error(message)
    process.exit(1)
  }
}

// ---- Responses

const refused = new WeakSet() // what Node's parser finds in the rest is of a request that has its answer
const withClose = (headers) => [...headers, ['Connection', 'close']]

/** `isAsked`: whether the peer sends the body without being told to continue. */
async function answer(incoming, outgoing, isAsked) {
  const fault = faultOf(incoming, limits)
  if (fault) refused.add(incoming.socket)
  const isTooLong = Number(incoming.headers['content-length'] ?? 0) > data.bodyBytes
  // A body that is not read to its end leaves the connection open for the refusal.
  const request = requestOf(incoming, isAsked || !isTooLong ? incoming.iterator({ destroyOnReturn: false }) : null)
  const isOfSite = !fault && site && !worker.takes(request.target.split('?', 1)[0])
  if (!fault && !isAsked && (isOfSite || !isTooLong)) outgoing.writeContinue()
  if (isOfSite) return site(incoming, outgoing)
  const { status, headers, body } = fault ? worker.refusal(fault) : await worker.respond(request, env)
  // Of a body that was refused, the rest is not read.
  const isLast = fault || isStopping || !incoming.complete || status === 413
  const isStream = body instanceof Readable
  if (outgoing.destroyed || outgoing.socket === null) return isStream && body.destroy()
  outgoing.writeHead(status, (isLast ? withClose(headers) : headers).flat())
  if (isStream) await pipeline(body, outgoing)
  else outgoing.end(body ?? undefined)
}

/** The bytes of a refusal of what is no request. */
function refusalBytes({ status, headers, body }) {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...withClose(headers).map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}

function refuse(error, connection) {
  if (!connection.writable) return connection.destroy()
  if (refused.has(connection)) return
  const { unfinished } = connection
  const isBodyLate = unfinished && error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const bytes = refusalBytes(worker.refusal(isBodyLate ? 'body_timeout' : faultOfError(error)))
  // It is about the body of the request in progress, or about what follows that request.
  if (unfinished) connection.close(bytes)
  else connection.take(undefined, () => connection.close(bytes))
}

// ---- Requests and connections

const options = {
  requireHostHeader: false, maxHeaderSize: limits.requestLine + limits.headerBlock, headersTimeout: limits.headerMs,
  requestTimeout: limits.headerMs + limits.bodyMs, keepAliveTimeout: limits.idleMs, connectionsCheckingInterval: 1_000,
}
const server = createServer(options)
server.maxRequestsPerSocket = limits.requestsPerConnection

const take = (isAsked) => (incoming, outgoing) => incoming.socket.take(incoming, (done) => {
  outgoing.once('close', done)
  answer(incoming, outgoing, isAsked).catch(() => incoming.socket.destroy())
})
server.on('request', take(true))
server.on('checkContinue', take(false))
server.on('checkExpectation', (incoming, outgoing) => incoming.socket.take(incoming, (done) => {
  const { status, headers, body } = worker.refusal('expectation_failed')
  outgoing.once('close', done).writeHead(status, withClose(headers).flat()).end(body)
}))
server.on('clientError', refuse)
server.on('connect', (_, connection) => refuse({ code: 'CONNECT' }, connection))

const [serve] = server.listeners('connection')
server.removeAllListeners('connection').on('connection', (socket) => {
  const remove = counts.add(addresses.parseNode(socket.remoteAddress?.split('%')[0]))
  const connection = new Connection(socket, limits.writeMs)
  if (remove === null) return connection.close(refusalBytes(worker.refusal('server_full')))
  connections.add(connection)
  connection.once('close', () => {
    connections.delete(connection)
    remove()
  })
  serve.call(server, connection)
})

// ---- Start and stop

/** A log that nobody reads holds a thread, for which an exit would wait. */
async function finish(signal) {
  const isWritten = await Promise.race([output.flushed().then(() => true), new Promise((resolve) => setTimeout(resolve, kFlushMs))])
  if (isWritten) process.exit(0)
  process.kill(process.pid, signal)
}

/** Requests in progress are answered, within a time. */
function stop(signal) {
  isStopping = true
  server.close(() => finish(signal))
  for (const connection of connections) connection.stop()
  setTimeout(() => finish(signal), kStopMs)
}

const problem = worker.problemOf(env)
if (problem) console.error(problem)
server.listen(Number(PORT), HOST, () => worker.report('info', 'listening', { port: server.address().port }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
