// TLS handshakes as an attack, from addresses that the caps count: aborted ones and ones that are held open. Floods of
// full handshakes and certificates that change during load are in tls.test.mjs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { makeAuthority } from '../support/certificates.mjs'
import { afterRequests, asVictim, eventually, open, whileServing } from '../support/faults.mjs'
import { assertServed, startGoodClient } from '../support/good_client.mjs'
import { startServe } from '../support/server.mjs'
import { form, kForm, tokenFields } from '../support/steps.mjs'

const kPerAddress = 20
const kDeadlineMs = 1_500
const kWaves = 2
// The attackers use the same two cores.
const kBoundMs = 500
const kSlowdown = 6
const attackers = Array.from({ length: 6 }, (_, index) => `127.0.1.${index + 1}`)

let directory
let ca
let pair
let server
let hello
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-access-handshakes-'))
  const authority = await makeAuthority(directory)
  ca = (await readFile(authority.file)).toString()
  pair = await authority.issue('server')
  server = await startTlsVictim()
  hello = await clientHello()
})
after(async () => {
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
})

async function ask(path, body, type) {
  const sent = request(`${server.baseUrl}${path}`, { method: 'POST', ca, agent: false, headers: type ? { 'Content-Type': type } : {} })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  let text = ''
  for await (const piece of answer) text += piece
  return JSON.parse(text)
}

async function startTlsVictim() {
  const limits = { handshake_deadline: `${kDeadlineMs}ms`, handshakes_per_address: kPerAddress, trusted_proxies: [] }
  server = await startServe({ scheme: 'https', settings: { limits, tls: pair } })
  const client = await ask('/oauth/register')
  const credentials = tokenFields(client)
  const { access_token } = await ask('/oauth/token', form(credentials), kForm)
  server.ca = ca
  return asVictim(server, client, access_token)
}

/** The first bytes of a real client; they cost the server a key exchange and a signature, and the sender nothing. */
async function clientHello() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connectTls({ host: '127.0.0.1', port: listener.address().port }).on('error', () => {})
  const [socket] = await once(listener, 'connection')
  const [bytes] = await once(socket, 'data')
  client.destroy()
  socket.destroy()
  listener.close()
  return bytes
}

/** Aborts a handshake after the server's messages: whether they arrived. */
async function beginHandshake(from) {
  const socket = await open(server.port, { from })
  socket.write(hello)
  await Promise.race([once(socket, 'data').catch(() => {}), socket.gone])
  socket.destroy()
  await socket.gone
  return socket.received !== ''
}

/** A client that makes a handshake for each request during `attack`, compared with the same client without an attack. */
async function whileShakingHands(attack) {
  const options = { port: server.port, token: server.token, ca, keepAlive: false }
  const calm = await startGoodClient(options)
  const undisturbed = await calm.stop(40)
  assertServed(undisturbed, { bound: Infinity })
  const good = await startGoodClient(options)
  let result
  try {
    await attack(good)
  } finally {
    result = await good.stop()
  }
  assertServed(result, { bound: Math.max(kBoundMs, kSlowdown * undisturbed.p99) })
}

const connectionsOpen = () => server.metric('agent_access_connections_open')

test('during a flood of aborted handshakes clients that complete theirs are served', async () => {
  let begun = 0
  let isOver = false
  const loop = async (from) => {
    while (!isOver) if (await beginHandshake(from)) ++begun
  }
  await whileServing(server, () => whileShakingHands(async (good) => {
    const loops = attackers.flatMap((from) => [loop(from), loop(from)])
    await afterRequests(good, 40)
    isOver = true
    await Promise.all(loops)
  }), { bound: kBoundMs })
  assert.ok(begun > 100, `${begun} handshakes`)
})

test('10,000 handshakes that are left half-done leave no connection, descriptor or memory behind', async () => {
  await whileServing(server, async () => {
    let begun = 0
    const loop = async (from) => {
      while (begun < 10_000) if (await beginHandshake(from)) ++begun
    }
    await Promise.all(attackers.flatMap((from) => Array.from({ length: 4 }, () => loop(from))))
    await eventually(async () => (await connectionsOpen()) <= 4, 'their connections to be closed', 15_000)
  }, { bound: kBoundMs })
})

async function holdHandshakes() {
  const most = (await connectionsOpen()) + attackers.length * kPerAddress + 4
  const sockets = await Promise.all(attackers.flatMap((from) => Array.from({ length: 3 * kPerAddress }, () => open(server.port, { from }))))
  let ended = 0
  for (const socket of sockets) {
    if (socket.writable) socket.write(hello)
    socket.gone.then(() => { ++ended })
  }
  try {
    assert.ok((await connectionsOpen()) <= most, 'the excess is closed at once')
    await eventually(() => ended === sockets.length, 'the deadline of the others')
    const begun = sockets.filter((socket) => socket.received !== '').length
    assert.ok(begun >= 1 && begun <= attackers.length * kPerAddress, `${begun} of ${sockets.length} began`)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

test('handshakes that are held open are limited for each address and closed at the deadline', async () => {
  await whileServing(server, () => whileShakingHands(async () => {
    for (let wave = 0; wave < kWaves; ++wave) await holdHandshakes()
  }), { bound: kBoundMs })
})
