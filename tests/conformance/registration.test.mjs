// POST /oauth/register: specification sections 2.1, 4.1, 5.9; cases by table.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exchange, exchangeOne, request } from '../support/raw.mjs'
import { startDev } from '../support/server.mjs'
import { assertError, assertNoSuchClient, call, form, kForm, kJson, kUuid4, post, register, requestToken } from '../support/steps.mjs'

const server = await startDev()
after(() => server.stop())

const kNameLimit = 200
const json = (value) => JSON.stringify(value)

test('2.1 a registration without a body has every member, and no name', async () => {
  const client = await register(server.baseUrl)
  assert.match(client.client_id, kUuid4)
  assert.match(client.client_secret, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(client.client_name, null)
  assert.equal(client.token_endpoint, `${server.baseUrl}/oauth/token`)
  assert.deepEqual(client.grant_types_supported, ['client_credentials'])
  assert.equal(client.scope, 'read:extended')
  assert.equal(typeof client.note, 'string')
  assert.ok(client.note.length > 0)
})

test('2.1 a registration has the members of RFC 7591 that registration clients require', async () => {
  const before = Date.now() / 1000
  const client = await register(server.baseUrl, { client_name: 'Example Agent' })
  assert.ok(Number.isInteger(client.client_id_issued_at))
  assert.ok(client.client_id_issued_at > before - 2 && client.client_id_issued_at <= Date.now() / 1000)
  assert.equal(client.client_secret_expires_at, 0)
  assert.deepEqual(client.redirect_uris, [])
  assert.deepEqual(client.grant_types, ['client_credentials'])
  assert.deepEqual(client.response_types, [])
  assert.match(client.token_endpoint_auth_method, /^client_secret_(basic|post)$/)
})

test('4.1 the response is 201 JSON that is never stored', async () => {
  const answer = await call(`${server.baseUrl}/oauth/register`, { method: 'POST' })
  assert.equal(answer.status, 201)
  assert.match(answer.headers.get('content-type'), /^application\/json\b/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('2.1 token_endpoint is that of the host asked', async () => {
  const client = await register(server.otherBaseUrl)
  assert.equal(client.token_endpoint, `${server.otherBaseUrl}/oauth/token`)
})

test('5.9 two registrations of one name are two clients', async () => {
  const clients = await Promise.all([1, 2].map(() => register(server.baseUrl, { client_name: 'Twin' })))
  assert.notEqual(clients[0].client_id, clients[1].client_id)
  assert.notEqual(clients[0].client_secret, clients[1].client_secret)
})

test('5.10 the secret of one client is refused for another', async () => {
  const [one, two] = [await register(server.baseUrl), await register(server.baseUrl)]
  assertNoSuchClient(await requestToken(server.baseUrl, { ...one, client_secret: two.client_secret }))
})

test('500 registrations have 500 ids and 500 secrets', async () => {
  const clients = []
  for (let round = 0; round < 25; ++round) {
    clients.push(...await Promise.all(Array.from({ length: 20 }, () => register(server.baseUrl))))
  }
  assert.equal(new Set(clients.map((client) => client.client_id)).size, 500)
  assert.equal(new Set(clients.map((client) => client.client_secret)).size, 500)
})

test('a caller can set only the name', async () => {
  const wish = {
    client_id: '00000000-0000-4000-8000-000000000000', client_secret: 'x', scope: 'admin',
    token_endpoint: 'https://evil.example/token', grant_types: ['password'], redirect_uris: ['https://evil.example/'],
  }
  const client = await register(server.baseUrl, wish)
  assert.notEqual(client.client_id, wish.client_id)
  assert.notEqual(client.client_secret, wish.client_secret)
  assert.equal(client.scope, 'read:extended')
  assert.equal(client.token_endpoint, `${server.baseUrl}/oauth/token`)
  assert.deepEqual(client.grant_types, ['client_credentials'])
  assert.deepEqual(client.redirect_uris, wish.redirect_uris)
  delete client.redirect_uris
  assert.doesNotMatch(json(client), /evil/)
})

// name, body, media type, and client_name of the response
const granted = [
  ['an empty JSON body', '', kJson, null],
  ['white space around the object', ' \r\n{ }\t', kJson, null],
  ['a name of 200 characters', json({ client_name: 'n'.repeat(kNameLimit) }), kJson, 'n'.repeat(kNameLimit)],
  ['200 characters of four bytes each', json({ client_name: '\u{1F600}'.repeat(kNameLimit) }), kJson, '\u{1F600}'.repeat(kNameLimit)],
  ['a name with markup, as text', json({ client_name: '</script>"\\' }), kJson, '</script>"\\'],
  ['an escaped name', '{"client_n\\u0061me":"\\u0041gent"}', kJson, 'Agent'],
  ['unknown members', json({ type: 'anonymous', requested_credential_type: 'api_key' }), kJson, null],
  ['metadata of RFC 7591 without a name', json({ software_id: 7 }), kJson, undefined],
  ['an empty body of another type', '', 'text/plain', null],
  ['a charset', '{"client_name":"a"}', 'application/json; charset=utf-8', 'a'],
  ['a media type in capitals', '{"client_name":"a"}', 'Application/Json', 'a'],
  ['a media type twice', '{}', 'application/json, application/json', null],
  ['null as name', '{"client_name":null}', kJson, null],
  ['a name elsewhere', '{"x":{"client_name":1}}', kJson, null],
  ['a blank as name', '{"client_name":" "}', kJson, ' '],
  ['a name with marks that change the direction of text', json({ client_name: '\u202e\u2028\ufeff' }), kJson, '\u202e\u2028\ufeff'],
]
for (const [name, body, type, echoed] of granted) {
  test(`4.1 grants ${name}`, async () => {
    const answer = await post(`${server.baseUrl}/oauth/register`, body, type)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.json.client_name, echoed)
  })
}

const metadata = 'invalid_client_metadata'
const refused = [
  ['an empty name', json({ client_name: '' }), kJson, 400, metadata],
  ['a name of 201 characters', json({ client_name: 'n'.repeat(kNameLimit + 1) }), kJson, 400, metadata],
  ['a line feed in a name', json({ client_name: 'a\nSet-Cookie: b' }), kJson, 400, metadata],
  ['an object as name', '{"client_name":{}}', kJson, 400, metadata],
  ['a number as name', '{"client_name":1}', kJson, 400, metadata],
  ['an array as name', '{"client_name":["a"]}', kJson, 400, metadata],
  ['a string', '"a"', kJson, 400, 'invalid_request'],
  ['an object that ends early', '{"client_name":"a', kJson, 400, 'invalid_request'],
  ['an array', '[]', kJson, 400, 'invalid_request'],
  ['two objects', '{}{}', kJson, 400, 'invalid_request'],
  ['a member twice behind an escape', '{"client_name":"a","client_n\\u0061me":"b"}', kJson, 400, 'invalid_request'],
  ['nine levels', `{"a":${'['.repeat(8)}${']'.repeat(8)}}`, kJson, 400, 'invalid_request'],
  ['a form', form({ client_name: 'a' }), kForm, 415, 'unsupported_media_type'],
  ['a media type that only begins like JSON', '{}', 'application/jsonx', 415, 'unsupported_media_type'],
  ['a body above the limit', json({ client_name: 'a', padding: 'p'.repeat(16 * 1024) }), kJson, 413, 'payload_too_large'],
]
for (const [name, body, type, status, error] of refused) {
  test(`4.1 refuses ${name}`, async () => {
    assertError(await post(`${server.baseUrl}/oauth/register`, body, type), status, error)
  })
}

test('a request of RFC 7591 gets its addresses and the method that it asked for, and no null', async () => {
  const registered = async (wish) => register(server.baseUrl, wish)
  const sent = await registered({ redirect_uris: ['http://127.0.0.1:7/a', 'x:"\\'], client_name: null })
  assert.deepEqual([sent.redirect_uris, 'client_name' in sent], [['http://127.0.0.1:7/a', 'x:"\\'], false])
  assert.equal((await registered({ redirect_uris: [], client_name: 'A' })).client_name, 'A')
  for (const wish of [{ grant_types: ['client_credentials'] }, { token_endpoint_auth_method: null }, { redirect_uris: null }, { redirect_uris: 'x' }, { redirect_uris: ['a', 1] }]) {
    const without = await registered(wish)
    assert.ok(!('client_name' in without) && !('redirect_uris' in without), json(wish))
  }
  assert.deepEqual((await registered({ type: 'anonymous' })).redirect_uris, [])
  for (const [asked, method] of [['client_secret_basic', 'client_secret_basic'], ['client_secret_post', 'client_secret_post'], ['none', 'client_secret_post'], ['Client_Secret_Basic', 'client_secret_post'], [1, 'client_secret_post']]) {
    assert.equal((await registered({ token_endpoint_auth_method: asked })).token_endpoint_auth_method, method)
  }
})

test('Authorization and query are not read at the registration, and a body needs a media type', async () => {
  const answer = await post(`${server.baseUrl}/oauth/register?client_name=evil`, undefined, undefined, { Authorization: 'Bearer x' })
  assert.deepEqual([answer.status, answer.json.client_name], [201, null])
  const { answer: untyped } = await exchangeOne(request('POST', '/oauth/register', { port: server.port, body: '{}' }), { port: server.port })
  assert.equal(untyped.status, 415)
})

test('4.1 refuses bytes that are not UTF-8', async () => {
  const body = Buffer.from('{"client_name":"\xff"}', 'latin1')
  assertError(await post(`${server.baseUrl}/oauth/register`, body, kJson), 400, 'invalid_request')
})

for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
  test(`4.1 ${method} is 405 and lists the allowed methods`, async () => {
    const answer = await call(`${server.baseUrl}/oauth/register`, { method })
    assert.equal(answer.status, 405)
    const allowed = answer.headers.get('allow').split(/, */)
    assert.ok(allowed.includes('POST') && !allowed.includes(method), answer.headers.get('allow'))
    if (method !== 'HEAD') assert.equal(answer.json.error, 'method_not_allowed')
  })
}

test('a name reaches no header and does not split the response', async () => {
  const body = json({ client_name: 'a\u2028b"}\\r\\nX-Injected: 1' })
  const bytes = request('POST', '/oauth/register', {
    port: server.port, fields: [`Content-Type: ${kJson}`], body: Buffer.from(body).toString('latin1'),
  })
  const { answers, leftover } = await exchange(bytes, { port: server.port })
  assert.equal(answers.length, 1)
  assert.equal(leftover.length, 0)
  assert.equal(answers[0].status, 201)
  assert.equal(answers[0].headers['x-injected'], undefined)
  assert.equal(JSON.parse(answers[0].body.toString()).client_name, JSON.parse(body).client_name)
})
