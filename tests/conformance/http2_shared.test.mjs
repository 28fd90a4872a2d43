// Many clients behind one HTTP/2 connection of a trusted proxy: each is charged for its own streams, and the others get
// every response. A proxy made of frames sends exactly the given bytes; a real HAProxy shows the behaviour in a deployment.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as askHttp1 } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { runHaproxy } from '../support/haproxy.mjs'
import { data, headers, kError, kFlag, openFrames, ping, reset } from '../support/http2_frames.mjs'
import { freePort, startServe, until, writeFiles } from '../support/server.mjs'

const kAttacker = '127.0.0.66'
const kVictims = ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8']
const kText = '/llms.txt'
const kCancels = 3_000
const kAttackMs = 3_000

async function withServer(use) {
  const settings = { listen: { http2_prior_knowledge: true, threads: 1 }, limits: { trusted_proxies: ['127.0.0.1/32'] } }
  const server = await startServe({ settings, environment: { AGENT_ACCESS_LOG_LEVEL: 'info' } })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

async function metric(server, name) {
  const answer = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(answer)?.[1] ?? NaN)
}

const asked = (server, client, method = 'GET', path = kText) =>
  [[':method', method], [':scheme', 'http'], [':path', path], [':authority', `127.0.0.1:${server.port}`], ['x-forwarded-for', client]]

/** Cancelled requests of `client` on a shared connection. */
function cancels(server, client, from, count) {
  return Array.from({ length: count }, (_, index) => {
    const stream = from + 2 * index
    return [headers(stream, asked(server, client, 'POST', '/oauth/register'), kFlag.endHeaders), reset(stream)]
  })
}

test('a client that keeps cancelling gets 429 on every connection, and the others lose no response', () => withServer(async (server) => {
  const [proxy, second] = [await openFrames(server.port), await openFrames(server.port)]
  try {
    proxy.send(headers(1, asked(server, kVictims[0], 'POST', '/oauth/register'), kFlag.endHeaders)) // its body is sent at the end
    proxy.send(cancels(server, kAttacker, 3, kCancels))
    const next = 3 + 2 * kCancels
    proxy.send(headers(next, asked(server, kAttacker)), headers(next + 2, asked(server, kVictims[1])))
    const refused = await proxy.answered(next)
    assert.equal(refused.status, 429)
    assert.equal(JSON.parse(refused.body).error, 'rate_limited')
    assert.equal((await proxy.answered(next + 2)).status, 200)
    second.send(headers(1, asked(server, kAttacker)), headers(3, asked(server, kVictims[1])))
    assert.equal((await second.answered(1)).status, 429)
    assert.equal((await second.answered(3)).status, 200)
    proxy.send(data(1, '{}'))
    assert.equal((await proxy.answered(1)).status, 415, 'an answer to the whole request')
    assert.equal(proxy.goaway, undefined)
    assert.equal(await metric(server, 'agent_access_http2_abused_total'), 0)
  } finally {
    proxy.destroy()
    second.destroy()
  }
}))

test('a refused client gets Retry-After', () => withServer(async (server) => {
  const proxy = await openFrames(server.port)
  const session = connectHttp2(server.baseUrl)
  try {
    proxy.send(cancels(server, kAttacker, 1, 200))
    await proxy.echo()
    const [fields] = await once(session.request({ ':path': kText, 'x-forwarded-for': kAttacker }), 'response')
    assert.equal(fields[':status'], 429)
    assert.equal(fields['retry-after'], '10')
    assert.equal(fields['access-control-allow-origin'], '*')
    assert.equal(fields['cache-control'], 'no-store')
  } finally {
    session.destroy()
    proxy.destroy()
  }
}))

test('a proxy that floods connection frames loses its connection', () => withServer(async (server) => {
  const proxy = await openFrames(server.port)
  proxy.send(Array.from({ length: 1_000 }, () => ping()))
  await proxy.gone()
  assert.equal(proxy.goaway, kError.enhanceYourCalm)
}))

// HAProxy 2.6 sends them for requests that were cancelled before it sent them on.
test('resets of stream 0 by a proxy lose no response', () => withServer(async (server) => {
  const proxy = await openFrames(server.port)
  try {
    proxy.send(headers(1, asked(server, kVictims[0], 'POST', '/oauth/register'), kFlag.endHeaders))
    proxy.send(Array.from({ length: 36 }, () => reset(0)), headers(3, asked(server, kVictims[1])))
    assert.equal((await proxy.answered(3)).status, 200)
    proxy.send(data(1, ''))
    assert.equal((await proxy.answered(1)).status, 201)
    assert.equal(proxy.goaway, undefined)
  } finally {
    proxy.destroy()
  }
}))

