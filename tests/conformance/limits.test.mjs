// The rate limit: specification section 8 and the RateLimit fields. One window is an hour, so that no
// number changes while the tests run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { startServe, until, untilItHolds } from '../support/server.mjs'
import { assertError, assertNoSuchClient, call, form, kForm, kProfilePath, post, readProfile, register, token } from '../support/steps.mjs'

const kRequests = 10 // one is refilled every 360 seconds
const kDocument = '/api/site.json'
const { ca, pair } = await temporaryAuthority()

/** Runs `body` with a server of its own. */
async function withServer(limits, body, { tls, ...more } = {}) {
  const settings = { listen: { threads: 1 }, limits: { requests: kRequests, window: '1h', ...limits }, ...(tls ? { tls } : {}) }
  await using server = await startServe({ settings, ...more })
  await body(server)
}

const as = (address, more = {}) => ({ headers: { 'X-Forwarded-For': address, ...more } })
const read = (server, options) => call(`${server.baseUrl}${kDocument}`, options)

/** Both families have the same values; a few seconds may have passed since the charge. */
function assertFields(answer, remaining, reset, limit = kRequests) {
  const value = (name) => answer.headers.get(name)
  const stated = Number(value('ratelimit-reset'))
  assert.ok(stated <= reset && stated > reset - 60, `reset ${stated}, expected ${reset}`)
  assert.equal(value('ratelimit-limit'), String(limit))
  assert.equal(value('ratelimit-remaining'), String(remaining))
  assert.equal(value('ratelimit-policy'), `"default";q=${limit};w=3600`)
  assert.equal(value('ratelimit'), `"default";r=${remaining};t=${stated}`)
}

function assertNoFields(answer) {
  for (const [name] of answer.headers) assert.ok(!name.startsWith('ratelimit'), name)
}

/** How many of `count` requests are answered before the first 429. */
async function admitted(server, options, count = 40) {
  for (let sum = 0; sum < count; ++sum) if ((await read(server, options)).status === 429) return sum
  return count
}

test('every response under /oauth/ and /api/ has both families of fields', () => withServer({}, async (server) => {
  const { baseUrl } = server
  const client = await call(`${baseUrl}/oauth/register`, { method: 'POST' })
  assertFields(client, 9, 360)
  const issued = await post(`${baseUrl}/oauth/token`, form({ grant_type: 'client_credentials', ...client.json }), kForm)
  assertFields(issued, 8, 720)
  assertFields(await readProfile(baseUrl, issued.json.access_token), 7, 1080)
  assertFields(await call(`${baseUrl}/api/nothing`), 6, 1440)
  assertFields(await call(`${baseUrl}/oauth/token`, { method: 'DELETE' }), 5, 1800)
  assertFields(await call(`${baseUrl}/oauth/token`, { method: 'OPTIONS' }), 4, 2160)
  const document = await read(server)
  assertFields(document, 3, 2520)
  const unchanged = await read(server, { headers: { 'If-None-Match': document.headers.get('etag') } })
  assert.equal(unchanged.status, 304)
  assertFields(unchanged, 2, 2880)
  assertFields(await read(server, { method: 'HEAD' }), 1, 3240)
  const missing = await call(`${baseUrl}${kProfilePath}`)
  assertError(missing, 401, 'invalid_token')
  assertFields(missing, 0, 3600)
}))

