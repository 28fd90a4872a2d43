// Clocks that jump or differ: tokens use the wall clock, deadlines the monotonic one. libfaketime sets the wall clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { settableClock } from '../support/clock.mjs'
import { assertServedAsEver, eventually, noFaketime, open, startComparedClient, startVictim } from '../support/faults.mjs'
import { askHttps } from '../support/https.mjs'
import { startServe } from '../support/server.mjs'
import { assertError, decode, readProfile, token } from '../support/steps.mjs'

const skip = noFaketime
const { setClock, jumping } = await settableClock()
const seconds = () => Math.floor(Date.now() / 1000)

test('when the wall clock jumps an hour ahead and back, tokens follow it and deadlines do not', { skip }, async () => {
  await using server = await startVictim({ environment: jumping(), settings: { limits: { header_deadline: '2s' } } })
  try {
    const { baseUrl } = server
    const read = (jwt) => readProfile(baseUrl, jwt)
    assert.ok(Math.abs(decode(server.token).payload.iat - seconds()) <= 5)
    assert.equal((await read(server.token)).status, 200)

    const slow = await open(server.port)
    slow.write('GET / HTTP/1.1\r\n')
    await setClock(3600)
    const ahead = await eventually(async () => {
      const jwt = await token(baseUrl, server.client)
      return decode(jwt).payload.iat > seconds() + 3000 && jwt
    }, 'the clock of the server to jump')
    assertError(await read(server.token), 401, 'invalid_token')
    assert.equal((await read(ahead)).status, 200)
    assert.equal(slow.received, '', 'the deadline did not jump')
    const begun = performance.now()
    await eventually(() => slow.received.startsWith('HTTP/1.1 408 '), 'the deadline', 8_000)
    assert.ok(performance.now() - begun > 300, 'nor did it come early')

    await setClock(0)
    await eventually(async () => decode(await token(baseUrl, server.client)).payload.iat < seconds() + 60, 'the clock to go back')
    assert.equal((await read(server.token)).status, 200, 'the first token lives again')
    slow.destroy()

    await setClock(-3600)
    await eventually(async () => decode(await token(baseUrl, server.client)).payload.iat < seconds() - 3000, 'the clock to go back')
    assert.equal((await read(await token(baseUrl, server.client))).status, 200)
    assert.equal(server.program.exited, null)
  } finally {
    await setClock(0)
  }
})

test('while the clock jumps by days, forth and back, a remembered token is valid in its own fifteen minutes and at no other time', { skip }, async () => {
  await using server = await startVictim({ environment: jumping() })
  const statusOf = async (jwt) => (await readProfile(server.baseUrl, jwt)).status
  const twice = async (jwt) => [await statusOf(jwt), await statusOf(jwt)]
  try {
    assert.deepEqual(await twice(server.token), [200, 200])
    for (const days of [1, -1, 9, -3, 0]) {
      await setClock(days * 86_400)
      // The keys of that time are derived when the main loop checks again, or at a reload.
      await server.program.reload()
      const jwt = await token(server.baseUrl, server.client)
      assert.ok(Math.abs(decode(jwt).payload.iat - seconds() - days * 86_400) < 60, `${days} days`)
      assert.deepEqual(await twice(jwt), [200, 200], `${days} days`)
      assert.deepEqual(await twice(server.token), days === 0 ? [200, 200] : [401, 401], `${days} days`)
    }
  } finally {
    await setClock(0)
  }
})

test('a certificate that expires while the process runs is counted down and told at a reload, and its successor is served', { skip }, async () => {
  const { authority, ca } = await temporaryAuthority()
  const live = await authority.issue('live', { days: 30 })
  await using server = await startServe({ scheme: 'https', environment: jumping(), settings: { tls: live } })
  const left = () => server.metric('agent_access_certificate_expiry_seconds')
  const isServed = async () => (await askHttps(`${server.baseUrl}/llms.txt`, { ca })).status === 200
  try {
    assert.ok((await left()) > 29 * 86_400)
    await setClock(31 * 86_400)
    await eventually(async () => (await left()) < 0, 'the expiry')
    assert.ok(await isServed(), 'the client decides')
    await server.program.reload()
    assert.ok(server.program.logged('warning').some(({ text }) => /^tls: \S+live\.pem expired at \S+; clients refuse it until it is renewed$/.test(text)), server.program.output)
    await authority.issue('live', { days: 120 })
    await server.program.reload()
    assert.ok((await left()) > 80 * 86_400)
    assert.ok(await isServed())
  } finally {
    await setClock(0)
  }
})

test('while keys rotate under load no token is refused before it expires', { skip }, async () => {
  const kHour = 3600
  // The server's clock starts two seconds before a boundary of epochs.
  const toBoundary = kHour - (seconds() % kHour)
  await setClock(toBoundary - 3)
  await using server = await startVictim({ environment: jumping(), settings: { keys: { rotation: '1h' } } })
  try {
    const kidBefore = decode(server.token).header.kid
    const good = await startComparedClient({ port: server.port, token: server.token })
    await eventually(async () => decode(await token(server.baseUrl, server.client)).header.kid !== kidBefore, 'the next key', 40_000)
    const rotated = await token(server.baseUrl, server.client)
    assert.equal((await readProfile(server.baseUrl, rotated)).status, 200)
    assert.equal((await readProfile(server.baseUrl, server.token)).status, 200)
    const { keys } = await (await fetch(`${server.baseUrl}/.well-known/jwks.json`)).json()
    const published = keys.map((key) => key.kid)
    assert.ok(published.includes(kidBefore) && published.includes(decode(rotated).header.kid))
    await eventually(() => server.program.output.includes('"event":"rotation"'), 'the line about it', 40_000)
    assertServedAsEver(await good.stop())
  } finally {
    await setClock(0)
  }
})
