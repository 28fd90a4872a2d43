// What the log says about who sent a request: address, host, User-Agent, name, request id and trace.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { filled } from '../support/filled.mjs'
import { exchange, request } from '../support/raw.mjs'
import { startServe, until } from '../support/server.mjs'
import { basic, form, kForm, kJson, token, tokenFields } from '../support/steps.mjs'

const kTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const kTraceParent = `00-${kTrace}-00f067aa0ba902b7-01`
const servers = []
const { ca, pair } = await temporaryAuthority()
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

async function serve(settings = {}, scheme = 'http') {
  const server = await startServe({ settings, scheme })
  servers.push(server)
  return server
}

const linesOf = (server) => server.program.output.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
const accessOf = (server) => linesOf(server).filter((line) => line.event === 'access')

/** Sends a request with these fields; { answer, line }: its line in the log. */
async function asked(server, path, headers = {}, options = {}) {
  const before = accessOf(server).length
  const answer = await fetch(`${server.baseUrl}${path}`, { headers, ...options })
  await answer.arrayBuffer()
  const id = answer.headers.get('x-request-id')
  await until(() => accessOf(server).slice(before).some((line) => line.request_id === id), 'the line')
  return { answer, line: accessOf(server).slice(before).find((line) => line.request_id === id) }
}

test('a line has the network of the client, the host and the User-Agent', async () => {
  const server = await serve()
  const { line } = await asked(server, '/llms.txt', { 'User-Agent': 'ExampleAgent/1.0 (+https://agent.example/)' })
  assert.equal(line.client, '127.0.0.0/24')
  assert.equal(line.host, `127.0.0.1:${server.port}`)
  assert.equal(line.user_agent, 'ExampleAgent/1.0 (+https://agent.example/)')
  assert.equal(line.path, '/llms.txt')
  assert.ok(!('peer' in line) && !('trace_id' in line) && !('client_name' in line))
})

test('log.client_address selects the address, its network or none', async () => {
  const headers = { 'X-Forwarded-For': '2001:db8:1:2::3' }
  for (const [form, direct, named] of [['full', '127.0.0.1', '2001:db8:1:2::3'], ['prefix', '127.0.0.0/24', '2001:db8:1::/48'], ['none', undefined, undefined]]) {
    const server = await serve({ log: { client_address: form } })
    assert.equal((await asked(server, '/llms.txt')).line.client, direct)
    assert.equal((await asked(server, '/llms.txt', headers)).line.client, named)
    assert.equal((await asked(server, '/oauth/token', headers)).line.client, named)
  }
})

test('the name of a registration is in its line, and in no other', async () => {
  const server = await serve()
  const body = JSON.stringify({ client_name: 'My "first" ägent' })
  const { answer, line } = await asked(server, '/oauth/register', { 'Content-Type': kJson }, { method: 'POST', body })
  assert.equal(answer.status, 201)
  assert.equal(line.client_name, 'My "first" ägent')
  await asked(server, '/llms.txt')
  assert.equal(accessOf(server).filter((each) => 'client_name' in each).length, 1)
})

test('the log escapes what a reader does not see or a terminal acts on', async () => {
  const server = await serve()
  const hidden = 'a\u202eb\u200bc\u2066d\u009be\u2028f\u{e0041}g'
  const { line } = await asked(server, '/oauth/register', { 'Content-Type': kJson }, { method: 'POST', body: JSON.stringify({ client_name: hidden.replace('\u009b', '') }) })
  assert.equal(line.client_name, hidden.replace('\u009b', ''))
  await asked(server, '/llms.txt', { 'User-Agent': Buffer.from('a\u202eb\u009bc').toString('latin1') })
  assert.equal(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0041}]/u.test(server.program.output), false)
})

