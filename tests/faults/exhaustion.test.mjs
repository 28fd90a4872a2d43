// Exhausted descriptors, memory and connections.
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import {
  afterRequests, assertUnharmed, eventually, longOnly, missing, open, processorSeconds, profileRequest, residentKib, startVictim, whileServing,
} from '../support/faults.mjs'
import { exchange } from '../support/raw.mjs'
import { readProfile } from '../support/steps.mjs'

const closeAll = async (sockets) => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(sockets.map((socket) => socket.gone))
}

/** "Excess is refused within 50 ms": the median, because the test's own load may delay the slower half. */
function assertPrompt(delays) {
  delays.sort((a, b) => a - b)
  const median = delays[Math.floor(delays.length / 2)]
  assert.ok(median < 50, `refused after ${median.toFixed(1)} ms`)
}

const noPrlimit = missing('prlimit', '--nofile=64', '/bin/true')
test('without free descriptors open connections are served, no loop spins, and service recovers', { skip: noPrlimit }, async () => {
  // A cap above what the descriptors allow, so that accept itself fails.
  await using server = await startVictim({ wrap: ['prlimit', '--nofile=64:64'], settings: { limits: { connections: 1000 } } })
  const hoard = []
  try {
    await whileServing(server, async (good) => {
      while (hoard.length < 200) hoard.push(await open(server.port))
      await eventually(async () => server.program.output.includes('accept'), 'a line about it', 2_000).catch(() => {})
      const begun = performance.now()
      const spent = processorSeconds(server.program.pid)
      await afterRequests(good, 40)
      const share = (processorSeconds(server.program.pid) - spent) / ((performance.now() - begun) / 1000)
      assert.ok(share < 0.3, `${(share * 100).toFixed(0)} % of a processor while exhausted`)
      await closeAll(hoard)
      await eventually(async () => (await readProfile(server.baseUrl, server.token)).status === 200, 'service again', 5_000)
    })
    assert.ok((await server.metric('agent_access_accept_failures_total')) > 0, 'accepts did fail')
  } finally {
    await closeAll(hoard)
  }
})

test('under overload accepted requests get complete responses in time, and service recovers', async () => {
  await using server = await startVictim()
  let answers = 0
  let isOver = false
  const flood = async () => {
    while (!isOver) {
      const result = await exchange(profileRequest(server).repeat(20), { port: server.port, expected: 20 })
      for (const answer of result.answers) assert.ok([200, 429, 503].includes(answer.status), String(answer.status))
      answers += result.answers.length
    }
  }
  await whileServing(server, async (good) => {
    const flooders = Array.from({ length: 48 }, flood)
    await afterRequests(good, 60)
    isOver = true
    await Promise.all(flooders)
  }, { bound: 1_000 })
  assert.ok(answers > 500, `${answers} answers`)
  const begun = performance.now()
  while ((await exchange(profileRequest(server), { port: server.port })).answers[0]?.status !== 200);
  assert.ok(performance.now() - begun < 2_000, 'recovered within 2 s')
  await whileServing(server, (good) => afterRequests(good, 30))
})

/** One request on a connection that is kept: { status, delay, retryAfter }. */
function ask(server, agent, localAddress) {
  const headers = { Host: `127.0.0.1:${server.port}`, Authorization: `Bearer ${server.token}` }
  const options = { host: '127.0.0.1', port: server.port, path: '/api/agent/full-profile', agent, localAddress, headers }
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const finish = (answer) => resolve({
      status: answer.statusCode, delay: performance.now() - begun, retryAfter: answer.headers['retry-after'],
    })
    request(options, (answer) => answer.resume().once('end', () => finish(answer))).once('error', reject).end()
  })
}

test('a flood beyond the budget of its address gets 429 at once and does not affect other addresses', async () => {
  await using server = await startVictim({ settings: { limits: { requests: 500, window: '10s', trusted_proxies: [] } } })
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  try {
    const refused = []
    let admitted = 0
    const begun = performance.now()
    await whileServing(server, async (good) => {
      const last = good.count() + 80
      const loop = async () => {
        while (good.count() < last) {
          const { status, delay, retryAfter } = await ask(server, agent, '127.0.0.2')
          if (status === 200) {
            ++admitted
            continue
          }
          assert.equal(status, 429)
          assert.match(retryAfter ?? '', /^[1-9]\d*$/)
          refused.push(delay)
        }
      }
      await Promise.all(Array.from({ length: 8 }, loop))
      agent.destroy()
    })
    const seconds = (performance.now() - begun) / 1000
    assert.ok(admitted <= 500 + 50 * seconds + 1, `${admitted} in ${seconds} s`)
    assert.ok(refused.length > 100, `${refused.length} refused`)
    assertPrompt(refused)
  } finally {
    agent.destroy()
  }
})

// Binaries under AddressSanitizer reserve terabytes.
const noMemoryCap = missing('prlimit', '--as=1000000000', '/bin/true')
test('with a memory limit floods of large bodies and heads do not end the process', { skip: noMemoryCap }, async (t) => {
  let server
  try {
    server = await startVictim({ wrap: ['prlimit', `--as=${400 * 1024 * 1024}`] })
  } catch (error) {
    t.skip(`skipped: it does not start below the cap: ${error.message.split('\n')[0]}`)
    return
  }
  const sockets = []
  try {
    await whileServing(server, async (good) => {
      const head = `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 16384\r\n\r\n`
      for (let index = 0; index < 1_000; ++index) {
        const socket = await open(server.port)
        sockets.push(socket)
        socket.write(index % 2 === 0 ? head + ' '.repeat(16_000) : `GET / HTTP/1.1\r\nX: ${'y'.repeat(8_000)}`)
      }
      await eventually(() => sockets.every((socket) => socket.destroyed || socket.writableLength === 0), 'all to be sent')
      await afterRequests(good, 20)
      assert.ok(residentKib(server.program.pid) < 300 * 1024, 'below the cap')
      await closeAll(sockets)
    }, { growthKib: 64 * 1024 })
  } finally {
    await closeAll(sockets)
    await server.stop()
  }
})

test('reaching the memory limit closes connections and does not end the process', { skip: longOnly || noMemoryCap }, async (t) => {
  await using server = await startVictim({ wrap: ['prlimit', `--as=${160 * 1024 * 1024}`] }).catch(() => undefined)
  if (server === undefined) {
    t.skip('skipped: it does not start below the cap')
    return
  }
  const sockets = []
  try {
    for (let index = 0; index < 9_000; ++index) {
      const socket = await open(server.port)
      sockets.push(socket)
      socket.write(`POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 16384\r\n\r\n${' '.repeat(16_000)}`)
    }
    await closeAll(sockets)
    await eventually(async () => (await readProfile(server.baseUrl, server.token).catch(() => ({}))).status === 200, 'service again')
    await assertUnharmed(server, { growthKib: 160 * 1024 })
  } finally {
    await closeAll(sockets)
  }
})
