// Four replicas behind HAProxy, with the site that `check --proxy haproxy --replica …` prints: one limit of a client for all of them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { hasIpv6 } from '../support/faults.mjs'
import { kHaproxy } from '../support/haproxy.mjs'
import { joinedCertificate, siteOf, withValues } from '../support/printed_sites.mjs'
import { freePort, runProgram, startEach, startServe, until } from '../support/server.mjs'

const skip = existsSync(kHaproxy) ? false : 'skipped: haproxy is not installed'
const kReplicas = 4
const kLimit = 12
const kPath = '/api/site.json'

const { directory, authority, ca } = await temporaryAuthority()
const certificates = { joined: await joinedCertificate(authority, directory) }

/** The site for the replicas, printed by the first one for addresses of which each health check has one port; theirs are inserted. */
async function printedFor(replicas) {
  const [{ configFile, port, adminPort }] = replicas
  const addressOf = (index) => `127.0.0.${index + 11}`
  const named = replicas.flatMap((_, index) => ['--replica', addressOf(index)])
  const { code, output, stdout } = await runProgram(['check', '--config', configFile, '--proxy', 'haproxy', ...named])
  assert.equal(code, 0, output)
  return withValues(stdout, replicas.map((replica, index) => [
    `server ${addressOf(index)} ${addressOf(index)}:${port} check port ${adminPort} `,
    `server ${addressOf(index)} 127.0.0.1:${replica.port} check port ${replica.adminPort} `,
  ]))
}

