// The arithmetic of bench/simulate, and that docs/operations/capacity.md shows what it computes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { facts, figures } from '../../bench/fleet/figures.mjs'
import { replay } from '../../bench/fleet/fleet.mjs'
import { fill, summary } from '../../bench/fleet/pages.mjs'
import { plan } from '../../bench/fleet/plan.mjs'
import { sizeOf, sizeTable } from '../../bench/fleet/sizes.mjs'
import { run } from '../support/server.mjs'

const root = new URL('../../', import.meta.url)
const simulate = fileURLToPath(new URL('bench/simulate', root))
const near = (actual, expected, tolerance) => assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`)
const source = (path) => readFile(new URL(`src/${path}`, root), 'utf8')

test('the facts are those of the source', async () => {
  const has = async (path, text) => assert.ok((await source(path)).includes(text), `${path} no longer says: ${text}`)
  await has('service/verified_token_cache.hpp', `capacity = ${facts.knownTokens}`)
  await has('service/verified_token_cache.cpp', `kWays = ${facts.ways};`)
  await has('net/capacity/limits.hpp', `idle_deadline{${facts.idleDeadline}'000}`)
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

test('a replay, request by request, and the arithmetic agree', () => {
  const costs = figures({})
  for (const [balancer, cache] of [['round-robin', 65536], ['address', 512]]) {
    const replayed = summary(replay({ agents: 6000, minutes: 30, balancer, cache }), costs)
    const computed = plan({ agents: 6000, peak: 1, cores: 1e9, spare: 3, balancer, cache }, costs)
    near(replayed.readsPerSecond, computed.rates.reads, 0.02 * computed.rates.reads)
    near(replayed.tokensPerSecond, computed.rates.token, 0.04 * computed.rates.token)
    near(replayed.hitRate, computed.hitRate, 0.02)
  }
})

test('the program prints numbers and refuses unknown options', async () => {
  const { stdout } = await run(simulate, ['--agents=200', '--minutes=5', '--json'])
  assert.equal(JSON.parse(stdout).options.agents, 200)
  assert.match((await run(simulate, ['plan'])).stdout, /\*\*10 k a second\*\*/)
  for (const words of [['--nothing=1'], ['--us.nothing=1'], ['--agents=-1'], ['plan', 'agents']]) {
    await assert.rejects(run(simulate, words), { code: 2 })
  }
})

test('the page shows what is computed today (bench/simulate page writes it)', async () => {
  const page = await readFile(new URL('docs/operations/capacity.md', root), 'utf8')
  assert.equal(fill(page), page)
})
