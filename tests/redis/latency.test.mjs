// No request waits for the Redis of shared limits, in whichever state that is: the short form of `make redis-latency`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missing } from '../support/faults.mjs'
import { faultOf, measure } from './latency.mjs'
import { kStates } from './states.mjs'
import { summarize } from './summary.mjs'

const skip = missing('redis-server', '--version')
const kVisits = 40

for (const state of kStates) {
  test(`with a Redis that is ${state.name} requests are as fast as without one`, { skip }, async () => {
    const result = await measure(state, kVisits)
    assert.equal(faultOf(result), undefined)
    assert.equal(result.requests, 4 * kVisits)
  })
}

const kResult = { name: 'silent', fault: 'too_slow', requests: 1_200, without: { p50: 1, p99: 10, slowest: 20 }, with: { p50: 1.234, p99: 12, slowest: 30.06 } }

test('requests that wait for Redis are a fault', () => {
  assert.equal(faultOf(kResult), undefined)
  assert.equal(faultOf({ ...kResult, with: { p50: 200, p99: 201 } }), 'silent: the median took 200.0 ms, without Redis 1.0 ms')
  assert.equal(faultOf({ ...kResult, with: { p50: 1, p99: 200 } }), 'silent: the slowest percent took 200.0 ms, without Redis 10.0 ms')
})

test('the table has a line for each state', () => {
  assert.match(summarize([kResult, { ...kResult, name: 'healthy', fault: undefined }]),
    /^\| silent {2}\| alone: `too_slow` \| 1\.23 +\| 12\.0 +\| 30\.1 +\| 1\.00 +\| 10\.0 \| 20\.0 +\| 1,200 +\|\n\| healthy \| in step /m)
})
