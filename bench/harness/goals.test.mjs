// The arithmetic of the harness.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bars } from './bars.mjs'
import { gateJobs } from './gate.mjs'
import { evaluateGoals } from './goals.mjs'
import { rawRequest } from './http.mjs'
import { needsPeers } from './jobs.mjs'
import { lines } from './lines.mjs'
import { mcpDifference, mcpRequests } from './mcp.mjs'
import { profileOf } from './site.mjs'
import { median, spread } from './statistics.mjs'

const samples = (each) => [each].flat().map((cpu_us) => (cpu_us === null ? { reason: 'failed' } : { cpu_us }))
const run = (jobs) => ({
  jobs: Object.fromEntries(Object.entries(jobs).map(([name, each]) => [name, { samples: samples(each) }])),
})
const goalOf = (results, id) => evaluateGoals(results).find((goal) => goal.id === id)
const value = (results, id) => goalOf(results, id).value
const verdict = (results, id) => goalOf(results, id).verdict

test('a median of an even number of values is the mean of the middle two', () => {
  assert.equal(median([9, 1, 3, 2]), 2.5)
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([]), undefined)
  assert.deepEqual(spread([3, 1, 2]), [1, 3])
})

test('a goal at its limit is met, above it is missed', () => {
  assert.equal(verdict(run({ floor_register: 10, register: 13 }), 'register_floor'), 'met')
  assert.equal(verdict(run({ floor_register: 10, register: 13.01 }), 'register_floor'), 'missed')
  assert.equal(verdict(run({ floor_token: 20, token: 24 }), 'token_floor'), 'met')
  assert.equal(verdict(run({ floor_token: 20, token: 24.1 }), 'token_floor'), 'missed')
  assert.equal(verdict(run({ discovery: 12, nginx_discovery: 12 }), 'discovery_nginx'), 'missed')
})

test('the goals of MCP compare with the same answers without it, and with the SDK', () => {
  const results = run({ discovery: 4, profile_known: 5, mcp_tools_list: 6, mcp_resource: 6.1, mcp_profile_known: 7.5, mcpsdk_tools_list: 120, mcpsdk_resource: 121, mcpsdk_profile: 200 })
  const verdicts = ['tools_list', 'resource', 'profile'].map((name) => [verdict(results, `mcp_${name}`), verdict(results, `mcp_${name}_sdk`)])
  assert.deepEqual(verdicts, [['met', 'met'], ['missed', 'missed'], ['met', 'met']])
  assert.equal(value(results, 'mcp_tools_list'), 1.5)
  assert.equal(value(results, 'mcp_profile_sdk'), 200 / 7.5)
})

test('a gate decision is compared with what needs the same work, and behind nginx with its peers', () => {
  const results = run({ discovery: 10, gate_known: 11, profile_new: 50, gate_new: 55.1, gate_nginx: 30, gate_nginx_node: 90, gate_haproxy: 30 })
  assert.deepEqual(['gate_known_discovery', 'gate_new_profile', 'gate_nginx_node', 'gate_nginx_haproxy'].map((id) => verdict(results, id)), ['met', 'missed', 'met', 'missed'])
  assert.equal(value(results, 'gate_nginx_node'), 1 / 3)
})

test('a question about the gated file is that of nginx, with a token of its own for each request if new ones are asked for', () => {
  const jobs = gateJobs({ token: 'x.y.z', ports: { gateNginx: 8080 } })
  const fieldsOf = (name) => jobs.find((job) => job.name === name).request
  assert.equal(rawRequest(fieldsOf('gate_new'), 80), ['GET /oauth/gate HTTP/1.1', 'Host: 127.0.0.1:80', 'X-Forwarded-For: 198.51.100.7', 'X-Forwarded-Host: 127.0.0.1:8080',
    'X-Forwarded-Method: GET', 'X-Forwarded-Uri: /data/x.csv', 'Authorization: Bearer {}', '', ''].join('\r\n'))
  assert.equal(fieldsOf('gate_known').headers.Authorization, 'Bearer x.y.z')
  assert.deepEqual(jobs.filter(({ topic, expect }) => topic !== 'gate' || expect !== 200), [])
})

