// HTTP/2 with unmodified clients: by ALPN over TLS, by prior knowledge behind a proxy. The rules of the protocol,
// frame by frame, are in tests/unit/net/h2_*.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { constants } from 'node:http2'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryAuthority } from '../support/certificates.mjs'
import { startHaproxy } from '../support/haproxy.mjs'
import { askHttp2, closed, openHttp2 } from '../support/http2.mjs'
import { askHttps } from '../support/https.mjs'
import { exampleProfile, freePort, startServe } from '../support/server.mjs'

const kForm = { 'content-type': 'application/x-www-form-urlencoded' }
const kProfile = '/api/agent/full-profile'
const run = promisify(execFile)

const { directory, authority, ca, pair } = await temporaryAuthority()

/** Runs `use` with a server on TLS (or not) and ends it. */
async function withServer({ tls = { certificate: pair.certificate, key: pair.key }, settings = {} }, use) {
  const server = await startServe({ scheme: tls ? 'https' : 'http', settings: { ...settings, ...(tls ? { tls } : {}) } })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
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

async function metric(server, name) {
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
}

test('a client registers, gets its token and reads the profile on one connection', () => withConnection({}, async (session, server) => {
  assert.equal(session.alpnProtocol, 'h2')
  const ask = (...args) => askHttp2(session, ...args)
  const profile = await ask(kProfile, { headers: { authorization: `Bearer ${await newToken(ask)}` } })
  assert.equal(profile.status, 200)
  assert.equal(JSON.parse(profile.text).name, exampleProfile.name)
  assert.equal(await metric(server, 'agent_access_http2_connections_total'), 1)
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

test('the rate limit counts requests of both protocols together', () => withConnection({ settings: { limits: { requests: 3, window: '60s' } } }, async (session, server) => {
  const ask = () => askHttp2(session, '/oauth/register', { method: 'POST' })
  for (let count = 0; count < 3; ++count) assert.equal((await ask()).status, 201)
  const refused = await ask()
  assert.equal(refused.status, 429)
  assert.match(refused.headers['retry-after'], /^[1-9][0-9]*$/)
  assert.equal((await askHttp1(server.baseUrl, '/oauth/register', { method: 'POST' })).status, 429)
}))

// The peer is a client; clients behind a proxy are in http2_shared.
const direct = { settings: { limits: { trusted_proxies: ['192.0.2.1/32'] } } }

test('a rapid reset closes its connection with ENHANCE_YOUR_CALM, is counted, and does not affect other clients', () => withConnection(direct, async (session, server) => {
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
  assert.equal(await metric(server, 'agent_access_http2_abused_total'), 1)
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

test('curl uses HTTP/2 over TLS by default', () => withServer({}, async (server) => {
  const args = ['-sS', '--noproxy', '*', '--cacert', authority.file, '-o', '/dev/null', '-w', '%{http_code} %{http_version}']
  assert.equal((await run('curl', [...args, `${server.baseUrl}/llms.txt`])).stdout, '200 2')
  assert.equal((await run('curl', [...args, '--http1.1', `${server.baseUrl}/llms.txt`])).stdout, '200 1.1')
}))

test('tls.http2 = false leaves only HTTP/1.1', () => withServer({ tls: { certificate: pair.certificate, key: pair.key, http2: false } }, async (server) => {
  const args = ['-sS', '--noproxy', '*', '--cacert', authority.file, '-o', '/dev/null', '-w', '%{http_code} %{http_version}']
  assert.equal((await run('curl', [...args, `${server.baseUrl}/llms.txt`])).stdout, '200 1.1')
}))

test('without TLS it is used by prior knowledge, if that is enabled', async () => {
  const args = ['-sS', '--noproxy', '*', '-o', '/dev/null', '-w', '%{http_code} %{http_version}']
  await withServer({ tls: null, settings: { listen: { http2_prior_knowledge: true } } }, async (server) => {
    const url = `${server.baseUrl}/llms.txt`
    assert.equal((await run('curl', [...args, '--http2-prior-knowledge', url])).stdout, '200 2')
    assert.equal((await run('curl', [...args, url])).stdout, '200 1.1')
    assert.equal((await run('curl', [...args, '--http2', url])).stdout, '200 1.1', 'an upgrade is not taken')
  })
  await withServer({ tls: null }, async (server) => {
    await assert.rejects(run('curl', [...args, '--http2-prior-knowledge', `${server.baseUrl}/llms.txt`]))
  })
})

for (const [name, proxied] of [['', false], [' and says with the PROXY protocol who asks', true]]) {
  test(`HAProxy forwards requests over HTTP/2${name}`, () => withServer({
    tls: null, settings: { listen: { http2_prior_knowledge: true, proxy_protocol: proxied } },
  }, async (server) => {
    const port = await freePort()
    const more = `frontend second
  bind 127.0.0.1:${port}
  default_backend http2
  http-request set-header Host 127.0.0.1:${server.port}
backend http2
  server one 127.0.0.1:${server.port} proto h2${proxied ? ' send-proxy-v2' : ''}
`
    const proxy = await startHaproxy({ configFile: join(server.directory, 'haproxy.cfg'), port: await freePort(), replicas: [server], more })
    try {
      const ask = async (path, { method, headers, body } = {}) => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
        return { status: answer.status, text: await answer.text() }
      }
      const profile = await ask(kProfile, { headers: { authorization: `Bearer ${await newToken(ask)}` } })
      assert.equal(profile.status, 200, profile.text)
      assert.ok(await metric(server, 'agent_access_http2_connections_total') >= 1)
    } finally {
      await proxy.stop()
    }
  }))
}
