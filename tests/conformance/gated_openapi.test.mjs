// /openapi.json of a site with declared scopes, gated documents and gates: two linters, and the responses by it.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { kCsv, kPaper, startGatedSite } from '../support/gate_proxy.mjs'
import { tokenWith } from '../support/gates.mjs'
import { Description, kLintTest, redoclyFaults, spectralFaults } from '../support/openapi.mjs'
import { Random } from '../support/random_values.mjs'
import { exchange, request as bytesOf } from '../support/raw.mjs'
import { RequestGenerator } from '../support/request_generator.mjs'
import { form, kForm, post, register, requestToken, tokenFields } from '../support/steps.mjs'

const kAll = 'read:extended read:papers read:data'

const folder = temporaryFolder('gated-openapi')
const site = await startGatedSite()
const text = await (await fetch(`${site.baseUrl}/openapi.json`)).text()
const file = join(folder, 'openapi.json')
await writeFile(file, text)
const description = new Description(JSON.parse(text))
const client = await register(site.baseUrl)
const tokenOf = async (scope) => (await tokenWith(site.baseUrl, scope, client)).token
const good = await tokenOf(kAll)
const plain = await tokenOf()
const papers = await tokenOf('read:papers')
after(() => site.stop())

test('Redocly finds nothing', kLintTest, async () => assert.deepEqual(await redoclyFaults(file), []))

test('Spectral finds nothing', kLintTest, async () => assert.deepEqual(await spectralFaults(file), []))

test('every example is valid against its schema', () => {
  for (const { what, schema, value } of description.examples()) description.assertValid(schema, value, what)
})

test('the operations of documents and gates need their scopes', () => {
  const scopes = {}
  for (const { path, method, operation } of description.operations) {
    if (['documents', 'gates'].includes(operation.tags[0])) scopes[`${method} ${path}`] = operation.security.map(({ oauth2 }) => oauth2.join(' ')).join()
  }
  assert.deepEqual(scopes, {
    'get /api/agent/report.txt': 'read:extended', 'get /api/agent/tides.txt': 'read:papers',
    'get /data/{path}': 'read:data', 'get /notes/{path}': 'read:extended',
  })
  const { flows } = description.document.components.securitySchemes.oauth2
  assert.deepEqual(Object.keys(flows.clientCredentials.scopes).join(' '), 'read:extended read:papers read:data')
})

/** Sends a request, and checks the response by the operation at `path`. */
async function judge(path, target, status, { token, method = 'GET', ...headers } = {}) {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(`${site.baseUrl}${target}`, { method, headers: { ...authorization, ...headers } })
  const answer = { status: response.status, headers: response.headers, text: await response.text() }
  assert.equal(answer.status, status, `${target}: ${answer.text}`)
  const isOfSite = path.endsWith('{path}') && status < 400
  description.assertAnswer(path, 'GET', answer)
  if (!isOfSite) description.assertNothingElse(path, 'GET', answer)
  return answer
}

for (const [path, text, other] of [['/api/agent/report.txt', 'The sea rose.\n', papers], ['/api/agent/tides.txt', kPaper, plain]]) {
  test(`the document at ${path} responds as described`, async () => {
    const whole = await judge(path, path, 200, { token: good })
    assert.equal(whole.text, text)
    await judge(path, path, 304, { token: good, 'If-None-Match': whole.headers.get('etag') })
    await judge(path, path, 401)
    await judge(path, path, 401, { token: 'x' })
    await judge(path, path, 403, { token: other })
    await judge(path, path, 405, { token: good, method: 'DELETE' })
  })
}

test('a gate responds as described', async () => {
  assert.equal((await judge('/data/{path}', '/data/2034/tides.csv', 200, { token: good })).text, kCsv)
  await judge('/data/{path}', '/data/2034/tides.csv', 401)
  await judge('/data/{path}', '/data/2034/tides.csv', 403, { token: plain })
  await judge('/data/{path}', '/data/2034/tides.csv', 405, { token: good, method: 'DELETE' })
  await judge('/data/{path}', '/data/a;b', 400, { token: good })
  assert.equal(description.operation('/data/{path}', 'GET').externalDocs.url, `${site.baseUrl}/data/openapi.json`)
})

test('registration, tokens and the profile respond as described', async () => {
  description.assertAnswer('/oauth/register', 'POST', await post(`${site.baseUrl}/oauth/register`))
  for (const more of [{}, { scope: 'read:papers' }, { scope: kAll }]) {
    description.assertAnswer('/oauth/token', 'POST', await requestToken(site.baseUrl, client, more))
  }
  const refused = await post(`${site.baseUrl}/oauth/token`, form({ ...tokenFields(client), scope: 'read:all' }), kForm)
  description.assertAnswer('/oauth/token', 'POST', refused)
  assert.ok(description.errors('/oauth/token', 'POST', 400).some((shown) => JSON.stringify(shown) === refused.text), refused.text)
  await judge('/api/agent/full-profile', '/api/agent/full-profile', 200, { token: good })
  await judge('/api/agent/full-profile', '/api/agent/full-profile', 403, { token: papers })
})

const kRequests = 600
const kNotSent = new Set(['connection', 'keep-alive'])

test(`${kRequests} requests generated from the document get only responses that it describes`, { timeout: 120_000 }, async () => {
  const random = new Random(20261123)
  const { host } = new URL(site.baseUrl)
  const tokens = { good, plain, papers, expired: 'x', elsewhere: 'x', unscoped: plain }
  const generator = new RequestGenerator(description, random, { host, foreignHost: 'elsewhere.example', client, tokens, etags: {} })
  const operations = description.operations.filter(({ operation }) => operation.tags[0] === 'documents')
  const statuses = new Set()
  for (let number = 0; number < kRequests; ++number) {
    const { path, method, operation } = operations[number % operations.length]
    const { name, request } = random.chance(0.7) ? generator.invalid({ path, method, operation }, number) : { name: 'valid', request: generator.valid({ path, method, operation }) }
    const bytes = bytesOf(request.method, request.target, { ...request, port: site.server.port })
    const { answers: [answer] } = await exchange(bytes, { port: site.server.port, head: request.method === 'HEAD' })
    if (request.method === 'OPTIONS' && answer.status === 204) continue
    const headers = new Headers(Object.entries(answer.headers).filter(([field]) => !kNotSent.has(field)))
    const judged = { status: answer.status, headers, text: answer.body.toString('utf8') }
    try {
      description.assertAnswer(path, method, judged, { isHead: request.method === 'HEAD' })
      description.assertNothingElse(path, method, judged)
    } catch (error) {
      throw new Error(`${name}: ${error.message}\n${JSON.stringify(bytes.slice(0, 500))}`, { cause: error })
    }
    statuses.add(answer.status)
  }
  for (const status of [200, 400, 401, 403, 404, 405]) assert.ok(statuses.has(status), `no response had ${status}`)
})
