// POST /oauth/token, requests that are refused: specification sections 5.2, 5.5, 5.6, 7; one row for each kind.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { exchangeOne, request } from '../support/raw.mjs'
import { startDev } from '../support/server.mjs'
import { altered, assertError, assertNoSuchClient, basic, challengeIn, form, kForm, kJson, post, register, tokenFields } from '../support/steps.mjs'

const server = await startDev()
const client = await register(server.baseUrl)
const good = tokenFields(client)
after(() => server.stop())

const endpoint = () => `${server.baseUrl}/oauth/token`

// name, body as a function of the good fields, media type, status, error
const without = (fields, ...names) => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
const unsupported = 'unsupported_grant_type'
const invalid = 'invalid_request'
const wrong = 'invalid_client'
const refused = [
  // 7: unsupported_grant_type
  ['grant_type=password', (g) => form({ ...g, grant_type: 'password' }), kForm, 400, unsupported],
  ['token exchange (5.2)', (g) => form({ ...g, grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }), kForm, 400, unsupported],
  ['a grant in capitals', (g) => form({ ...g, grant_type: 'CLIENT_CREDENTIALS' }), kForm, 400, unsupported],
  ['another grant in JSON', (g) => JSON.stringify({ ...g, grant_type: 'password' }), kJson, 400, unsupported],
  // 7, 5.6: invalid_request
  ['no grant_type', (g) => form(without(g, 'grant_type')), kForm, 400, invalid],
  ['no client_id', (g) => form(without(g, 'client_id')), kForm, 400, invalid],
  ['neither of the two', (g) => form({ grant_type: g.grant_type }), kForm, 400, invalid],
  ['an empty client_secret', (g) => form({ ...g, client_secret: '' }), kForm, 400, invalid],
  ['an empty form', () => '', kForm, 400, invalid],
  ['no client_secret in JSON', (g) => JSON.stringify(without(g, 'client_secret')), kJson, 400, invalid],
  ['names in camel case', (g) => JSON.stringify({ grantType: g.grant_type, clientId: g.client_id, clientSecret: g.client_secret }), kJson, 400, invalid],
  // RFC 6749 3.2: a parameter twice
  ['client_id twice behind an escape', (g) => `${form(g)}&client%5Fid=${g.client_id}`, kForm, 400, invalid],
  ['a member twice', (g) => JSON.stringify(g).replace('{', '{"client_secret":"x",'), kJson, 400, invalid],
  ['client_secret twice, first empty', (g) => `client_secret=&${form(g)}`, kForm, 400, invalid],
  ['scope twice', (g) => `${form(g)}&scope=a&scope=b`, kForm, 400, invalid],
  ['a name twice before another grant', () => 'grant_type=password&x=1&x=2', kForm, 400, invalid],
  // syntax
  ['neither body nor media type', () => undefined, undefined, 400, invalid],
  ['grant_type without a value', (g) => form(g).replace('=client_credentials', ''), kForm, 400, invalid],
  ['semicolons between parameters', (g) => form(g).replaceAll('&', ';'), kForm, 400, unsupported],
  ['a malformed resource', (g) => `${form(g)}&resource=%zz&resource=a`, kForm, 400, invalid],
  ['an unknown client without a secret', (g) => form({ ...without(g, 'client_secret'), client_id: 'x' }), kForm, 400, invalid],
  ['a number as grant_type', (g) => JSON.stringify({ ...g, grant_type: 1 }), kJson, 400, invalid],
  ['null as grant_type', (g) => JSON.stringify({ ...g, grant_type: null }), kJson, 400, invalid],
  ['false as client_secret', (g) => JSON.stringify({ ...g, client_secret: false }), kJson, 400, invalid],
  ['an escape that is not UTF-8', (g) => `${form(g)}&a=%ff`, kForm, 400, invalid],
  ['JSON under the media type of a form', (g) => JSON.stringify(g), kForm, 400, invalid],
  ['a form under the media type of JSON', (g) => form(g), kJson, 400, invalid],
  ['an object as client_secret', (g) => JSON.stringify({ ...g, client_secret: { $ne: null } }), kJson, 400, invalid],
  ['JSON with something behind it', (g) => `${JSON.stringify(g)}x`, kJson, 400, invalid],
  ['JSON of ten thousand levels', () => '['.repeat(10_000), kJson, 400, invalid],
  // media types
  ['plain text', (g) => form(g), 'text/plain', 415, 'unsupported_media_type'],
  ['multipart', (g) => form(g), 'multipart/form-data; boundary=x', 415, 'unsupported_media_type'],
  ['plain text without a body', () => '', 'text/plain', 415, 'unsupported_media_type'],
  ['plain text before another grant', () => 'grant_type=password', 'text/plain', 415, 'unsupported_media_type'],
  ['two media types in one field', (g) => form(g), `${kForm}, ${kJson}`, 415, 'unsupported_media_type'],
  ['a structured suffix', (g) => JSON.stringify(g), 'application/ld+json', 415, 'unsupported_media_type'],
  ['a body above the limit', (g) => form({ ...g, padding: 'p'.repeat(16 * 1024) }), kForm, 413, 'payload_too_large'],
  ['a secret of one megabyte', (g) => form({ ...g, client_secret: 's'.repeat(1 << 20) }), kForm, 413, 'payload_too_large'],
  // 5.5: invalid_client
  ['a wrong secret of the right length', (g) => form({ ...g, client_secret: 'A'.repeat(43) }), kForm, 401, wrong],
  ['a secret with its last character changed', (g) => form({ ...g, client_secret: altered(g.client_secret, 42) }), kForm, 401, wrong],
  ['a padded secret', (g) => form({ ...g, client_secret: `${g.client_secret}=` }), kForm, 401, wrong],
  ['a secret of 10 KiB', (g) => form({ ...g, client_secret: 's'.repeat(10 * 1024) }), kForm, 401, wrong],
  ['a secret that is encoded twice', (g) => form({ ...g, client_secret: `%41${g.client_secret}` }).replace('%2541', '%252541'), kForm, 401, wrong],
  ['a secret without its first character', (g) => form({ ...g, client_secret: g.client_secret.slice(1) }), kForm, 401, wrong],
  ['a client_id with one character more', (g) => form({ ...g, client_id: `${g.client_id}0` }), kForm, 401, wrong],
  ['a client_id with one character less', (g) => form({ ...g, client_id: g.client_id.slice(1) }), kForm, 401, wrong],
  ['an unknown client', (g) => form({ ...g, client_id: '00000000-0000-4000-8000-000000000000' }), kForm, 401, wrong],
  ['a client_id that is not a UUID', (g) => form({ ...g, client_id: 'me' }), kForm, 401, wrong],
  ['a client_id with a null character behind it', (g) => form({ ...g, client_id: `${g.client_id}\0` }), kForm, 401, wrong],
  ['a client_id of 10 KiB', (g) => form({ ...g, client_id: 'c'.repeat(10 * 1024) }), kForm, 401, wrong],
  ['a wrong secret in JSON', (g) => JSON.stringify({ ...g, client_secret: 'A'.repeat(43) }), kJson, 401, wrong],
]
for (const [name, body, type, status, error] of refused) {
  test(`7 refuses ${name}: ${status} ${error}`, async () => {
    const answer = await post(endpoint(), body(good), type)
    assertError(answer, status, error)
    assert.equal(challengeIn(answer), null)
    assert.ok(!answer.text.includes(client.client_secret) && !answer.text.includes(client.client_id))
  })
}

