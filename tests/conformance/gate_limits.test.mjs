// Gates with a limit of their own (decision 0046): the budgets and their fields, replicas and reloads, and what the owner sees of each gate.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ask, errorOf, tokenWith } from '../support/gates.mjs'
import { runProgram, startServe, until } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

const kData = '"/data/";q=30;w=3600'
const kGeneral = '"default";q=10;w=3600'
const gate = (prefix, more = {}) => ({ prefix, title: prefix, description: 'Of the test.', ...more })
/** Thirty requests an hour at /data/, twelve at /search/; /plain/ and everything else have the general limit of ten. */
const kGates = [gate('/data/', { requests: 30, window: '1h' }), gate('/search/', { requests: 12, window: '1h' }), gate('/plain/')]
const settings = (more = {}) => ({ gates: kGates, listen: { threads: 1 }, limits: { requests: 10, window: '1h', trusted_proxies: ['127.0.0.1/32'], ...more } })

/** A token that another replica issues, so that its request charges nobody here; `body` gets the server, the token and the base URLs. */
async function withGates(body, more) {
  const secret = randomBytes(32)
  const issuing = await startServe({ secret })
  const server = await startServe({ secret, settings: settings(more) })
  try {
    const hosts = [server.baseUrl, issuing.baseUrl]
    await server.writeConfig({ base_urls: hosts })
    await server.killAndRestart()
    await body(server, (await tokenWith(issuing.baseUrl)).token, hosts)
  } finally {
    await Promise.all([server.stop(), issuing.stop()])
  }
}

const from = (address, token) => ({ token, fields: ['X-Forwarded-For', address] })
async function opened(server, path, options, count = 40) {
  for (let sum = 0; sum < count; ++sum) if ((await ask(server.port, path, options)).status !== 200) return sum
  return count
}
const remaining = ({ headers }) => /^"([^"]+)";r=(\d+);t=\d+$/.exec(headers.ratelimit).slice(1).join(' ')
const general = async (server, address) => (await call(`${server.baseUrl}/api/site.json`, { headers: { 'X-Forwarded-For': address } }))

test('check says that HAProxy does not count in the limit of a gate', async () => {
  await using server = await startServe({ settings: settings() })
  const lineOfGates = async () => {
    const { stdout } = await runProgram(['check', '--json', '--config', server.configFile], { environment: { AGENT_ACCESS_LIMITS_REQUESTS: '0' } })
    return JSON.parse(stdout).results.find(({ subject }) => subject === 'gates').text
  }
  assert.equal(await lineOfGates(), '/data/, /search/, /plain/; behind HAProxy, which verifies tokens itself, their requests and window do not count')
  await server.writeConfig({ gates: [gate('/plain/')] })
  assert.equal(await lineOfGates(), '/plain/')
})

