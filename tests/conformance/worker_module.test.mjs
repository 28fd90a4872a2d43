// The exported module in the server of a site that exists: at the paths of the service it answers like the service, and all others are the site's.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import express from 'express'
import { exportWorker } from '../support/exported_site.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { kOwnRequests, ownAnswer, ownSite } from '../support/owned_site.mjs'
import { startServe } from '../support/server.mjs'

const kPaper = 'the whole paper\n'
const server = await startServe({
  settings: {
    content: { beside: true }, limits: { requests: 0 }, log: { level: 'error' }, mcp: { enabled: true },
    scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
    documents: [{ path: '/api/agent/one%20(1).txt', source: 'one.txt', scope: 'read:papers', title: 'One', description: 'The first paper.' }],
  },
  files: { 'one.txt': kPaper, 'public/images/a.png': Buffer.from([137, 80, 78, 71, 0, 255]) },
})
after(() => server.stop())
const { host } = new URL(server.baseUrl)
const secret = await readFile(join(server.directory, 'secret'), 'utf8')
const out = temporaryFolder('module')
await exportWorker({ config: server.configFile, out, host: 'module' })
process.env.AGENT_ACCESS_SECRET = secret
after(() => delete process.env.AGENT_ACCESS_SECRET)
const { fetch: answer, handles, middleware } = await import(pathToFileURL(join(out, 'agent-access.js')))

// ---- Servers, each with the site's own answers

const parsers = () => [express.json(), express.urlencoded({ extended: true }), express.text({ type: 'text/markdown' })]
const appOf = (...handlers) => handlers.reduce((app, handler) => app.use(handler), express())
const readsAll = (incoming, _, next) => { incoming.resume().once('end', next) }

/** Frameworks name their own address in a Request, and the host as a field. */
async function byFetch(incoming, outgoing) {
  const body = ['GET', 'HEAD'].includes(incoming.method) ? undefined : await buffer(incoming)
  const request = new Request(`http://localhost:3000${incoming.url}`, { method: incoming.method, headers: new Headers(Object.entries(incoming.headers)), body })
  if (!handles(request)) return ownSite(Object.assign(incoming, { body: body?.length ? JSON.parse(body) : undefined }), outgoing)
  const response = await answer(request, undefined, { address: incoming.socket.remoteAddress })
  outgoing.writeHead(response.status, [...response.headers].flat()).end(Buffer.from(await response.arrayBuffer()))
}

const kServers = {
  'node:http': (incoming, outgoing) => middleware(incoming, outgoing, () => ownSite(incoming, outgoing)),
  'Express, before the parsers of bodies': appOf(middleware, ...parsers(), ownSite),
  'Express, behind the parsers of bodies': appOf(...parsers(), middleware, ownSite),
  'a server with Request and Response': byFetch,
}
const kBehindReader = appOf(readsAll, middleware, ownSite)

async function listening(handler) {
  const started = createServer(handler).listen(0, '127.0.0.1')
  await once(started, 'listening')
  after(() => started.close())
  return started.address().port
}

/** A request with the field Host of the service: { status, fields, body }. `port`: of the server. */
async function ask(port, method, target, { headers = {}, body } = {}) {
  const sent = httpRequest({ port, host: '127.0.0.1', method, path: target, agent: false, headers: { Host: host, 'Accept-Encoding': 'identity', ...headers } })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, fields: response.headers, body: (await buffer(response)).toString('latin1') }
}

/** What a server adds, and what is of one response. */
const kOfOne = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-powered-by', 'x-request-id'])
const kNew = /("(?:client_id|client_secret|access_token)":"|"client_id_issued_at":)[^",]*/g
async function seen(port, ...asked) {
  const { status, fields, body } = await ask(port, ...asked)
  // The service compresses, so it says what depends on that.
  const { vary, ...rest } = Object.fromEntries(Object.entries(fields).filter(([name]) => !kOfOne.has(name)))
  return { status, fields: rest, body: body.replace(kNew, '$1…') }
}

const form = (fields) => ({ headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: typeof fields === 'string' ? fields : String(new URLSearchParams(fields)) })
const json = (value, headers = {}) => ({ headers: { 'Content-Type': 'application/json', ...headers }, body: typeof value === 'string' ? value : JSON.stringify(value) })
const rpc = (method, params = {}) => json({ jsonrpc: '2.0', id: 7, method, params })
const idOf = async (port) => JSON.parse((await ask(port, 'POST', '/oauth/register')).body)
const tokenOf = async (port, { client_id, client_secret }) => JSON.parse((await ask(port, 'POST', '/oauth/token', form({ grant_type: 'client_credentials', client_id, client_secret, scope: 'read:extended read:papers' }))).body).access_token

