// Peers that send nothing or do not read: each is closed at its deadline, uses little memory, and does not affect the good client. Deadlines are tested by
// tests/net/deadline_test.cpp.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { afterRequests, eventually, isLong, open, profileRequest, residentKib, startVictim, whileServing } from '../support/faults.mjs'
import { assertProblem, exchange } from '../support/raw.mjs'
import { exampleProfile } from '../support/server.mjs'

// The number of the good client's connections varies, so the limit is half of those that the test opens.
const limits = { header_deadline: '1500ms', body_deadline: '1500ms', write_deadline: '1500ms', idle_deadline: '60s', connections: 0 }

const server = await startVictim({ settings: { limits }, profile: { ...exampleProfile, large: 'x'.repeat(1_000_000) } })
after(() => server.stop())

const host = () => `Host: 127.0.0.1:${server.port}\r\n`
const openMany = (count, options) => Promise.all(Array.from({ length: count }, () => open(server.port, options)))

test('readers that stop are closed at the deadline and use the memory of at most one response', async () => {
  const kReaders = 16
  await whileServing(server, async (good) => {
    const openBefore = await server.metric('agent_access_connections_open')
    const kib = residentKib(server.program.pid)
    const sockets = await openMany(kReaders, { paused: true })
    for (const socket of sockets) socket.write(profileRequest(server).repeat(20)) // 20 MB each
    await afterRequests(good, 10)
    const growth = residentKib(server.program.pid) - kib
    assert.ok(growth < kReaders * 1_500 + 16_384, `grew by ${growth} KiB`)
    await eventually(async () => (await server.metric('agent_access_connections_open')) < openBefore + kReaders / 2, 'the deaf to be let go', 20_000)
    for (const socket of sockets) socket.destroy()
  }, { growthKib: 64 * 1024 })
})

test('a pipelining flood whose sender does not read is not read either, and memory does not grow', async () => {
  const kFlooders = 10
  await whileServing(server, async (good) => {
    const kib = residentKib(server.program.pid)
    const sockets = await openMany(kFlooders, { paused: true })
    const piece = `GET /.well-known/jwks.json HTTP/1.1\r\n${host()}\r\n`.repeat(2_000)
    for (const socket of sockets) for (let index = 0; index < 100 && socket.writable; ++index) socket.write(piece)
    let most = 0
    for (let samples = 0; samples < 20; ++samples) {
      most = Math.max(most, residentKib(server.program.pid) - kib)
      await afterRequests(good, 1)
    }
    assert.ok(most < 16 * 1024, `grew by ${most} KiB`)
    for (const socket of sockets) socket.destroy()
  })
})

test('200,000 pipelined requests get as many responses, in order', { skip: isLong ? false : 'skipped: runs with scripts/suite faults --long' }, async () => {
  await whileServing(server, async () => {
    for (let round = 0; round < 20; ++round) {
      const text = `GET /nothing-${round} HTTP/1.1\r\n${host()}\r\n`.repeat(10_000)
      const { answers } = await exchange(text, { port: server.port, expected: 10_000, timeout: 60_000 })
      assert.equal(answers.length, 10_000)
      assertProblem(answers[9_999], 404, 'not_found')
    }
  }, { growthKib: 48 * 1024 })
})

/** How many connections this machine allows: this process needs the same number of descriptors as the server. */
function mostIdle(wanted) {
  const [, soft] = /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'latin1'))
  return Math.min(wanted, Number(soft) - 300)
}

test('thousands of idle connections use little memory each and are closed at their deadline', async (t) => {
  const wanted = isLong ? 15_000 : 3_000
  const count = mostIdle(wanted)
  if (count < wanted) t.diagnostic(`the limit of open files allows ${count} connections`)
  // The default cap, half of the descriptors, is too low here.
  await using idle = await startVictim({ settings: { limits: { connections: wanted + 100, header_deadline: isLong ? '30s' : '8s' } } }) // they send nothing: the header deadline applies
  const sockets = []
  try {
    await whileServing(idle, async () => {
      const kib = residentKib(idle.program.pid)
      while (sockets.length < count) {
        const batch = Array.from({ length: Math.min(100, count - sockets.length) }, (_, index) =>
          open(idle.port, { from: `127.0.${1 + (sockets.length / 100 & 127)}.${1 + index}` }))
        sockets.push(...(await Promise.all(batch)))
      }
      await eventually(async () => (await idle.metric('agent_access_connections_open')) >= count, 'all connections')
      const each = (residentKib(idle.program.pid) - kib) / count
      t.diagnostic(`${each.toFixed(2)} KiB for each of ${count} idle connections`)
      assert.ok(each <= 10, `${each.toFixed(1)} KiB each`)
      await eventually(async () => (await idle.metric('agent_access_connections_open')) < 20, 'the deadline of the first head', 60_000)
    }, { growthKib: 10 * wanted })
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
