// The arithmetic of bench/simulate, and that docs/operations/capacity.md shows what it computes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { balancers } from '../../bench/fleet/balancers.mjs'
import { facts, figures } from '../../bench/fleet/figures.mjs'
import { replay } from '../../bench/fleet/fleet.mjs'
import { VerifiedTokenCache } from '../../bench/fleet/verified_token_cache.mjs'
import { comparison, measuredFigures, predictedFigures } from '../../bench/fleet/measured.mjs'
import { fill, summary } from '../../bench/fleet/pages.mjs'
import { firstLooks, knownAge, plan } from '../../bench/fleet/plan.mjs'
import { firstUsedUp, sizeOf, sizeTable, usedUp } from '../../bench/fleet/sizes.mjs'
import { short } from '../../bench/fleet/text.mjs'
import { run } from '../support/server.mjs'

const root = new URL('../../', import.meta.url)
const simulate = fileURLToPath(new URL('bench/simulate', root))
const near = (actual, expected, tolerance) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`)
const source = (path) => readFile(new URL(`src/${path}`, root), 'utf8')

test('the facts are those of the source', async () => {
  const has = async (path, text) => assert.ok((await source(path)).includes(text), `${path} no longer says: ${text}`)
  await has('service/verified_token_cache.hpp', `capacity = ${facts.knownTokens}`)
  await has('service/verified_token_cache.cpp', `kWays = ${facts.ways};`)
  await has('oauth/types.hpp', `kTokenLifetime{${facts.tokenLifetime}}`)
  await has('oauth/key_schedule.hpp', `kRetirementDelay{${facts.retirementDelay}}`)
  await has('site/publish/catalogue.cpp', `max-age=${facts.jwksMaxAge}`)
  await has('net/capacity/connection_counts.hpp', `idle_deadline{${facts.idleDeadline}'000}`)
})

test('the number of replicas that see a round-robin token for the first time is correct', () => {
  assert.equal(firstLooks('round-robin', 1, 4), 0)
  near(firstLooks('round-robin', 2, 1), 0.5, 1e-12)  // one read: with probability 1/2 at the other replica
  near(firstLooks('round-robin', 1e6, 4), 4, 1e-4)   // so many replicas that no two reads reach the same one
  near(firstLooks('token', 4, 9), 0.75, 1e-12)
  assert.equal(firstLooks('address', 100, 9), 0)
})

test('a full table holds what was issued in capacity / rate seconds', () => {
  near(knownAge(65536, 655.36, 'address', 1, 0), 100, 1e-6)
  near(knownAge(65536, 655.36, 'address', 4, 0), 400, 1e-6)
  assert.equal(knownAge(65536, 1, 'address', 1, 0), 900)
})

test('the machines for a small load are correct', () => {
  // 3600 agents, one read an hour: one read a second; reads of a token 1 + 900 / 3600 = 1.25, so 0.8 tokens a second.
  const costs = figures({}, { register: 100, token: 1000, profile_known: 10, profile_new: 500, document: 50 })
  const result = plan({ agents: 3600, readsPerHour: 1, peak: 1, readsPerClient: 10 }, costs)
  near(result.rates.token, 0.8, 1e-12)
  near(result.busyCores, (0.1 * 100 + 0.2 * 50 + 0.8 * 1000 + 10) / 1e6, 1e-12)
  assert.equal(result.machines, 2)
  const large = plan({ agents: 3.6e9, readsPerHour: 1, peak: 1, readsPerClient: 10, cache: Infinity }, costs)
  assert.equal(large.machines, Math.ceil(830 / 0.5 / 8) + 1)
})

