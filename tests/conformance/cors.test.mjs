// Browsers of any origin: what a preflight allows, and that a page may read every response, also those of the network layer.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { exchange, request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { call, kProfilePath } from '../support/steps.mjs'

const kExposed = ['ETag', 'Link', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset',
  'WWW-Authenticate', 'X-Request-Id']

const server = await startServe({ settings: { listen: { threads: 1 }, limits: { header_deadline: '500ms', body_deadline: '500ms' } } })
after(() => server.stop())

function assertReadable(headers, what) {
  assert.equal(headers['access-control-allow-origin'], '*', what)
  assert.deepEqual(headers['access-control-expose-headers'].split(', '), kExposed, what)
  assert.equal(headers['access-control-allow-credentials'], undefined, what)
}

for (const path of ['/oauth/register', '/oauth/token', '/oauth/authorize', kProfilePath, '/api/site.json', '/openapi.json', '/']) {
  test(`${path}: a preflight allows any request field and echoes none`, async () => {
    const asked = 'authorization,baggage,dpop,traceparent,x-requested-with,x-made-up-by-a-client'
    const answer = await call(`${server.baseUrl}${path}`, {
      method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': asked },
    })
    assert.equal(answer.status, 204)
    const methods = /register|token/.test(path) ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS'
    assert.deepEqual(['allow', 'access-control-allow-methods', 'access-control-max-age'].map((name) => answer.headers.get(name)), [methods, methods, '86400'])
    const allowed = answer.headers.get('access-control-allow-headers').split(', ')
    // The Fetch standard: "*" stands for every name but Authorization.
    assert.ok(allowed.includes('*') && allowed.includes('Authorization'), `${allowed}`)
    assert.ok(!answer.headers.get('access-control-allow-headers').includes('made-up'))
    assertReadable(Object.fromEntries(answer.headers), path)
  })
}

test('a page may read the refusal of a request without a token', async () => {
  const answer = await call(`${server.baseUrl}${kProfilePath}`)
  assert.equal(answer.status, 401)
  assertReadable(Object.fromEntries(answer.headers), kProfilePath)
})

const long = 'a'.repeat(9000)
const refusals = [
  ['a malformed request', 400, () => 'GET / HTTP/1.1\r\nHost: a\r\nBad Field: x\r\n\r\n'],
  ['a head that does not end', 408, () => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`],
  ['a body that does not end', 408, () => request('POST', '/oauth/register', { port: server.port, fields: ['Content-Length: 5'] })],
  ['a body that is too large', 413, () => request('POST', '/oauth/register', { port: server.port, fields: ['Content-Length: 20000'] })],
  ['a target that is too long', 414, () => request('GET', `/${long}`, { port: server.port })],
  ['an unknown expectation', 417, () => request('POST', '/oauth/register', { port: server.port, fields: ['Content-Length: 0', 'Expect: 200-maybe'] })],
  ['a head that is too large', 431, () => request('GET', '/', { port: server.port, fields: [`X-Long: ${long.repeat(2)}`] })],
  ['another version', 505, () => 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
]
describe('a page may read how the network layer refused', () => {
  for (const [what, status, bytes] of refusals) {
    test(`${status} for ${what}`, async () => {
      const { answers } = await exchange(bytes(), { port: server.port })
      assert.equal(answers[0]?.status, status)
      assertReadable(answers[0].headers, what)
      assert.equal(typeof JSON.parse(answers[0].body).error, 'string')
    })
  }

  test('503 beyond the connections of an address', async () => {
    await using full = await startServe({ settings: { listen: { threads: 1 }, limits: { connections: 2, trusted_proxies: [] } } })
    const held = []
    try {
      let answer
      for (let tries = 0; tries < 5 && answer?.status !== 503; ++tries) {
        const { answers } = await exchange(request('GET', '/llms.txt', { port: full.port }), { port: full.port })
        answer = answers[0]
        held.push(connect(full.port, '127.0.0.1').on('error', () => {}))
      }
      assert.equal(answer.status, 503)
      assert.equal(answer.headers['retry-after'], '1')
      assertReadable(answer.headers, '503')
    } finally {
      for (const socket of held) socket.destroy()
    }
  })
})
