// Signals to stop: twice, during the start, with idle and slow peers connected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually, open, startVictim } from '../support/faults.mjs'
import { accepts, Program, startServe } from '../support/server.mjs'

const host = (server) => `Host: 127.0.0.1:${server.port}\r\n`

test('SIGTERM closes 300 idle connections at once and slow ones at their deadline', async () => {
  await using server = await startVictim({ settings: { limits: { header_deadline: '4s', body_deadline: '4s', connections: 1000, connections_per_address: 1000 } } })
  const sockets = []
  try {
    for (let count = 0; count < 300; ++count) sockets.push(await open(server.port))
    const slow = []
    for (let count = 0; count < 50; ++count) {
      slow.push(await open(server.port))
      slow.at(-1).write(count % 2 === 0 ? `GET /llms.txt HTTP/1.1\r\n${host(server)}` : `POST /oauth/register HTTP/1.1\r\n${host(server)}Content-Length: 10\r\n\r\n{`)
    }
    const wanted = sockets.length + slow.length
    await eventually(async () => (await server.metric('agent_access_connections_open')) >= wanted, `${wanted} accepted connections`)
    const begun = performance.now()
    server.program.signal('SIGTERM')
    await Promise.race([Promise.all(sockets.map((socket) => socket.gone)), server.program.ended])
    assert.ok(sockets.every((socket) => socket.destroyed), 'idle connections do not wait for slow ones')
    assert.equal(server.program.exited, null, 'the slow ones are waited for')
    assert.deepEqual(await server.program.ended, { code: 0, signal: null })
    assert.ok(performance.now() - begun < 15_000, 'nor do slow ones beyond their deadline')
    await Promise.all(slow.map((socket) => socket.gone))
    sockets.push(...slow)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test('a second SIGTERM ends the process at once', async () => {
  await using server = await startVictim()
  const slow = await open(server.port)
  try {
    slow.write(`POST /oauth/register HTTP/1.1\r\n${host(server)}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`)
    await eventually(() => slow.received.startsWith('HTTP/1.1 100 '), 'the request to be in flight')
    server.program.signal('SIGTERM')
    await eventually(() => server.program.output.includes('"event":"stop"'), 'the drain')
    await eventually(async () => !(await accepts(server.port)), 'the listener to be closed')
    assert.equal(server.program.exited, null, 'it waits for the slow one')
    server.program.signal('SIGTERM')
    assert.deepEqual(await server.program.ended, { code: 1, signal: null })
    assert.match(server.program.output, /"event":"stopped","aborted":true/)
    await slow.gone
  } finally {
    slow.destroy()
  }
})

test('SIGTERM at any moment of the start ends the process', async () => {
  await using server = await startServe()
  await server.program.stop()
  for (let delay = 0; delay <= 600; delay += 50) {
    const program = new Program(['serve', '--config', server.configFile])
    await pause(delay)
    program.signal('SIGTERM')
    const timer = setTimeout(() => program.signal('SIGKILL'), 10_000)
    const how = await program.ended
    clearTimeout(timer)
    // Before its signal handling is set up the system ends it; afterwards it exits itself.
    assert.ok(how.signal === 'SIGTERM' || how.code === 0, `after ${delay} ms: ${JSON.stringify(how)} ${program.output.slice(-300)}`)
  }
})
