// Replicas behind HAProxy, with the site that `check` prints, restarted one after the other: no request fails or waits.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { eventually, kSlowdown, open, startComparedClient, startVictim } from '../support/faults.mjs'
import { kHaproxy } from '../support/haproxy.mjs'
import { startHaproxyBefore } from '../support/haproxy_site.mjs'
import { askHttp2, openHttp2 } from '../support/http2.mjs'
import { joinedCertificate } from '../support/printed_sites.mjs'
import { freePort, startServe } from '../support/server.mjs'
import { form, kForm, kJson } from '../support/steps.mjs'

const noHaproxy = existsSync(kHaproxy) ? false : 'skipped: haproxy is not installed'
const kBoundMs = 500
const kClients = 6 // 120 requests a second
const kLeast = 1_000 // so that one percent is ten requests
const kPatience = 60_000

const { directory, authority, ca } = await temporaryAuthority()
const certificate = await joinedCertificate(authority, directory)

/** HAProxy's statistics of each server of the printed backends but that of certificates, by name. */
async function statistics(path) {
  const socket = connect(path)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => { text += piece })
  socket.write('show stat\n')
  await once(socket, 'close')
  const [head, ...rows] = text.replace(/^# /, '').trim().split('\n').map((line) => line.split(','))
  const named = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))
  return new Map(named.filter(({ pxname, svname }) => /^agent_access_.*(?<!-acme)$/.test(pxname) && !['FRONTEND', 'BACKEND'].includes(svname)).map((row) => [row.svname, row]))
}

/** Gets a token through HAProxy. */
async function tokenThrough(front) {
  const session = await openHttp2(`https://127.0.0.1:${front}`, { ca })
  const post = async (path, type, body) => {
    const answer = await askHttp2(session, path, { method: 'POST', headers: { 'content-type': type, 'content-length': String(body.length) }, body })
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text)
  }
  try {
    const { client_id, client_secret } = await post('/oauth/register', kJson, '{}')
    return (await post('/oauth/token', kForm, form({ grant_type: 'client_credentials', client_id, client_secret }))).access_token
  } finally {
    session.destroy()
  }
}

/** Restarts each replica once HAProxy's health check of the other one succeeds. */
async function restartEach(replicas, socket) {
  const state = async (index) => (await statistics(socket)).get(`r${index}`)
  for (const [index, replica] of replicas.entries()) {
    await eventually(async () => (await Promise.all(replicas.map((_, at) => state(at)))).every(({ status }) => status === 'UP'), 'replicas that are up', kPatience)
    const { stot } = await state(index)
    await eventually(async () => Number((await state(index)).stot) > Number(stot) + 20, 'requests to the replica', kPatience)
    assert.deepEqual(await replica.program.stop(), { code: 0, signal: null })
    assert.equal((await state(index)).status, 'DOWN', 'HAProxy was done with it before it ended')
    await replica.start()
  }
  await eventually(async () => (await state(replicas.length - 1)).status === 'UP', 'the last replica to be up', kPatience)
}

async function restartReplicas() {
  const front = await freePort()
  const secret = randomBytes(32)
  const settings = {
    base_urls: [`https://127.0.0.1:${front}`, `https://localhost:${front}`],
    listen: { drain_delay: '4s' },
  }
  const replicas = []
  const clients = []
  let proxy
  try {
    for (let count = 0; count < 2; ++count) replicas.push(await startServe({ secret, settings }))
    const socket = join(replicas[0].directory, 'haproxy.sock')
    const main = `  stats socket ${socket} mode 600 level admin\n`
    proxy = await startHaproxyBefore(replicas, { directory: replicas[0].directory, front, certificate, main })
    const token = await tokenThrough(front)
    for (let count = 0; count < kClients; ++count) clients.push(await startComparedClient({ port: front, token, ca, keepAlive: count % 2 === 0 }))
    await restartEach(replicas, socket)
    const results = await Promise.all(clients.splice(0).map((client) => client.stop()))
    return { results, servers: [...await statistics(socket)].filter(([name]) => name.startsWith('r')).map(([, row]) => row) }
  } finally {
    await Promise.all(clients.map((client) => client.stop()))
    await proxy?.stop()
    for (const replica of replicas) await replica.stop()
  }
}

test('a rolling restart behind HAProxy neither fails nor delays a request', { skip: noHaproxy }, async () => {
  const { results, servers } = await restartReplicas()
  const errors = results.flatMap((each) => each.errors)
  assert.deepEqual(errors.slice(0, 5), [], `${errors.length} of ${results.reduce((sum, { count }) => sum + count, 0)} failed`)
  const latencies = results.flatMap((each) => each.latencies).sort((a, b) => a - b)
  assert.ok(latencies.length > kLeast, `only ${latencies.length} requests`)
  const p99 = latencies[Math.ceil(latencies.length * 0.99) - 1]
  // The bound applies to the server; a machine that is busy with other work is measured by the undisturbed server.
  const bound = Math.max(kBoundMs, ...results.map(({ calm }) => kSlowdown * calm))
  assert.ok(p99 < bound, `p99 ${p99.toFixed(0)} ms of ${latencies.length}`)
  // Independent of the machine's load: HAProxy never had to retry.
  for (const { svname, wretr, wredis, econ } of servers) assert.deepEqual({ svname, wretr, wredis, econ }, { svname, wretr: '0', wredis: '0', econ: '0' })
})

test('during drain_delay the health check fails while requests are served', async () => {
  await using server = await startVictim({ settings: { listen: { drain_delay: '2s' } } })
  assert.equal((await fetch(`${server.adminUrl}/readyz`)).status, 200)
  server.program.signal('SIGTERM')
  await eventually(async () => (await fetch(`${server.adminUrl}/readyz`)).status === 503, 'a health check that fails')
  assert.equal((await fetch(`${server.adminUrl}/livez`)).status, 200)
  const late = await open(server.port) // a new connection, after the signal
  late.write(`GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
  await eventually(() => late.received.startsWith('HTTP/1.1 200 '), 'the answer')
  assert.doesNotMatch(late.received, /^Connection: close\r$/m)
  assert.deepEqual(await server.program.ended, { code: 0, signal: null })
  late.destroy()
})

test('a second SIGTERM ends drain_delay', async () => {
  await using server = await startVictim({ settings: { listen: { drain_delay: '10s' } } })
  const begun = performance.now()
  server.program.signal('SIGTERM')
  await eventually(async () => (await fetch(`${server.adminUrl}/readyz`)).status === 503, 'a health check that fails')
  server.program.signal('SIGTERM')
  assert.deepEqual(await server.program.ended, { code: 1, signal: null })
  assert.ok(performance.now() - begun < 8_000, 'it did not wait for the rest of the 10 s')
})
