// The service and the exported worker respond alike to many hostile requests. AGENT_ACCESS_SEED=<number or random> selects others,
// AGENT_ACCESS_REQUESTS=<number> more of them.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { hostileRequests } from '../support/hostile_requests.mjs'
import { Random, seedOf } from '../support/random_values.mjs'
import { findDifferences, startPair } from '../support/worker_pair.mjs'

const kSeed = seedOf(process.env.AGENT_ACCESS_SEED, 20261128)
const kRequests = Number(process.env.AGENT_ACCESS_REQUESTS ?? 20_000)

const pair = await startPair(temporaryFolder('worker-differential'))
after(() => pair.stop())

test(`${kRequests} hostile requests get the same response of both`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`seed ${kSeed}`)
  const generator = await hostileRequests(pair, new Random(kSeed))
  const requests = Array.from({ length: kRequests }, () => generator.next())
  assert.deepEqual(await findDifferences(pair, requests), [], `seed ${kSeed}`)
})