const kDocuments = ['/llms.txt', '/openapi.json', '/auth.md', '/api/site.json', '/ai/faq.json', '/browser-tools.js', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json', '/images/a.png', '/AGENTS.md',
  '/agents.md', '/.well-known/oauth-protected-resource/api/agent/one%20(1).txt', '/.well-known/oauth-protected-resource/mcp/', '/.well-known/agent-card.json']
const kRequests = [
  ...kDocuments.flatMap((path) => ['GET', 'HEAD', 'OPTIONS', 'POST'].map((method) => [method, path])),
  ['GET', '/llms.txt?from=a', { headers: { 'If-None-Match': '*' } }], ['HEAD', '/llms.txt', { headers: { 'If-None-Match': '*' } }],
  ['OPTIONS', '/oauth/token', { headers: { 'Origin': 'https://a.example', 'Access-Control-Request-Method': 'POST' } }],
  ['GET', '/oauth/token'], ['GET', '/oauth/authorize'], ['GET', '/api/agent/full-profile'], ['GET', '/api/agent/one%20(1).txt'], ['GET', '/api/agent/one%20%281%29.txt'],
  ['POST', '/oauth/register'], ['POST', '/oauth/register', json({ client_name: 'Näme' })], ['POST', '/oauth/register', json([])], ['POST', '/oauth/register', json({ client_name: 7 })],
  ['POST', '/oauth/register', json({ client_name: 'x'.repeat(20_000) })], ['POST', '/oauth/token', form({ grant_type: 'password' })], ['POST', '/oauth/token', form('grant_type=a&grant_type=b')],
  ['POST', '/oauth/token', json({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' })], ['POST', '/oauth/token', { headers: { 'Content-Type': 'text/markdown' }, body: '# a' }],
  ['POST', '/mcp', rpc('ping')], ['POST', '/mcp/', rpc('tools/call', { name: 'get_faq', arguments: { query: 'import.meta' } })], ['POST', '/mcp', rpc('resources/read', { uri: `${server.baseUrl}/llms.txt` })], ['GET', '/mcp'],
]

for (const [name, handler] of Object.entries(kServers)) {
  describe(name, async () => {
    const port = await listening(handler)
    test(`${kRequests.length} requests for the service get its responses`, async () => {
      for (const [method, target, options] of kRequests) assert.deepEqual(await seen(port, method, target, options), await seen(server.port, method, target, options), `${method} ${target}`)
    })
    test(`${kOwnRequests.length} requests for the site get its own, byte for byte`, async () => {
      for (const [method, target, body] of kOwnRequests) {
        const { status, fields, body: text } = await ask(port, method, target, body ? json(body) : {})
        const own = await ownAnswer(method, target, body)
        assert.deepEqual([status, fields['content-type'], fields['x-site'], text], [own.status, own.type, 'own', method === 'HEAD' ? '' : own.body], `${method} ${target}`)
        assert.equal(fields['access-control-allow-origin'], undefined)
      }
    })
    test('a token of it opens profile and document here and at the service, and the other way round', async () => {
      for (const [issuer, reader] of [[port, port], [port, server.port], [server.port, port]]) {
        const headers = { Authorization: `Bearer ${await tokenOf(issuer, await idOf(issuer))}` }
        assert.equal((await ask(reader, 'GET', '/api/agent/full-profile', { headers })).status, 200)
        assert.equal((await ask(reader, 'GET', '/api/agent/one%20(1).txt', { headers })).body, kPaper)
      }
    })
    test('a host that is not its own gets 421, one that is none 400, and the server stays', async () => {
      const statusOf = async (value) => (await ask(port, 'GET', '/llms.txt', { headers: { Host: value } })).status
      assert.deepEqual([await statusOf('evil.example'), await statusOf(`${host}/@a`), await statusOf('a b'), await statusOf('[::1'), await statusOf(host)], [421, 400, 400, 400, 200])
    })
  })
}

test('behind what has read the body it says that it stands too late, and the rest is served', async () => {
  const port = await listening(kBehindReader)
  const late = await ask(port, 'POST', '/oauth/register', json({ client_name: 'A' }))
  assert.deepEqual([late.status, JSON.parse(late.body)], [500, { error: 'server_error', error_description: 'The body of this request was read before agent-access could read it; its handler must stand before what reads bodies' }])
  assert.deepEqual([(await ask(port, 'GET', '/llms.txt')).status, (await ask(port, 'POST', '/oauth/register')).status], [200, 201])
  const request = new Request(`${server.baseUrl}/oauth/register`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })
  await request.text()
  assert.equal((await answer(request)).status, 500)
})
test('an empty body that a parser left without reading does not count, and bytes that one kept do', async () => {
  const leavesEmpty = (incoming, _, next) => { incoming.body = {}; next() }
  const keepsBytes = async (incoming, _, next) => { incoming.rawBody = await buffer(incoming); next() }
  for (const before of [leavesEmpty, keepsBytes]) {
    const port = await listening(appOf(before, middleware))
    const twice = await ask(port, 'POST', '/oauth/register', json('{"client_name":"A","client_name":"B"}'))
    assert.deepEqual([twice.status, JSON.parse(twice.body).error_description], [400, 'A parameter occurs more than once; send it once'])
    assert.equal(JSON.parse((await ask(port, 'POST', '/oauth/register', json({ client_name: 'A' }))).body).client_name, 'A')
  }
})
test('without a next function it answers all paths itself', async () => {
  const port = await listening((incoming, outgoing) => middleware(incoming, outgoing))
  assert.deepEqual([(await ask(port, 'GET', '/about')).status, (await ask(port, 'GET', '/llms.txt')).status], [404, 200])
})
test('a server of HTTP/2 names the host in :authority', async () => {
  const started = createHttp2Server((incoming, outgoing) => middleware(incoming, outgoing, () => outgoing.end('own'))).listen(0, '127.0.0.1')
  await once(started, 'listening')
  const client = connectHttp2(`http://127.0.0.1:${started.address().port}`)
  after(() => started.close(client.destroy()))
  const seenBy = async (path, authority, method = 'GET', body = undefined) => {
    const stream = client.request({ ':path': path, ':authority': authority, ':method': method, 'content-type': 'application/json' })
    stream.end(body)
    const [fields] = await once(stream, 'response')
    return [fields[':status'], (await buffer(stream)).toString()]
  }
  assert.deepEqual(await seenBy('/about', host), [200, 'own'])
  assert.deepEqual(await seenBy('/llms.txt', host), [200, (await ask(server.port, 'GET', '/llms.txt')).body])
  assert.deepEqual([(await seenBy('/oauth/register', host, 'POST', '{}'))[0], (await seenBy('/llms.txt', 'evil.example'))[0]], [201, 421])
})
test('below a path of the framework it takes nothing', async () => {
  const port = await listening(express().use('/docs', middleware).use(ownSite))
  assert.equal((await ask(port, 'GET', '/docs/llms.txt')).status, 404)
})

describe('handles', () => {
  test('takes exactly the paths of the service, whatever the host and the scheme', () => {
    for (const path of [...kDocuments, '/oauth/register', '/oauth/token', '/oauth/authorize', '/api/agent/full-profile', '/mcp', '/mcp/', '/api/agent/one%20(1).txt']) {
      for (const asked of [path, `${path}?a=/b`, `http://localhost:3000${path}`, new URL(path, 'https://evil.example'), new Request(new URL(path, 'http://a')), { url: path }, { url: '/', originalUrl: path }]) assert.equal(handles(asked), true, `${path}: ${asked}`)
    }
    for (const path of [...kOwnRequests.map(([, target]) => target), '//llms.txt', '/LLMS.txt', '/llms.txt%00', '/oauth', '/oauth/', '/api', '/mcpx', '/oauth/tok%65n', '/cv', '*']) assert.equal(handles(path), false, path)
  })
  test('never throws', () => {
    const thrower = { get url() { throw new Error('no') } }
    const garbage = [undefined, null, 0, NaN, true, '', 'llms.txt', 'http://', 'http://a b/llms.txt', 'http://[::1/llms.txt', '%', '/%', '\u0000', '/\ud800', [], {}, () => {}, Symbol('a'), 7n, thrower, { url: null }, { url: 7 }, new Date(NaN), new Proxy({}, { get() { throw new Error('no') } })]
    for (const asked of garbage) assert.equal(handles(asked), false)
  })
})

test('without an address all clients share one budget, with one each has its own, and no field of a client counts', async () => {
  const folder = temporaryFolder('module-limits')
  await exportWorker({ config: server.configFile, out: folder, host: 'module', environment: { AGENT_ACCESS_LIMITS_REQUESTS: '3' } })
  const limited = await import(pathToFileURL(join(folder, 'agent-access.js')))
  const headers = Object.fromEntries(['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Forwarded'].map((name) => [name, '192.0.2.9']))
  const statusOf = async (context) => (await limited.fetch(new Request(`${server.baseUrl}/oauth/register`, { method: 'POST', headers }), undefined, context)).status
  const each = async (count, context) => Promise.all(Array.from({ length: count }, () => statusOf(context)))
  assert.deepEqual(await each(4), [201, 201, 201, 429])
  assert.deepEqual(await each(4, { address: '192.0.2.1' }), [201, 201, 201, 429])
  assert.deepEqual(await each(1, { address: '192.0.2.2' }), [201])
})

test('the environment is that of the process, or what is given', async () => {
  const register = (env) => answer(new Request(`${server.baseUrl}/oauth/register`, { method: 'POST' }), env)
  assert.deepEqual([(await register()).status, (await register({})).status, (await register({ AGENT_ACCESS_SECRET: secret, RATE_LIMITER: 'on' })).status], [201, 503, 201])
})
