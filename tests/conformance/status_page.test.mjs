// The status page of the admin listener: what it counts, who may see it, and report.file.
import assert from 'node:assert/strict'
import { chmod, readdir, readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { runProgram, startServe, until } from '../support/server.mjs'
import { call, readProfile, register, token } from '../support/steps.mjs'

const kToken = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'
const kOn = { report: { status_page: true } }
const kGptBot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'

async function withServer(options, use) {
  await using server = await startServe(options)
  await use(server)
}

/** A request to the admin listener with any Host: { status, headers, text, json }. */
function ask(port, path, { host, headers = {}, method = 'GET', address = '127.0.0.1' } = {}) {
  return new Promise((resolve, reject) => {
    const fields = { Connection: 'close', ...(host === undefined ? {} : { Host: host }), ...headers }
    httpRequest({ host: address, port, path, method, headers: fields }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => { text += part }).on('end', () => {
        const isJson = response.headers['content-type'] === 'application/json' && text !== ''
        resolve({ status: response.statusCode, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined })
      })
    }).on('error', reject).end()
  })
}

const statusOf = async (server) => (await ask(server.adminPort, '/status.json')).json
const get = async (server, path, agent) => (await fetch(`${server.baseUrl}${path}`, { headers: { 'User-Agent': agent } })).arrayBuffer()

/** Eight requests: two documents, an unknown path, one flow with a wrong token. */
async function visit(server) {
  await get(server, '/llms.txt', kGptBot)
  await get(server, '/auth.md', 'curl/8.5.0')
  await get(server, '/wp-login.php', 'curl/8.5.0')
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await readProfile(server.baseUrl, jwt)
  await readProfile(server.baseUrl, jwt)
  await readProfile(server.baseUrl, `${jwt}x`)
}
const kVisit = {
  requests: 8, registrations: 1, tokens: 1, profiles: 2,
  routes: { discovery: 2, profile: 3, register: 1, token: 1, unknown: 1 },
  statuses: { '2xx': 6, '4xx': 2 },
  refusals: { malformed_token: 1, unknown_path: 1 },
}
const numbersOf = ({ agents, ...numbers }) => numbers
const agentsOf = (counts) => Object.values(counts.agents).reduce((sum, count) => sum + count, 0)

test('the page is unknown unless it is switched on', () => withServer({}, async (server) => {
  for (const path of ['/status', '/status.json']) {
    const answer = await ask(server.adminPort, path)
    assert.deepEqual([answer.status, answer.json?.error], [404, 'not_found'])
  }
}))

test('the numbers are those of the requests', () => withServer({ settings: kOn }, async (server) => {
  const before = await statusOf(server)
  assert.deepEqual([before.since_start.requests, before.latency_us.p50, before.days], [0, null, []])
  await visit(server)
  await until(async () => agentsOf((await statusOf(server)).since_start) === 8, 'the agents to be counted')
  const status = await statusOf(server)
  assert.deepEqual(numbersOf(status.since_start), kVisit)
  assert.deepEqual(numbersOf(status.total), kVisit)
  assert.deepEqual(status.since_start.agents, { GPTBot: 1, curl: 2, 'Node.js': 5 })
  assert.deepEqual(status.agents.families.find(({ name }) => name === 'GPTBot'), { name: 'GPTBot', kind: 'training', requests: 1 })
  assert.equal(status.minutes.length, 60)
  assert.equal(status.minutes.reduce((sum, { requests }) => sum + requests, 0), 8)
  assert.equal(status.minutes.reduce((sum, { refused }) => sum + refused, 0), 2)
  assert.equal(status.days.reduce((sum, { requests }) => sum + requests, 0), 8)
  assert.ok(status.latency_us.p50 > 0 && status.latency_us.p50 <= status.latency_us.p90 && status.latency_us.p90 <= status.latency_us.p99)
  assert.ok(status.limits.connections >= 1 && status.limits.held_memory_bytes >= 0)
  assert.deepEqual([status.limits.memory_limit_bytes, status.limits.rate_limited], [67_108_864, 0])
  assert.deepEqual([status.ready, status.snapshot.number, status.days_kept, status.agents.counted], [true, 1, false, true])
  assert.equal(status.keys.filter(({ state }) => state === 'signs').length, 1)
  assert.equal(status.next_rotation, status.keys.find(({ state }) => state === 'signs').signs_until)
}))

