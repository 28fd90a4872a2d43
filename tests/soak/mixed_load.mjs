// The ordinary load: 100 requests a second to each process, of every kind that well-behaved clients send, whatever the
// attackers do. An open loop: a slow response does not delay the next requests.
import { parentPort, workerData } from 'node:worker_threads'
import { basic, form, kForm, kJson, kProfilePath, tokenFields } from '../support/steps.mjs'
import { makeClient } from './clients.mjs'

const kTickMs = 20
const kEachTick = 2
const kClients = 64
const kMostOpen = 400
const kRenewMs = 5 * 60_000
const kMostErrors = 50

const json = (answer) => JSON.parse(answer.body)
const post = (path, type, body, headers = {}) => ({ method: 'POST', path, body, headers: { ...(type ? { 'Content-Type': type } : {}), ...headers } })
const register = (name) => (name === undefined ? post('/oauth/register') : post('/oauth/register', kJson, JSON.stringify({ client_name: name })))

const tokenForms = {
  form: (client) => post('/oauth/token', kForm, form(tokenFields(client))),
  json: (client) => post('/oauth/token', kJson, JSON.stringify(tokenFields(client))),
  basic: (client) => post('/oauth/token', kForm, 'grant_type=client_credentials', { Authorization: basic(client.client_id, client.client_secret) }),
}
const profile = (token) => ({ path: kProfilePath, headers: { Authorization: `Bearer ${token}` } })
const read = (path, headers) => ({ path, headers })

/** Each kind: [requests of it, (ask, kept) => ...]; `want` throws on another status. */
const kinds = [
  async (want) => { await want(201, register()) },
  async (want) => { await want(201, register('Soak agent é')) },
  async (want, kept) => { await want(200, tokenForms.form(kept.client)) },
  async (want, kept) => { await want(200, tokenForms.json(kept.client)) },
  async (want, kept) => { await want(200, tokenForms.basic(kept.client)) },
  async (want, kept) => { await want(200, profile(kept.token)) },
  async (want, kept) => { await want(200, profile(kept.token)) },
  async (want) => {
    const client = json(await want(201, register('New')))
    await want(200, profile(json(await want(200, tokenForms.form(client))).access_token))
  },
  async (want) => { await want(200, read('/llms.txt', { 'Accept-Encoding': 'identity' })) },
  async (want) => { await want(200, read('/openapi.json', { 'Accept-Encoding': 'gzip' })) },
  async (want) => { await want(200, read('/api/site.json', { 'Accept-Encoding': 'br' })) },
  async (want) => { await want(200, read('/', { 'Accept-Encoding': 'gzip, br' })) },
  async (want, kept) => { await want(304, read('/openapi.json', { 'If-None-Match': kept.etag })) },
  async (want) => { await want(200, read('/.well-known/jwks.json')) },
  async (want) => { await want(200, { method: 'HEAD', path: '/.well-known/oauth-authorization-server' }) },
  async (want) => { await want(204, { method: 'OPTIONS', path: '/oauth/token', headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' } }) },
  async (want) => { await want(404, read('/no-such-page')) },
  async (want) => { await want(404, read('/api/nothing')) },
  async (want) => { await want(200, read('/note.txt')) },
]

/** Loads one target until stop(), which resolves to the results. */
async function load(target, started) {
  const clients = Array.from({ length: kClients }, (_, index) => makeClient(target, 'load', index))
  const result = { count: 0, skipped: 0, errors: [], errorCount: 0, statuses: {} }
  const kept = {}
  const wantFor = (client) => async (status, request) => {
    ++result.count
    const answer = await client.ask(request)
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1
    if (answer.status === status) return answer
    throw new Error(`${request.method ?? 'GET'} ${request.path}: ${answer.status} instead of ${status}: ${answer.body.toString().slice(0, 200)}`)
  }
  const failed = (error) => {
    ++result.errorCount
    const at = Math.round((performance.now() - started) / 100) / 10
    if (result.errors.length < kMostErrors) result.errors.push({ at, what: `${error.code ?? ''} ${error.message}`.trim() })
  }
  const renew = async () => {
    const want = wantFor(clients[0])
    const client = json(await want(201, register('Soak')))
    const token = json(await want(200, tokenForms.form(client))).access_token
    const { etag } = (await want(200, read('/openapi.json'))).headers
    Object.assign(kept, { client, token, etag })
  }
  await renew()
  const renewal = setInterval(() => renew().catch(failed), kRenewMs)
  const open = new Set()
  let next = 0
  const one = () => {
    const task = kinds[next % kinds.length](wantFor(clients[next % kClients]), kept).catch(failed).finally(() => open.delete(task))
    ++next
    open.add(task)
  }
  const timer = setInterval(() => {
    for (let index = 0; index < kEachTick; ++index) {
      if (open.size < kMostOpen) one()
      else ++result.skipped
    }
  }, kTickMs)
  return async () => {
    clearInterval(timer)
    clearInterval(renewal)
    await Promise.all(open)
    for (const client of clients) client.close()
    return { ...result, retried: clients.reduce((sum, client) => sum + client.retried, 0) }
  }
}

const started = performance.now()
const stops = []
for (const target of workerData.targets) stops.push(await load(target, started))
parentPort.once('message', async () => {
  parentPort.postMessage(await Promise.all(stops.map((stop) => stop())))
  parentPort.close()
})
parentPort.postMessage('running')
