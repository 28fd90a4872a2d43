// Dashboard, alert rules and exposition fit together: the names exist, promtool accepts them, and Prometheus reads them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { askHttps } from '../support/https.mjs'
import { accepts, disposable, freePort, startServe, until } from '../support/server.mjs'
import { form, kForm, post, readProfile, register, token, tokenFields } from '../support/steps.mjs'
import { ca, run, withTls } from '../support/tls.mjs'

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const kAlerts = fileOf('deploy/prometheus-alerts.yml')
const kMetric = /\b(?:agent_access|http_server|process)_[a-z0-9_]+\b/g

const dashboard = JSON.parse(await readFile(fileOf('deploy/grafana-dashboard.json'), 'utf8'))
const alerts = await readFile(kAlerts, 'utf8')
const panelExpressions = dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr))
const annotations = dashboard.annotations.list.map(({ expr }) => expr)
const alertExpressions = [...alerts.matchAll(/^ {8}expr: (.+)$/gm)].map(([, expr]) => expr)

/** A metric's name without the suffix of a histogram's series. */
const familyOf = (name) => name.replace(/_(bucket|sum|count)$/, '')
const metricsOf = (server) => fetch(`${server.adminUrl}/metrics`).then((answer) => answer.text())
const has = (command) => process.env.PATH.split(':').some((folder) => existsSync(join(folder, command)))
const kWithout = 'needs promtool and prometheus of the Debian package prometheus'

/** Settings with which every metric can be exposed. */
const kEverything = { gates: [{ prefix: '/data/', title: 'Data', description: 'Measurements.' }] }
/** Metrics of a gate exist once it was asked for. */
const askGate = (server) => askHttps(`${server.baseUrl}/oauth/gate`, { ca, headers: { 'X-Forwarded-Method': 'GET', 'X-Forwarded-Uri': '/data/x.csv' } })

test('every metric of dashboard and alert rules is exposed', () => withTls({ settings: kEverything }, async (server) => {
  assert.equal((await askGate(server)).status, 401)
  const exposed = new Set([...(await metricsOf(server)).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  assert.ok(alertExpressions.length >= 10 && panelExpressions.length >= 20)
  for (const expression of [...panelExpressions, ...annotations, ...alertExpressions]) {
    const names = (expression.match(kMetric) ?? []).map(familyOf)
    if (!expression.startsWith('up{')) filled(names)
    for (const name of names) assert.ok(exposed.has(name), `${name} in ${expression}`)
  }
}))

test('every metric has its own kind of name, and the process is described', () => withTls({}, async (server) => {
  const text = await metricsOf(server)
  for (const [, name, type] of filled(text.matchAll(/^# TYPE (\S+) (\S+)$/gm))) assert.equal(name.endsWith('_total'), type === 'counter', name)
  const value = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  assert.ok(value('process_resident_memory_bytes') > 1024 * 1024)
  assert.ok(value('process_virtual_memory_bytes') > value('process_resident_memory_bytes'))
  assert.ok(value('process_open_fds') > 5 && value('process_open_fds') < value('process_max_fds'))
  assert.ok(value('process_cpu_seconds_total') > 0)
  assert.ok(Math.abs(value('process_start_time_seconds') - Date.now() / 1000) < 300)
  assert.ok(value('agent_access_key_rotation_seconds') > 0)
}))

test('tokens for clients of a previous master secret are counted', async () => {
  await using server = await startServe({ secret: Buffer.alloc(32, 1) })
  const client = await register(server.baseUrl)
  const count = async () => Number(/^agent_access_previous_secret_tokens_total (\d+)$/m.exec(await metricsOf(server))[1])
  await token(server.baseUrl, client)
  assert.equal(await count(), 0)
  await writeFile(server.path('secret.new'), `${Buffer.alloc(32, 2).toString('base64url')}\n`, { mode: 0o600 })
  await server.writeConfig({ secret: { file: server.path('secret.new'), previous_files: [server.path('secret')] } })
  await server.program.reload()
  await token(server.baseUrl, client)
  await token(server.baseUrl, client)
  await token(server.baseUrl, await register(server.baseUrl))
  await post(`${server.baseUrl}/oauth/token`, form({ ...tokenFields(client), client_secret: 'x' }), kForm)
  assert.equal(await count(), 2)
})

test('promtool accepts the exposition and the alert rules', async (t) => {
  if (!has('promtool')) return t.skip(kWithout)
  await withTls({ settings: kEverything }, async (server) => {
    await askGate(server)
    const checked = await run('promtool', ['check', 'metrics'], { input: await metricsOf(server) })
    assert.deepEqual(checked, { code: 0, output: '' })
  })
  const rules = await run('promtool', ['check', 'rules', kAlerts])
  assert.equal(rules.code, 0, rules.output)
})

/** Prometheus with one target, once it has scraped it: { query, rules, stop }. */
async function startPrometheus(target) {
  const directory = temporaryFolder('prometheus')
  const port = await freePort()
  const config = join(directory, 'prometheus.yml')
  await writeFile(config, `global:
  scrape_interval: 1s
  evaluation_interval: 1s
rule_files: [${JSON.stringify(kAlerts)}]
scrape_configs:
  - job_name: agent-access
    static_configs:
      - targets: [${JSON.stringify(target)}]
`)
  const child = spawn('prometheus', [`--config.file=${config}`, `--storage.tsdb.path=${join(directory, 'data')}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'],
    { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { complaints += text })
  const ended = once(child, 'close')
  const api = async (path) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()
  const query = (expression) => api(`query?query=${encodeURIComponent(expression)}`)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await until(async () => child.exitCode !== null || (await accepts(port)), 'Prometheus')
    assert.equal(child.exitCode, null, complaints)
    await until(async () => (await query('up == 1').catch(() => ({}))).data?.result.length > 0, `a scrape: ${complaints}`)
  } catch (error) {
    await stop()
    throw error
  }
  return disposable({ query, rules: () => api('rules'), stop })
}

test('Prometheus scrapes the metrics and evaluates dashboard and alert rules', async (t) => {
  if (!has('prometheus')) return t.skip(kWithout)
  await using server = await startServe()
  const client = await register(server.baseUrl)
  await readProfile(server.baseUrl, await token(server.baseUrl, client))
  await fetch(`${server.baseUrl}/nowhere`)
  await using prometheus = await startPrometheus(`127.0.0.1:${server.adminPort}`)
  const registered = await prometheus.query('agent_access_registrations_total')
  assert.equal(registered.data.result[0].value[1], '1')
  const filledIn = (expression) => expression.replaceAll('$__rate_interval', '1m').replaceAll('$__interval', '1m').replaceAll('$instance', '.*')
  for (const expression of [...panelExpressions, ...annotations].map(filledIn)) {
    const { status, error } = await prometheus.query(expression)
    assert.equal(status, 'success', `${expression}: ${error}`)
  }
  let rules
  await until(async () => {
    rules = (await prometheus.rules()).data.groups[0].rules
    return rules.every(({ health }) => health !== 'unknown')
  }, 'an evaluation of the rules')
  assert.equal(rules.length, alertExpressions.length)
  assert.deepEqual(rules.filter(({ health, state }) => health !== 'ok' || state !== 'inactive').map(({ name, lastError }) => [name, lastError]), [])
})
