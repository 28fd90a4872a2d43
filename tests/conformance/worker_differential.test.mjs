// The service and the exported worker respond alike to what the fuzzer found for the readers of forms, JSON, tokens and Accept.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { run } from '../support/tls.mjs'
import { findDifferences, startPair } from '../support/worker_pair.mjs'

const kForm = 'application/x-www-form-urlencoded'
const kJson = 'application/json'

const folder = temporaryFolder('worker-differential')
const pair = await startPair(join(folder, 'out'))
after(() => pair.stop())

test('two values of a field that has one are refused by both', async () => {
  const token = { method: 'POST', target: '/oauth/token', body: Buffer.from('grant_type=client_credentials') }
  const profile = { method: 'GET', target: '/api/agent/full-profile', body: Buffer.alloc(0) }
  for (const [request, name, values] of [[token, 'Content-Type', [kForm, kJson]], [token, 'Authorization', ['Basic YTpi', 'Basic YTpi']], [profile, 'Authorization', ['Bearer a', 'Bearer a']]]) {
    const { service, worker } = await pair.ask({ ...request, fields: values.map((value) => [name, value]) })
    assert.ok(service.status === 400 && worker.status >= 400, `${name}: ${worker.status}`)
  }
})

/** A text that HTTP can send in a field. */
const isFieldValue = (text) => !/[\x00-\x08\x0a-\x1f\x7f]|^[\t ]|[\t ]$/.test(text)
const post = (target, type, body) => ({ method: 'POST', target, fields: [['Content-Type', type]], body })
const get = (target, name, value) => (isFieldValue(value) ? [{ method: 'GET', target, fields: [[name, value]], body: Buffer.alloc(0) }] : [])

/** The media type, the Authorization field, and the body, as tests/fuzz/token_request_fuzz.cpp splits them. */
function tokenRequest(bytes) {
  const lines = bytes.toString('latin1').split('\n')
  const fields = [['Content-Type', lines[0] ?? ''], ['Authorization', lines[1] ?? '']].filter(([, value]) => value !== '')
  return fields.every(([, value]) => isFieldValue(value)) ? [{ method: 'POST', target: '/oauth/token', fields, body: Buffer.from(lines.slice(2).join('\n'), 'latin1') }] : []
}

test('half of a surrogate pair is refused by both', async () => {
  const { service, worker } = await pair.ask(post('/oauth/register', kJson, Buffer.from('{"client_name":"\\ud800"}')))
  assert.deepEqual([service.status, worker.status], [400, 400])
})

/** By the name of a fuzz target: the requests that have an input of it. */
const kCorpora = {
  form: (bytes) => [post('/oauth/token', kForm, bytes)],
  json: (bytes) => [post('/oauth/token', kJson, bytes), post('/oauth/register', kJson, bytes)],
  token_request: tokenRequest,
  bearer: (bytes) => get('/api/agent/full-profile', 'Authorization', bytes.toString('latin1')),
  jwt: (bytes) => get('/api/agent/one.txt', 'Authorization', `Bearer ${bytes.toString('latin1')}`),
  negotiation: (bytes) => ['/', '/cv', '/nothing'].flatMap((path) => get(path, 'Accept', bytes.toString('latin1'))),
  conditional: (bytes) => get('/llms.txt', 'If-None-Match', bytes.toString('latin1')),
}
for (const [name, requestsOf] of Object.entries(kCorpora)) {
  test(`the corpus of ${name}`, async () => {
    const kept = join(folder, name)
    mkdirSync(kept)
    const archive = fileURLToPath(new URL(`../fuzz/corpus/${name}.zip`, import.meta.url))
    assert.equal((await run('cmake', ['-E', 'chdir', kept, 'cmake', '-E', 'tar', 'xf', archive])).code, 0)
    const requests = readdirSync(kept).flatMap((file) => requestsOf(readFileSync(join(kept, file))))
    assert.ok(requests.length > 0)
    assert.deepEqual(await findDifferences(pair, requests), [])
  })
}