test('a refusal of the network layer is charged and has both families of fields', () => withServer({ body_deadline: '200ms' }, async (server) => {
  const ask = async (method, path, fields, body = '', host) => {
    const bytes = request(method, path, { port: server.port, host: host ?? new URL(server.baseUrl).host, fields, body })
    const { answer } = await exchangeOne(bytes, { port: server.port })
    return { status: answer.status, headers: new Headers(answer.headers) }
  }
  const refusals = [
    [413, 'a length above the limit', 'POST', '/oauth/token', ['Content-Length: 16385']],
    [413, 'chunks above the limit', 'POST', '/oauth/token', ['Transfer-Encoding: chunked'], '4001\r\n'],
    [400, 'malformed chunks', 'POST', '/oauth/register', ['Transfer-Encoding: chunked'], '0;\r\n\r\n'],
    [501, 'another coding', 'POST', '/oauth/register', ['Transfer-Encoding: gzip']],
    [417, 'another expectation', 'GET', '/api/site.json', ['Expect: x']],
    [408, 'a body that does not come', 'POST', '/oauth/token', ['Content-Length: 5'], 'abc'],
    [408, 'chunks that do not come', 'POST', '/oauth/token', ['Transfer-Encoding: chunked'], '5\r\nabc'],
  ]
  for (const [index, [status, name, ...bytes]] of refusals.entries()) {
    const answer = await ask(...bytes)
    assert.equal(answer.status, status, name)
    assertFields(answer, 9 - index, 360 * (index + 1))
  }
  assertFields(await read(server), 2, 2880)
  const uncounted = [['POST', '/llms.txt', ['Content-Length: 16385']], ['POST', '/oauth/token', ['Content-Length: 16385'], '', 'elsewhere.example']]
  for (const bytes of uncounted) {
    const answer = await ask(...bytes)
    assert.equal(answer.status, 413)
    assertNoFields(answer)
  }
  for (const left of [1, 0, 0]) {
    const answer = await ask(...refusals[0].slice(2))
    assert.equal(answer.status, 413)
    assert.equal(answer.headers.get('ratelimit-remaining'), String(left))
  }
  assertError(await read(server), 429, 'rate_limited')
}))

test('beyond the budget the response is 429 with Retry-After and changes nothing', () => withServer({}, async (server) => {
  assert.equal(await admitted(server), kRequests)
  for (let again = 0; again < 3; ++again) {
    const refused = await post(`${server.baseUrl}/oauth/register`, 'not json', 'text/plain')
    assertError(refused, 429, 'rate_limited')
    assertFields(refused, 0, 360)
    const wait = refused.headers.get('retry-after')
    assert.match(wait, /^[1-9][0-9]*$/)
    assert.equal(refused.headers.get('ratelimit-reset'), wait)
    assert.equal(refused.json.error_description, `Too many requests; wait ${wait} seconds`)
    assert.match(refused.headers.get('access-control-expose-headers'), /\bRetry-After\b.*\bRateLimit-Reset\b/)
  }
  await until(() => server.program.output.includes('rate_limited_address'), 'the reason in the log')
  await untilItHolds(async () => {
    const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
    assert.match(metrics, /^agent_access_refusals_total\{reason="rate_limited_address"\} [45]$/m)
    assert.match(metrics, /^agent_access_limit_table_full_total 0$/m)
  })
}))

test('documents, pages and unknown hosts are not counted', () => withServer({}, async (server) => {
  for (const path of ['/llms.txt', '/openapi.json', '/.well-known/jwks.json', '/auth.md', '/nothing', '/']) {
    assertNoFields(await call(`${server.baseUrl}${path}`))
  }
  assertFields(await read(server), 9, 360)
}))

test('wrong credentials and invalid tokens cost five', () => withServer({}, async (server) => {
  const credentials = { grant_type: 'client_credentials', client_id: '00000000-0000-4000-8000-000000000000', client_secret: 'x' }
  const client = await post(`${server.baseUrl}/oauth/token`, form(credentials), kForm)
  assertNoSuchClient(client)
  assertFields(client, 5, 1800)
  const forged = await readProfile(server.baseUrl, 'not.a.token')
  assertError(forged, 401, 'invalid_token')
  assertFields(forged, 0, 3600)
  assertError(await read(server), 429, 'rate_limited')
}))

test('a trusted proxy names the client by the right-most hop', () => withServer({}, async (server) => {
  assert.equal(await admitted(server, as('198.51.100.1')), kRequests)
  assertFields(await read(server, as('198.51.100.2')), 9, 360)
  // Hops further left are written by the client.
  assert.equal((await read(server, as('198.51.100.77, 198.51.100.1'))).status, 429)
  assert.equal((await read(server, as('198.51.100.1, 198.51.100.3'))).status, 200)
}))

test('a peer that is not trusted cannot name a client', () => withServer({ trusted_proxies: [] }, async (server) => {
  for (let last = 1; last <= kRequests; ++last) {
    assertFields(await read(server, as(`198.51.100.${last}`, { Forwarded: `for=198.51.100.${last}` })), kRequests - last, 360 * last)
  }
  assertError(await read(server, as('198.51.100.99')), 429, 'rate_limited')
}))

