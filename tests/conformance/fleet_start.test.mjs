// Shared limits when Redis starts after the replicas, and when its clock differs from theirs.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeShiftedClock, noShiftedClock } from '../support/clock.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { startRedis } from '../support/redis.mjs'
import { startEach, startServe } from '../support/server.mjs'
import { admitted, batchesSent, inStep } from '../support/shared_limits.mjs'

const kRequests = 20
const startReplica = (shared, secret) => startServe({ secret, settings: { limits: { requests: kRequests, window: '1h', shared } } })

test('a replica that starts before Redis limits alone until then, and shares limits 5 s later', async () => {
  await using redis = await startRedis()
  await redis.kill()
  await using server = await startReplica(redis.url, randomBytes(32))
  assert.equal(await admitted(server, '198.51.100.1', 30), kRequests)
  await redis.start()
  const begun = performance.now()
  await inStep(server)
  assert.ok(performance.now() - begun < 5_000)
  assert.equal(await admitted(server, '198.51.100.2', 30), kRequests)
})

for (const offset of [3600, -3600]) {
  test(`a Redis whose clock is ${offset} s off changes no limit`, { skip: noShiftedClock }, async () => {
    const folder = temporaryFolder('shim')
    await using redis = await startRedis({ environment: { LD_PRELOAD: makeShiftedClock(folder), SHIFTED_CLOCK: String(offset) } })
    const secret = randomBytes(32)
    const [seconds] = (await redis.command('TIME')).split('\n')
    assert.ok(Math.abs(Number(seconds) - Date.now() / 1000 - offset) < 60, 'its clock is off')
    const start = () => startReplica(redis.url, secret)
    await using servers = await startEach([start, start])
    for (const server of servers) await inStep(server)
    const [one, two] = servers
    assert.equal(await admitted(one, '198.51.100.1', 12), 12)
    await batchesSent(one)
    assert.equal(await admitted(two, '198.51.100.1', 1), 1)
    await batchesSent(two)
    assert.equal(await admitted(two, '198.51.100.1', 30), kRequests - 13)
    assert.equal(await admitted(one, '198.51.100.2', 30), kRequests)
  })
}
