// Shared limits when Redis starts after the replicas, and when its clock differs from theirs.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeShiftedClock, noShiftedClock } from '../support/clock.mjs'
import { startRedis } from '../support/redis.mjs'
import { startServe, until } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

const kRequests = 20
const startReplica = (shared, secret) => startServe({ secret, settings: { limits: { requests: kRequests, window: '1h', shared } } })

async function metric(server, name) {
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return Number(text.split('\n').find((line) => line.startsWith(`agent_access_shared_limits_${name} `))?.split(' ').at(-1) ?? 0)
}
const inStep = (server) => until(async () => (await metric(server, 'state{state="in_step"}')) === 1, 'a replica in step')

/** Waits for two more replies of Redis. */
async function batchesSent(server) {
  const before = await metric(server, 'batches_total')
  await until(async () => (await metric(server, 'batches_total')) >= before + 2, 'two batches')
}

async function admitted(server, address, count) {
  let sum = 0
  for (let index = 0; index < count; ++index) {
    const { status } = await call(`${server.baseUrl}/api/site.json`, { headers: { 'X-Forwarded-For': address } })
    assert.ok(status === 200 || status === 429, String(status))
    if (status === 200) ++sum
  }
  return sum
}

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
    const folder = await mkdtemp(join(tmpdir(), 'agent-access-shim-'))
    const redis = await startRedis({ environment: { LD_PRELOAD: makeShiftedClock(folder), SHIFTED_CLOCK: String(offset) } })
    const secret = randomBytes(32)
    const servers = []
    try {
      const [seconds] = (await redis.command('TIME')).split('\n')
      assert.ok(Math.abs(Number(seconds) - Date.now() / 1000 - offset) < 60, 'its clock is off')
      for (let count = 0; count < 2; ++count) servers.push(await startReplica(redis.url, secret))
      for (const server of servers) await inStep(server)
      const [one, two] = servers
      assert.equal(await admitted(one, '198.51.100.1', 12), 12)
      await batchesSent(one)
      assert.equal(await admitted(two, '198.51.100.1', 1), 1)
      await batchesSent(two)
      assert.equal(await admitted(two, '198.51.100.1', 30), kRequests - 13)
      assert.equal(await admitted(one, '198.51.100.2', 30), kRequests)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
