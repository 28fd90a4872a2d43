// The arithmetic of bench/simulate, and that docs/operations/capacity.md shows what it computes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { facts, figures } from '../../bench/fleet/figures.mjs'
import { replay } from '../../bench/fleet/fleet.mjs'
import { fill, summary } from '../../bench/fleet/pages.mjs'
import { plan } from '../../bench/fleet/plan.mjs'
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
