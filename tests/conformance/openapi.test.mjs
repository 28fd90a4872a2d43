// /openapi.json against two linters, and the running service against /openapi.json: specification section 9.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { forgeToken } from '../support/forge.mjs'
import { Description, kLintTest, redoclyFaults, spectralFaults } from '../support/openapi.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { basic, call, form, kForm, kJson, kProfilePath, post, register, remedyAt, requestToken, token } from '../support/steps.mjs'

const kRegister = '/oauth/register'
const kToken = '/oauth/token'
const kSite = '/api/site.json'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const covered = new Set() // every "METHOD path status error_description" that was provoked

const folder = temporaryFolder('openapi')
let description
const pem = join(folder, 'key.pem')
await writeFile(pem, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const server = await startServe({ settings: { keys: { pem_files: [pem] } } })
const files = [] // of the documents of both hosts
for (const [index, base] of [server.baseUrl, server.otherBaseUrl].entries()) {
  const { text } = await call(`${base}/openapi.json`)
  files.push(join(folder, `openapi-${index}.json`))
  await writeFile(files[index], text)
  if (index === 0) description = new Description(JSON.parse(text))
}
after(() => server.stop())

// --- the document ---

test('9 the description is version 1.0.0 in OpenAPI 3.1.0, on both hosts', async () => {
  for (const base of [server.baseUrl, server.otherBaseUrl]) {
    const { json } = await call(`${base}/openapi.json`)
    assert.equal(json.openapi, '3.1.0')
    assert.equal(json.info.version, '1.0.0')
    assert.equal(json.servers[0].url, base)
    assert.deepEqual(json.servers.map(({ url }) => url).sort(), [server.baseUrl, server.otherBaseUrl].sort())
    assert.equal(json.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl, `${base}${kToken}`)
  }
})

test('Redocly finds nothing', kLintTest, async () => {
  for (const file of files) assert.deepEqual(await redoclyFaults(file), [])
})

test('Spectral finds nothing', kLintTest, async () => {
  for (const file of files) assert.deepEqual(await spectralFaults(file), [])
})

test('the description is shorter than 30 KB, and its operations share what they have in common', async () => {
  const { text } = await call(`${server.baseUrl}/openapi.json`)
  assert.ok(Buffer.byteLength(text) < 30_000, `${Buffer.byteLength(text)} bytes`)
  assert.equal(description.operations.length, 18)
  for (const { path, operation: { responses } } of filled(description.operations)) {
    assert.equal(responses.default.$ref, '#/components/responses/Refused', path)
    assert.equal(responses[429]?.$ref, /^\/(oauth|api)\//.test(path) ? '#/components/responses/TooManyRequests' : undefined, path)
    const success = responses[200] ?? responses[201]
    assert.ok(Object.values(success.content)[0].schema, `${path} has the schema of its response where scanners look for it`)
  }
})

test('every example is valid against its schema', () => {
  let count = 0
  for (const { what, schema, value } of description.examples()) {
    description.assertValid(schema, value, what)
    ++count
  }
  assert.ok(count > 3, `only ${count} examples`)
})

// --- successes ---

test('every public document responds as described, and with 304 to its ETag', async () => {
  const open = description.operations.filter(({ operation }) => operation.responses[304])
  assert.equal(open.length, 15)
  for (const { path } of open) {
    const answer = await call(`${server.baseUrl}${path}`)
    assert.equal(answer.status, 200, path)
    description.assertAnswer(path, 'GET', answer)
    const again = await call(`${server.baseUrl}${path}`, { headers: { 'If-None-Match': answer.headers.get('etag') } })
    assert.equal(again.status, 304, path)
    description.assertAnswer(path, 'GET', again)
  }
})

test('registration, both ways of authentication and the profile respond as described', async () => {
  for (const body of [undefined, '{}', '{"client_name":"Example Agent","token_endpoint_auth_method":"client_secret_basic"}']) {
    const answer = await post(`${server.baseUrl}${kRegister}`, body, body && kJson)
    assert.equal(answer.status, 201, answer.text)
    description.assertAnswer(kRegister, 'POST', answer)
  }
  const client = await register(server.baseUrl)
  const credentials = { grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret }
  const url = `${server.baseUrl}${kToken}`
  const answers = [
    await post(url, form(credentials), kForm),
    await post(url, JSON.stringify(credentials), kJson),
    await post(url, 'grant_type=client_credentials', kForm, { Authorization: basic(client.client_id, client.client_secret) }),
  ]
  for (const answer of answers) {
    assert.equal(answer.status, 200, answer.text)
    description.assertAnswer(kToken, 'POST', answer)
  }
  const profile = await call(`${server.baseUrl}${kProfilePath}`, {
    headers: { Authorization: `Bearer ${answers[0].json.access_token}` },
  })
  assert.equal(profile.status, 200, profile.text)
  description.assertAnswer(kProfilePath, 'GET', profile)
})

// --- refusals ---

/** The response is documented for the operation, word for word but for what a 401 says to do next, which every one repeats. */
function assertRefusal(path, method, answer, status, error, isMalformed = false) {
  assert.equal(answer.status, status, answer.text)
  const body = JSON.parse(answer.text)
  assert.equal(body.error, error, answer.text)
  description.assertAnswer(path, method, answer)
  body.error_description = isMalformed ? kMalformed : body.error_description.replace(remedyAt(server.baseUrl), '')
  const shown = description.errors(path, method, status)
  assert.ok(shown.some((one) => JSON.stringify(one) === JSON.stringify(body)), `${method} ${path} does not show ${answer.text}`)
  covered.add(`${method} ${path} ${status} ${body.error_description}`)
}

/** Of malformed HTTP, which the document sums up. */
const kMalformed = 'Malformed HTTP; the text says what to send'

const kInvalid = 'invalid_request'
const tokenBody = (more) => form({ grant_type: 'client_credentials', client_id: randomUUID(), client_secret: 'x'.repeat(43), ...more })
const kBasic = { Authorization: basic(randomUUID(), 'x'.repeat(43)) }

// [path, method, status, error, body, media type, headers]
const refusals = [
  [kRegister, 'POST', 400, kInvalid, '[]', kJson],
  [kRegister, 'POST', 400, kInvalid, '{"client_name":"a","client_name":"b"}', kJson],
  [kRegister, 'POST', 400, 'invalid_client_metadata', '{"client_name":""}', kJson],
  [kRegister, 'POST', 400, 'invalid_client_metadata', '{"client_name":1}', kJson],
  [kRegister, 'POST', 415, 'unsupported_media_type', '{}', 'text/plain'],
  [kRegister, 'POST', 415, 'unsupported_media_type', '{}', kJson, { 'Content-Encoding': 'gzip' }],
  [kRegister, 'POST', 413, 'payload_too_large', `"${'x'.repeat(20_000)}"`, kJson],
  [kToken, 'POST', 400, kInvalid, 'client_id=a', kForm],
  [kToken, 'POST', 400, 'unsupported_grant_type', 'grant_type=password', kForm],
  [kToken, 'POST', 400, kInvalid, 'grant_type=client_credentials', kForm],
  [kToken, 'POST', 400, kInvalid, 'grant_type=client_credentials&client_id=a', kForm],
  [kToken, 'POST', 400, kInvalid, 'grant_type=%zz', kForm],
  [kToken, 'POST', 400, kInvalid, '{', kJson],
  [kToken, 'POST', 400, kInvalid, 'grant_type=a&grant_type=b', kForm],
  [kToken, 'POST', 400, kInvalid, '{"grant_type":1}', kJson],
  [kToken, 'POST', 400, kInvalid, '{"grant_type":"client_credentials"}', kForm],
  [kToken, 'POST', 400, kInvalid, 'grant_type=client_credentials', kJson],
  [kToken, 'POST', 400, kInvalid, 'grant_type=client_credentials', kForm, { Authorization: 'Bearer x' }],
  [kToken, 'POST', 400, kInvalid, 'grant_type=client_credentials', kForm, { Authorization: 'Basic !' }],
  [kToken, 'POST', 400, kInvalid, tokenBody(), kForm, kBasic],
  [kToken, 'POST', 401, 'invalid_client', tokenBody(), kForm],
  [kToken, 'POST', 401, 'invalid_client', `${tokenBody()}%0A`, kForm],
  [kToken, 'POST', 401, 'invalid_client', 'grant_type=client_credentials', kForm, kBasic],
  [kToken, 'POST', 415, 'unsupported_media_type', 'grant_type=a', 'text/plain'],
  [kToken, 'POST', 415, 'unsupported_media_type', 'grant_type=a', kForm, { 'Content-Encoding': 'gzip' }],
  [kToken, 'POST', 413, 'payload_too_large', 'x'.repeat(20_000), kForm],
  [kProfilePath, 'GET', 401, 'invalid_token'],
  [kProfilePath, 'GET', 401, 'invalid_token', undefined, undefined, { Authorization: 'Basic eDp4' }],
  [kProfilePath, 'GET', 401, 'invalid_token', undefined, undefined, { Authorization: 'Bearer x' }],
]
for (const [index, [path, method, status, error, body, type, headers]] of refusals.entries()) {
  test(`refusal ${index + 1}: ${method} ${path} -> ${status} ${error}`, async () => {
    const answer = await call(`${server.baseUrl}${path}`, {
      method, body, headers: { ...(type ? { 'Content-Type': type } : {}), ...headers },
    })
    assertRefusal(path, method, answer, status, error)
  })
}

test('parameters and tokens in the query are refused as described', async () => {
  assertRefusal(kToken, 'POST', await post(`${server.baseUrl}${kToken}?${tokenBody()}`, '', kForm), 400, kInvalid)
  assertRefusal(kProfilePath, 'GET', await call(`${server.baseUrl}${kProfilePath}?access_token=x`), 401, 'invalid_token')
})

const forged = [
  ['expired', 401, 'invalid_token', (now) => ({ exp: now - 1, iat: now - 901 })],
  ['of another audience', 401, 'invalid_token', () => ({ aud: ['https://elsewhere.example'] })],
  ['without the scope', 403, 'insufficient_scope', () => ({ scope: 'read:basic' })],
]
for (const [name, status, error, more] of forged) {
  test(`a token ${name}: ${status} ${error} as described`, async () => {
    const headers = { Authorization: `Bearer ${await forgeToken(server.baseUrl, pair, more)}` }
    assertRefusal(kProfilePath, 'GET', await call(`${server.baseUrl}${kProfilePath}`, { headers }), status, error)
  })
}

/** Sends bytes that fetch() would not send, and checks the response against that operation. */
async function judgeRaw(path, method, bytes, status, error, isMalformed) {
  const { answer } = await exchangeOne(bytes, { port: server.port })
  const judged = { status: answer.status, headers: new Headers(answer.headers), text: answer.body.toString('utf8') }
  assertRefusal(path, method, judged, status, error, isMalformed)
}
const judgeMalformed = (path, method, bytes) => judgeRaw(path, method, bytes, 400, kInvalid, true)

// All operations share these: tested at one that reads a body, one that needs a token and one that is cached.
const raw = (method, path, more = {}) => request(method, path, { port: server.port, ...more })
for (const [path, method] of [[kToken, 'POST'], [kProfilePath, 'GET'], [kSite, 'GET']]) {
  test(`${method} ${path}: the refusals that all operations share are as described`, async () => {
    const judge = (bytes, status, error) => judgeRaw(path, method, bytes, status, error)
    await judge(raw(method, path, { host: 'elsewhere.example' }), 421, 'misdirected_request')
    await judge(raw('DELETE', path), 405, 'method_not_allowed')
    await judge(raw(method, `${path}/nothing`), 404, 'not_found')
    await judgeMalformed(path, method, raw(method, path, { fields: ['Bad Name: x'] }))
    await judge(raw(method, `${path}?${'x'.repeat(9000)}`), 414, 'uri_too_long')
    await judge(raw(method, path, { fields: [`X-Large: ${'x'.repeat(17_000)}`] }), 431, 'headers_too_large')
    await judge(raw(method, path, { version: '2.0' }), 505, 'invalid_request')
  })
}

test('refusals of a body, also of a declared one, are as described for every operation', async () => {
  for (const [path, method] of [[kRegister, 'POST'], [kToken, 'POST'], [kProfilePath, 'GET'], [kSite, 'GET']]) {
    await judgeRaw(path, method, raw(method, path, { fields: ['Transfer-Encoding: gzip, chunked'], body: '0' }), 501, 'not_implemented')
    await judgeMalformed(path, method, raw(method, path, { fields: ['Transfer-Encoding: chunked, gzip'], body: '0' }))
    await judgeMalformed(path, method, raw(method, path, { fields: ['Transfer-Encoding: chunked'], body: '0 ;a=b' }))
    await judgeRaw(path, method, raw(method, path, { fields: ['Expect: magic', 'Content-Length: 0'] }), 417, 'invalid_request')
    await judgeRaw(path, method, raw(method, path, { fields: ['Content-Length: 99999999'] }), 413, 'payload_too_large')
  }
})

test('a document that has another entity tag than If-Match is refused as described', async () => {
  await judgeRaw(kSite, 'GET', raw('GET', kSite, { fields: ['If-Match: "x"'] }), 412, 'precondition_failed')
})

test('malformed HTTP is refused as described', async () => {
  const fields = ['Host: a', 'Content-Length: x', 'Content_Length: 0', 'Connection: a b', 'X: \x01']
  for (const field of fields) await judgeMalformed(kSite, 'GET', raw('GET', kSite, { fields: [field] }))
  for (const host of [null, '', 'a b']) await judgeMalformed(kSite, 'GET', raw('GET', kSite, { host }))
  for (const target of [`${kSite}#x`, 'x', '']) await judgeMalformed(kSite, 'GET', raw('GET', target))
})

// Only time, load or a fault of the machine causes these.
const kOutOfReach = new Set([408, 429, 500, 503])

test('every refusal of the three endpoints that a request can provoke was provoked', () => {
  const missing = []
  for (const [path, method] of [[kRegister, 'POST'], [kToken, 'POST'], [kProfilePath, 'GET']]) {
    const own = new Set(refusals.filter(([other]) => other === path).map(([, , status]) => String(status)))
    for (const status of Object.keys(description.operation(path, method).responses)) {
      if (Number(status) < 400 || kOutOfReach.has(Number(status)) || !own.has(status)) continue
      for (const { error_description: text } of description.errors(path, method, status)) {
        const isOfEvery = description.errors(kSite, 'GET', 400).some((one) => one.error_description === text)
        if (!isOfEvery && !covered.has(`${method} ${path} ${status} ${text}`)) missing.push(`${method} ${path} ${status} ${text}`)
      }
    }
  }
  assert.deepEqual(missing, [])
})

test('a token of this service is accepted where the description requires one', async () => {
  const client = await register(server.baseUrl)
  const { json } = await requestToken(server.baseUrl, client)
  assert.equal(json.scope, 'read:extended')
  const scheme = description.document.components.securitySchemes.oauth2.flows.clientCredentials
  assert.deepEqual(Object.keys(scheme.scopes), ['read:extended'])
  const jwt = await token(server.otherBaseUrl, client)
  const answer = await call(`${server.baseUrl}${kProfilePath}`, { headers: { Authorization: `Bearer ${jwt}` } })
  assert.equal(answer.status, 200)
})
