// HTTP/2 with unmodified clients: who gets it by ALPN, and what it does. The rules of the protocol, frame by frame, are in
// tests/unit/net/http2.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants } from 'node:http2'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { temporaryAuthority } from '../support/certificates.mjs'
import { headers, openFrames } from '../support/http2_frames.mjs'
import { askHttp2, closed, openHttp2 } from '../support/http2.mjs'
import { askHttps } from '../support/https.mjs'
import { exampleProfile, run, startServe, until } from '../support/server.mjs'

const kForm = { 'content-type': 'application/x-www-form-urlencoded' }
const kProfile = '/api/agent/full-profile'

const { authority, ca, pair } = await temporaryAuthority()

/** Runs `use` with a server on TLS, to which loopback addresses are clients and no proxies, and ends it. */
async function withServer({ tls = {}, limits = {} }, use) {
  await using server = await startServe({
    scheme: 'https', settings: { tls: { certificate: pair.certificate, key: pair.key, ...tls }, limits: { trusted_proxies: [], ...limits } },
  })
  return await use(server)
}

/** The same with an open connection of node's client. */
const withConnection = (options, use) => withServer(options, async (server) => {
  const session = await openHttp2(server.baseUrl, { ca })
  try {
    return await use(session, server)
  } finally {
    session.destroy()
  }
})

async function newToken(ask) {
  const client = JSON.parse((await ask('/oauth/register', { method: 'POST' })).text)
  const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
  return JSON.parse((await ask('/oauth/token', { method: 'POST', headers: kForm, body })).text).access_token
}

const askHttp1 = (base, path, options) => askHttps(base + path, { ca, ...options })

test('a client registers, gets its token and reads the profile on one connection', () => withConnection({}, async (session, server) => {
  assert.equal(session.alpnProtocol, 'h2')
  const ask = (...args) => askHttp2(session, ...args)
  const profile = await ask(kProfile, { headers: { authorization: `Bearer ${await newToken(ask)}` } })
  assert.equal(profile.status, 200)
  assert.equal(JSON.parse(profile.text).name, exampleProfile.name)
  assert.equal(await server.metric('agent_access_http2_connections_total'), 1)
}))

test('every response is the same as over HTTP/1.1, except connection fields', () => withConnection({}, async (session, server) => {
  const own = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])
  const seen = ({ status, headers, text }) => ({
    status, text, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)).sort()),
  })
  const cases = [
    ['/'], ['/llms.txt'], ['/auth.md'], ['/openapi.json'], ['/.well-known/oauth-authorization-server'], ['/.well-known/api-catalog'],
    ['/llms.txt', { method: 'HEAD' }], ['/nothing'], ['/oauth/token'], ['/oauth/register', { method: 'OPTIONS' }], [kProfile],
    [kProfile, { headers: { authorization: 'Bearer a.b.c' } }],
    ['/oauth/token', { method: 'POST', headers: kForm, body: 'grant_type=password' }],
    ['/oauth/token', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['/oauth/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    ['/oauth/register?x=y', { method: 'DELETE' }],
  ]
  for (const [path, options] of cases) {
    const first = seen(await askHttp1(server.baseUrl, path, options))
    assert.deepEqual(seen(await askHttp2(session, path, options)), first, `${options?.method ?? 'GET'} ${path}`)
  }
  const { headers: { etag } } = await askHttp2(session, '/openapi.json')
  const unchanged = await askHttp2(session, '/openapi.json', { headers: { 'if-none-match': etag } })
  assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers['content-length']], [304, '', undefined])
}))

test('a request beyond a limit gets JSON on its stream, and the connection stays open', () => withConnection({}, async (session) => {
  const cases = [
    [413, ['/oauth/register', { method: 'POST', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(20_000) }]],
    [414, [`/${'x'.repeat(9_000)}`]],
    [431, ['/', { headers: { 'x-large': 'x'.repeat(9_000) } }]],
    [421, ['/', { headers: { ':authority': 'elsewhere.example' } }]],
  ]
  for (const [status, args] of cases) {
    const answer = await askHttp2(session, ...args)
    assert.equal(answer.status, status)
    assert.equal(typeof JSON.parse(answer.text).error, 'string')
    assert.equal(typeof JSON.parse(answer.text).error_description, 'string')
  }
  assert.equal((await askHttp2(session, '/llms.txt')).status, 200)
}))

