// The arithmetic of the harness.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bars } from './bars.mjs'
import { evaluateGoals } from './goals.mjs'
import { rawRequest } from './http.mjs'
import { lines } from './lines.mjs'
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
