// Prometheus reads what the service exposes, and evaluates the dashboard and the alert rules; promtool accepts both.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { alertExpressions, annotations, kAlerts, panelExpressions, withEveryMetric } from '../support/observability.mjs'
import { accepts, disposable, freePort, startServe, until } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'
import { run } from '../support/tls.mjs'

const has = (command) => process.env.PATH.split(':').some((folder) => existsSync(join(folder, command)))
const kWithout = 'needs promtool and prometheus of the Debian package prometheus'

test('promtool accepts the exposition and the alert rules', async (t) => {
  if (!has('promtool')) return t.skip(kWithout)
  await withEveryMetric(async (metrics) => assert.deepEqual(await run('promtool', ['check', 'metrics'], { input: metrics }), { code: 0, output: '' }))
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
