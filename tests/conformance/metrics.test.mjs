// Every metric that dashboard and alert rules name is exposed, and each has its kind and its value. deploy/prometheus gives them to Prometheus.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { alertExpressions, annotations, metricsOf, panelExpressions, withEveryMetric } from '../support/observability.mjs'
import { startServe, untilItHolds } from '../support/server.mjs'
import { form, kForm, post, register, token, tokenFields } from '../support/steps.mjs'
import { withTls } from '../support/tls.mjs'

const kMetric = /\b(?:agent_access|http_server|process)_[a-z0-9_]+\b/g

/** A metric's name without the suffix of a histogram's series. */
const familyOf = (name) => name.replace(/_(bucket|sum|count)$/, '')

test('every metric of dashboard and alert rules is exposed', () => withEveryMetric((metrics) => {
  const exposed = new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
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
  await using server = await startServe({ secret: randomBytes(32) })
  const client = await register(server.baseUrl)
  const count = () => server.metric('agent_access_previous_secret_tokens_total')
  await token(server.baseUrl, client)
  await untilItHolds(async () => assert.equal(await server.metric('agent_access_tokens_issued_total'), 1))
  assert.equal(await count(), 0)
  await writeFile(server.path('secret.new'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  await server.writeConfig({ secret: { file: server.path('secret.new'), previous_files: [server.path('secret')] } })
  await server.program.reload()
  await token(server.baseUrl, client)
  await token(server.baseUrl, client)
  await token(server.baseUrl, await register(server.baseUrl))
  await post(`${server.baseUrl}/oauth/token`, form({ ...tokenFields(client), client_secret: 'x' }), kForm)
  await untilItHolds(async () => {
    assert.equal(await server.metric('http_server_requests_total{http_route="token",http_request_method="POST",http_response_status_code="401"}'), 1)
    assert.equal(await count(), 2)
  })
})
