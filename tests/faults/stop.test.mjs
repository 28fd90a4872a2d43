// Signals to stop: twice, during the start, with idle and slow peers connected.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually, injectFaults, noStrace, open, startVictim } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { accepts, binary, Program, run, startServe } from '../support/server.mjs'

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

test('SIGTERM drains where no thread can be started', { skip: noStrace || (isSanitized ? 'skipped: the sanitizer starts a thread of its own' : false) }, async () => {
  await using server = await startVictim()
  const tracer = await injectFaults(server.program.pid, 'clone,clone3:error=EAGAIN')
  server.program.signal('SIGTERM')
  assert.deepEqual(await server.program.ended, { code: 0, signal: null })
  assert.match(server.program.output, /"event":"stopped","aborted":false/)
  await tracer.stop()
})

test('serve blocks its signals before it reads anything, and other commands end at a signal', { skip: noStrace || (isSanitized ? 'skipped: a sanitizer opens files of its own, and cannot look for leaks while it is traced' : false) }, async () => {
  const folder = temporaryFolder('signals')
  const calls = async (...args) => {
    const file = join(folder, 'calls')
    await run('strace', ['-o', file, '-e', 'trace=rt_sigprocmask,openat', binary, ...args]).catch(() => {})
    return (await readFile(file, 'utf8')).split('\n')
  }
  const config = join(folder, 'missing.toml')
  const served = await calls('serve', '--config', config)
  const blocked = served.findIndex((line) => line.startsWith('rt_sigprocmask(SIG_BLOCK, [HUP INT TERM IO]'))
  const read = served.findIndex((line) => line.includes(config))
  assert.ok(blocked >= 0 && read > blocked, `${blocked}, ${read}`)
  // What is opened before belongs to the loader and to libraries.
  assert.deepEqual(served.slice(0, blocked).filter((line) => line.startsWith('openat(') && !/"\/(etc\/ld\.so|usr\/lib|lib|etc\/ssl|usr\/share|proc\/|sys\/)/.test(line)), [])
  assert.ok(!(await calls('check', '--config', config)).some((line) => line.startsWith('rt_sigprocmask(SIG_BLOCK, [HUP INT TERM IO]')))
})

test('SIGUSR1 and SIGUSR2 change nothing', async () => {
  await using server = await startVictim()
  for (const name of ['SIGUSR1', 'SIGUSR2']) server.program.signal(name)
  server.program.signal('SIGHUP')
  await eventually(() => server.program.output.includes('"event":"reload"'), 'a reload after both', 30_000)
  assert.equal(server.program.exited, null)
})
