// The well-behaved client: reads the profile of each process 20 times a second as an agent would, with a token that it
// renews, and checks every response. It has its own thread, so that the work of the attacks is not counted as the server's delay.
import { parentPort, workerData } from 'node:worker_threads'
import { form, kForm, kProfilePath } from '../support/steps.mjs'
import { makeClient } from './clients.mjs'
import { quantile } from './statistics.mjs'

const kPeriodMs = 50
const kClients = 8 // 150 requests a minute for each address
const kRenewMs = 10 * 60_000
const kMostErrors = 50

function expect(answer, status) {
  if (answer.status !== status) throw new Error(`status ${answer.status}: ${answer.body.toString().slice(0, 200)}`)
  return JSON.parse(answer.body)
}

async function fetchToken(client) {
  const { client_id, client_secret } = expect(await client.ask({ method: 'POST', path: '/oauth/register' }), 201)
  const body = form({ grant_type: 'client_credentials', client_id, client_secret })
  return expect(await client.ask({ method: 'POST', path: '/oauth/token', body, headers: { 'Content-Type': kForm } }), 200).access_token
}

async function readProfile(client, token) {
  const answer = await client.ask({ path: kProfilePath, headers: { Authorization: `Bearer ${token}` } })
  if (expect(answer, 200)._meta?.scope !== 'read:extended') throw new Error('no _meta')
}

/** Polls one target until stop(), which resolves to the results. */
async function poll(target, started) {
  const clients = Array.from({ length: kClients }, (_, index) => makeClient(target, 'good', index))
  const result = { count: 0, errors: [], errorCount: 0, latencies: [] }
  const failed = (error) => {
    ++result.errorCount
    const at = Math.round((performance.now() - started) / 100) / 10
    if (result.errors.length < kMostErrors) result.errors.push({ at, what: `${error.code ?? ''} ${error.message}`.trim() })
  }
  let token = await fetchToken(clients[0])
  const renewal = setInterval(() => fetchToken(clients[0]).then((fresh) => { token = fresh }, failed), kRenewMs)
  const open = new Set()
  const one = async () => {
    const begun = performance.now()
    await readProfile(clients[result.count++ % kClients], token).catch(failed)
    result.latencies.push(performance.now() - begun)
  }
  const begun = performance.now()
  const timer = setInterval(() => {
    // Timers are slightly late; the average rate is kept.
    while (result.count < (performance.now() - begun) / kPeriodMs) { const task = one().finally(() => open.delete(task)); open.add(task) }
  }, kPeriodMs)
  return async () => {
    clearInterval(timer)
    clearInterval(renewal)
    await Promise.all(open)
    for (const client of clients) client.close()
    const { latencies, ...rest } = result
    const retried = clients.reduce((sum, client) => sum + client.retried, 0)
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => quantile(latencies, part) ?? 0)
    return { ...rest, retried, p50, p99, max }
  }
}

const started = performance.now()
const stops = []
for (const target of workerData.targets) stops.push(await poll(target, started))
parentPort.once('message', async () => {
  parentPort.postMessage(await Promise.all(stops.map((stop) => stop())))
  parentPort.close()
})
parentPort.postMessage('running')
