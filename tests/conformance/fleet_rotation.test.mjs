// The documented rotation of the master secret while two replicas share limits through a real Redis: at every step, with
// replicas that were reloaded and replicas that were restarted, a client has one budget. One window is a day, so that no
// budget refills meanwhile.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startRedis } from '../support/redis.mjs'
import { accepts, startEach, startServe, until } from '../support/server.mjs'
import { admitted, batchesSent, inStep } from '../support/shared_limits.mjs'

const kRequests = 600
const kLate = 8 // requests admitted by replicas that have not received a debt yet, one at each (decision 0009)

/** Two replicas with the secret "old", another secret "new" beside it, and one Redis. */
async function withFleet(body) {
  await using redis = await startRedis()
  const secrets = { old: randomBytes(32).toString('base64url'), new: randomBytes(32).toString('base64url') }
  const start = () => startServe({ settings: { limits: { requests: kRequests, window: '24h', shared: redis.url } } })
  await using replicas = await startEach([start, start])
  for (const server of replicas) {
    for (const [name, text] of Object.entries(secrets)) await writeFile(server.path(name), `${text}\n`, { mode: 0o600 })
    await use(server, ['old'])
    await restart(server)
  }
  await body(redis, ...replicas)
}

const use = (server, [file, ...previous]) =>
  server.writeConfig({ secret: { file: server.path(file), previous_files: previous.map((name) => server.path(name)) } })

async function restart(server) {
  await server.program.stop()
  await server.start()
  await until(() => accepts(server.adminPort), 'the admin listener')
  await inStep(server)
}
async function reload(server) {
  await server.program.reload()
  await inStep(server)
  await batchesSent(server)
}

/** How many of `count` requests are admitted if the charge of each has been sent to Redis before the next. */
async function admittedInTurn(server, address, count) {
  const first = await admitted(server, address, 1)
  await batchesSent(server)
  const others = await admitted(server, address, count - 1)
  await batchesSent(server)
  return first + others
}
const total = async (replicas, address, count) => {
  let sum = 0
  for (const server of replicas) sum += await admittedInTurn(server, address, count)
  return sum
}

const assertOneBudget = (sum) => assert.ok(sum >= kRequests && sum <= kRequests + kLate, `${sum} admitted`)

for (const [how, change] of [['reloaded', reload], ['started anew', restart]]) {
  test(`clients have one budget through a rotation, replicas ${how}`, () => withFleet(async (redis, one, two) => {
    const address = '198.51.100.1'
    let sum = await total([one, two], address, 48) // both have the old secret
    for (const files of [['new', 'old'], ['new']]) {
      for (const server of [one, two]) {
        await use(server, files)
        await change(server)
        sum += await total([one, two], address, 48) // mixed, then both
      }
    }
    assert.equal(sum, 480)
    sum += await total([one, two], address, 200)
    assertOneBudget(sum)
  }))
}

test('a replica that was reloaded and one that was started later share one budget', () => withFleet(async (redis, one, two) => {
  for (const server of [one, two]) await use(server, ['new', 'old'])
  await reload(one)
  await restart(two)
  assertOneBudget(await total([one, two], '198.51.100.2', kRequests))
  for (const server of [one, two]) await use(server, ['new'])
  await reload(one)
  await restart(two)
  assert.ok((await total([two, one], '198.51.100.2', 32)) <= 2, 'what was used up stays used up')
  assertOneBudget(await total([one, two], '198.51.100.3', kRequests))
}))

test('a budget that was used up before the rotation stays used up for replicas with only the new secret', () =>
  withFleet(async (redis, one, two) => {
    const address = '198.51.100.4'
    assertOneBudget(await total([one, two], address, kRequests))
    for (const server of [one, two]) {
      await use(server, ['new', 'old'])
      await reload(server)
    }
    // No request meanwhile: the reload sent the debts under the new names.
    for (const server of [one, two]) {
      await use(server, ['new'])
      await restart(server)
    }
    assert.ok((await total([one, two], address, 32)) <= 4)
  }))

test('charges of a replica with only the old secret are added under the new names', () => withFleet(async (redis, one, two) => {
  const address = '198.51.100.5'
  await use(two, ['new', 'old'])
  await restart(two)
  assert.equal(await admittedInTurn(one, address, 560), 560)
  assert.equal(await admittedInTurn(two, address, 1), 1) // receives the debt, and raises it
  await use(one, ['new'])
  await restart(one)
  const sum = 561 + (await admittedInTurn(one, address, 100))
  assertOneBudget(sum)
}))

test('Redis contains keys of one secret before and after, and no address', () => withFleet(async (redis, one, two) => {
  const prefixes = async () => new Set((await redis.command('KEYS', '*')).split('\n').filter(Boolean).map((key) => key.match(/^aa:\{[0-9a-f]{16}\}:(?=[0-9a-f]{16}$)/)?.[0]))
  const addresses = ['198.51.100.6', '198.51.100.7']
  await total([one, two], addresses[0], 16)
  const before = await prefixes()
  assert.equal(before.size, 1)
  for (const server of [one, two]) {
    await use(server, ['new', 'old'])
    await reload(server)
  }
  await total([one, two], addresses[1], 16)
  const during = await prefixes()
  assert.equal(during.size, 2)
  assert.ok([...before].every((prefix) => during.has(prefix)))
  await redis.command('FLUSHALL')
  for (const server of [one, two]) {
    await use(server, ['new'])
    await reload(server)
  }
  await redis.command('FLUSHALL')
  await total([one, two], addresses[1], 16)
  const after = await prefixes()
  assert.equal(after.size, 1)
  assert.ok(![...after].some((prefix) => before.has(prefix)))
}))
