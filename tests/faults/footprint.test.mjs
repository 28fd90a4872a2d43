// The system calls of a request.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import { everyRequest, kHostile, part } from '../support/every_request.mjs'
import { eventually, noStrace, startVictim } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { askHttps } from '../support/https.mjs'
import { startServe } from '../support/server.mjs'
import { form, kForm, kProfilePath, tokenFields } from '../support/steps.mjs'

/** strace on a running process: { stop }. stop() resolves to the lines that it wrote. */
async function trace(pid, ...args) {
  const tracer = spawn('strace', ['-f', '-p', String(pid), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  tracer.stderr.setEncoding('utf8').on('data', (piece) => { text += piece })
  const ended = once(tracer, 'close')
  await eventually(() => /attached/.test(text), 'strace to attach')
  return { stop: async () => { tracer.kill('SIGINT'); await ended; return text } }
}

// close and shutdown end connections; brk, mmap, munmap, madvise and mprotect are the allocator's.
const kSteady = new Set(['epoll_wait', 'epoll_pwait', 'epoll_ctl', 'accept4', 'accept', 'recvfrom', 'recvmsg', 'sendto', 'sendmsg', 'read', 'readv',
  'write', 'writev', 'close', 'shutdown', 'futex', 'clock_gettime', 'getrandom', 'setsockopt', 'getsockopt', 'getpeername',
  'getsockname', 'ioctl', 'fcntl', 'poll', 'ppoll', 'rt_sigtimedwait', 'restart_syscall', 'sched_yield', 'clock_nanosleep', 'gettid', 'getpid',
  'brk', 'mmap', 'munmap', 'madvise', 'mprotect'])

test('a request opens no file, opens no connection and starts no program: its system calls are on a short list', { skip: noStrace }, async () => {
  await using server = await startVictim()
  await everyRequest(server) // work that is done only once is done now
  const tracer = await trace(server.program.pid)
  await everyRequest(server)
  const text = await tracer.stop()
  const calls = new Set([...text.matchAll(/^(?:\[pid +\d+\] )?([a-z_0-9]+)\(/gm)].map((match) => match[1]))
  assert.ok(calls.has('accept4') || calls.has('recvmsg') || calls.has('recvfrom'), `seen: ${[...calls]}`)
  assert.deepEqual([...calls].filter((name) => !kSteady.has(name)), [])
})

test('a request over TLS makes no other system calls', { skip: noStrace }, async () => {
  const folder = temporaryFolder('footprint')
  const authority = await makeAuthority(folder)
  const { certificate, key } = await authority.issue('server')
  const ca = readFileSync(authority.file)
  await using server = await startServe({ scheme: 'https', settings: { tls: { certificate, key }, limits: { trusted_proxies: [] } } })
  /** A connection with every kind of request, also hostile ones, that the peer closes. */
  const everyKind = async () => {
    const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 })
    const ask = (path, options) => askHttps(`${server.baseUrl}${path}`, { agent, ...options })
    const client = JSON.parse((await ask('/oauth/register', { method: 'POST' })).text)
    const body = form(tokenFields(client))
    const granted = JSON.parse((await ask('/oauth/token', { method: 'POST', headers: { 'content-type': kForm }, body })).text)
    assert.equal((await ask(kProfilePath, { headers: { authorization: `Bearer ${granted.access_token}` } })).status, 200)
    for (const head of kHostile) {
      const [, claims, signature] = granted.access_token.split('.')
      assert.equal((await ask(kProfilePath, { headers: { authorization: `Bearer ${part(head)}.${claims}.${signature}` } })).status, 401)
    }
    for (const path of ['/llms.txt', '/', '/.env', '/secret']) assert.ok([200, 404].includes((await ask(path)).status))
    agent.destroy()
  }
  await everyKind() // work that is done only once is done now
  const tracer = await trace(server.program.pid)
  await everyKind()
  const text = await tracer.stop()
  const calls = new Set([...text.matchAll(/^(?:\[pid +\d+\] )?([a-z_0-9]+)\(/gm)].map((match) => match[1]))
  assert.ok(calls.has('accept4') && calls.has('epoll_wait'), `seen: ${[...calls]}`)
  // mlock: the key of a session ticket is derived for each, in a locked page of its own.
  assert.deepEqual([...calls].filter((name) => !kSteady.has(name) && name !== 'mlock'), [])
})
