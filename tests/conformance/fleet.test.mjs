// Limits shared through a real Redis, and faults of Redis: a request never waits for it, the local table
// still decides, and replicas share limits again without intervention. One window is an hour, so that no budget refills meanwhile.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startRedis } from '../support/redis.mjs'
import { runProgram, startEach, startServe, until } from '../support/server.mjs'
import { admitted, batchesSent, inStep, isIn, request, sharedMetric } from '../support/shared_limits.mjs'

const kRequests = 20
const kBackInStepMs = 5000
const kPassword = 'not-for-any-log'
let nextAddress = 1
const freshAddress = () => `198.51.100.${nextAddress++}`

const startReplica = (url, more = {}) =>
  startServe({ settings: { limits: { requests: kRequests, window: '1h', shared: url } }, ...more })

const failures = (server, kind) => sharedMetric(server, `failures_total{kind="${kind}"}`)

async function withFleet(count, options, body) {
  await using redis = await startRedis(options)
  const secret = randomBytes(32)
  await using servers = await startEach(Array.from({ length: count }, () => () => startReplica(redis.url, { secret })))
  for (const server of servers) await inStep(server)
  await body(redis, ...servers)
}

test('two replicas have one limit', () => withFleet(2, {}, async (redis, one, two) => {
  const address = freshAddress()
  assert.equal(await admitted(one, address, 12), 12)
  await batchesSent(one)
  // With its first charge a replica receives the debts at the other one.
  assert.equal(await admitted(two, address, 1), 1)
  await batchesSent(two)
  assert.equal(await admitted(two, address, 30), 7)
  assert.equal(await admitted(two, freshAddress(), 1), 1)
}))

test('evenly spread requests are admitted as by one replica, within the documented error', () => withFleet(2, {}, async (redis, one, two) => {
  const address = freshAddress()
  let sum = 0
  for (let round = 0; round < 20; ++round) {
    const [left, right] = await Promise.all([admitted(one, address, 2), admitted(two, address, 2)])
    sum += left + right
    if (left + right > 0) await Promise.all([batchesSent(one), batchesSent(two)])
  }
  // (2 - 1) * ceil(r * D), and r * D is 2 here.
  assert.ok(sum >= kRequests && sum <= kRequests + 2, `${sum} admitted`)
}))

test('Redis contains no address, and every key expires', () => withFleet(1, {}, async (redis, one) => {
  assert.equal(await admitted(one, '203.0.113.77', 3), 3)
  await batchesSent(one)
  const keys = (await redis.command('KEYS', '*')).split('\n')
  for (const key of keys) assert.match(key, /^aa:\{[0-9a-f]{16}\}:[0-9a-f]{16}$/)
  const debts = keys.filter((key) => !key.endsWith(':0000000000000000'))
  assert.equal(debts.length, 1)
  const left = Number(await redis.command('PTTL', debts[0]))
  // Three requests of 180 s each, and a second.
  assert.ok(left > 500_000 && left <= 541_000, String(left))
}))

test('replicas with another master secret share nothing', async () => {
  await using redis = await startRedis()
  const start = () => startReplica(redis.url)
  await using servers = await startEach([start, start])
  for (const server of servers) await inStep(server)
  const address = freshAddress()
  assert.equal(await admitted(servers[0], address, 15), 15)
  await batchesSent(servers[0])
  assert.equal(await admitted(servers[1], address, 1), 1)
  await batchesSent(servers[1])
  assert.equal(await admitted(servers[1], address, 30), 19)
})

test('an invalid value under a key is overwritten', () => withFleet(1, {}, async (redis, one) => {
  const address = freshAddress()
  assert.equal(await admitted(one, address, 1), 1)
  await batchesSent(one)
  const key = (await redis.command('KEYS', 'aa:*')).split('\n').find((name) => !name.endsWith(':0000000000000000'))
  const values = [['LPUSH', key, 'x'], ['SET', key, 'nonsense'], ['SET', key, 'nan'], ['SET', key, '-5'], ['SET', key, '9e99'], ['SET', key, 'inf']]
  for (const words of values) {
    await redis.command('DEL', key)
    await redis.command(...words)
    assert.equal(await request(one, address), 200)
    await batchesSent(one)
    assert.match(await redis.command('GET', key), /^\d{16}$/)
  }
  assert.equal(await isIn(one, 'in_step'), true)
  assert.equal(await admitted(one, address, 30), kRequests - 1 - values.length)
}))