test('the field that is not configured changes nothing', () => withServer({}, async (server) => {
  for (let last = 1; last <= kRequests; ++last) {
    assertFields(await read(server, as('198.51.100.1', { Forwarded: `for=198.51.100.${100 + last}` })), kRequests - last, 360 * last)
  }
  assertError(await read(server, as('198.51.100.1', { Forwarded: 'for=unknown' })), 429, 'rate_limited')
  // No other address was charged, nor was the proxy's own.
  assertFields(await read(server, as('198.51.100.101')), 9, 360)
  assertFields(await read(server, { headers: { Forwarded: 'for=198.51.100.102' } }), 9, 360)
  assertFields(await read(server), 8, 720)
}))

test('limits.forwarded_field = "Forwarded" names the client from that field alone', () => withServer({ forwarded_field: 'Forwarded' }, async (server) => {
  const from = (address, more = {}) => ({ headers: { Forwarded: `for=${address}`, ...more } })
  assert.equal(await admitted(server, from('198.51.100.1')), kRequests)
  assertError(await read(server, from('198.51.100.1', { 'X-Forwarded-For': '198.51.100.2' })), 429, 'rate_limited')
  assertFields(await read(server, from('198.51.100.2', { 'X-Forwarded-For': '198.51.100.1' })), 9, 360)
  assertFields(await read(server, as('198.51.100.3')), 9, 360)
  assertFields(await read(server, as('198.51.100.4')), 8, 720)
}))

test('preflights are neither counted nor refused', () => withServer({}, async (server) => {
  const preflight = () => call(`${server.baseUrl}/oauth/token`, {
    method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'traceparent' },
  })
  assertNoFields(await preflight())
  assert.equal(await admitted(server), kRequests)
  for (let again = 0; again < 3; ++again) {
    const answer = await preflight()
    assert.equal(answer.status, 204)
    assertNoFields(answer)
  }
  assertError(await read(server), 429, 'rate_limited')
}))

test('an IPv4 address is one client in every form, and so is an IPv6 /64', () => withServer({}, async (server) => {
  assert.equal(await admitted(server, as('::ffff:198.51.100.1'), 6), 6)
  assert.equal(await admitted(server, as('[::ffff:c633:6401]:443')), 4)
  assert.equal((await read(server, as('198.51.100.1'))).status, 429)
  assert.equal(await admitted(server, as('2001:db8::1')), kRequests)
  assert.equal((await read(server, as('2001:db8::ffff:1'))).status, 429)
  assert.equal((await read(server, as('2001:db8:0:1::1'))).status, 200)
}))

test('a /56 has four budgets', () => withServer({}, async (server) => {
  let sum = 0
  for (let subnet = 0; subnet < 5; ++subnet) sum += await admitted(server, as(`2001:db8:0:${subnet}::1`))
  assert.equal(sum, 4 * kRequests)
  await until(() => server.program.output.includes('rate_limited_network'), 'the reason in the log')
}))

test('addresses of listed networks have a multiple of the budget', () => withServer({ wide_networks: ['198.51.100.0/24=3'] }, async (server) => {
  assertFields(await read(server, as('198.51.100.1')), 29, 120, 30)
  assert.equal(await admitted(server, as('198.51.100.1')), 29)
  assert.equal(await admitted(server, as('198.51.100.2')), 30)
  assert.equal(await admitted(server, as('198.51.101.1')), kRequests)
}))

test('the ceiling limits all clients together', () => withServer({ ceiling: 15 }, async (server) => {
  assert.equal(await admitted(server, as('198.51.100.1')), kRequests)
  assert.equal(await admitted(server, as('198.51.100.2')), 5)
  const refused = await read(server, as('198.51.100.3'))
  assertError(refused, 429, 'rate_limited')
  assertFields(refused, 0, 240)
  assert.equal((await call(`${server.baseUrl}/llms.txt`)).status, 200)
}))

test('limits.requests = 0 disables the limit', () => withServer({ requests: 0, ceiling: 1 }, async (server) => {
  for (let i = 0; i < 30; ++i) {
    const answer = await read(server)
    assert.equal(answer.status, 200)
    assertNoFields(answer)
  }
}))

test('a reload changes the budget and keeps the debts', () => withServer({}, async (server) => {
  await token(server.baseUrl, await register(server.baseUrl))
  await server.writeConfig({ limits: { requests: 40, window: '1h' } })
  await server.program.reload()
  // With one worker the next response is from the next snapshot. Two requests were 720 of 3600 seconds, one more is 90.
  await until(async () => (await read(server, as('198.51.100.200'))).headers.get('ratelimit-limit') === '40', 'the snapshot')
  assertFields(await read(server), 31, 810, 40)
}))
