// What the owner sees of each gate.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ask, tokenWith } from '../support/gates.mjs'
import { runProgram, startServe, until } from '../support/server.mjs'

const gate = (prefix) => ({ prefix, title: prefix, description: 'Of the test.' })
const kSettings = { gates: [gate('/data/'), gate('/search/')], limits: { trusted_proxies: ['127.0.0.1/32'] } }

test('metrics, log and report name the gate by its prefix', async () => {
  await using server = await startServe({ settings: kSettings })
  const { token } = await tokenWith(server.baseUrl)
  for (const path of ['/data/x.csv', '/data/deeper/y.csv?a=b', '/search/']) assert.equal((await ask(server.port, path, { token })).status, 200)
  assert.equal((await ask(server.port, '/data/x.csv')).status, 401)
  assert.equal((await ask(server.port, '/elsewhere/', { token })).status, 403)
  assert.equal((await ask(server.port, '/data/./x.csv', { token })).status, 400, 'of no gate, because it could be read in two ways')
  await until(() => server.program.output.split('"route":"gate"').length === 7, 'six lines of the log')
  assert.match(server.program.output, /"path":"\/elsewhere\/","route":"gate","status":403/)
  assert.match(server.program.output, /"path":"\/data\/deeper\/y.csv","route":"gate","resource":"\/data\/","status":200/)
  // A line is written after its response is counted.
  const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
  assert.deepEqual(metrics.split('\n').filter((line) => line.startsWith('agent_access_resource_')), [
    'agent_access_resource_responses_total{resource="/data/",http_response_status_class="2xx"} 2',
    'agent_access_resource_responses_total{resource="/data/",http_response_status_class="4xx"} 1',
    'agent_access_resource_responses_total{resource="/search/",http_response_status_class="2xx"} 1',
    'agent_access_resource_refusals_total{resource="/data/",reason="missing_token"} 1',
  ])
  const rows = [{ path: '/data/', reads: 2, refused: 1 }, { path: '/search/', reads: 1, refused: 0 }]
  const log = server.path('log')
  await writeFile(log, server.program.output)
  const report = await runProgram(['report', log, '--json'])
  assert.deepEqual(JSON.parse(report.stdout).resources, rows)
  assert.match((await runProgram(['report', log])).stdout, /^Gated documents and gates\nREADS {2}REFUSED {2}DOCUMENT OR GATE\n {4}2 {8}1 {2}\/data\/\n {4}1 {8}0 {2}\/search\/$/m)
})
