// `agent-access dev`: the program exports the worker of the playground into a temporary folder, and Node.js serves it in a process of its own. A
// change of a file is a line to the program, which exports again: what the files say, or pages with their mistakes.
import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { getSystemErrorMap } from 'node:util'

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

/** A mistake of the person, which is said in a line. */
class Complaint extends Error {}

/** What the system says of an error, as the program does: "Permission denied". */
function wordsOf({ code, errno, message }) {
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have that address'
  const words = getSystemErrorMap().get(errno)?.[1] ?? message
  return words[0].toUpperCase() + words.slice(1)
}

/** The address, with a free port where it asks for any; as it is if it is no address, which the program explains. */
async function usable(listen) {
  const [, six, four, port] = endpointOf(listen) ?? []
  if (port === undefined || port > 65535) return listen
  const server = createServer()
  try {
    await once(server.listen({ host: six ?? four, port: Number(port) }), 'listening')
  } catch (error) {
    throw new Complaint(`cannot listen on ${listen}: ${wordsOf(error)}; choose another with listen.address (dev: --listen)`)
  }
  const found = server.address().port
  await once(server.close(), 'close')
  return listen.replace(/\d+$/, found)
}

function temporaryFolder() {
  try {
    return mkdtempSync(path.join(tmpdir(), 'agent-access-'))
  } catch (error) {
    throw new Complaint(`cannot create a temporary folder in ${tmpdir()}: ${wordsOf(error)}; set TMPDIR`)
  }
}

/** A process that serves the export in `folder`: `listening` is whether it does. `ended` is called if it ends by itself. Several can, at one port. */
function serve(folder, env, ended) {
  cluster.setupPrimary({ exec: path.join(folder, 'server.mjs'), execArgv: ['--import', kLastRequest], args: [], cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const worker = cluster.fork(env).on('error', () => {}) // a message to one that the same Ctrl-C has ended
  const closed = once(worker.process, 'close')
  worker.process.once('close', ended)
  const listening = new Promise((resolve) => {
    const lines = createInterface(worker.process.stdout)
    lines.on('line', (line) => (line.includes('"event":"listening"') ? resolve(true) : process.stderr.write(`${line}\n`))).once('close', () => resolve(false))
  })
  const stop = async () => {
    worker.process.off('close', ended)
    if (worker.isConnected()) {
      worker.disconnect() // takes no more connections, and waits for the end of those that are open
      const timer = setTimeout(() => worker.process.kill(), kUnusedMs)
      await Promise.race([once(worker, 'disconnect'), closed])
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

/** Folder → names in it that count, or undefined for all. A folder keeps its watch when a file in it is replaced. A link counts, and what it names. */
function foldersOf(paths) {
  const folders = new Map()
  const isWhole = (folder) => folders.has(folder) && folders.get(folder) === undefined
  function addFile(file) {
    const folder = path.dirname(file)
    if (existsSync(folder) && !isWhole(folder)) folders.set(folder, [...(folders.get(folder) ?? []), path.basename(file)])
  }
  function addFolder(folder) {
    if (isWhole(folder)) return
    folders.set(folder, undefined)
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory() || entry.isSymbolicLink()) add(path.join(folder, entry.name))
  }
  function add(given) {
    if (!existsSync(given)) return addFile(given)
    const real = realpathSync(given)
    if (real !== given) addFile(given)
    if (statSync(real).isDirectory()) addFolder(real)
    else addFile(real)
  }
  for (const each of paths) add(path.resolve(each))
  return folders
}

/** Calls `changed` at each change. */
function watchAll(paths, changed) {
  return [...foldersOf(paths)].map(([folder, names]) => watch(folder, (_, name) => { if (!names || names.includes(name)) changed() }))
}

/** What is served in `folder`: anew() after each export, which is whether it is; changed() after each change of a file. */
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
      const isListening = await server.listening
      await before?.stop()
      return isListening
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
  const listen = await usable(value ?? process.env.AGENT_ACCESS_LISTEN_ADDRESS ?? '127.0.0.1:8080')
  const secret = process.env.AGENT_ACCESS_SECRET
  const env = { ...process.env, AGENT_ACCESS_SECRET: secret ?? randomBytes(32).toString('base64url') }
  return { listen, env, args: [...rest, '--listen', listen, ...(secret === undefined ? ['--temporary'] : [])] }
}

async function play(given) {
  let program, code
  const end = (wanted) => {
    code ??= wanted
    program?.kill()
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0))
  const { listen, env, args } = await chosen(given)
  if (code !== undefined) return code
  const [, six, four, port] = endpointOf(listen) ?? []
  const folder = temporaryFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  program = spawn(process.execPath, [kProgram, ...args, '--out', folder], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(program, 'close')
  program.stdin.on('error', () => {}) // it has ended
  const again = () => program.stdin.write('\n')
  const site = served(folder, { ...env, HOST: six ?? four, PORT: port }, again, () => end(1))
  if (process.platform !== 'win32') process.on('SIGHUP', again) // on Windows a console that is closed sends it
  let isOpen = !given.includes('--open')
  for await (const piece of program.stdout.setEncoding('utf8')) {
    const [before, ...after] = piece.split(kExported)
    process.stdout.write(before)
    for (const text of after) {
      if (!await site.anew()) end(1)
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

export async function main(given) {
  try {
    return await play(given)
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    console.error(`agent-access: ${error.message}`)
    return 1
  }
}
