// Serves the worker with Node, at HOST (all addresses) and PORT (8080). Behind a proxy, ADDRESS_FIELD names the field in which the proxy
// writes the address of the client.
import { webcrypto } from 'node:crypto'
import { open } from 'node:fs/promises'
import { STATUS_CODES, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createWorker, data } from './worker/worker.js'

globalThis.crypto ??= webcrypto // Node.js 18 has it only as a module

const { PORT = '8080', HOST, ADDRESS_FIELD, AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS } = process.env

const kMostKept = 1_000
const kMostKeptBytes = 65_536
const kept = new Map()

/** What the worker reads of a Response. */
const found = (body) => ({ ok: true, body, text: () => text(body instanceof Readable ? body : [body]) })

/** Small files are read once. */
async function fetchFile(url) {
  const { pathname } = new URL(url)
  if (kept.has(pathname)) return found(kept.get(pathname))
  const file = await open(new URL(`public${pathname}`, import.meta.url)).catch(() => null)
  if (file === null) return { ok: false, status: 404 }
  if ((await file.stat()).size > kMostKeptBytes || kept.size >= kMostKept) return found(file.createReadStream())
  kept.set(pathname, await file.readFile())
  await file.close()
  return found(kept.get(pathname))
}

const env = { AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS, ASSETS: { fetch: fetchFile } }
const worker = createWorker(data, {
  log: (line) => process.stdout.write(`${line}\n`),
  addressOf: ({ headers, address }) => (ADDRESS_FIELD && headers.get(ADDRESS_FIELD.toLowerCase())?.split(',').at(-1).trim()) || address,
})

/** What the worker reads of Headers. */
class Fields {
  constructor(values) { this.values = values }
  has(name) { return Object.hasOwn(this.values, name) }
  get(name) { return this.has(name) ? this.values[name].join(', ') : null }
}

/** What the worker reads of a request; the Request of the Fetch standard refuses some methods. */
function requestOf(incoming) {
  const { method, url, socket } = incoming
  const headers = new Fields(incoming.headersDistinct)
  const isPath = url.startsWith('/') // a client may name the host in the target, too, which then counts
  return { method, url: isPath ? `http://${headers.get('host')}${url}` : url, headers, body: incoming, address: socket.remoteAddress }
}

const kOnce = ['authorization', 'content-type', 'host']

/** The fault of what Node accepts and the service does not, or undefined. */
function faultOf({ httpVersion, url, headersDistinct: fields }) {
  if (!httpVersion.startsWith('1.')) return 'unsupported_version'
  const isAmbiguous = url.includes('#') || kOnce.some((name) => new Set(fields[name]).size > 1) ||
    (httpVersion === '1.0' && fields['transfer-encoding'] !== undefined) // RFC 9112 section 6.1
  return isAmbiguous || !/^[\w.:[\]-]+$/.test(fields.host?.[0] ?? '') ? 'malformed_request' : undefined
}

function refuseRequest(outgoing, fault) {
  const { status, headers, body } = worker.refusal(fault)
  outgoing.writeHead(status, [...headers, ['Connection', 'close']].flat()).end(body)
}

async function answer(incoming, outgoing) {
  const fault = faultOf(incoming)
  if (fault) return refuseRequest(outgoing, fault)
  const { status, headers, body } = await worker.respond(requestOf(incoming), env)
  if (!incoming.complete) headers.push(['Connection', 'close']) // of a body that was refused, the rest is not read
  outgoing.writeHead(status, headers.flat())
  if (body instanceof Readable) await pipeline(body, outgoing)
  else outgoing.end(body ?? undefined)
}

/** The fault of what is no request, by the codes of Node. */
const kFaults = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'header_timeout' }

function refuse(error, socket) {
  if (!socket.writable) return socket.destroy()
  const { status, headers, body } = worker.refusal(kFaults[error.code] ?? 'malformed_request')
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', ...headers.map(([name, value]) => `${name}: ${value}`)]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.end(body)
}

const limits = { requireHostHeader: false, maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
const server = createServer(limits, (incoming, outgoing) => { answer(incoming, outgoing).catch(() => outgoing.destroy()) })
server.on('clientError', refuse)
server.on('checkExpectation', (_, outgoing) => refuseRequest(outgoing, 'expectation_failed'))
server.listen(Number(PORT), HOST, () => console.log(JSON.stringify({ level: 'info', event: 'listening', port: server.address().port })))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit(0)))
