// Serves the worker with Node, at HOST (all addresses) and PORT (8080). Behind a proxy, ADDRESS_FIELD names the field in which the proxy
// writes the address of the client.
import { open } from 'node:fs/promises'
import { STATUS_CODES, createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createWorker, data } from './worker/worker.js'

const { PORT = '8080', HOST, ADDRESS_FIELD, AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS } = process.env

async function fetchFile(url) {
  const file = await open(new URL(`public${new URL(url).pathname}`, import.meta.url)).catch(() => null)
  return file ? new Response(Readable.toWeb(file.createReadStream())) : new Response(null, { status: 404 })
}

const env = { AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS, ASSETS: { fetch: fetchFile } }
const worker = createWorker(data, {
  addressOf: ({ headers, address }) => (ADDRESS_FIELD && headers.get(ADDRESS_FIELD)?.split(',').at(-1).trim()) || address,
})

/** What the worker reads of a request; the Request of the Fetch standard refuses some methods. */
function requestOf({ method, url, headersDistinct, socket }, body) {
  const headers = new Headers(Object.entries(headersDistinct).flatMap(([name, values]) => values.map((value) => [name, value])))
  return { method, url: `http://${headers.get('host') ?? ''}${url}`, headers, body, address: socket.remoteAddress }
}

async function answer(incoming, outgoing) {
  const response = await worker.fetch(requestOf(incoming, incoming), env)
  outgoing.writeHead(response.status, [...response.headers].flat())
  if (response.body) await pipeline(response.body, outgoing)
  else outgoing.end()
  if (!incoming.complete) outgoing.once('finish', () => incoming.socket.destroySoon()) // a body that was refused
}

/** The fault of what is no request, by the codes of Node. */
const kFaults = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'header_timeout' }

async function refuse(error, socket) {
  if (!socket.writable) return socket.destroy()
  const response = worker.refusal(kFaults[error.code] ?? 'malformed_request')
  const lines = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`, 'Connection: close', ...[...response.headers].map(([name, value]) => `${name}: ${value}`)]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${await response.text()}`)
}

const limits = { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
const server = createServer(limits, (incoming, outgoing) => { answer(incoming, outgoing).catch(() => outgoing.destroy()) })
server.on('clientError', refuse)
server.listen(Number(PORT), HOST, () => console.log(JSON.stringify({ level: 'info', event: 'listening', port: server.address().port })))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit(0)))
