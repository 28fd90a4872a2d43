// Starts the program under test and always stops it, by its process id. AGENT_ACCESS_BIN names another binary.
import { execFile, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const binary =
  process.env.AGENT_ACCESS_BIN ?? fileURLToPath(new URL('../../build/release/agent-access', import.meta.url))

const kTries = 1_500
const kPauseMs = 20
const kStopMs = 10_000
const kStarts = 3 // another process may bind a free port before the program does

/** An openly fictional profile with a nested member, so that byte-for-byte delivery can be seen. */
export const exampleProfile = {
  name: 'Example Person',
  service: [{ role: 'Chair', organisation: 'Example Society', years: '2019-2024' }],
  availability: { open_to: ['advisory work'], not_open_to: ['relocation'] },
}

/** Runs another program to its end, with options of node's execFile: { stdout, stderr }. Throws if it fails. */
export const run = promisify(execFile)

// Below the ports that the kernel uses for outgoing connections, one of which could use it meanwhile; above 10080, which fetch refuses.
const kFirstPort = 10_100
const kPortsEach = 200
const kBlocks = 109

/** The server that listens there, or undefined if the port is in use. */
async function listensAt(port) {
  const server = createServer().listen(port, '127.0.0.1')
  return (await once(server, 'listening').then(() => true, () => false)) ? server : undefined
}

/** The first port of a block that this process has for itself: test files run in processes, several at a time. The kernel decides who has it. */
async function claimBlock() {
  for (let block = randomInt(kBlocks); ; block = (block + 1) % kBlocks) {
    const first = kFirstPort + block * kPortsEach
    const guard = await listensAt(first)
    if (guard === undefined) continue
    guard.unref()
    return first
  }
}

let ownBlock
let portsTaken = randomInt(kPortsEach)

/** A port that was free a moment ago and that no other test file takes. */
export async function freePort() {
  const first = await (ownBlock ??= claimBlock())
  for (;;) {
    const server = await listensAt(first + 1 + (portsTaken++ % (kPortsEach - 1)))
    if (server === undefined) continue
    const { port } = server.address()
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Resolves to true when something accepts connections there. */
export function accepts(port, address = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect(port, address)
    const done = (answer) => { socket.destroy(); resolve(answer) }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })
}

/** Polls `condition` a bounded number of times. */
export async function until(condition, what) {
  for (let tries = 0; tries < kTries; ++tries) {
    if (await condition()) return
    await pause(kPauseMs)
  }
  throw new Error(`gave up waiting for ${what}`)
}

/**
 * Repeats `assertions` until they hold, a bounded number of times. A response is counted and logged once it has been sent, on the thread that sent
 * it, so a client that has it may be ahead of the metrics.
 */
export async function untilItHolds(assertions, mostTries = kTries) {
  for (let tries = 1; ; ++tries) {
    try {
      return await assertions()
    } catch (error) {
      if (tries === mostTries) throw error
      await pause(kPauseMs)
    }
  }
}

// The tests are one busy client; tests of the limit set one.
const kUnlimited = { AGENT_ACCESS_LIMITS_REQUESTS: '0' }

/** The environment without AGENT_ACCESS settings of the caller. */
function cleanEnvironment(extra = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('AGENT_ACCESS_'))
  return { ...Object.fromEntries(kept), ...extra }
}

/** A running process; `output` grows with what it writes, `stdout` with what it writes to standard output. */
export class Program {
  output = ''
  stdout = ''
  exited = null // { code, signal } once it has ended

