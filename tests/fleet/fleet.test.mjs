// The short form of the fleet: four replicas behind HAProxy, in network namespaces, under load while parts fail and change.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { noFleet, runFleet } from './outside.mjs'
import { kShort } from './plan.mjs'
import { failuresOf, faultsOf, lostByKill } from './verdict.mjs'

const skip = noFleet
let run
before(async () => { if (!skip) run = await runFleet(kShort) })

test('the fleet is whole again after every event', { skip }, () => {
  assert.equal(run.error, undefined)
  assert.deepEqual(run.events.map(({ name }) => name), [
    'nothing', 'a replica is killed with requests in it', 'a replica is drained and started again',
    'a fifth replica is added', 'a new configuration, one by one', 'the same version started again, one by one',
    'the master secret is changed', 'an epoch of the signing keys begins',
  ])
})

test('no request of a well-behaved agent fails', { skip }, () => {
  assert.deepEqual(failuresOf(run).slice(0, 5), [], `${failuresOf(run).length} of ${run.requests.length}`)
  assert.ok(run.requests.length > 500, `only ${run.requests.length} requests`)
})

test('requests that were in a replica when it was killed are answered by another one', { skip }, () => {
  const killed = run.events.find(({ inFlight }) => inFlight !== undefined)
  assert.ok(killed.inFlight >= 2)
  const waited = run.requests.filter(({ at, ms }) => at < killed.killedAt && at + ms > killed.killedAt)
  assert.ok(waited.some(({ method }) => method === 'POST'), `no POST was in it: ${JSON.stringify(waited)}`)
  assert.ok(Number(run.servers.find(({ name }) => name === 'r2').wredis) >= 1, 'HAProxy sent none to another one')
  assert.deepEqual(lostByKill(run), [])
})

test('one client has one limit at all replicas, also while the master secret changes', { skip }, () => {
  assert.deepEqual(run.greedy.map(({ greedy }) => greedy), ['with nothing else', 'during the change of the master secret'])
  assert.deepEqual(faultsOf(run), [])
})

test('what the fleet does and uses is measured without load and under load', { skip }, () => {
  const { idle, steady } = run
  assert.deepEqual([idle.replicas, steady.replicas, idle.jobs], [4, 4, undefined])
  const { register, token, profile_known: known, profile_new: fresh } = steady.jobs
  for (const count of [register, token, known, fresh]) assert.ok(count >= 1, JSON.stringify(steady))
  // How much each one uses is what the long form records; here only that it is measured.
  for (const { busy } of [idle, steady]) for (const name of ['replicas', 'balancer']) assert.ok(busy[name] > 0, JSON.stringify({ idle, steady }))
})