test('neither secrets nor tokens that a client puts into names and paths are in the log', async () => {
  const server = await serve({ log: { level: 'debug' } })
  const { client_id, client_secret } = await (await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST' })).json()
  const jwt = await token(server.baseUrl, { client_id, client_secret })
  const credentials = basic(client_id, client_secret)
  for (const agent of [client_secret, jwt, `Bearer ${jwt}`, `Agent/1.0 ${credentials}`, `${'x '.repeat(122)}${client_secret}`, `${'x'.repeat(250)} ${client_secret}`]) {
    await asked(server, '/llms.txt', { 'User-Agent': agent })
  }
  for (const path of [`/${client_secret}`, `/${jwt}`, `/a/${client_secret}/b`, `/%20${client_secret}`]) assert.equal((await asked(server, path)).answer.status, 404)
  const name = JSON.stringify({ client_name: `my secret is ${client_secret}` })
  assert.equal((await asked(server, '/oauth/register', { 'Content-Type': kJson }, { method: 'POST', body: name })).line.client_name, 'my secret is [removed]')
  for (const id of [client_secret, jwt]) await asked(server, '/llms.txt', { 'X-Request-Id': id, traceparent: `00-${id}` })
  await asked(server, '/oauth/token', { 'Content-Type': kForm, 'User-Agent': client_secret }, { method: 'POST', body: form(tokenFields({ client_id, client_secret })) })
  const foreign = await exchange(request('GET', '/', { port: server.port, host: `${client_secret}.example`, fields: ['Connection: close'] }), server)
  assert.equal(foreign.answers[0].status, 421)
  await server.program.stop()
  const log = server.program.output
  assert.ok(filled(accessOf(server)).length >= 15)
  for (const secret of [client_secret, client_secret.slice(0, 12), client_secret.slice(-12), ...jwt.split('.'), credentials.slice(6)]) assert.ok(!log.includes(secret), secret)
})

test('a User-Agent is bounded and escaped', async () => {
  const server = await serve()
  const { line } = await asked(server, '/llms.txt', { 'User-Agent': `a\t"b" ${'. '.repeat(500)}` })
  assert.equal(line.user_agent.length, 256)
  assert.ok(line.user_agent.startsWith('a\t"b" . .'))
  assert.ok(!/[\u0000-\u0009\u000b-\u001f]/.test(server.program.output.replaceAll('\n', '')))
})

test('an unknown path is in the log, without query and bounded', async () => {
  const server = await serve()
  assert.equal((await asked(server, '/wp-login.php?password=example')).line.path, '/wp-login.php')
  assert.equal((await asked(server, `/${'.a'.repeat(200)}`)).line.path.length, 160)
  assert.ok(!server.program.output.includes('password'))
})

test('the request id of a trusted proxy is taken over in answer and log', async () => {
  const server = await serve()
  const { answer, line } = await asked(server, '/oauth/authorize', { 'X-Request-Id': '6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31', traceparent: kTraceParent })
  assert.equal(answer.headers.get('x-request-id'), '6f1c2a0e-3b1d-4a57-9c8e-2d4b7f0a9e31')
  assert.equal(line.trace_id, kTrace)
})

test('the request id of a trusted proxy is taken over in a refusal before the handler', async () => {
  const server = await serve()
  const { answer } = await asked(server, '/oauth/token', { 'X-Request-Id': 'refused-1', 'Content-Type': kForm }, { method: 'POST', body: 'x'.repeat(20_000) })
  assert.equal(answer.status, 413)
  assert.equal(answer.headers.get('x-request-id'), 'refused-1')
})

test('a request id of another form is replaced', async () => {
  const server = await serve()
  for (const id of ['a b', 'x'.repeat(41), 'a,b', '"a"', '']) {
    const { answer } = await asked(server, '/llms.txt', { 'X-Request-Id': id })
    assert.match(answer.headers.get('x-request-id'), /^[0-9a-f]{16}$/)
  }
})

test('request id and trace of a peer that is no trusted proxy are ignored', async () => {
  const server = await serve({ limits: { requests: 0, trusted_proxies: ['192.0.2.0/24'] } })
  const { answer, line } = await asked(server, '/llms.txt', { 'X-Request-Id': 'mine', traceparent: kTraceParent })
  assert.match(answer.headers.get('x-request-id'), /^[0-9a-f]{16}$/)
  assert.ok(!('trace_id' in line))
})

test('a proxy that is missing from limits.trusted_proxies is told once, with the line to add', async () => {
  const server = await serve({ limits: { requests: 0, trusted_proxies: ['192.0.2.0/24'] } })
  for (const field of ['X-Forwarded-For', 'Forwarded', 'X-Forwarded-For']) await asked(server, '/llms.txt', { [field]: '203.0.113.7' })
  await server.program.stop()
  const told = linesOf(server).filter((line) => line.event === 'untrusted_proxy')
  assert.equal(told.length, 1)
  assert.equal(told[0].level, 'warn')
  assert.equal(told[0].peer, '127.0.0.1')
  assert.equal(told[0].add, 'trusted_proxies = ["192.0.2.0/24", "127.0.0.1"]')
  assert.match(told[0].text, /add the line to \[limits\]/)
})

test('nothing is told about a trusted proxy', async () => {
  const server = await serve()
  await asked(server, '/llms.txt', { 'X-Forwarded-For': '203.0.113.7' })
  await server.program.stop()
  assert.ok(!server.program.output.includes('untrusted_proxy'))
})
