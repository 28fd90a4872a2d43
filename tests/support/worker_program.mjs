#!/usr/bin/env node
// The exported worker in place of the program: AGENT_ACCESS_BIN=tests/support/worker_program.mjs runs the tests over HTTP against it.
// `serve` and `dev` export the site of the configuration and run it with Node or, with WORKER_RUNTIME=workerd, with the runtime of
// Cloudflare Workers, or with WORKER_RUNTIME=module as the one module in a server of node:http; SIGHUP exports it again. Every other command is the
// program's.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { accepts, renderConfig, until } from './server.mjs'
import { writeWorkerd } from './workerd.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = process.env.WORKER_PROGRAM ?? join(root, 'build/release/agent-access')
const runtime = process.env.WORKER_RUNTIME ?? 'node'
/** The command that runs the export in `out`. */
const kRuntimes = {
  module: ({ out }) => [process.execPath, fileURLToPath(new URL('module_server.mjs', import.meta.url)), join(out, 'agent-access.js')],
  node: ({ out }) => [process.execPath, join(out, 'server.mjs')],
  workerd: writeWorkerd,
}
const [command, ...args] = process.argv.slice(2)

if (command !== 'serve' && command !== 'dev') {
  const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)))
} else {
  serve()
}

/** The configuration of `dev`: the example site at two names. */
function exampleConfig(folder, listen) {
  const port = listen.split(':').at(-1)
  const file = join(folder, 'agent-access.toml')
  const content = (name) => join(root, 'web/example', name)
  writeFileSync(join(folder, 'secret'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  writeFileSync(file, renderConfig({
    base_urls: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    listen: { address: listen },
    secret: { file: join(folder, 'secret') },
    content: { profile: content('profile.json'), site: content('site.json'), faq: content('faq.json') },
    mcp: { enabled: true },
    discovery: { ard: true, page_markdown: true },
  }))
  return file
}

function serve() {
  const { values } = parseArgs({ args, strict: false, options: { config: { type: 'string' }, listen: { type: 'string' }, site: { type: 'string' } } })
  const folder = mkdtempSync(join(tmpdir(), 'agent-access-worker-'))
  const config = values.config ?? exampleConfig(folder, values.listen)
  const out = join(folder, 'out')
  const run = (...more) => execFileSync(program, more, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const settings = () => Object.fromEntries(JSON.parse(run('config', '--config', config, '--json')).settings.map(({ name, value }) => [name, value]))
  let server
  let guard

  /** Exports the site anew; what follows does not run if it is refused. */
  function start() {
    const set = settings()
    run('export', '--config', config, '--worker', '--host', runtime === 'module' ? 'module' : 'node', '--overwrite', out)
    const address = /^(.*):(\d+)$/.exec(set['listen.address'])
    const secrets = {
      AGENT_ACCESS_SECRET: set['secret.file'] === null ? '' : readFileSync(set['secret.file'], 'utf8'), // null: no tokens
      AGENT_ACCESS_PREVIOUS_SECRETS: [set['secret.previous_files'] ?? []].flat().map((file) => readFileSync(file, 'utf8').trimEnd()).join('\n'),
    }
    const listen = { host: address[1].replace(/^\[|\]$/g, ''), port: address[2] }
    const [file, ...more] = kRuntimes[runtime]({ out, secrets, ...listen })
    const environment = {
      ...process.env, ...secrets, HOST: listen.host, PORT: listen.port, ADDRESS_FIELD: set['limits.forwarded_field'] ?? 'X-Forwarded-For',
      TRUSTED_PROXIES: [set['limits.trusted_proxies'] ?? []].flat().join(','),
    }
    const begin = () => {
      // It ends with this process, also after SIGKILL.
      const started = spawn('setpriv', ['--pdeathsig', 'KILL', file, ...more], { stdio: ['ignore', 'inherit', 'inherit'], env: environment })
      server = started
      server.on('close', (code, signal) => {
        if (server !== started) return
        if (signal) console.error(`the server of the worker ended by ${signal}`)
        finish(code ?? 1)
      })
    }
    if (values.config && set['listen.admin']) guard ??= createServer((socket) => socket.end()).listen(Number(set['listen.admin'].split(':').at(-1)), '127.0.0.1')
    return { begin, port: Number(listen.port) }
  }

  async function reload() {
    try {
      const { begin, port } = start()
      await new Promise((resolve) => stop(resolve))
      begin()
      await until(() => accepts(port), 'the server')
      console.log(JSON.stringify({ level: 'info', event: 'reload' }))
    } catch (error) {
      console.log(JSON.stringify({ level: 'error', event: 'reload_failed', text: String(error) }))
    }
  }

  function finish(code) {
    rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }
  function stop(then) {
    const ending = server
    server = undefined
    ending.on('close', then)
    ending.kill('SIGTERM')
  }
  process.on('SIGHUP', reload)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(() => finish(0)))
  process.on('exit', () => server?.kill('SIGKILL'))
  start().begin()
}
