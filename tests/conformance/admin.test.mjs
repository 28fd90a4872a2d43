// The admin listener: health and metrics on a separate port.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem, exchangeOne, request } from '../support/raw.mjs'
import { startServe, untilItHolds } from '../support/server.mjs'
import { assertError, call, form, kForm, post, readProfile, register, token } from '../support/steps.mjs'

const server = await startServe()
after(() => server.stop())

const metrics = async () => (await fetch(`${server.adminUrl}/metrics`)).text()
const sample = (text, name) => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? 0 : Number(line.slice(name.length + 1))
}

test('/livez and /readyz return ok', async () => {
  for (const path of ['/livez', '/readyz']) {
    const answer = await fetch(`${server.adminUrl}${path}`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type'), /^text\/plain\b/)
    assert.equal((await answer.text()).trim(), 'ok')
  }
})

test('/metrics is the text format of Prometheus', async () => {
  const answer = await fetch(`${server.adminUrl}/metrics`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
  for (const line of (await answer.text()).split('\n')) {
    assert.match(line, /^(#.*|[a-z][a-z0-9_]*(\{[^{}]*\})? [-+0-9.einfNa]+|)$/i)
  }
})

test('registrations, tokens and profile reads are counted', async () => {
  const series = {
    registrations: 'agent_access_registrations_total',
    tokens: 'agent_access_tokens_issued_total',
    profiles: 'http_server_requests_total{http_route="profile",http_request_method="GET",http_response_status_code="200"}',
    refused: 'http_server_requests_total{http_route="token",http_request_method="POST",http_response_status_code="401"}',
  }
  const before = await metrics()
  const client = await register(server.baseUrl)
  const jwt = await token(server.baseUrl, client)
  await readProfile(server.baseUrl, jwt)
  await post(`${server.baseUrl}/oauth/token`, form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: 'x' }), kForm)
  await untilItHolds(async () => {
    const after = await metrics()
    for (const [name, line] of Object.entries(series)) assert.equal(sample(after, line) - sample(before, line), 1, name)
    assert.ok(!after.includes(client.client_id) && !after.includes(jwt))
  })
})

test('an unknown path and a wrong method return JSON errors', async () => {
  const options = { port: server.adminPort }
  const unknown = await exchangeOne(request('GET', '/debug', options), options)
  assertProblem(unknown.answer, 404, 'not_found')
  const wrong = await exchangeOne(request('POST', '/livez', options), options)
  assertProblem(wrong.answer, 405, 'method_not_allowed')
  assert.equal(wrong.answer.headers.allow, 'GET, HEAD')
  const malformed = await exchangeOne('nonsense\r\n\r\n', options)
  assertProblem(malformed.answer, 400)
})

test('the public port has no admin path', async () => {
  for (const path of ['/livez', '/readyz', '/metrics']) assertError(await call(`${server.baseUrl}${path}`), 404, 'not_found')
})

test('the log has one JSON line for each response, without query', async () => {
  const marker = 'marker-that-must-not-be-logged'
  const answer = await call(`${server.baseUrl}/.well-known/jwks.json?${marker}`)
  await server.program.stop()
  const lines = server.program.output.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const line = lines.find((candidate) => candidate.request_id === answer.headers.get('x-request-id'))
  assert.equal(line.event, 'access')
  assert.equal(line.level, 'info')
  assert.match(line.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(line.method, 'GET')
  assert.equal(line.path, '/.well-known/jwks.json')
  assert.equal(line.route, 'jwks')
  assert.equal(line.status, 200)
  assert.equal(line.client, '127.0.0.0/24')
  assert.ok(line.duration_us >= 0)
  assert.ok(!server.program.output.includes(marker))
})