test('a hundred concurrent requests are served, and no more are allowed', () => withConnection({}, async (session) => {
  assert.equal(session.remoteSettings.maxConcurrentStreams, 100)
  const answers = await Promise.all(Array.from({ length: 100 }, () => askHttp2(session, '/openapi.json')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
}))

test('the rate limit counts requests of both protocols together', () => withConnection({ limits: { requests: 3, window: '60s' } }, async (session, server) => {
  const ask = () => askHttp2(session, '/oauth/register', { method: 'POST' })
  for (let count = 0; count < 3; ++count) assert.equal((await ask()).status, 201)
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.match(refused.headers['retry-after'], /^[1-9][0-9]*$/)
  assert.equal((await askHttp1(server.baseUrl, '/oauth/register', { method: 'POST' })).status, 429)
}))

test('a rapid reset closes its connection with ENHANCE_YOUR_CALM, is counted, and does not affect other clients', () => withConnection({}, async (session, server) => {
  const attacker = await openHttp2(server.baseUrl, { ca })
  const goaway = new Promise((resolve) => attacker.once('goaway', resolve))
  for (let count = 0; count < 400 && !attacker.destroyed; ++count) {
    const stream = attacker.request({ ':path': '/llms.txt' })
    stream.on('error', () => {})
    stream.close(constants.NGHTTP2_CANCEL)
    if (count % 50 === 49) await new Promise(setImmediate)
  }
  assert.equal(await goaway, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  await closed(attacker)
  assert.equal((await askHttp2(session, '/llms.txt')).status, 200)
  assert.equal(await server.metric('agent_access_http2_abused_total'), 1)
}))

test('a drain sends GOAWAY, serves requests in flight and fails none', () => withServer({}, async (server) => {
  const session = await openHttp2(server.baseUrl, { ca })
  const lastStreams = []
  session.on('goaway', (code, last) => lastStreams.push([code, last]))
  const statuses = []
  for (let count = 0; !session.closed; ++count) {
    if (count === 20) server.program.signal('SIGTERM')
    statuses.push((await askHttp2(session, '/llms.txt')).status)
    assert.ok(count < 100_000, 'the end was never announced')
  }
  await closed(session)
  assert.ok(statuses.length > 20 && statuses.every((status) => status === 200))
  assert.equal(lastStreams[0][0], constants.NGHTTP2_NO_ERROR)
  assert.deepEqual(await server.program.ended, { code: 0, signal: null })
}))

const curl = async (server, ...args) =>
  (await run('curl', ['-sS', '--noproxy', '*', '--cacert', authority.file, '-o', '/dev/null', '-w', '%{http_code} %{http_version}', ...args, `${server.baseUrl}/llms.txt`])).stdout

test('curl uses HTTP/2 over TLS by default', () => withServer({}, async (server) => {
  assert.equal(await curl(server), '200 2')
  assert.equal(await curl(server, '--http1.1'), '200 1.1')
}))

test('tls.http2 = false leaves only HTTP/1.1', () => withServer({ tls: { http2: false } }, async (server) => {
  assert.equal(await curl(server), '200 1.1')
}))

test('a trusted proxy gets HTTP/1.1, also after a reload that trusts it, and any other peer HTTP/2', () => withServer({ limits: { trusted_proxies: ['127.0.0.9/32'] } }, async (server) => {
  const proxy = ['--interface', '127.0.0.9']
  assert.deepEqual([await curl(server), await curl(server, ...proxy)], ['200 2', '200 1.1'])
  const open = await openHttp2(server.baseUrl, { ca })
  await server.writeConfig({ limits: { trusted_proxies: ['127.0.0.1/32'] } })
  await server.program.reload()
  assert.deepEqual([await curl(server), await curl(server, ...proxy)], ['200 1.1', '200 2'])
  assert.equal((await askHttp2(open, '/llms.txt')).status, 200, 'an open connection goes on')
  open.destroy()
}))

test('a trusted proxy that offers HTTP/2 alone gets the alert no_application_protocol', () => withServer({ limits: { trusted_proxies: ['127.0.0.1/32'] } }, async (server) => {
  const socket = connectTls({ host: '127.0.0.1', port: server.port, ca, servername: 'localhost', ALPNProtocols: ['h2'] })
  await assert.rejects(once(socket, 'secureConnect'), /no application protocol/)
  socket.destroy()
}))

test('without TLS there is no HTTP/2', async () => {
  await using server = await startServe()
  await assert.rejects(curl(server, '--http2-prior-knowledge'))
  assert.equal(await curl(server, '--http2'), '200 1.1', 'an upgrade is not taken')
})

test('the log and the histogram have the duration of a response over HTTP/2', () => withServer({}, async (server) => {
  const peer = await openFrames(server.port, ca)
  const begun = performance.now()
  const asked = (method) => [[':method', method], [':scheme', 'https'], [':path', '/llms.txt'], [':authority', `127.0.0.1:${server.port}`]]
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST']
  for (let index = 0; index < 20; ++index) peer.send(headers(2 * index + 1, asked(methods[index % 4])))
  for (let index = 0; index < 20; ++index) await peer.answered(2 * index + 1)
  const passed = (performance.now() - begun) * 1_000
  const lines = () => server.program.logged('access')
  await until(() => lines().length === 20, 'the log')
  for (const line of lines()) assert.ok(line.duration_us > 0 && line.duration_us <= passed, JSON.stringify(line))
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  const sums = [...text.matchAll(/^http_server_request_duration_seconds_sum\{.*\} (\S+)$/gm)].map((match) => Number(match[1]))
  assert.ok(sums.reduce((sum, each) => sum + each, 0) >= lines().reduce((sum, line) => sum + line.duration_us, 0) / 1e6)
  peer.destroy()
}))
