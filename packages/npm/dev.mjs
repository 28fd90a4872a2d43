// `agent-access dev`: the program exports the worker of the playground into a temporary folder, and Node.js serves it in a process of its own. A
// change of a file is a line to the program, which exports again: what the files say, or pages with their mistakes.
import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const kProgram = fileURLToPath(new URL('cli.mjs', import.meta.url))
const kLastRequest = new URL('last_request.mjs', import.meta.url).href
const kSettleMs = 100 // an editor writes a file in several steps
const kUnusedMs = 500 // a browser opens a connection before it has a request
const kExported = '\x1e' // in what the program prints: the folder has what it read

/** The value of an option, "--listen X" or "--listen=X", and the arguments without it. */
function taken(args, name) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  if (at < 0) return { rest: args }
  const isJoined = args[at].includes('=')
  return { value: isJoined ? args[at].slice(name.length + 1) : args[at + 1], rest: args.toSpliced(at, isJoined ? 1 : 2) }
}

const endpointOf = (text) => /^(?:\[([^\]]*)\]|([^:]*)):(\d+)$/.exec(text)

/** The address with a free port where it asks for any; as it is if it is no address, which the program explains. */
async function withPort(listen) {
  const [, six, four, port] = endpointOf(listen) ?? []
  if (port !== '0') return listen
  const server = createServer()
  await new Promise((resolve, reject) => server.once('error', reject).listen({ host: six ?? four, port: 0 }, resolve))
  const free = server.address().port
  await new Promise((resolve) => { server.close(resolve) })
  return listen.replace(/0$/, free)
}

/** A process that serves the export in `folder`. `ended` is called if it ends by itself, as where the port is taken. Several can, at one port. */
function serve(folder, env, ended) {
  cluster.setupPrimary({ exec: path.join(folder, 'server.mjs'), execArgv: ['--import', kLastRequest], args: [], cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const worker = cluster.fork(env)
  const closed = once(worker.process, 'close')
  worker.process.once('close', ended)
  const listening = new Promise((resolve) => {
    const lines = createInterface(worker.process.stdout)
    lines.on('line', (line) => (line.includes('"event":"listening"') ? resolve() : process.stderr.write(`${line}\n`))).once('close', resolve)
  })
  const stop = async () => {
    worker.process.off('close', ended)
    if (worker.isConnected()) {
      worker.disconnect() // takes no more connections, and waits for the end of those that are open
      const timer = setTimeout(() => worker.process.kill(), kUnusedMs)
      await once(worker, 'disconnect')
      clearTimeout(timer)
    }
    worker.process.kill()
    await closed
  }
  return { listening, stop }
}

const kOpeners = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }

/** The program that BROWSER names, or that of the system. */
function openBrowser(url) {
  const opener = kOpeners[process.platform] ?? ['xdg-open']
  const { AGENT_ACCESS_SECRET, ...env } = process.env
  const tryNext = ([[program, ...args], ...others]) => spawn(program, [...args, url], { stdio: 'inherit', detached: true, env }).once('error', () => {
    if (others.length > 0) tryNext(others)
    else console.error(`agent-access: found no browser: there is no ${opener[0]}, and BROWSER names no program`)
  }).unref()
  tryNext([...(process.env.BROWSER ? [[process.env.BROWSER]] : []), opener])
}

const watchedIn = (folder) => readFileSync(path.join(folder, 'watched'), 'utf8').split('\n').filter((line) => line !== '')

/** Folder → names in it that count, or undefined for all. A folder keeps its watch when a file in it is replaced. */
function foldersOf(paths) {
  const folders = new Map()
  const addAll = (folder) => {
    folders.set(folder, undefined)
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) addAll(path.join(folder, entry.name))
  }
  for (const each of paths.map((given) => path.resolve(given))) {
    const folder = path.dirname(each)
    if (existsSync(each) && statSync(each).isDirectory()) addAll(each)
    else if (existsSync(folder) && !(folders.has(folder) && folders.get(folder) === undefined)) folders.set(folder, [...(folders.get(folder) ?? []), path.basename(each)])
  }
  return folders
}

/** Calls `changed` at each change. */
function watchAll(paths, changed) {
  return [...foldersOf(paths)].map(([folder, names]) => watch(folder, (_, name) => { if (!names || names.includes(name)) changed() }))
}

/** What is served in `folder`: anew() after each export, changed() after each change of a file. */
function served(folder, env, changed, ended) {
  let server, timer
  let watchers = []
  const closeWatchers = () => watchers.forEach((watcher) => watcher.close())
  function watchAnew() {
    closeWatchers()
    watchers = watchAll(watchedIn(folder), () => {
      clearTimeout(timer)
      timer = setTimeout(settled, kSettleMs)
    })
  }
  function settled() {
    watchAnew() // before the files are read: a change while they are is another one
    changed()
  }
  return {
    anew: async () => {
      watchAnew()
      const before = server
      server = serve(folder, env, ended)
      await server.listening
      await before?.stop()
    },
    stop: async () => {
      closeWatchers()
      clearTimeout(timer)
      await server?.stop()
    },
  }
}

/** { listen, args, env }: where, and the arguments and variables of the program. */
async function chosen(given) {
  const { value, rest } = taken(given, '--listen')
  const listen = await withPort(value ?? process.env.AGENT_ACCESS_LISTEN_ADDRESS ?? '127.0.0.1:8080')
  const secret = process.env.AGENT_ACCESS_SECRET
  const env = { ...process.env, AGENT_ACCESS_SECRET: secret ?? randomBytes(32).toString('base64url') }
  return { listen, env, args: [...rest, '--listen', listen, ...(secret === undefined ? ['--temporary'] : [])] }
}

export async function main(given) {
  const { listen, env, args } = await chosen(given)
  const [, six, four, port] = endpointOf(listen) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-access-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const program = spawn(process.execPath, [kProgram, ...args, '--out', folder], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(program, 'close')
  let code
  const end = (wanted) => {
    code ??= wanted
    program.kill()
  }
  program.stdin.on('error', () => {}) // it has ended
  const again = () => program.stdin.write('\n')
  const site = served(folder, { ...env, HOST: six ?? four, PORT: port }, again, () => end(1))
  if (process.platform !== 'win32') process.on('SIGHUP', again) // on Windows a console that is closed sends it
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0))
  let isOpen = !given.includes('--open')
  for await (const piece of program.stdout.setEncoding('utf8')) {
    const [before, ...after] = piece.split(kExported)
    process.stdout.write(before)
    for (const text of after) {
      await site.anew()
      if (code !== undefined) break
      process.stdout.write(text)
      if (!isOpen) openBrowser(`http://${six === undefined ? '127.0.0.1' : '[::1]'}:${port}/`)
      isOpen = true
    }
  }
  const [status] = await closed
  await site.stop()
  return code ?? status ?? 1
}