  /** `wrap` is a command in front, which must exec the program, so that the process id is the program's. `file` is another build of it. */
  constructor(args, environment, { wrap = [], stderr = 'pipe', file = binary } = {}) {
    if (!existsSync(file)) throw new Error(`${file} does not exist; build it first`)
    const [command, ...rest] = [...wrap, file, ...args]
    this.child = spawn(command, rest, { stdio: ['ignore', 'pipe', stderr], env: cleanEnvironment(environment) })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream === null) continue
      stream.setEncoding('utf8')
      stream.on('data', (text) => { this.output += text })
    }
    this.child.stdout.on('data', (text) => { this.stdout += text })
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => { this.output += String(error); this.#end({ code: null, signal: null }, resolve) })
      this.child.once('close', (code, signal) => this.#end({ code, signal }, resolve))
    })
    this.atExit = () => this.child.kill('SIGKILL')
    process.once('exit', this.atExit)
  }

  #end(how, resolve) {
    this.exited ??= how
    process.removeListener('exit', this.atExit)
    resolve(this.exited)
  }

  get pid() { return this.child.pid }
  signal(name) { return this.child.kill(name) }

  /** The lines of its log with this event, as objects. */
  logged(event) {
    return this.output.split('\n').slice(0, -1).filter((line) => line.includes(`"event":"${event}"`)).map((line) => JSON.parse(line))
  }

  /** Makes it read its files and the clock again; resolves to the new lines of its log with `event`, at least one. */
  async reload(event = 'reload') {
    const before = this.logged(event).length
    this.signal('SIGHUP')
    await until(() => this.logged(event).length > before, `a line with ${event}`)
    return this.logged(event).slice(before)
  }

  /** Sends SIGTERM, and SIGKILL if it does not exit in time. Resolves to { code, signal }. */
  async stop() {
    if (this.exited) return this.exited
    this.signal('SIGTERM')
    const timer = setTimeout(() => this.signal('SIGKILL'), kStopMs)
    const how = await this.ended
    clearTimeout(timer)
    return how
  }

  async [Symbol.asyncDispose]() { await this.stop() }

  async kill() {
    this.signal('SIGKILL')
    return this.ended
  }

  async waitFor(port) {
    await until(async () => this.exited !== null || (await accepts(port)), `a listener on port ${port}`)
    if (this.exited) throw new Error(`the program ended with ${JSON.stringify(this.exited)}:\n${this.output}`)
  }
}

/** Lets `await using` stop what was started, at the end of the block. */
export const disposable = (started) => Object.assign(started, { [Symbol.asyncDispose]: async () => { await started.stop() } })

async function startAnew(start) {
  for (let attempt = 1; ; ++attempt) {
    try {
      return await start()
    } catch (error) {
      if (attempt === kStarts || !/in use/i.test(error.message)) throw error
    }
  }
}

/** What `starts` start, one after the other, as a list; it is stopped together. */
export async function startEach(starts) {
  const all = []
  const started = disposable(Object.assign(all, { stop: () => Promise.all(all.map((one) => one.stop())) }))
  try {
    for (const start of starts) all.push(await start())
  } catch (error) {
    await started.stop()
    throw error
  }
  return started
}

/** Writes files below a folder: { 'public/a.txt': 'text or bytes', 'site.json': { any: 'value' } }. */
export async function writeFiles(directory, files) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(directory, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2))
  }
}

/**
 * `agent-access dev`, with `--site` when a folder is given: { baseUrl, otherBaseUrl, port, program, stop }. Without a
 * rate limit unless `environment` sets one.
 */
export async function startDev({ environment, site } = {}) {
  environment = { ...kUnlimited, ...environment }
  return startAnew(async () => {
    const port = await freePort()
    const more = site === undefined ? [] : ['--site', site]
    const program = new Program(['dev', '--listen', `127.0.0.1:${port}`, ...more], environment)
    await program.waitFor(port)
    return disposable({
      port,
      program,
      baseUrl: `http://127.0.0.1:${port}`,
      otherBaseUrl: `http://localhost:${port}`,
      stop: () => program.stop(),
    })
  })
}

/** Runs the program, or another build of it, to its end: { code, signal, output, stdout }. */
export async function runProgram(args, { environment, file } = {}) {
  const program = new Program(args, environment, { file })
  const how = await program.ended
  return { ...how, output: program.output, stdout: program.stdout }
}

const toml = (value) => (Array.isArray(value) ? `[${value.map(toml).join(', ')}]` : JSON.stringify(value))