test('a size has its replicas, balancers and costs by hand', () => {
  // 72,000 agents with one read an hour and a peak of 3: 60 reads a second, 48 tokens, 0.6 registrations, 1.2 documents.
  const costs = figures({}, { register: 0, token: 100_000, profile_known: 0, profile_new: 0, document: 0, balancer_handshake: 20_000 })
  const given = { readsPerHour: 1, cores: 4, answerBytes: 1000, usPerBalancedRequest: 40_000, pricePerCore: 7, pricePerTerabyte: 11 }
  const size = sizeOf(72_000, given, costs)
  near(size.result.busyCores, 4.8, 1e-9)
  assert.equal(size.result.machines, Math.ceil(4.8 / 0.5 / 4) + 1)
  near(size.requests, 109.8, 1e-9)
  // Of the reads, e^(-75 / 3600) come after the connection was closed.
  const balancerCores = 109.8 * 0.04 + 60 * Math.exp(-1 / 48) * 0.02
  near(size.balancerCores, balancerCores, 1e-9)
  assert.equal(size.balancers, Math.ceil(balancerCores / 0.5 / 4) + 1)
  near(size.terabytes, 20 * 1000 * 86400 * 365.25 / 12 / 1e12, 1e-12)
  assert.equal(size.cost.machines, (4 + 4) * 4 * 7)
  near(size.cost.all, 224 + size.terabytes * 11, 1e-9)
  assert.match(sizeTable({ pricePerCore: 1000, usPerBalancedRequest: 0 }, figures({}, { balancer_handshake: 0 })), /^\| cost of the machines a month \| 6,000 \| 6,000 \| /m)
})

test('what is used up first is the greatest of what delays requests', () => {
  const given = { readsPerHour: 12, cardGigabits: 0.0216 }
  const used = usedUp(1e6, { ...given, usPerBalancedRequest: 10 }, figures({}, { balancer_handshake: 0 }))
  const of = (part) => used.find(({ name }) => name.includes(part)).used
  near(of('network card'), 10, 0.01)
  near(of('balancer of 8'), 12_800 * 10 / 1e6 / 4, 1e-9)
  assert.ok(of('cache') > 10, 'the cache, which delays nothing, is fuller')
  assert.equal(firstUsedUp(used).name, 'network card of one balancer')
  assert.equal(firstUsedUp(usedUp(1e6, { ...given, cardGigabits: 10 }, figures({}))).name, 'one balancer of 8 cores')
})

const fleetRun = {
  agents: 40, machine: { processor: 'one', cores: 2 }, idle: { seconds: 10, busy: { replicas: 0.01, balancer: 0.003 } },
  steady: {
    seconds: 10, replicas: 4, busy: { replicas: 0.05, balancer: 0.103 },
    jobs: { register: 100, token: 200, profile_known: 300, profile_new: 500, jwks: 50, document: 150 },
  },
}

test('the figures of the fleet test are those of its load alone', () => {
  const measured = measuredFigures(fleetRun)
  assert.deepEqual([measured.requests, measured.rates.token, measured.hitRate], [130, 20, 0.375])
  near(measured.us, 1e6 * 0.04 / 130, 1e-6)
  near(measured.balancerUs, 1e6 * 0.1 / 130, 1e-6)
  assert.match(comparison(fleetRun, figures({})), /^\| requests a second \| 14\d \| 130 \|$/m)
})

test('the agents of the fleet test are replayed as they are', () => {
  const predicted = predictedFigures(fleetRun, figures({}))
  // A visit lasts 0.15 + 0.3 + 3 × 0.3 + 0.5 seconds and has a token, four reads and a document; every second agent registers for it.
  near(predicted.requests, 40 * 6.5 / 1.85, 1)
  near(predicted.rates.register, 20 / 1.85, 0.3)
  near(predicted.rates.profile_known + predicted.rates.profile_new, 160 / 1.85, 1)
  // Of four reads 3 (1 - (3/4)^4) are at a replica that has not seen the token.
  near(predicted.hitRate, 1 - 3 * (1 - 0.75 ** 4) / 4, 0.02)
})

test('costs state where they come from', () => {
  const costs = figures({ jobs: { token: { cpu_us: 21.5 }, register: { reason: 'not measured' } } }, { profile_new: 50 })
  assert.deepEqual(costs.token, { us: 21.5, source: 'measured: token' })
  assert.deepEqual(costs.profile_new, { us: 50, source: 'given' })
  assert.equal(costs.register.source, 'assumed')
})