test('a limit of its own replaces the general one at the gate', () => withGates(async (server, token) => {
  const client = from('198.51.100.1', token)
  const first = await ask(server.port, '/data/x.csv', client)
  assert.equal(first.status, 200)
  assert.equal(first.headers['ratelimit-policy'], `${kData}, ${kGeneral}`)
  assert.equal(remaining(first), '/data/ 29')
  assert.deepEqual([first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']], ['30', '29'])
  assert.equal(await opened(server, '/data/y.csv', client), 29)
  const refused = await ask(server.port, '/data/x.csv', client)
  assert.deepEqual([refused.status, errorOf(refused), remaining(refused)], [429, 'rate_limited', '/data/ 0'])
  assert.equal(refused.headers['retry-after'], refused.headers['ratelimit-reset'])
  assert.ok(Number(refused.headers['retry-after']) <= 120 && Number(refused.headers['retry-after']) > 60)
  assert.equal(refused.headers['x-agent-status'], '429')
  // Neither the general budget nor that of another gate was charged.
  assert.equal((await general(server, '198.51.100.1')).headers.get('ratelimit-remaining'), '9')
  assert.equal(remaining(await ask(server.port, '/search/?q=a', client)), '/search/ 11')
  assert.equal(remaining(await ask(server.port, '/plain/', client)), 'default 8')
  assert.equal(await opened(server, '/data/x.csv', from('198.51.100.2', token)), 30)
}))

test('a client that has used up the general budget still has that of the gate', () => withGates(async (server, token) => {
  const client = from('198.51.100.1', token)
  assert.equal(await opened(server, '/plain/x', client), 10)
  assert.equal(await opened(server, '/data/x.csv', client), 30)
}))

test('failed attempts count in both budgets, and too many are refused at every gate', () => withGates(async (server, token) => {
  const guess = from('198.51.100.1', 'not.a.token')
  const first = await ask(server.port, '/data/x.csv', guess)
  assert.deepEqual([first.status, remaining(first)], [401, 'default 5'])
  assert.equal(first.headers['ratelimit-policy'], `${kGeneral}, ${kData}`)
  // The third exceeds the general budget, of which 10 requests are left in an hour.
  for (let count = 0; count < 2; ++count) assert.equal((await ask(server.port, '/data/x.csv', guess)).status, 401)
  for (const path of ['/data/x.csv', '/search/', '/plain/']) {
    const refused = await ask(server.port, path, from('198.51.100.1', token))
    assert.equal(refused.status, 429, path)
    assert.equal(remaining(refused), 'default 0', path)
  }
  assert.equal((await ask(server.port, '/data/x.csv', from('198.51.100.2', token))).status, 200)
  await until(() => /"resource":"\/data\/","status":429,"error":"rate_limited","reason":"rate_limited_failures"/.test(server.program.output), 'the reason in the log')
}))

test('a reload that reorders the gates keeps what was used', () => withGates(async (server, token, hosts) => {
  const client = from('198.51.100.1', token)
  assert.equal(await opened(server, '/search/', client), 12)
  await server.writeConfig({ base_urls: hosts, gates: kGates.toReversed() })
  await server.program.reload()
  const again = await ask(server.port, '/search/', client)
  assert.deepEqual([again.status, remaining(again)], [429, '/search/ 0'])
  assert.equal(remaining(await ask(server.port, '/search/', from('198.51.100.2', token))), '/search/ 11')
}))

test('without a general limit only the gate is limited', () => withGates(async (server, token) => {
  const client = from('198.51.100.1', token)
  const first = await ask(server.port, '/search/', client)
  assert.equal(first.headers['ratelimit-policy'], '"/search/";q=12;w=3600')
  assert.equal(await opened(server, '/search/', client), 11)
  const plain = await ask(server.port, '/plain/', client)
  assert.deepEqual([plain.status, plain.headers.ratelimit], [200, undefined])
}, { requests: 0 }))

test('metrics, log and report name the gate by its prefix', async () => {
  await using server = await startServe({ settings: settings({ requests: 0 }) })
  const { token } = await tokenWith(server.baseUrl)
  for (const path of ['/data/x.csv', '/data/deeper/y.csv?a=b', '/search/']) assert.equal((await ask(server.port, path, { token })).status, 200)
  assert.equal((await ask(server.port, '/data/x.csv')).status, 401)
  assert.equal((await ask(server.port, '/elsewhere/', { token })).status, 403)
  await until(() => /"path":"\/elsewhere\/","route":"gate","status":403/.test(server.program.output), 'the last line of the log')
  assert.match(server.program.output, /"path":"\/data\/deeper\/y.csv","route":"gate","resource":"\/data\/","status":200/)
  const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
  assert.deepEqual(metrics.split('\n').filter((line) => line.startsWith('agent_access_resource_')), [
    'agent_access_resource_responses_total{resource="/data/",http_response_status_class="2xx"} 2',
    'agent_access_resource_responses_total{resource="/data/",http_response_status_class="4xx"} 1',
    'agent_access_resource_responses_total{resource="/search/",http_response_status_class="2xx"} 1',
    'agent_access_resource_refusals_total{resource="/data/",reason="missing_token"} 1',
  ])
  const rows = [{ path: '/data/', reads: 2, refused: 1 }, { path: '/search/', reads: 1, refused: 0 }]
  const log = server.path('log')
  await writeFile(log, server.program.output)
  const report = await runProgram(['report', log, '--json'])
  assert.deepEqual(JSON.parse(report.stdout).resources, rows)
  assert.match((await runProgram(['report', log])).stdout, /^Gated documents and gates\nREADS {2}REFUSED {2}DOCUMENT OR GATE\n {4}2 {8}1 {2}\/data\/\n {4}1 {8}0 {2}\/search\/$/m)
})