test('5.5 every wrong pair gets the same bytes and the same fields', async () => {
  const unknownId = { ...good, client_id: '00000000-0000-4000-8000-000000000000' }
  const pairs = [{ ...good, client_secret: 'A'.repeat(43) }, unknownId, { ...good, client_id: 'no-uuid' }, { ...good, client_id: '%' }]
  const answers = []
  for (const pair of pairs) answers.push(await post(endpoint(), form(pair), kForm))
  const shape = (answer) => ({ status: answer.status, text: answer.text, names: [...answer.headers.keys()].sort() })
  for (const answer of answers) assert.deepEqual(shape(answer), shape(answers[0]))
})

test('white space around a secret is named', async () => {
  for (const secret of [`${client.client_secret}%0A`, `${client.client_secret}%0D%0A`, `+${client.client_secret}`, `${client.client_secret}%09`, `${client.client_secret}\r\n`]) {
    const answer = await post(endpoint(), `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${secret}`, kForm)
    assertNoSuchClient(answer)
    assert.equal(answer.json.error_description, 'The client credentials are not valid: client_secret begins or ends with a line break or a space')
  }
})

const base64 = (text) => Buffer.from(text, 'latin1').toString('base64')
const grant = 'grant_type=client_credentials'

test('a refusal after Basic has a Basic challenge', async () => {
  for (const credentials of [basic(client.client_id, 'A'.repeat(43)), `Basic ${base64('x:y')}`, `Basic ${base64('x:y:z')}`, `Basic ${base64('x%41:y+z')}`]) {
    const answer = await post(endpoint(), grant, kForm, { Authorization: credentials })
    assertNoSuchClient(answer)
    assert.match(challengeIn(answer), /^Basic\b/)
  }
})

