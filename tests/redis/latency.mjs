// The latency of requests while the Redis of shared limits is in a given state, beside that of a program without Redis that is asked in
// turn with it: other load on the machine is in both.
import { once } from 'node:events'
import http from 'node:http'
import { kSlowdown } from '../support/faults.mjs'
import { disposable, startEach, startServe, until } from '../support/server.mjs'
import { isIn, sharedMetric } from '../support/shared_limits.mjs'
import { form, kForm, kProfilePath, tokenFields } from '../support/steps.mjs'
import { quantile } from '../soak/statistics.mjs'

const kLimits = { requests: 100_000, window: '60s' }
const kClients = 4
const kAddresses = 10_000
// Less than the replies of the slow Redis take. Beyond it, requests may take as much longer as in other fault tests.
const kAllowedMs = { p50: 20, p99: 150 }

/** One request of the client with this number, which is charged to an address of its own: its body. */
async function ask(server, agent, client, { path, method = 'GET', headers = {}, body = '' }) {
  const address = `198.18.${Math.floor((client % kAddresses) / 250)}.${1 + ((client % kAddresses) % 250)}`
  const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {}
  const begun = performance.now()
  const sent = http.request({ port: server.port, host: '127.0.0.1', agent, path, method, headers: { 'X-Forwarded-For': address, ...headers, ...length } })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  const text = Buffer.concat(await answer.toArray()).toString()
  server.milliseconds.push(performance.now() - begun)
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
  return text
}

/** The requests of one client: register, token, profile and a document. */
async function visit(server, agent, client) {
  const registered = JSON.parse(await ask(server, agent, client, { path: '/oauth/register', method: 'POST' }))
  const granted = await ask(server, agent, client, { path: '/oauth/token', method: 'POST', headers: { 'Content-Type': kForm }, body: form(tokenFields(registered)) })
  const { access_token } = JSON.parse(granted)
  await ask(server, agent, client, { path: kProfilePath, headers: { Authorization: `Bearer ${access_token}` } })
  await ask(server, agent, client, { path: '/api/site.json' })
}

/** `visits` at both servers, of four clients at once, each of which asks one and then the other. */
async function visitInTurn(servers, visits) {
  const agents = servers.map(() => new http.Agent({ keepAlive: true, maxSockets: kClients }))
  let next = 0
  const live = async () => {
    for (let client = next++; client < visits; client = next++) {
      for (const index of client % 2 === 0 ? [0, 1] : [1, 0]) await visit(servers[index], agents[index], client)
    }
  }
  await Promise.all(Array.from({ length: kClients }, live))
  for (const agent of agents) agent.destroy()
}

const figures = ({ milliseconds }) => ({ p50: quantile(milliseconds, 0.5), p99: quantile(milliseconds, 0.99), slowest: Math.max(...milliseconds) })

/**
 * Measures `visits` visits of four requests in a state of states.mjs: { name, fault, requests, without, with }, of both
 * { p50, p99, slowest } in milliseconds. The replica is in that state before the first request and after the last one.
 */
export async function measure({ name, fault, start }, visits) {
  await using redis = disposable(await start())
  await using servers = await startEach([{}, { shared: redis.url }].map((shared) => () => startServe({ settings: { limits: { ...kLimits, ...shared } } })))
  const [plain, sharing] = servers
  const counter = fault ? `failures_total{kind="${fault}"}` : 'batches_total'
  const isSo = async () => (await sharedMetric(sharing, counter)) >= 1 && (await isIn(sharing, 'disconnected')) === (fault !== undefined)
  await until(isSo, `a Redis that is ${name}`)
  for (const server of servers) server.milliseconds = []
  await visitInTurn(servers, visits)
  if (!(await isSo())) throw new Error(`the Redis is no longer ${name}`)
  return { name, fault, requests: sharing.milliseconds.length, without: figures(plain), with: figures(sharing) }
}

/** Why a result shows that requests waited for Redis; undefined if it does not. */
export function faultOf(result) {
  for (const [name, text] of [['p50', 'the median'], ['p99', 'the slowest percent']]) {
    const bound = kAllowedMs[name] + kSlowdown * result.without[name]
    if (result.with[name] > bound) return `${result.name}: ${text} took ${result.with[name].toFixed(1)} ms, without Redis ${result.without[name].toFixed(1)} ms`
  }
  return undefined
}