const reset = ['CLIENT', 'KILL', 'TYPE', 'normal']
const faults = [
  ['killed', 'unreachable', (redis) => redis.kill(), (redis) => redis.start()],
  ['paused', 'too_slow', (redis) => redis.signal('SIGSTOP'), (redis) => redis.signal('SIGCONT')],
  ['full', 'full', (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction'),
    (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '0')],
  ['short of replicas', 'read_only', (redis) => redis.command('CONFIG', 'SET', 'min-replicas-to-write', '1'),
    (redis) => redis.command('CONFIG', 'SET', 'min-replicas-to-write', '0')],
  ['itself a replica', 'read_only', (redis) => redis.command('REPLICAOF', '127.0.0.1', '1'),
    (redis) => redis.command('REPLICAOF', 'NO', 'ONE')],
  ['configured with another password', 'credentials_refused',
    async (redis) => {
      await redis.command('CONFIG', 'SET', 'requirepass', 'another')
      redis.secret = 'another'
      await redis.command(...reset)
    },
    (redis) => redis.command('CONFIG', 'SET', 'requirepass', kPassword).then(() => { redis.secret = kPassword })],
]
for (const [name, kind, breakIt, mendIt] of faults) {
  test(`a Redis that is ${name} blocks no request and disables no limit`, () => withFleet(1, { password: kPassword }, async (redis, one) => {
    await breakIt(redis)
    await until(async () => (await isIn(one, 'disconnected')) && (await failures(one, kind)) >= 1, `a failure of kind ${kind}`)
    const begun = performance.now()
    assert.equal(await admitted(one, freshAddress(), 30), kRequests)
    assert.ok(performance.now() - begun < 30 * 250, 'requests waited for Redis')
    await mendIt(redis)
    const mended = performance.now()
    await inStep(one)
    assert.ok(performance.now() - mended < kBackInStepMs, `back after ${performance.now() - mended} ms`)
    await until(() => one.program.logged('shared_limits_in_step').length === 2, 'the line about the return')
    assert.equal(one.program.logged('shared_limits_lost').length, 1, one.program.output)
    assert.ok(!one.program.output.includes(kPassword) && !one.program.output.includes(redis.socket))
  }))
}

test('flushed scripts are loaded again', () => withFleet(1, {}, async (redis, one) => {
  await redis.command('SCRIPT', 'FLUSH')
  await until(async () => (await failures(one, 'script_missing')) === 1, 'the failure')
  await inStep(one)
}))

test('`check` reports whether Redis responds, `config` shows no password', () => withFleet(1, { password: kPassword }, async (redis, one) => {
  const check = () => runProgram(['check', '--config', one.configFile])
  assert.match((await check()).output, /^ok +limits\.shared +Redis responds and accepts writes$/m)
  const { output } = await runProgram(['config', '--config', one.configFile])
  assert.ok(output.includes('unix://:***@'), output)
  assert.ok(!output.includes(kPassword))
  await redis.kill()
  const without = await check()
  assert.match(without.output, /^warn +limits\.shared +Redis cannot be reached; meanwhile each replica counts for itself$/m)
  assert.ok(!without.output.includes(kPassword))
}))

test('a stop does not wait for a Redis that does not respond', () => withFleet(1, {}, async (redis, one) => {
  redis.signal('SIGSTOP')
  const begun = performance.now()
  assert.deepEqual(await one.program.stop(), { code: 0, signal: null })
  assert.ok(performance.now() - begun < 5000)
  redis.signal('SIGCONT')
}))
