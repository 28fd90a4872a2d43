// Shared by the fault tests: a server with its data from /proc, and tools that may be missing, each with a reason to skip.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { assertServed, kBoundMs, startGoodClient } from './good_client.mjs'
import { tokenOverHttps } from './https.mjs'
import { startServe } from './server.mjs'
import { register, token } from './steps.mjs'

/** The long tests run only on request. */
export const isLong = process.env.AGENT_ACCESS_FAULTS === 'long'
export const longOnly = isLong ? false : 'skipped: runs with scripts/suite faults --long'

export const kSlowdown = 3 // how much slower than at a server without an attack the slowest percent may be

const tools = new Map()
/** False if the command works here, otherwise the reason (for the option `skip`). */
export function missing(command, ...args) {
  const key = [command, ...args].join(' ')
  if (!tools.has(key)) {
    const probe = spawnSync(command, args, { encoding: 'utf8' })
    const reason = probe.error?.code ?? (probe.status === 0 ? undefined : probe.stderr.trim().split('\n')[0])
    tools.set(key, reason === undefined ? false : `skipped: ${key}: ${reason}`)
  }
  return tools.get(key)
}

export const onlyRoot = process.getuid() === 0 ? false : 'skipped: needs root'
const capabilities = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))[1]}`)
const kSysPtrace = 19n
/** The program is not dumpable: the kernel shows its memory, descriptors and libraries, and lets it be traced, only with this capability (ptrace(2)). */
export const noInspection = capabilities >> kSysPtrace & 1n ? false : 'skipped: needs CAP_SYS_PTRACE to look into the process'
export const noStrace = noInspection || missing('strace', '-o', '/dev/null', '/bin/true')
/** For unshare: where the root is no mount of its own (chroot), its propagation cannot be changed. */
export const propagation = / \/ \/ /.test(readFileSync('/proc/self/mountinfo', 'latin1')) ? 'private' : 'unchanged'
export const noMount = onlyRoot || missing('unshare', '--mount', '--propagation', propagation, '/bin/true')
/** Whether this machine has ::1; a container may not. */
export const hasIpv6 = Object.values(networkInterfaces()).flat().some(({ address }) => address === '::1')

const kFaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
export const noFaketime = existsSync(kFaketime) ? false : 'skipped: libfaketime is not installed'
export const faketime = (more) => ({ LD_PRELOAD: kFaketime, FAKETIME_DONT_FAKE_MONOTONIC: '1', ...more })

/** Polls with a deadline. */
export async function eventually(condition, what, milliseconds = 10_000) {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`gave up waiting for ${what}`)
    await pause(20)
  }
}

const proc = (pid, file) => readFileSync(`/proc/${pid}/${file}`, 'latin1')
/** KiB of a line of /proc/PID/status; 0 if it is missing. */
export const statusOf = (pid, name) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(proc(pid, 'status'))?.[1] ?? ''
export const residentKib = (pid) => Number.parseInt(statusOf(pid, 'VmRSS'), 10)
/** Open descriptors, or undefined if this user may not read them. */
export function descriptorCount(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return undefined
  }
}
/** Processor time in seconds, of all threads. */
export function processorSeconds(pid) {
  const fields = proc(pid, 'stat').replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** A started server with a client, its token, and the data of the process before the test. */
export function asVictim(server, client, jwt) {
  server.client = client
  server.token = jwt
  server.baseline = { pid: server.program.pid, descriptors: descriptorCount(server.program.pid), kib: residentKib(server.program.pid) }
  return server
}

/** startServe (which switches the rate limit off unless `settings` name one), as a victim. `ca`: it serves over TLS. */
export async function startVictim({ ca, ...options } = {}) {
  const server = await startServe(options)
  try {
    server.profile = options.profile
    if (ca !== undefined) {
      const { client, token: jwt } = await tokenOverHttps(server.baseUrl, ca)
      return asVictim(server, client, jwt)
    }
    const client = await register(server.baseUrl)
    return asVictim(server, client, await token(server.baseUrl, client))
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Invariants I4, I5 and I6 of section 0: the process is the same, has released descriptors and memory, and logged no secret. */
export async function assertUnharmed(server, { growthKib = 24 * 1024 } = {}) {
  const { pid, descriptors, kib } = server.baseline
  assert.equal(server.program.exited, null, `ended: ${server.program.output.slice(-500)}`)
  if (descriptors !== undefined) {
    // A few are the test's own idle connections.
    await eventually(() => descriptorCount(pid) <= descriptors + 4, `descriptors back to ${descriptors}`, 15_000)
  }
  const grown = residentKib(pid) - kib
  assert.ok(grown <= growthKib, `grew by ${grown} KiB`)
  assertNoSecret(server)
}

export function assertNoSecret(server) {
  for (const secret of [server.client.client_secret, server.token, server.token.split('.')[2]]) {
    assert.ok(!server.program.output.includes(secret), 'a secret is in the log')
  }
}

const calm = new Map() // servers by their profile
if (isMainThread) after(() => Promise.all([...calm.values()].map(async (server) => (await server).stop())))

/** A server without an attack, for the tests of one file: { port, token, host, keepAlive }. */
async function calmServer(profile) {
  if (!calm.has(profile)) calm.set(profile, startServe({ profile }))
  const server = await calm.get(profile)
  server.token ??= await token(server.baseUrl, await register(server.baseUrl))
  return { port: server.port, token: server.token, host: `127.0.0.1:${server.port}`, keepAlive: true }
}

/** A good client of a server without an attack: it measures the machine. */
export const startCalmClient = async () => startGoodClient(await calmServer())

/** A good client that also sends its requests to a server without an attack and with the same profile. */
export const startComparedClient = async ({ profile, ...options }) => startGoodClient({ ...options, calm: await calmServer(profile) })

/**
 * A good client's result must be without an error and within `bound`, or else within three times what the server without an attack
 * took in the same seconds, so that other load on the machine is not mistaken for a slow server.
 */
export const assertServedAsEver = (result, bound = kBoundMs) => assertServed(result, { bound: Math.max(bound, kSlowdown * result.calm) })

/** Runs `attack`, which gets the polling good client, and checks the invariants of client and process. */
export async function whileServing(server, attack, { bound, growthKib } = {}) {
  const good = await startComparedClient({ port: server.port, token: server.token, ca: server.ca, profile: server.profile })
  let value
  let result
  try {
    value = await attack(good)
  } finally {
    result = await good.stop()
  }
  assertServedAsEver(result, bound)
  await assertUnharmed(server, { growthKib })
  return value
}

/** Resolves when the good client has completed `requests` more. */
export async function afterRequests(good, requests) {
  const wanted = good.count() + requests
  await eventually(() => good.count() >= wanted, `${requests} requests of the good client`, 60_000)
}

/** A connected socket that collects received bytes: `received`, `gone` (a promise). Errors only close it. */
export async function open(port, { from = '127.0.0.1', to = '127.0.0.1', paused = false } = {}) {
  const socket = connect({ port, host: to, localAddress: from })
  socket.received = ''
  socket.gone = once(socket, 'close').catch(() => {})
  socket.on('error', () => {})
  await Promise.race([once(socket, 'connect').catch(() => {}), socket.gone])
  if (paused) socket.pause()
  else socket.setEncoding('latin1').on('data', (text) => { socket.received += text })
  return socket
}

export const profileRequest = (server) =>
  `GET /api/agent/full-profile HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`

/** Lets strace inject faults into the running process until stop(): { stop }. stop() resolves to the output of strace. */
export async function injectFaults(pid, ...expressions) {
  const traced = expressions.map((expression) => expression.split(':')[0]).join(',')
  const args = ['-f', '-p', String(pid), '-e', `trace=${traced}`, ...expressions.flatMap((text) => ['-e', `inject=${text}`])]
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const atExit = () => tracer.kill('SIGKILL')
  process.once('exit', atExit)
  let text = ''
  let hasEnded = false
  tracer.stderr.setEncoding('utf8').on('data', (piece) => { text += piece })
  const ended = once(tracer, 'close').then(() => { hasEnded = true })
  await eventually(() => hasEnded || /attached/.test(text), 'strace to attach')
  assert.ok(!hasEnded, text)
  return {
    injected: () => (text.match(/INJECTED/g) ?? []).length,
    stop: async () => {
      tracer.kill('SIGINT')
      await ended
      process.removeListener('exit', atExit)
      return text
    },
  }
}
