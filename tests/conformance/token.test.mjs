// POST /oauth/token, requests that get a token, and other methods: specification sections 2.2, 2.3, 2.6, 4.2, 5.1 to 5.4.
// What is refused is in token_refusals.test.mjs.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from 'jose'
import { startDev } from '../support/server.mjs'
import {
  assertError, basic, call, decode, form, kForm, kJson, post, readProfile, register, requestToken, tokenFields,
} from '../support/steps.mjs'

const server = await startDev()
const client = await register(server.baseUrl)
const good = tokenFields(client)
after(() => server.stop())

const endpoint = () => `${server.baseUrl}/oauth/token`

function assertGranted(answer) {
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(Object.keys(answer.json).sort(), ['access_token', 'expires_in', 'scope', 'token_type'])
  assert.equal(answer.json.token_type, 'Bearer')
  assert.equal(answer.json.expires_in, 900)
  assert.equal(answer.json.scope, 'read:extended')
  assert.match(answer.headers.get('content-type'), /^application\/json\b/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('pragma'), 'no-cache')
  return answer.json.access_token
}

test('2.3 a form request gets the four members and is never stored', async () => {
  assertGranted(await post(endpoint(), form(good), kForm))
})

test('2.3 a JSON request gets the same', async () => {
  assertGranted(await post(endpoint(), JSON.stringify(good), kJson))
})

test('RFC 6749 2.3.1 HTTP Basic is accepted', async () => {
  const good = basic(client.client_id, client.client_secret)
  const escaped = [...client.client_secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const grant = 'grant_type=client_credentials'
  for (const [body, type, Authorization] of [
    [grant, kForm, good], ['{"grant_type":"client_credentials"}', kJson, good], [grant, kForm, good.replace('Basic', 'basic')], [grant, kForm, good.replace('Basic ', 'BASIC   ')],
    [`${grant}&client_id=${client.client_id}`, kForm, good], [`${grant}&client_secret=`, kForm, good],
    ['{"grant_type":"client_credentials","client_id":null,"client_secret":null}', kJson, good],
    [grant, kForm, `Basic ${Buffer.from(`${client.client_id}:${escaped}`).toString('base64')}`],
  ]) assertGranted(await post(endpoint(), body, type, { Authorization }))
})

test('a Bearer token beside the credentials is ignored, and an empty Authorization', async () => {
  for (const Authorization of ['Bearer x', 'bearer  x', 'Bearer', '']) {
    assertGranted(await post(endpoint(), form(good), kForm, { Authorization }))
    assertGranted(await post(endpoint(), JSON.stringify(good), kJson, { Authorization }))
  }
})

test('2.6 the token is an ES256 access token of RFC 9068 with a lifetime of 900 seconds', async () => {
  const before = Date.now() / 1000
  const { header, payload } = decode(assertGranted(await requestToken(server.baseUrl, client)))
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'kid', 'typ'])
  assert.equal(header.alg, 'ES256')
  assert.equal(header.typ, 'at+jwt')
  assert.deepEqual(Object.keys(payload).sort(), ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub'])
  assert.equal(payload.iss, server.baseUrl)
  assert.equal(payload.sub, client.client_id)
  assert.equal(payload.client_id, client.client_id)
  assert.deepEqual(payload.aud, [server.baseUrl, `${server.baseUrl}/api/agent/full-profile`])
  assert.equal(payload.scope, 'read:extended')
  assert.equal(payload.exp - payload.iat, 900)
  assert.ok(payload.iat > before - 2 && payload.iat <= Date.now() / 1000)
  assert.ok(payload.jti.length >= 16)
})

test('5.8 the token verifies against the published keys of both hosts', async () => {
  const jwt = assertGranted(await requestToken(server.baseUrl, client))
  for (const baseUrl of [server.baseUrl, server.otherBaseUrl]) {
    const keys = (await call(`${baseUrl}/.well-known/jwks.json`)).json
    const { protectedHeader } = await jwtVerify(jwt, createLocalJWKSet(keys), { typ: 'at+jwt', algorithms: ['ES256'] })
    const key = keys.keys.find((candidate) => candidate.kid === protectedHeader.kid)
    assert.equal(await calculateJwkThumbprint(key), protectedHeader.kid)
  }
})