/** The text of a configuration: base URLs, and sections of keys; an array is a section [[for each]] of its members. */
export function renderConfig({ base_urls, ...sections }) {
  const lines = [`base_urls = ${toml(base_urls)}`]
  for (const [section, keys] of Object.entries(sections)) {
    for (const row of [keys].flat()) {
      lines.push('', Array.isArray(keys) ? `[[${section}]]` : `[${section}]`, ...Object.entries(row).map(([key, value]) => `${key} = ${toml(value)}`))
    }
  }
  return `${lines.join('\n')}\n`
}

/**
 * `agent-access serve` with a configuration in a folder of its own:
 * { baseUrl, otherBaseUrl, port, adminPort, directory, configFile, profileFile, program, stop, killAndRestart, writeConfig, metric }.
 * `settings` are merged section by section, and without `limits.requests` nothing is limited; `secret` is the
 * content of the secret file; `files` lie beside the
 * configuration; `scheme` is that of the base URLs. `environment`, `wrap`, `stderr` and `file` are as for Program; a new
 * value of server.file is for the next start.
 */
export async function startServe({ secret = randomBytes(32), profile = exampleProfile, settings = {}, files = {}, scheme = 'http', environment, wrap, stderr, file } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-access-test-'))
  const path = (name) => join(directory, name)
  const configFile = path('agent-access.toml')
  const profileFile = path('profile.json')
  await writeFile(path('secret'), `${Buffer.from(secret).toString('base64url')}\n`, { mode: 0o600 })
  await writeFile(profileFile, typeof profile === 'string' ? profile : JSON.stringify(profile))
  await writeFiles(directory, files)
  const server = disposable({ directory, configFile, profileFile, path, file })

  server.writeConfig = async (more = {}) => {
    const { port, adminPort } = server
    const { base_urls: moreUrls, ...moreSections } = { ...settings, ...more }
    const config = {
      base_urls: moreUrls ?? [`${scheme}://127.0.0.1:${port}`, `${scheme}://localhost:${port}`],
      listen: { address: `127.0.0.1:${port}`, admin: `127.0.0.1:${adminPort}`, threads: 2 },
      secret: { file: path('secret') },
      content: { profile: profileFile },
      log: { level: 'info', format: 'json' },
    }
    for (const [section, keys] of Object.entries(moreSections)) config[section] = Array.isArray(keys) ? keys : { ...config[section], ...keys }
    await writeFile(configFile, renderConfig(config))
  }
  server.start = async () => {
    const defaults = settings.limits?.requests === undefined ? kUnlimited : {}
    server.program = new Program(['serve', '--config', configFile], { ...defaults, ...environment }, { wrap, stderr, file: server.file })
    await server.program.waitFor(server.port)
    await server.program.waitFor(server.adminPort)
    // Connections are accepted a moment before.
    const unready = async () => (await fetch(`${server.adminUrl}/readyz`, { headers: { Connection: 'close' } })).status === 503
    await until(async () => server.program.exited !== null || !(await unready().catch(() => false)), 'the service to be ready')
  }
  /** The value of a metric, with its labels; 0 if there is none. */
  server.metric = async (name) => {
    const text = await (await fetch(`${server.adminUrl}/metrics`, { headers: { Connection: 'close' } })).text()
    return Number(text.split('\n').find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0)
  }
  /** SIGKILL, then a new process on the same files and ports. */
  server.killAndRestart = async () => {
    await server.program.kill()
    await server.start()
  }
  server.stop = async () => {
    try {
      return await server.program?.stop()
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  try {
    await startAnew(async () => {
      server.port = await freePort()
      do server.adminPort = await freePort()
      while (server.adminPort === server.port)
      server.baseUrl = `${scheme}://127.0.0.1:${server.port}`
      server.otherBaseUrl = `${scheme}://localhost:${server.port}`
      server.adminUrl = `http://127.0.0.1:${server.adminPort}`
      await server.writeConfig()
      await server.start()
    })
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