/** One request on a connection of its own: { status, headers, text }. */
async function ask(port, { path = kPath, from = '127.0.0.2', to = '127.0.0.1', method = 'GET', headers = {}, secure = true } = {}) {
  const call = (secure ? request : plainRequest)({ host: to, port, path, method, localAddress: to === '::1' ? undefined : from, ca, agent: false, servername: '',
    checkServerIdentity: () => undefined, headers: { Host: `127.0.0.1:${port}`, ...headers } })
  call.end()
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

/** The statuses of `count` requests, one after the other. */
async function statuses(count, port, options) {
  const list = []
  for (let index = 0; index < count; ++index) list.push((await ask(port, options)).status)
  return list
}

/** Runs `use(front, replicas)` with four replicas behind HAProxy. */
async function behindHaproxy({ limits = {}, ...settings }, use) {
  const front = await freePort()
  const secret = randomBytes(32)
  const start = () => startServe({ secret, settings: {
    ...settings, base_urls: [`https://127.0.0.1:${front}`, `https://localhost:${front}`],
    limits: { requests: kLimit, window: '1h', trusted_proxies: ['127.0.0.1/32'], ...limits },
  } })
  await using replicas = await startEach(Array.from({ length: kReplicas }, () => start))
  await using proxy = await siteOf('haproxy').start({ printed: await printedFor(replicas), directory: replicas[0].directory, front, plain: await freePort(), certificates })
  // HAProxy takes turns, and sends nothing to a replica before its first health check.
  await until(async () => {
    await ask(front, { path: '/llms.txt' })
    return replicas.every(({ program }) => program.output.includes('"path":"/llms.txt"'))
  }, 'all replicas to be used')
  return await use(front, replicas)
}

test('a greedy client gets one limit through all replicas, and another client is not hurt', { skip }, () => behindHaproxy({}, async (front, replicas) => {
  assert.deepEqual(await statuses(4 * kLimit, front), [...Array(kLimit).fill(200), ...Array(3 * kLimit).fill(429)])
  for (const replica of replicas) assert.equal(await replica.metric('agent_access_refusals_total{reason="rate_limited_address"}'), 0)
  for (const path of ['/api/', '/oauth/nothing', '/api/agent/full-profile', '/%61pi/site.json']) assert.equal((await ask(front, { path })).status, 429, path)
  for (const from of ['127.0.0.3', '127.0.0.4']) assert.deepEqual(await statuses(kLimit, front, { from }), Array(kLimit).fill(200))
  if (hasIpv6) assert.deepEqual(await statuses(kLimit + 1, front, { to: '::1' }), [...Array(kLimit).fill(200), 429])
}))

test('documents and preflights are never limited', { skip }, () => behindHaproxy({}, async (front) => {
  const preflight = { method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' } }
  for (const options of [{ path: '/llms.txt' }, { path: '/.well-known/jwks.json' }, { path: '/apis' }]) assert.ok(!(await statuses(2 * kLimit, front, options)).includes(429), options.path)
  assert.deepEqual(await statuses(2 * kLimit, front, preflight), Array(2 * kLimit).fill(204))
  assert.equal((await ask(front)).headers['ratelimit-remaining'], String(kLimit - 1), 'none of them was counted')
  await statuses(kLimit, front)
  assert.equal((await ask(front)).status, 429)
  assert.equal((await ask(front, { path: '/llms.txt' })).status, 200)
  assert.equal((await ask(front, preflight)).status, 204)
}))

test('the refusal is that of the program', { skip }, () => behindHaproxy({}, async (front, [replica]) => {
  await statuses(kLimit, front)
  const printed = await ask(front)
  const direct = { secure: false, headers: { Host: `127.0.0.1:${front}` } }
  await statuses(kLimit, replica.port, direct)
  const own = await ask(replica.port, direct)
  const withoutSeconds = (text) => text.replaceAll(/(?<=[ =]|^)\d+(?= seconds|$)/g, 'N')
  assert.deepEqual([printed.status, withoutSeconds(printed.text)], [429, withoutSeconds(own.text)])
  assert.equal(JSON.parse(printed.text).error, 'rate_limited')
  const { date, connection, 'keep-alive': keepAlive, 'x-request-id': id, 'content-length': length, ...fields } = own.headers
  for (const [name, value] of Object.entries(fields)) assert.equal(withoutSeconds(printed.headers[name] ?? 'none'), withoutSeconds(value), name)
  assert.deepEqual([printed.headers['retry-after'], printed.headers['ratelimit-reset'], printed.headers.ratelimit], ['3600', '3600', '"default";r=0;t=3600'])
}))

test('responses say what is left at all replicas', { skip }, () => behindHaproxy({}, async (front) => {
  for (let left = kLimit - 1; left >= 0; --left) {
    const { headers } = await ask(front)
    assert.equal(headers['ratelimit-remaining'], String(left))
    assert.match(headers.ratelimit, new RegExp(`^"default";r=${left};t=\\d+$`))
    assert.equal(headers['ratelimit-policy'], `"default";q=${kLimit};w=3600`)
  }
}))

test('an address of a wide network has its multiple, and /mcp is counted', { skip }, () => behindHaproxy({
  limits: { wide_networks: ['127.0.0.8/32=2', '127.0.0.8/29=3'] }, mcp: { enabled: true },
}, async (front) => {
  assert.deepEqual(await statuses(2 * kLimit + 1, front, { from: '127.0.0.8' }), [...Array(2 * kLimit).fill(200), 429])
  assert.equal((await ask(front, { from: '127.0.0.8' })).headers['ratelimit-limit'], String(2 * kLimit))
  assert.deepEqual(await statuses(3 * kLimit + 1, front, { from: '127.0.0.9' }), [...Array(3 * kLimit).fill(200), 429])
  await statuses(kLimit, front, { path: '/mcp' })
  for (const path of ['/mcp', '/mcp/', kPath]) assert.equal((await ask(front, { path })).status, 429, path)
}))

test('a client that waits is served again, and refused requests cost nothing', { skip }, () => behindHaproxy({ limits: { window: '2s' } }, async (front) => {
  await statuses(kLimit, front)
  let refused
  await until(async () => { refused = await ask(front); return refused.status === 429 }, 'a refusal')
  assert.equal(refused.headers['retry-after'], '2')
  await until(async () => (await ask(front)).status === 200, 'a request to be let pass, although others are refused meanwhile')
}))

test('without a limit there is none', { skip }, () => behindHaproxy({ limits: { requests: 0 } }, async (front) => {
  assert.deepEqual(await statuses(2 * kLimit, front), Array(2 * kLimit).fill(200))
}))