test('iss and aud are those of the requested host', async () => {
  const { payload } = decode(assertGranted(await requestToken(server.otherBaseUrl, client)))
  assert.equal(payload.iss, server.otherBaseUrl)
  assert.deepEqual(payload.aud, [server.otherBaseUrl, `${server.otherBaseUrl}/api/agent/full-profile`])
})

test('3 tokens of one client are independent: 50 concurrent requests give 50 valid ones', async () => {
  const tokens = await Promise.all(Array.from({ length: 50 }, async () =>
    assertGranted(await requestToken(server.baseUrl, client))))
  assert.equal(new Set(tokens.map((jwt) => decode(jwt).payload.jti)).size, 50)
  for (const jwt of tokens) assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
})

// name, body as a function of the good fields, media type
const granted = [
  ['fields in another order', (g) => form({ client_secret: g.client_secret, client_id: g.client_id, grant_type: g.grant_type }), kForm],
  ['unknown parameters', (g) => form({ ...g, foo: 'bar', client_assertion: '' }), kForm],
  ['unknown members', (g) => JSON.stringify({ ...g, foo: [1, { bar: null }] }), kJson],
  ['escaped parameter names', (g) => `grant%5Ftype=${g.grant_type}&client%5fid=${g.client_id}&client_secret=${g.client_secret}`, kForm],
  ['escaped member names', (g) => JSON.stringify(g).replace('client_id', 'client\\u005fid'), kJson],
  ['a charset parameter on a form', (g) => form(g), `${kForm}; charset=UTF-8`],
  ['a media type in capitals', (g) => form(g), 'APPLICATION/X-WWW-FORM-URLENCODED'],
  ['a scope that is not granted, ignored', (g) => form({ ...g, scope: 'admin' }), kForm],
  ['a resource', (g) => form({ ...g, resource: 'https://elsewhere.example/' }), kForm],
  ['resource and audience twice', (g) => `${form(g)}&resource=a&audience=b&resource=c&audience=b&resource=`, kForm],
  ['a client_id in capitals (RFC 9562)', (g) => form({ ...g, client_id: g.client_id.toUpperCase() }), kForm],
  ['another charset', (g) => form(g), `${kForm};charset=ISO-8859-1`],
  ['JSON with its media type in capitals', (g) => JSON.stringify(g), 'APPLICATION/JSON'],
  ['an escaped value, and a scope that is no text', (g) => JSON.stringify({ ...g, scope: 7 }).replace('client_cred', 'client\\u005fcred'), kJson],
  ['names in nested objects', (g) => JSON.stringify({ ...g, x: { client_id: 'y' } }), kJson],
]
for (const [name, body, type] of granted) {
  test(`4.2 grants ${name}`, async () => {
    const jwt = assertGranted(await post(endpoint(), body(good), type))
    const { payload } = decode(jwt)
    assert.deepEqual([payload.scope, payload.sub], ['read:extended', client.client_id])
    assert.doesNotMatch(JSON.stringify(payload), /elsewhere|admin/)
  })
}

for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
  test(`4.2 ${method} is 405 and lists the allowed methods`, async () => {
    const answer = await call(endpoint(), { method })
    assert.equal(answer.status, 405)
    const allowed = answer.headers.get('allow').split(/, */)
    assert.ok(allowed.includes('POST') && !allowed.includes(method), answer.headers.get('allow'))
    if (method !== 'HEAD') assert.equal(answer.json.error, 'method_not_allowed')
  })
}

test('3 there is no revocation and no introspection endpoint', async () => {
  for (const path of ['/oauth/revoke', '/oauth/introspect']) {
    assertError(await post(`${server.baseUrl}${path}`, form({ token: 'x' }), kForm), 404, 'not_found')
  }
})

test('the authorization endpoint reports that the flow is not supported', async () => {
  const answer = await call(`${server.baseUrl}/oauth/authorize?response_type=code&client_id=${client.client_id}`)
  assertError(answer, 400, 'unsupported_response_type')
  assert.equal(answer.headers.get('location'), null)
  assert.match(answer.json.error_description, /token/)
})