test('a set replaces expired tokens first, then those of other keys, then the one that expires first', () => {
  const table = new VerifiedTokenCache(4)
  const token = (number, expires) => ({ number, digest: 0, expires })
  const tokens = [token(1, 100), token(2, 50), token(3, 300), token(4, 200)]
  for (const one of tokens) table.remember(one, 1, 0)
  table.remember(token(5, 400), 1, 60)  // 2 has expired
  assert.deepEqual([1, 2, 3, 4, 5].map((number) => table.has(token(number), 1)), [true, false, true, true, true])
  table.remember(token(6, 500), 1, 60)  // 1 expires first
  assert.deepEqual([1, 3, 4, 5, 6].map((number) => table.has(token(number), 1)), [false, true, true, true, true])
  assert.equal(table.has(token(3), 2), false)
  table.remember(token(7, 70), 2, 60)   // all others are of other keys: one of them is replaced
  table.remember(token(8, 80), 2, 60)
  assert.deepEqual([7, 8].map((number) => table.has(token(number), 2)), [true, true])
  assert.equal(new VerifiedTokenCache(65536).capacity, 65536)
  assert.equal(new VerifiedTokenCache(5000).capacity, 8192)
})

test('each balancer follows its own rule', () => {
  const byAddress = balancers.address(8), byToken = balancers.token(8), inTurn = balancers['round-robin'](3)
  assert.equal(byAddress({ address: 5 }), byAddress({ address: 5, token: { digest: 9 } }))
  assert.equal(byToken({ token: { digest: 9 } }), byToken({ address: 3, token: { digest: 9 } }))
  assert.deepEqual([1, 2, 3, 4].map(() => inTurn({})), [0, 1, 2, 0])
})

test('the same seed gives the same replay, another seed another', () => {
  const small = { agents: 300, minutes: 10 }
  assert.deepEqual(replay(small), replay(small))
  assert.notDeepEqual(replay(small).replicas, replay({ ...small, seed: 2 }).replicas)
})

for (const [balancer, cache] of [['round-robin', 65536], ['token', 65536], ['address', 512]]) {
  test(`replay and arithmetic agree: ${balancer}, table of ${cache}`, () => {
    const costs = figures({})
    const agents = 6000
    const replayed = summary(replay({ agents, minutes: 30, balancer, cache }), costs)
    const computed = plan({ agents, peak: 1, cores: 1e9, spare: 3, balancer, cache }, costs)
    near(replayed.readsPerSecond, computed.rates.reads, 0.02 * computed.rates.reads)
    near(replayed.tokensPerSecond, computed.rates.token, 0.04 * computed.rates.token)
    near(replayed.hitRate, computed.hitRate, 0.02)
  })
}

test('rotation makes tokens new once more, also balanced by address', () => {
  const options = { agents: 2000, minutes: 40, balancer: 'address' }
  const newOnes = (more) => replay({ ...options, ...more }).replicas.reduce((sum, { profile_new: one }) => sum + one, 0)
  assert.equal(newOnes({}), 0)
  assert.ok(newOnes({ rotateEvery: 1800 }) > 500)
})

test('the program prints numbers and refuses unknown options', async () => {
  const { stdout } = await run(simulate, ['--agents=200', '--minutes=5', '--json'])
  assert.equal(JSON.parse(stdout).options.agents, 200)
  assert.match((await run(simulate, ['plan'])).stdout, /\*\*10 k a second\*\*/)
  for (const words of [['--nothing=1'], ['--us.nothing=1'], ['--agents=-1'], ['plan', 'agents']]) {
    await assert.rejects(run(simulate, words), { code: 2 })
  }
})

test('numbers are printed in short form', () => {
  assert.deepEqual([0, 0.00291, 8.5, 9999, 12345, 999999, 1e6, 1.04e9].map((value) => short(value)),
    ['0', '0.00291', '8.5', '10 k', '12.3 k', '1 M', '1 M', '1.04 G'])
})

test('the page shows what is computed today (bench/simulate page writes it)', async () => {
  const page = await readFile(new URL('docs/operations/capacity.md', root), 'utf8')
  assert.equal(fill(page), page)
})