test('both MCP servers get the same messages, whose fields repeat them', () => {
  const { toolsList, resource, profile } = mcpRequests({ base: 'http://127.0.0.1:80', token: 'x.y.z' })
  assert.deepEqual([toolsList, resource, profile].map(({ headers }) => [headers['Mcp-Method'], headers['Mcp-Name'], headers.Authorization]), [
    ['tools/list', undefined, undefined],
    ['resources/read', 'http://127.0.0.1:80/ai/faq.json', undefined],
    ['tools/call', 'get_full_profile', 'Bearer x.y.z'],
  ])
  assert.equal(JSON.parse(resource.body).params.uri, resource.headers['Mcp-Name'])
  assert.equal(JSON.parse(profile.body).params.name, 'get_full_profile')
  // The load replaces the first "{}", which must be that of its own field and not the capabilities.
  const head = { ...toolsList, headers: { ...toolsList.headers, 'X-Count': '{}' } }
  assert.match(rawRequest(head, 80).split('{}')[0], /X-Count: $/)
})

test('bodies that differ in more than a tenth, or are errors, are not compared', () => {
  const response = (result, status = 200) => ({ status, body: Buffer.from(JSON.stringify(result)) })
  const ours = response({ result: { text: 'a'.repeat(78) } }) // 100 bytes
  assert.equal(ours.body.length, 100)
  assert.equal(mcpDifference('x', ours, response({ result: { text: 'a'.repeat(88) } })), undefined)
  assert.equal(mcpDifference('x', ours, response({ result: { text: 'a'.repeat(89) } })), 'x: 100 bytes from agent-access and 111 from the peer')
  assert.equal(mcpDifference('x', ours, response({ error: { text: 'a'.repeat(78) } })), 'x: an error instead of a result')
  assert.equal(mcpDifference('x', ours, response({ result: { isError: true } })), 'x: an error instead of a result')
  assert.equal(mcpDifference('x', ours, response({}, 401)), 'x: status 401')
})

test('a job of a peer needs the peers, a job of ours does not', () => {
  assert.deepEqual([['mcp'], ['mcp_tools_list'], ['mcpsdk'], ['mcpsdk_profile'], ['token', 'hono'], undefined].map(needsPeers),
    [false, false, true, true, true, true])
})

test('a ratio is formed within each round, and its median counts', () => {
  // The second round was slow for both, the third for one of them.
  assert.equal(value(run({ floor_register: [5, 10, 5], register: [6, 12, 9] }), 'register_floor'), 1.2)
  assert.equal(value(run({ floor_register: [4, null, 4], register: [5, 5, 5] }), 'register_floor'), 1.25)
})

test('a latency stands beside the floor of the same run', () => {
  const results = run({ floor: 5, register: 6 })
  results.jobs.floor.latency = { p99_us: 1900 }
  results.jobs.register.latency = { p99_us: 2000 }
  const goal = goalOf(results, 'latency_register')
  assert.equal(goal.value, 2)
  assert.match(goal.what, /the floor: 1\.90/)
})

test('a goal without figures is neither met nor missed', () => {
  const goals = evaluateGoals(run({}))
  assert.deepEqual([...new Set(goals.map((goal) => goal.verdict))], ['not measured'])
})

test('the worst job decides about two threads', () => {
  const pair = (one, two) => [{ x: 1, cpu_us: one }, { x: 2, cpu_us: two }]
  const results = { ...run({}), scale: { threads: { words: 'how', register: pair(10, 10), token: pair(20, 23) } } }
  assert.equal(value(results, 'threads'), 1.15)
})

test('a profile has exactly the size asked for', () => {
  for (const bytes of [1024, 2048, 1048576]) assert.equal(Buffer.byteLength(profileOf(bytes)), bytes)
})

test('a request with a placeholder may state its own length', () => {
  const text = rawRequest({ method: 'POST', path: '/x', headers: { 'Content-Length': 90 }, body: 'a={}' }, 80)
  assert.equal(text, 'POST /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 90\r\n\r\na={}')
})

test('what was not measured is shown with its reason, escaped', () => {
  assert.match(bars('t', 'u', [{ label: 'a', reason: '<none>' }]), /not measured: &#60;none&#62;/)
  assert.match(lines('t', { x: 'x', y: 'y' }, [{ name: 'a', points: [] }]), /not measured/)
})