test('the configuration is that of the process, with origins and without secrets', async () => {
  const secret = Buffer.alloc(32, 7)
  await withServer({ settings: kOn, secret }, async (server) => {
    const status = await statusOf(server)
    const row = (name) => status.settings.find((each) => each.name === name)
    assert.deepEqual(row('report.status_page'), { name: 'report.status_page', value: 'true', from: row('report.status_page').from, needs_restart: false })
    assert.match(row('report.status_page').from, /agent-access\.toml:\d+$/)
    assert.equal(row('limits.body').from, 'default')
    const page = (await ask(server.adminPort, '/status')).text
    for (const text of [page, JSON.stringify(status)]) assert.ok(!text.includes(secret.toString('base64url')))
    await server.writeConfig({ content: { pages: false }, log: { level: 'debug' } })
    server.program.signal('SIGHUP')
    // The new snapshot is shown first, then the settings.
    await until(async () => (await statusOf(server)).settings.some(({ name, value }) => name === 'content.pages' && value === 'false'), 'the reload')
    const after = await statusOf(server)
    const changed = (name) => { const { value, needs_restart } = after.settings.find((each) => each.name === name); return [value, needs_restart] }
    assert.deepEqual(changed('content.pages'), ['false', false])
    assert.deepEqual(changed('log.level'), ['"info"', true])
    await until(async () => (await statusOf(server)).log.recent.some(({ event, fields }) => event === 'restart_needed' && fields === 'setting=log.level'), 'the warning')
  })
})

test('the page is HTML without scripts, with a policy and without a cache', () => withServer({ settings: kOn }, async (server) => {
  const { status, headers, text } = await ask(server.adminPort, '/status')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(headers['content-security-policy'], /^default-src 'none'; style-src 'unsafe-inline'; /)
  assert.equal(headers['access-control-allow-origin'], undefined)
  assert.match(text, /^<!doctype html>\n<html lang="en">/)
  assert.ok(!/<script|\son\w+=|javascript:|https?:\/\/(?!127\.0\.0\.1|localhost)/i.test(text.replace(/xmlns="[^"]+"/g, '')))
  const head = await ask(server.adminPort, '/status', { method: 'HEAD' })
  assert.deepEqual([head.status, head.text], [200, ''])
  const posted = await ask(server.adminPort, '/status', { method: 'POST' })
  assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD'])
}))

test('on loopback a foreign Host is refused, so that no web page can read it under its own name', () => withServer({ settings: kOn }, async (server) => {
  const port = server.adminPort
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'localhost']) {
    assert.equal((await ask(port, '/status.json', { host })).status, 200, host)
  }
  for (const path of ['/status', '/status.json']) {
    for (const host of ['rebound.example', `rebound.example:${port}`, '127.0.0.1.rebound.example', '10.0.0.1']) {
      const { status, json, headers } = await ask(port, path, { host, headers: { Authorization: `Bearer ${kToken}` } })
      assert.deepEqual([status, json.error, headers['cache-control']], [403, 'forbidden', 'no-store'], host)
    }
  }
}))

test('with a token file every request needs the token: a proxy on this machine passes on those of others', async () => {
  const settings = { report: { status_page: true, token_file: 'status.token' } }
  await withServer({ settings: kOn, files: { 'status.token': `${kToken}\n` } }, async (server) => {
    await chmod(server.path('status.token'), 0o600)
    await server.program.stop()
    await server.writeConfig(settings)
    await server.start()
    const asked = async (authorization, host) => ask(server.adminPort, '/status.json', { host, headers: authorization ? { Authorization: authorization } : {} })
    const basic = (user, password) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    for (const host of ['status.example', undefined]) {
      for (const good of [`Bearer ${kToken}`, basic('anybody', kToken), basic('', kToken)]) {
        const { status, text } = await asked(good, host)
        assert.equal(status, 200)
        assert.ok(!text.includes(kToken))
      }
      for (const bad of [undefined, 'Bearer ', `Bearer ${kToken.slice(1)}`, `Bearer ${kToken}0`, basic(kToken, ''), basic('a', 'b'), 'Basic x']) {
        const { status, json, headers } = await asked(bad, host)
        assert.deepEqual([status, json.error], [401, 'unauthorized'], bad)
        assert.match(headers['www-authenticate'], /Basic realm="agent-access status"/)
      }
    }
    await server.program.stop()
    assert.ok(!server.program.output.includes(kToken))
  })
})

