// `agent-access dev`: the program exports the worker of the playground into a temporary folder, and Node.js serves it in a process of its own. A
// change of a file that is served exports and serves anew; while a file has a mistake, what was served before stays.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const kProgram = fileURLToPath(new URL('cli.mjs', import.meta.url))
const kSettleMs = 100 // an editor writes a file in several steps

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

/** A process that serves the export in `folder`. `ended` is called if it ends by itself, as where the port is taken. */
function serve(folder, env, ended) {
  const child = spawn(process.execPath, [path.join(folder, 'server.mjs')], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const closed = once(child, 'close')
  child.once('close', ended)
  return async () => {
    child.off('close', ended)
    child.kill()
    await closed
  }
}

function openBrowser(url) {
  const [program, ...args] = process.env.BROWSER ? [process.env.BROWSER, url]
    : process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url]
  spawn(program, args, { stdio: 'ignore', detached: true }).once('error', () => {
    console.error('agent-access: found no browser; BROWSER can name a program')
  }).unref()
}

/** Exports into `folder`. The exit code. */
async function exported(folder, args, env) {
  const child = spawn(process.execPath, [kProgram, ...args, '--out', folder], { env: { ...process.env, ...env }, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code ?? 1
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

/** Calls `changed` once, soon after the first change. */
function watchAll(paths, changed) {
  let timer
  return [...foldersOf(paths)].map(([folder, names]) => watch(folder, (_, name) => {
    if (names && !names.includes(name)) return
    clearTimeout(timer)
    timer = setTimeout(changed, kSettleMs)
  }))
}

export async function main(given) {
  const { value, rest } = taken(given, '--listen')
  const listen = await withPort(value ?? process.env.AGENT_ACCESS_LISTEN_ADDRESS ?? '127.0.0.1:8080')
  const secret = process.env.AGENT_ACCESS_SECRET
  const env = { AGENT_ACCESS_SECRET: secret ?? randomBytes(32).toString('base64url') }
  const args = [...rest, '--listen', listen, ...(secret === undefined ? ['--temporary'] : [])]
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-access-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  const status = await exported(folder, args, env)
  if (status !== 0) return status
  const [, six, four, port] = endpointOf(listen)
  const serving = { ...process.env, ...env, HOST: six ?? four, PORT: port }
  let end
  const ended = new Promise((resolve) => { end = resolve })
  let stop = serve(folder, serving, () => end(1))
  let work = Promise.resolve()
  let watchers = []
  const watchAnew = () => {
    for (const watcher of watchers) watcher.close()
    watchers = watchAll(watchedIn(folder), () => { work = work.then(again) })
  }
  async function again() {
    watchAnew() // before the files are read: a change while they are is another one
    if (await exported(folder, [...args, '--again'], env) !== 0) return
    watchAnew()
    await stop()
    stop = serve(folder, serving, () => end(1))
  }
  watchAnew()
  if (given.includes('--open')) openBrowser(`http://${six === undefined ? '127.0.0.1' : '[::1]'}:${port}/`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0))
  const code = await ended
  for (const watcher of watchers) watcher.close()
  await work
  await stop()
  return code
}
