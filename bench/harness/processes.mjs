// Child processes: pinned to cores, awaited, and stopped by their id.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const running = new Set()

/** Starts a server on `cores`; `log` is a file descriptor or 'ignore'. taskset execs the program, so the id is the program's. */
export function startServer(cores, command, { log = 'ignore', env } = {}) {
  const child = spawn('taskset', ['-c', cores, ...command], { stdio: ['ignore', 'ignore', log], env: { ...process.env, ...env } })
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

export async function endServer(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 8000)
  await gone
  clearTimeout(timer)
}

export const endAll = () => Promise.all([...running].map(endServer))

/** Runs a program to its end: { code, out, err }. */
export async function runProgram(command, { seconds = 60, input } = {}) {
  const child = spawn(command[0], command.slice(1), { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], timeout: seconds * 1000 })
  running.add(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (text) => { out += text })
  child.stderr.on('data', (text) => { err += text })
  if (input !== undefined) child.stdin.end(input)
  try {
    const [code] = await once(child, 'close')
    return { code, out, err }
  } finally {
    running.delete(child)
  }
}

/** Starts a program, waits for its first line; it exits at the end of its input: { line, end }. */
export async function startHolder(command, seconds) {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'ignore'], timeout: seconds * 1000 })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [''])])
  return {
    line: String(line),
    end: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.stdin.end()
      await gone
    },
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const isListening = (port) => new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => { socket.destroy(); resolve(true) })
  socket.once('error', () => resolve(false))
})

/** Waits until something listens on `port`; throws if `child` exits before, or after 20 seconds. */
export async function awaitPort(port, child) {
  for (let i = 0; i < 400; ++i) {
    if (await isListening(port)) return
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended at start (exit ${child.exitCode ?? child.signalCode})`)
    await pause(50)
  }
  throw new Error('it did not listen within 20 seconds')
}

/** CPU nanoseconds of all threads of a process, by the scheduler's own accounting. */
export function cpuOf(pid) {
  let sum = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    } catch { /* a thread that has just ended */ }
  }
  return sum
}

/** Resident bytes of a process: { all, own } (own: what is backed by no file, such as heap and stacks). */
export function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return { all: of('VmRSS'), own: of('RssAnon') }
}