test('an admin listener that others can reach needs a token file, for check, too', async () => {
  await withServer({ settings: kOn, files: { 'status.token': kToken, 'short.token': 'short', 'open.token': kToken } }, async (server) => {
    await server.program.stop()
    await chmod(server.path('status.token'), 0o600)
    await chmod(server.path('short.token'), 0o600)
    await chmod(server.directory, 0o755)
    await chmod(server.path('open.token'), 0o644)
    const refused = async (settings) => {
      await server.writeConfig(settings)
      const answers = [await runProgram(['serve', '--config', server.configFile]), await runProgram(['check', '--config', server.configFile])]
      for (const { code } of answers) assert.equal(code, 1)
      return answers.map(({ output }) => output)
    }
    const admin = `0.0.0.0:${server.adminPort}`
    for (const output of await refused({ listen: { admin }, report: { status_page: true } })) {
      assert.match(output, /report\.status_page: listen\.admin is "0\.0\.0\.0:\d+", which others can reach; set report\.token_file/)
    }
    for (const output of await refused({ report: { status_page: true, token_file: 'short.token' } })) {
      assert.match(output, /short\.token holds 5 characters, and a token has 32 to 256; make one with: openssl rand -hex 32/)
    }
    for (const output of await refused({ report: { status_page: true, token_file: 'open.token' } })) {
      assert.match(output, /report\.token_file: \S+open\.token may be read by other users; run: chmod /)
    }
    for (const output of await refused({ report: { status_page: true, token_file: 'missing.token' } })) {
      assert.match(output, /report\.token_file: cannot read \S+missing\.token: No such file or directory/)
    }
    await server.writeConfig({ listen: { admin }, report: { status_page: true, token_file: 'status.token' } })
    await server.start()
    for (const host of ['127.0.0.1', 'localhost']) assert.equal((await ask(server.adminPort, '/status', { host })).status, 401)
    assert.equal((await ask(server.adminPort, '/status', { headers: { Authorization: `Bearer ${kToken}` } })).status, 200)
    assert.equal((await ask(server.adminPort, '/livez')).status, 200, 'health needs no token')
  })
})

test('a restart keeps the totals in report.file, which names nobody', async () => {
  await withServer({ settings: { report: { status_page: true, file: 'report.json' } } }, async (server) => {
    await visit(server)
    await until(async () => agentsOf((await statusOf(server)).since_start) === 8, 'the agents to be counted')
    assert.equal((await statusOf(server)).days_kept, true)
    await server.program.stop()
    const text = await readFile(server.path('report.json'), 'utf8')
    for (const absent of ['127.0.0', 'localhost', 'wp-login', 'llms', 'Mozilla', 'curl/', 'client']) assert.ok(!text.includes(absent), absent)
    await server.start()
    await get(server, '/llms.txt', kGptBot)
    await until(async () => (await statusOf(server)).since_start.agents.GPTBot === 1, 'the agent to be counted')
    const { since_start, total } = await statusOf(server)
    assert.equal(since_start.requests, 1)
    assert.deepEqual([total.requests, total.registrations, total.tokens, total.profiles], [9, 1, 1, 2])
    assert.deepEqual(total.agents, { GPTBot: 2, curl: 2, 'Node.js': 5 })
    assert.deepEqual(total.refusals, kVisit.refusals)
  })
})

test('a broken report.file is told once and kept under another name', async () => {
  await withServer({ settings: { report: { status_page: true, file: 'report.json' } }, files: { 'report.json': '{"version":7,"days":[]}' } }, async (server) => {
    await get(server, '/llms.txt', kGptBot)
    await server.program.stop()
    const told = server.program.output.split('\n').filter((line) => line.includes('"event":"report_file"'))
    assert.equal(told.length, 1, server.program.output)
    assert.match(told[0], /is of version 7, and this program reads version 1; it is kept as \S+report\.json\.kept-\d{8}T\d{6}Z/)
    const kept = (await readdir(server.directory)).find((name) => name.startsWith('report.json.kept-'))
    assert.equal(await readFile(server.path(kept), 'utf8'), '{"version":7,"days":[]}')
    assert.equal(JSON.parse(await readFile(server.path('report.json'), 'utf8')).days[0].requests, 1)
  })
})

test('an unwritable report.file is a warning and no more', async () => {
  await withServer({ settings: { report: { file: 'none/report.json' } } }, async (server) => {
    await get(server, '/llms.txt', kGptBot)
    assert.equal((await call(`${server.baseUrl}/llms.txt`)).status, 200)
    const { code } = await server.program.stop()
    assert.equal(code, 0)
    assert.match(server.program.output, /"level":"warn","event":"report_file","problem":"cannot create \S+none\/report\.json\.next: No such file or directory"/)
  })
})
