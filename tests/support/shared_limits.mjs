// Replicas that share limits over Redis, as their metrics and responses show it.
import assert from 'node:assert/strict'
import { until } from './server.mjs'
import { call } from './steps.mjs'

export const sharedMetric = (server, name) => server.metric(`agent_access_shared_limits_${name}`)
export const isIn = async (server, state) => (await sharedMetric(server, `state{state="${state}"}`)) === 1
export const inStep = (server) => until(() => isIn(server, 'in_step'), 'a replica in step')

/** Waits for two more replies of Redis: earlier charges have been sent then. */
export async function batchesSent(server) {
  const before = await sharedMetric(server, 'batches_total')
  await until(async () => (await sharedMetric(server, 'batches_total')) >= before + 2, 'two batches')
}

/** The status of a request of the client at `address`. */
export const request = async (server, address) => (await call(`${server.baseUrl}/api/site.json`, { headers: { 'X-Forwarded-For': address } })).status

/** How many of `count` requests are admitted. */
export async function admitted(server, address, count) {
  let sum = 0
  for (let index = 0; index < count; ++index) {
    const status = await request(server, address)
    assert.ok(status === 200 || status === 429, String(status))
    if (status === 200) ++sum
  }
  return sum
}
