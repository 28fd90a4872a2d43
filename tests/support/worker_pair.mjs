// The service and the exported worker with the same site and secret: one request to both, and in what the responses differ.
import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startServe } from './server.mjs'
import { importWorker } from './worker.mjs'

const kAtOnce = 16
const kSettings = {
  limits: { requests: 0 },
  discovery: { page_markdown: true },
  scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
  documents: [{ path: '/api/agent/one.txt', source: 'one.txt', scope: 'read:papers', title: 'One', description: 'The first paper.' }],
}
const kFiles = { 'one.txt': 'the whole paper\n', 'public/pictures/a boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }

/** { ask(request), stop() }; a request is { method, target, fields: [[name, value]], body: Buffer }, its texts Latin-1. */
export async function startPair(out) {
  const server = await startServe({ settings: kSettings, files: kFiles })
  const secret = await readFile(join(server.directory, 'secret'), 'utf8')
  const worker = await importWorker({ config: server.configFile, out, secret, environment: { AGENT_ACCESS_LIMITS_REQUESTS: '0' } })
  const agent = new Agent({ keepAlive: true, maxSockets: kAtOnce })
  const host = new URL(server.baseUrl).host
  const ask = async (request) => {
    const [service, other] = await Promise.all([askService({ agent, host }, request), askWorker({ worker, host }, request)])
    return { service, worker: other }
  }
  const stop = async () => {
    agent.destroy()
    await server.stop()
  }
  return { ask, stop }
}

/** What must be the same: the status, the words of a refusal and its challenge, the form of a document. */
function partsOf(status, field, body) {
  const isRefusal = status >= 400 && field('content-type')?.startsWith('application/json')
  const { error, error_description: text } = isRefusal && body.length > 0 ? JSON.parse(body.toString()) : {}
  return { status, error, text, type: field('content-type') ?? null, allow: field('allow') ?? null, challenge: field('www-authenticate') ?? null, etag: field('etag') ?? null }
}

async function askService({ agent, host }, { method, target, fields, body }) {
  const length = body.length > 0 || method === 'POST' ? [['Content-Length', String(body.length)]] : []
  const sent = httpRequest({ agent, host: host.split(':')[0], port: host.split(':')[1], method, path: target, headers: [['Host', host], ...fields, ...length].flat() })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return partsOf(response.statusCode, (name) => response.headers[name], await buffer(response))
}

async function askWorker({ worker, host }, { method, target, fields, body }) {
  const response = await worker.send({ method, url: `http://${host}${target}`, headers: new Headers(fields), body: body.length > 0 ? [body] : null })
  return partsOf(response.status, (name) => response.headers.get(name), Buffer.from(await response.arrayBuffer()))
}

/** A request to which the two respond differently, as a text; at most `most` of them. */
export async function findDifferences({ ask }, requests, most = 10) {
  const found = []
  const waiting = requests.values()
  await Promise.all(Array.from({ length: kAtOnce }, async () => {
    for (const request of waiting) {
      const { service, worker } = await ask(request)
      // Of two faults in one body the worker finds bytes that are no UTF-8 first, the service what comes first.
      if (!isUtf8(request.body)) for (const parts of [service, worker]) delete parts.text
      if (found.length < most && JSON.stringify(service) !== JSON.stringify(worker)) found.push({ ...request, body: request.body.toString('latin1').slice(0, 2000), service, worker })
    }
  }))
  return found
}
