// server.mjs, the worker as a process of Node: what a peer may hold, how a connection and the process end, and a log that cannot be written.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { exportSite, startNode } from '../support/exported_site.mjs'
import { exchange, request } from '../support/raw.mjs'
import { accepts, until } from '../support/server.mjs'

// The kernel takes as much as its largest send buffer of what a peer does not read, and some more on the peer's side.
const kLarge = 2 * Number(readFileSync('/proc/sys/net/ipv4/tcp_wmem', 'utf8').split(/\s+/)[2])
const files = { 'public/large.bin': Buffer.alloc(kLarge), 'public/a#b?c%d.txt': 'odd\n' }
const kQuiet = { level: 'error' }
const export_ = (limits = {}, log = kQuiet) => exportSite('node', { settings: { limits: { requests: 0, ...limits }, log }, files })

/** How many files of its folder the process has open. */
const openFiles = ({ program: { pid } }, { out }) => readdirSync(`/proc/${pid}/fd`).filter((descriptor) => {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`).startsWith(join(out, 'public'))
  } catch {
    return false
  }
}).length

const get = (port, target = '/large.bin') => request('GET', target, { port })

/** `count` connections that send `bytes` and read nothing. */
async function connectEach(count, port, bytes) {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(bytes)
  return sockets
}

describe('connections', () => {
  test('a peer that sends many requests and reads nothing has one in progress, and its files are closed with the connection', async () => {
    const site = await export_()
    await using server = await startNode(site)
    const sockets = await connectEach(20, server.port, get(server.port).repeat(2_000))
    await until(() => openFiles(server, site) === 20, 'a file for each connection')
    assert.equal((await fetch(`${server.url}/llms.txt`)).status, 200) // what was sent has been read meanwhile
    assert.equal(openFiles(server, site), 20)
    for (const socket of sockets) socket.destroy()
    await until(() => openFiles(server, site) === 0, 'the files to be closed')
    assert.equal(server.program.exited, null)
  })
  test('a peer that does not read is closed at limits.write_deadline', async () => {
    const site = await export_({ write_deadline: '300ms' })
    await using server = await startNode(site)
    await connectEach(3, server.port, get(server.port))
    await until(() => openFiles(server, site) === 3, 'the responses to begin')
    await until(() => openFiles(server, site) === 0, 'the deadline')
  })
  test('a slow peer that reads gets all', async () => {
    const site = await export_({ write_deadline: '2s' })
    await using server = await startNode(site)
    const [socket] = await connectEach(1, server.port, get(server.port))
    let size = 0
    while (size < kLarge) {
      size += socket.read()?.length ?? 0
      if (size < kLarge && socket.readableLength === 0) await once(socket, 'readable')
    }
    socket.destroy()
  })
  test('pipelined requests get responses in order, also a malformed one behind them', async () => {
    const site = await export_()
    await using server = await startNode(site)
    const { answers } = await exchange(`${get(server.port, '/a%23b%3Fc%25d.txt')}${get(server.port)}${get(server.port, '/nothing')}GET\r\n\r\n`, { port: server.port, expected: 4 })
    assert.deepEqual(answers.map(({ status, body }) => [status, body.length > 1000]), [[200, false], [200, true], [404, false], [400, false]])
    assert.equal(String(answers[0].body), 'odd\n')
  })
  test('beyond limits.connections_per_address a peer gets 503 until one is closed, and a proxy does not', async () => {
    const site = await export_({ connections_per_address: 3 })
    await using server = await startNode(site)
    const held = await connectEach(3, server.port, get(server.port, '/llms.txt'))
    await Promise.all(held.map((socket) => once(socket, 'data')))
    const { answers } = await exchange(get(server.port, '/llms.txt'), { port: server.port })
    assert.deepEqual([answers[0].status, answers[0].headers['retry-after'], JSON.parse(answers[0].body).error], [503, '1', 'temporarily_unavailable'])
    held[0].destroy()
    await until(async () => (await exchange(get(server.port, '/llms.txt'), { port: server.port })).answers[0]?.status === 200, 'a free place')
    for (const socket of held) socket.destroy()
    await server.stop()
    await using behind = await startNode(site, { ADDRESS_FIELD: 'X-Forwarded-For' })
    const more = await connectEach(6, behind.port, get(behind.port, '/llms.txt'))
    const first = await Promise.all(more.map((socket) => once(socket, 'data')))
    assert.deepEqual([...new Set(first.map(([bytes]) => String(bytes).slice(0, 12)))], ['HTTP/1.1 200'])
    for (const socket of more) socket.destroy()
  })
  test('an idle connection is kept as long as limits.idle_deadline says', async () => {
    await using server = await startNode(await export_({ idle_deadline: '90s' }))
    const { answers } = await exchange(get(server.port, '/llms.txt'), { port: server.port })
    assert.match(answers[0].headers['keep-alive'], /^timeout=90\b/)
  })
  test('a client that sends a body that is too large before it reads gets 413', async () => {
    await using server = await startNode(await export_())
    for (let count = 0; count < 20; ++count) {
      const body = Buffer.alloc(count < 10 ? 900_000 : 16_400, 'a')
      const sent = httpRequest(`${server.url}/oauth/register`, { method: 'POST', headers: count % 2 === 0 ? { 'Content-Length': body.length } : { 'Transfer-Encoding': 'chunked' } })
      sent.end(body)
      const [response] = await once(sent, 'response')
      response.resume()
      await once(response, 'end')
      assert.deepEqual([response.statusCode, response.headers.connection], [413, 'close'])
    }
  })
})

describe('the process', () => {
  test('it listens on this machine alone, unless HOST says otherwise', async () => {
    const site = await export_()
    const hears = (port) => new Promise((resolve) => {
      const socket = connect(port, '127.0.0.2').once('connect', () => { socket.destroy(); resolve(true) }).once('error', () => resolve(false))
    })
    for (const [environment, isHeard] of [[{}, false], [{ HOST: '0.0.0.0' }, true]]) {
      await using server = await startNode(site, environment)
      assert.equal(await hears(server.port), isHeard)
    }
  })
  test('a wrong secret and a wrong network are named at the start', async () => {
    const site = await export_()
    await using server = await startNode({ ...site, secret: `"${site.secret}"` })
    assert.match(server.program.output, /^AGENT_ACCESS_SECRET is in quotes; set it/m)
    await server.stop()
    await assert.rejects(startNode(site, { TRUSTED_PROXIES: '10.0.0.0/33' }), /TRUSTED_PROXIES: "10\.0\.0\.0\/33" is not an address or network/)
  })
  test('it ends at once when all is idle, and after requests in progress', async () => {
    const site = await export_()
    await using server = await startNode(site)
    const [idle, busy] = await connectEach(2, server.port, get(server.port))
    await until(() => openFiles(server, site) === 2, 'the responses to begin')
    let size = 0
    idle.on('data', () => {})
    await until(() => openFiles(server, site) === 1, 'one response')
    server.program.signal('SIGTERM')
    await until(async () => !(await accepts(server.port)), 'no new connection')
    busy.on('data', (bytes) => { size += bytes.length })
    assert.deepEqual(await server.program.ended, { code: 0, signal: null })
    assert.ok(size > kLarge, String(size))
  })
  test('a peer that does not read delays the end by ten seconds at most', async () => {
    const site = await export_({ write_deadline: '1h' })
    await using server = await startNode(site)
    const [socket] = await connectEach(1, server.port, get(server.port))
    await until(() => openFiles(server, site) === 1, 'the response to begin')
    server.program.signal('SIGTERM')
    assert.deepEqual(await server.program.ended, { code: 0, signal: null })
    socket.destroy()
  })
})

describe('a log that cannot be written', () => {
  /** Starts the server with another standard output: { child, ask, stop }. */
  async function startWith(stdout) {
    const { out, secret, port, url } = await export_({}, { refusals: 0 })
    const child = spawn(process.execPath, [join(out, 'server.mjs')], { stdio: ['ignore', stdout, 'inherit'], env: { AGENT_ACCESS_SECRET: secret, PORT: String(port) } })
    const ended = once(child, 'exit')
    await until(() => accepts(port), 'the server')
    const ask = async (count) => {
      for (let at = 0; at < count; ++at) assert.equal((await fetch(`${url}/nothing-${'x'.repeat(20)}`)).status, 404)
      assert.equal(child.exitCode, null)
    }
    const stop = async () => {
      child.kill('SIGTERM')
      const [code, signal] = await ended
      return code ?? signal
    }
    return { child, ask, stop, [Symbol.asyncDispose]: stop }
  }

  test('a disk that is full', async () => {
    await using server = await startWith(openSync('/dev/full', 'w'))
    await server.ask(20)
    assert.equal(await server.stop(), 0)
  })
  test('a pipe whose reader has ended', async () => {
    await using server = await startWith('pipe')
    server.child.stdout.destroy()
    await server.ask(20)
    assert.equal(await server.stop(), 0)
  })
  test('a pipe whose reader stands still: lines are held, then dropped, and counted when it reads again', async () => {
    await using server = await startWith('pipe')
    await server.ask(5_000)
    let text = ''
    server.child.stdout.setEncoding('utf8').on('data', (part) => { text += part })
    await until(async () => {
      await server.ask(1)
      return text.includes('log_lines_dropped')
    }, 'the number of lines')
    assert.equal(await server.stop(), 0)
    const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line))
    const written = lines.filter(({ event }) => event === 'access').length
    const dropped = lines.filter(({ event }) => event === 'log_lines_dropped').reduce((sum, { lines: count }) => sum + count, 0)
    assert.ok(dropped > 100 && written > 1_000, `${dropped} dropped, ${written} written`)
  })
  test('a pipe whose reader stands still does not keep the process', async () => {
    await using server = await startWith('pipe')
    await server.ask(1_000)
    assert.equal(await server.stop(), 'SIGTERM')
  })
})
