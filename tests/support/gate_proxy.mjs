// A small reverse proxy that asks the service about gated paths, and a site with gated files behind it.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { startServe } from './server.mjs'

/** Sends a request on: { status, headers, body }. */
async function send(port, method, path, headers, body) {
  const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  call.end(body)
  const [answer] = await once(call, 'response')
  const parts = []
  for await (const part of answer) parts.push(part)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }
}

const isHop = (name) => ['connection', 'keep-alive', 'transfer-encoding'].includes(name)
const without = (headers, drop) => Object.fromEntries(Object.entries(headers).filter(([name]) => !drop(name)))

const answerWith = (files, path) => {
  const text = files[path] ?? 'no file'
  return { status: path in files ? 200 : 404, headers: { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) }, body: text }
}

/**
 * `files` by path: those below `prefixes` if the service lets the request pass, others for everybody. All other paths are
 * those of the service: { url, stop, use(port) }.
 */
export async function startGateProxy(prefixes, files) {
  let service
  const answerOf = async ({ method, url, headers }, body) => {
    const path = url.split('?')[0]
    if (!prefixes.some((prefix) => path.startsWith(prefix))) {
      return path in files ? answerWith(files, path) : send(service, method, url, without(headers, isHop), body)
    }
    const question = { host: headers.host, 'x-forwarded-method': method, 'x-forwarded-uri': url }
    if (headers.authorization) question.authorization = headers.authorization
    const decision = await send(service, 'GET', '/oauth/gate', question)
    if (decision.status !== 200) return { ...decision, headers: without(decision.headers, (name) => name.startsWith('x-agent-')) }
    return answerWith(files, path)
  }
  const proxy = createServer(async (incoming, outgoing) => {
    const parts = []
    for await (const part of incoming) parts.push(part)
    const { status, headers, body } = await answerOf(incoming, Buffer.concat(parts))
    outgoing.writeHead(status, { ...without(headers, isHop), connection: 'close' })
    outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    use: (port) => { service = port },
    stop: () => { proxy.closeAllConnections(); proxy.close() },
  }
}

export const kCsv = 'height,time\n3.2,12:00\n'
export const kPaper = 'Tides of the example sea.\n'

/** Two documents and two gates, one of them for the scope of the profile. */
export const kGatedSettings = {
  scopes: [
    { name: 'read:papers', meaning: 'Read the papers.' },
    { name: 'read:data', meaning: 'Read the measurements.' },
  ],
  documents: [
    { path: '/api/agent/report.txt', source: 'report.txt', title: 'Report', description: 'The report of the year.' },
    { path: '/api/agent/tides.txt', source: 'tides.txt', scope: 'read:papers', title: 'Paper', description: 'A paper.' },
  ],
  gates: [
    { prefix: '/data/', scope: 'read:data', title: 'Data', description: 'Measurements as CSV.', openapi: '/data/openapi.json' },
    { prefix: '/notes/', title: 'Notes', description: 'Notes of the owner.' },
  ],
}
export const kGatedFiles = { 'report.txt': 'The sea rose.\n', 'tides.txt': kPaper }

/** The service behind such a proxy: { baseUrl, server, stop }. `settings` are further ones. */
export async function startGatedSite(settings = {}) {
  const proxy = await startGateProxy(['/data/', '/notes/'], { '/data/2034/tides.csv': kCsv, '/notes/a.txt': 'A note.' })
  try {
    const server = await startServe({
      files: kGatedFiles,
      settings: { base_urls: [proxy.url], limits: { trusted_proxies: ['127.0.0.1/32'] }, ...kGatedSettings, ...settings },
    })
    proxy.use(server.port)
    return { baseUrl: proxy.url, server, stop: async () => { proxy.stop(); await server.stop() } }
  } catch (error) {
    proxy.stop()
    throw error
  }
}