test('faults of a proxy that names no client close its connection after the responses in flight', () => withServer(async (server) => {
  const proxy = await openFrames(server.port)
  const nameless = (method, path) => asked(server, '', method, path).slice(0, 4)
  proxy.send(headers(1, nameless('POST', '/oauth/register'), kFlag.endHeaders))
  for (let stream = 3; stream < 403; stream += 2) proxy.send(headers(stream, nameless('POST', '/oauth/register'), kFlag.endHeaders), reset(stream))
  proxy.send(headers(403, nameless('GET', kText)))
  assert.equal((await proxy.answered(403)).status, 200)
  await proxy.until(() => proxy.goaway === kError.enhanceYourCalm, 'the last GOAWAY')
  proxy.send(data(1, ''))
  assert.equal((await proxy.answered(1)).status, 201)
  await proxy.gone()
}))

// --- a real HAProxy ---

const haproxyText = (server, port, http2Port, reuse) => `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend site
  bind 127.0.0.1:${port}
  bind 127.0.0.1:${http2Port} proto h2
  http-request del-header Forwarded
  http-request set-header X-Forwarded-For %[src]
  http-request set-header Host 127.0.0.1:${server.port}
  default_backend agent_access
backend agent_access
  ${reuse}
  server one 127.0.0.1:${server.port} proto h2
`

/** One request over HTTP/1.1: its status once the response is complete. */
function ask(port, agent, localAddress, { method = 'GET', path = kText, body = '' } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = askHttp1({ port, host: '127.0.0.1', agent, localAddress, method, path, headers: { 'Content-Length': body.length } }, (answer) => {
      let size = 0
      answer.on('data', (bytes) => { size += bytes.length })
      answer.on('error', reject)
      answer.on('end', () => {
        const isWhole = answer.complete && size === Number(answer.headers['content-length'])
        isWhole ? resolve(answer.statusCode) : reject(new Error(`${size} bytes of an answer`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Cancels requests over HTTP/2 until it is stopped; returns how many, and how many were refused. */
function attack(port) {
  let isOver = false
  let cancelled = 0
  let refused = 0
  const running = (async () => {
    while (!isOver) {
      const session = connectHttp2(`http://127.0.0.1:${port}`, { createConnection: () => connect({ port, host: '127.0.0.1', localAddress: kAttacker }) })
      session.setMaxListeners(0)
      session.on('error', () => {})
      await once(session, 'remoteSettings')
      while (!isOver && !session.destroyed && !session.closed) {
        for (let count = 0; count < 20; ++count, ++cancelled) {
          const stream = session.request({ ':method': 'POST', ':path': '/oauth/register', 'content-length': '10' })
          stream.on('error', () => {})
          stream.on('response', (fields) => { refused += fields[':status'] === 429 ? 1 : 0 })
          stream.write('x')
          setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), count % 4)
        }
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      session.destroy()
    }
  })()
  return { stop: async () => { isOver = true; await running; return { cancelled, refused } } }
}

for (const reuse of ['http-reuse safe', 'http-reuse always']) {
  test(`clients behind HAProxy with ${reuse} lose no response while another client cancels thousands of requests`, () => withServer(async (server) => {
    const [port, http2Port] = [await freePort(), await freePort()]
    await writeFiles(server.directory, { 'haproxy.cfg': haproxyText(server, port, http2Port, reuse) })
    const proxy = await runHaproxy({ configFiles: [join(server.directory, 'haproxy.cfg')], port })
    const agent = new Agent({ keepAlive: true })
    try {
      const attacker = attack(http2Port)
      const end = performance.now() + kAttackMs
      const victims = kVictims.map(async (address) => {
        const statuses = []
        while (performance.now() < end || statuses.length < 50) {
          statuses.push(await ask(port, agent, address))
          statuses.push(await ask(port, agent, address, { method: 'POST', path: '/oauth/register' }))
        }
        return statuses
      })
      const all = (await Promise.all(victims)).flat()
      const { cancelled, refused } = await attacker.stop()
      assert.ok(cancelled > 500 && refused > 0, `the attack went on: ${cancelled} cancelled, ${refused} refused`)
      assert.deepEqual(all.filter((status) => status !== 200 && status !== 201), [], `of ${all.length}`)
      assert.equal(await metric(server, 'agent_access_http2_abused_total'), 0)
    } finally {
      agent.destroy()
      await proxy.stop()
    }
  }))
}

test('the log and the histogram have the duration of a response over HTTP/2', () => withServer(async (server) => {
  const proxy = await openFrames(server.port)
  const begun = performance.now()
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST']
  for (let index = 0; index < 20; ++index) proxy.send(headers(2 * index + 1, asked(server, kVictims[0], methods[index % 4])))
  for (let index = 0; index < 20; ++index) await proxy.answered(2 * index + 1)
  const passed = (performance.now() - begun) * 1_000
  const lines = () => server.program.output.split('\n').filter((line) => line.includes('"event":"access"')).map((line) => JSON.parse(line))
  await until(() => lines().length === 20, 'the log')
  for (const line of lines()) assert.ok(line.duration_us > 0 && line.duration_us <= passed, JSON.stringify(line))
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  const sums = [...text.matchAll(/^http_server_request_duration_seconds_sum\{.*\} (\S+)$/gm)].map((match) => Number(match[1]))
  assert.ok(sums.reduce((sum, each) => sum + each, 0) >= lines().reduce((sum, line) => sum + line.duration_us, 0) / 1e6)
  proxy.destroy()
}))