test('Basic is read after media type and grant, and needs both parts', async () => {
  for (const [body, type, credentials, status, error] of [
    [grant, kForm, ':y', 400, invalid], [grant, kForm, 'x:', 400, invalid], ['', kForm, 'x:y', 400, invalid], ['grant_type=password', kForm, 'x:y', 400, unsupported],
    [grant, 'text/plain', 'x:y', 415, 'unsupported_media_type'],
  ]) assertError(await post(endpoint(), body, type, { Authorization: `Basic ${base64(credentials)}` }), status, error)
})

test('Basic and body credentials at once are invalid_request', async () => {
  const Authorization = basic(client.client_id, client.client_secret)
  const bodies = [[form(good), kForm], [JSON.stringify(good), kJson], [`${grant}&client_secret=${client.client_secret}`, kForm], [`${grant}&client_id=x`, kForm],
    [JSON.stringify(without(good, 'client_id')), kJson], ['grant_type=password&client_secret=x', kForm]]
  for (const [body, type] of bodies) assertError(await post(endpoint(), body, type, { Authorization }), 400, invalid)
  assertError(await post(endpoint(), grant, kForm, { Authorization: 'Bearer x' }), 400, invalid)
  assertError(await post(endpoint(), form(good), kForm, { Authorization: 'Digest x' }), 400, invalid)
})

test('Authorization without well-formed Basic credentials is refused', async () => {
  const value = basic(client.client_id, client.client_secret)
  const credentials = value.slice('Basic '.length)
  for (const Authorization of ['Basic', 'Basic ', `Basic\t${credentials}`, `${value} x`, `${value}, ${value}`, `Basic "${credentials}"`, credentials, `Digest ${credentials}`, `Basicx ${credentials}`,
    'Basic ????', 'Basic !!!', 'Basic eDp5eg', 'Basic eDp5eno==', 'Basic -_-_', 'Basic eDp5eh==', 'Basic OnNlY3JldA', `Basic ${base64('xyz')}`, `Basic ${base64('x:%zz')}`, `Basic ${base64('x:\xff')}`]) {
    const { answer } = await exchangeOne(request('POST', '/oauth/token', { port: server.port, fields: [`Content-Type: ${kForm}`, `Authorization: ${Authorization}`], body: grant }), { port: server.port })
    assert.deepEqual([answer.status, JSON.parse(answer.body).error], [400, invalid], Authorization)
  }
})

test('RFC 6749 2.3.1 credentials in the query are not read', async () => {
  const answer = await post(`${endpoint()}?${form(good)}`, '', kForm)
  assertError(answer, 400, 'invalid_request')
  assert.ok(!answer.text.includes(client.client_secret))
})

test('a compressed body is refused', async () => {
  const answer = await post(endpoint(), gzipSync(form(good)), kForm, { 'Content-Encoding': 'gzip' })
  assert.ok(answer.status === 400 || answer.status === 415, String(answer.status))
})

test('two Content-Type fields are refused', async () => {
  const { answer } = await exchangeOne(request('POST', '/oauth/token', {
    port: server.port, fields: [`Content-Type: ${kForm}`, `Content-Type: ${kJson}`], body: form(good),
  }), { port: server.port })
  assert.equal(answer.status, 400)
})

test('a body without a media type is refused', async () => {
  const { answer } = await exchangeOne(request('POST', '/oauth/token', { port: server.port, body: form(good) }), { port: server.port })
  assert.ok(answer.status === 400 || answer.status === 415, String(answer.status))
})
