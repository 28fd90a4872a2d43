// A worker whose event loop is stuck: health endpoints, log and the service manager's watchdog report it, and only then.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually, isLong, missing, noStrace, startVictim } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram } from '../support/server.mjs'

const kStuck = { error: 'worker_stuck', error_description: 'The event loop of a worker has been stuck for 5 seconds or more.' }
const kOneWorker = { listen: { threads: 1 } }
const kStuckMs = 20_000 // 5 s until it counts as stuck, more on a busy machine
const kEpollWait = { x64: ['232', '281'], arm64: ['22'] }[process.arch] ?? [] // epoll_wait and epoll_pwait

/** The thread of the only worker: it waits for events, like that of the admin listener, which is started later. */
async function workerOf(pid) {
  const waiting = () => readdirSync(`/proc/${pid}/task`).map(Number).sort((left, right) => left - right).filter((thread) =>
    kEpollWait.includes(readFileSync(`/proc/${pid}/task/${thread}/syscall`, 'latin1').split(' ')[0]))
  await eventually(() => waiting().length === 2, 'one worker and the admin listener to wait for events')
  return waiting()[0]
}

/** Stops one thread at its next system call, by a tracer that is itself stopped. Resolves to the function that releases it. */
async function holdThread(thread) {
  const tracer = spawn('strace', ['-o', '/dev/null', '-p', String(thread)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(tracer, 'close')
  const atExit = () => tracer.kill('SIGKILL')
  process.once('exit', atExit)
  let text = ''
  tracer.stderr.setEncoding('utf8').on('data', (piece) => { text += piece })
  await eventually(() => /attached/.test(text), 'strace to attach')
  tracer.kill('SIGSTOP')
  return async () => {
    tracer.kill('SIGKILL')
    await ended
    process.removeListener('exit', atExit)
  }
}

const skip = noStrace || (kEpollWait.length === 0 ? `skipped: the system calls of ${process.arch} are not known here` : false)
const ask = async (server, path) => {
  const answer = await fetch(`${server.adminUrl}${path}`, { headers: { Connection: 'close' } })
  return { status: answer.status, text: await answer.text() }
}

test('while a worker is stuck /livez, /readyz and health fail, and it is logged once', { skip }, async () => {
  await using server = await startVictim({ settings: kOneWorker })
  const letGo = await holdThread(await workerOf(server.program.pid))
  try {
    await eventually(async () => (await ask(server, '/livez')).status === 503, '/livez to fail', kStuckMs)
    for (const path of ['/livez', '/readyz']) {
      const answer = await ask(server, path)
      assert.equal(answer.status, 503)
      assert.deepEqual(JSON.parse(answer.text), kStuck)
    }
    const health = await runProgram(['health', '--config', server.configFile])
    assert.equal(health.code, 1)
    assert.equal(health.output, `not ready: status 503: ${kStuck.error_description}\n`)
    await eventually(() => server.program.output.includes('"event":"worker_stuck"'), 'the log line')
  } finally {
    await letGo()
  }
  await eventually(async () => (await ask(server, '/livez')).status === 200, '/livez to recover')
  await eventually(() => server.program.output.includes('"event":"worker_turns_again"'), 'the second log line')
  assert.equal(server.program.output.match(/"event":"worker_stuck"/g).length, 1)
  const health = await runProgram(['health', '--config', server.configFile])
  assert.deepEqual([health.code, health.output], [0, 'ready\n'])
})

const noPerl = missing('perl', '-MSocket', '-e', '1')
const kReceive = `use Socket; $| = 1;
  socket(S, PF_UNIX, SOCK_DGRAM, 0) or die; bind(S, sockaddr_un($ARGV[0])) or die; print "bound\\n";
  while (defined recv(S, $m, 4096, 0)) { $m =~ s/\\n/ /g; print "$m\\n" }`

/** A service manager's end of the notify socket, until it is disposed of: { environment, readies, signs, text }. */
async function startManager(folder) {
  const path = join(folder, 'notify')
  const receiver = spawn('perl', ['-e', kReceive, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(receiver, 'close')
  let text = ''
  receiver.stdout.setEncoding('utf8').on('data', (piece) => { text += piece })
  await eventually(() => text.startsWith('bound\n'), 'the notify socket')
  return {
    environment: { NOTIFY_SOCKET: path, WATCHDOG_USEC: '2000000' },
    readies: () => [...text.matchAll(/^READY=1 STATUS=serving /gm)].length,
    signs: () => text.split('\n').filter((line) => line === 'WATCHDOG=1').length,
    text: () => text,
    [Symbol.asyncDispose]: async () => { receiver.kill('SIGKILL'); await ended },
  }
}

test('the service manager gets WATCHDOG=1 while every worker runs, and none while one is stuck', { skip: skip || noPerl }, async () => {
  const folder = temporaryFolder('notify')
  await using manager = await startManager(folder)
  await using server = await startVictim({ settings: kOneWorker, environment: manager.environment })
  await eventually(() => manager.signs() >= 2, 'two signs of life')
  assert.match(manager.text(), /^READY=1 STATUS=serving /m)
  const letGo = await holdThread(await workerOf(server.program.pid))
  let signs
  try {
    await eventually(() => server.program.output.includes('"event":"worker_stuck"'), 'the worker to count as stuck', kStuckMs)
    signs = manager.signs()
    // WATCHDOG=1 must arrive within the manager's two seconds and half of them again; a reload lets the main thread run.
    await eventually(async () => (await ask(server, '/livez')).status === 503, 'the health to say so')
    server.program.signal('SIGHUP')
    await eventually(() => manager.readies() === 2, 'a reload to be reported')
    assert.equal(manager.signs(), signs)
  } finally {
    await letGo()
  }
  await eventually(() => manager.signs() > signs, 'signs of life again')
  server.program.signal('SIGTERM')
  assert.deepEqual(await server.program.ended, { code: 0, signal: null })
  assert.match(manager.text(), /^STOPPING=1$/m)
})

test('a load that keeps the main thread for long stops neither WATCHDOG=1 nor /livez and /readyz', { skip: skip || noPerl }, async () => {
  const folder = temporaryFolder('notify')
  await using manager = await startManager(folder)
  await using server = await startVictim({ settings: kOneWorker, environment: manager.environment })
  await eventually(() => manager.signs() >= 1, 'a sign of life')
  const letGo = await holdThread(server.program.pid)
  try {
    server.program.signal('SIGHUP')
    const signs = manager.signs()
    await eventually(() => manager.signs() >= signs + 3, 'three more signs of life')
    for (const path of ['/livez', '/readyz']) assert.equal((await ask(server, path)).status, 200, path)
    assert.equal(manager.readies(), 1, 'the reload has not ended')
  } finally {
    await letGo()
  }
  await eventually(() => manager.readies() === 2, 'the reload to end')
  // While it loads, at the start and at a reload, the manager's limits are extended.
  await eventually(() => (manager.text().match(/^EXTEND_TIMEOUT_USEC=30000000 ?$/gm) ?? []).length >= 2, 'both loads to be told')
})

test('without a watchdog of the service manager no WATCHDOG=1 is sent', { skip: noPerl }, async () => {
  const folder = temporaryFolder('notify')
  await using manager = await startManager(folder)
  await using server = await startVictim({ environment: { NOTIFY_SOCKET: manager.environment.NOTIFY_SOCKET } })
  server.program.signal('SIGHUP')
  await eventually(() => manager.readies() === 2, 'a reload to be reported')
  assert.equal(manager.signs(), 0)
})

// --- Workers that run ---

const kPolls = 400 // of each poller, at least
const kPollMs = isLong ? 8 * 60_000 : 0 // as long, at least
const kPause = isLong ? 20 : 0
const kSuspicionMs = 6_000 // longer than a worker may be stuck

/** Sends requests without a pause until it is told to end; resolves to how many were answered. */
async function load(server, isOver) {
  for (let count = 0; ; ++count) {
    if (isOver()) return count
    await (await fetch(`${server.baseUrl}/llms.txt`)).arrayBuffer()
  }
}

async function assertNeverStuck(server, { pollers, clients }) {
  let isOver = false
  const statusOfReadyz = async () => (await ask(server, '/readyz')).status
  const begun = performance.now()
  const poll = async () => {
    for (let count = 0; count < kPolls || performance.now() - begun < kPollMs; ++count) {
      assert.equal(await statusOfReadyz(), 200)
      if (kPause > 0) await pause(kPause)
    }
  }
  const loads = Array.from({ length: clients }, () => load(server, () => isOver))
  try {
    await Promise.all(Array.from({ length: pollers }, poll))
    // A wake-up that was lost shows when the worker counts as stuck.
    for (const begin = performance.now(); performance.now() - begin < kSuspicionMs; await pause(100)) {
      assert.equal(await statusOfReadyz(), 200)
    }
  } finally {
    isOver = true
    assert.ok((await Promise.all(loads)).every((count) => count > 0))
  }
  assert.doesNotMatch(server.program.output, /worker_stuck/)
}

test('eight callers of /readyz at the same time never see a busy worker as stuck', async () => {
  await using server = await startVictim({ settings: kOneWorker })
  await assertNeverStuck(server, { pollers: 8, clients: 32 })
})
