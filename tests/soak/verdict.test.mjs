// The evaluation of soak runs: which pass and which fail, with given runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, restingMemory } from './verdict.mjs'
import { isRest, makePlan, roundsFor } from './plan.mjs'

const kSeconds = 1800
const names = ['one', 'two', 'three']

/** A run of 30 minutes with a sample every 5 s, whose memory is `rssOf(seconds)`. */
function runWith({ rssOf = () => 20_000, good = {}, target = {} } = {}) {
  const samples = Array.from({ length: kSeconds / 5 }, (_, index) => ({
    at: index * 5, rssKib: rssOf(index * 5), descriptors: 20, threads: 5, cpuSeconds: index, logBytes: 1000, requests: index, refusals: 0, accepted: 1,
  }))
  const whole = {
    name: 'plain', samples, descriptorsBefore: 20, descriptorsAfter: 20, ended: null,
    good: { count: 36_000, errorCount: 0, errors: [], retried: 0, p50: 1, p99: 2, max: 3, ...good },
    load: { count: 180_000, errorCount: 0, errors: [], skipped: 0 }, ...target,
  }
  const phases = makePlan(kSeconds, names)
  return { minutes: 30, seconds: kSeconds, rounds: roundsFor(kSeconds, 3), names, phases, attacks: [], reloads: 30, hasH2: false, targets: [whole] }
}

test('a plan has every attack equally often in each quarter, with pauses', () => {
  assert.equal(roundsFor(120, 26), 1)
  assert.deepEqual([1200, 1800, 7200].map((seconds) => roundsFor(seconds, 26)), [4, 4, 12])
  const plan = makePlan(1800, ['a', 'b'])
  for (let quarter = 0; quarter < 4; ++quarter) {
    const inside = plan.filter(({ start, end }) => start >= quarter * 450 && end <= (quarter + 1) * 450)
    assert.equal(inside.filter(({ name }) => name === 'a').length, plan.length / 8)
  }
  const phases = [{ start: 10, end: 20 }]
  assert.deepEqual([9, 10, 19, 20.5, 21].map((at) => isRest(phases, at)), [true, false, false, false, true])
})

test('constant memory passes, and so does growth only during attacks', () => {
  assert.deepEqual(faultsOf(runWith()), [])
  const { phases } = runWith()
  assert.deepEqual(faultsOf(runWith({ rssOf: (at) => (isRest(phases, at) ? 20_000 : 20_000 + at * 10) })), [])
})

test('1 MiB in 10 minutes passes, 4 MiB in 10 minutes do not', () => {
  assert.deepEqual(faultsOf(runWith({ rssOf: (at) => 20_000 + (at * 1000) / 600 })), [])
  const run = runWith({ rssOf: (at) => 20_000 + (at * 4096) / 600 })
  assert.equal(faultsOf(run).length, 1)
  assert.match(faultsOf(run)[0], /^plain: resting memory grew by 30\d\d KiB/)
  assert.ok(restingMemory(run.targets[0].samples, run.phases, kSeconds).noise < 800)
})

test('a run without samples in pauses does not pass', () => {
  const run = runWith()
  run.targets[0].samples = run.targets[0].samples.filter(({ at }) => !isRest(run.phases, at))
  assert.equal(faultsOf(run).length, 1)
})

test('an error, an unexpected response, an exit and an open descriptor are faults', () => {
  assert.equal(faultsOf(runWith({ good: { errorCount: 1, errors: [{ at: 1, what: 'x' }] } })).length, 1)
  assert.equal(faultsOf(runWith({ target: { load: { count: 1, errorCount: 1, errors: [{ at: 1, what: 'x' }], skipped: 0 } } })).length, 1)
  assert.equal(faultsOf(runWith({ target: { ended: { code: 1 } } })).length, 1)
  assert.equal(faultsOf(runWith({ target: { descriptorsAfter: 21 } })).length, 1)
  assert.equal(faultsOf(runWith({ target: { descriptorsAfter: 19 } })).length, 0)
})
