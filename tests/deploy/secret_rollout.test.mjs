// The change of the master secret in steps, as docs/kubernetes.md describes it: while the pods of two neighboring steps serve side by side,
// each accepts the clients and the tokens of the other.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { exchangeOne, request } from '../support/raw.mjs'
import { startEach, startServe } from '../support/server.mjs'

const kHost = 'site.example'
const [kOld, kNext] = [randomBytes(32), randomBytes(32)]
const text = (secret) => `${secret.toString('base64url')}\n`

/** A pod with this master secret that also accepts another one. */
const startPod = (secret, other) => startServe({
  secret,
  files: other ? { other: text(other) } : {},
  settings: { base_urls: [`https://${kHost}`], secret: { previous_files: other ? ['other'] : [] } },
})

async function call(pod, method, path, { fields = [], body = '' } = {}) {
  const options = { port: pod.port, host: kHost, fields: ['Connection: close', ...fields], body }
  const { answer } = await exchangeOne(request(method, path, options), options)
  return { status: answer.status, json: JSON.parse(answer.body.toString()) }
}

const register = async (pod) => (await call(pod, 'POST', '/oauth/register')).json
const token = (pod, client) => call(pod, 'POST', '/oauth/token', {
  fields: ['Content-Type: application/x-www-form-urlencoded'],
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret }).toString(),
})
const read = (pod, jwt) => call(pod, 'GET', '/api/agent/full-profile', { fields: [`Authorization: Bearer ${jwt}`] })

/** The statuses with which each of two pods answers a client and a token of the other. */
async function acceptance(pods) {
  const statuses = []
  for (const [one, other] of [pods, pods.toReversed()]) {
    const client = await register(one)
    const { access_token: jwt } = (await token(one, client)).json
    statuses.push((await token(other, client)).status, (await read(other, jwt)).status)
  }
  return statuses
}

async function withPods(starts, use) {
  await using pods = await startEach(starts)
  return await use(pods)
}

test('the next secret is accepted everywhere before it is used: no pod refuses a client or a token of another', async () => {
  const before = () => startPod(kOld)
  const accepted = () => startPod(kOld, kNext)
  const used = () => startPod(kNext, kOld)
  assert.deepEqual(await withPods([before, accepted], acceptance), [200, 200, 200, 200])
  assert.deepEqual(await withPods([accepted, used], acceptance), [200, 200, 200, 200])
})

test('in one step instead, pods with the old secret alone refuse the clients and tokens of those with the next one', async () => {
  assert.deepEqual(await withPods([() => startPod(kOld), () => startPod(kNext, kOld)], acceptance), [200, 200, 401, 401])
})
