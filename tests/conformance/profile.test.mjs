// GET /api/agent/full-profile: specification sections 2.4, 3, 4.3, 4.4, 5.7, 7.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem, exchange, exchangeOne, request } from '../support/raw.mjs'
import { exampleProfile, startServe } from '../support/server.mjs'
import { altered, assertError, call, challengeIn, decode, form, kForm, kProfilePath, post, readProfile, register, token } from '../support/steps.mjs'

const server = await startServe()
const client = await register(server.baseUrl)
const jwt = await token(server.baseUrl, client)
after(() => server.stop())

const raw = (target, fields, options = {}) =>
  request(options.method ?? 'GET', target, { port: server.port, fields, ...options })

function assertChallenge(answer, baseUrl = server.baseUrl) {
  assertError(answer, 401, 'invalid_token')
  const description = answer.json.error_description
  assert.equal(challengeIn(answer),
    `Bearer error="invalid_token", error_description="${description}", ` +
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`)
}

test("2.4 the owner's profile with _meta of the token", async () => {
  const answer = await readProfile(server.baseUrl, jwt)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type'), /^application\/json\b/)
  const { _meta: meta, ...profile } = answer.json
  assert.deepEqual(profile, exampleProfile)
  const { payload } = decode(jwt)
  assert.deepEqual(meta, {
    issued_to: client.client_id,
    scope: 'read:extended',
    expires_at: new Date(payload.exp * 1000).toISOString().replace('.000Z', 'Z'),
  })
})

test('2.4 _meta describes the token that was sent', async () => {
  const other = await register(server.baseUrl)
  const answer = await readProfile(server.baseUrl, await token(server.baseUrl, other))
  assert.equal(answer.json._meta.issued_to, other.client_id)
  assert.equal((await readProfile(server.baseUrl, jwt)).json._meta.issued_to, client.client_id)
})

test('1 a token of one host is accepted at the other', async () => {
  assert.equal((await readProfile(server.otherBaseUrl, jwt)).status, 200)
  const other = await token(server.otherBaseUrl, client)
  assert.equal((await readProfile(server.baseUrl, other)).status, 200)
})

test('5.7 no token gets the challenge with error, description and resource_metadata', async () => {
  assertChallenge(await call(`${server.baseUrl}${kProfilePath}`))
})

test('5.7 the challenge names the metadata of the host asked', async () => {
  assertChallenge(await call(`${server.otherBaseUrl}${kProfilePath}`), server.otherBaseUrl)
})

const forms = [
  ['Bearer T', (t) => `Bearer ${t}`, 200],
  ['a scheme in lower case', (t) => `bearer ${t}`, 200],
  ['a tab behind the scheme', (t) => `Bearer\t${t}`, 401],
  ['the scheme alone', () => 'Bearer', 401],
  ['another scheme', (t) => `Token ${t}`, 401],
  ['Basic', (t) => `Basic ${Buffer.from(`x:${t}`).toString('base64')}`, 401],
  ['two tokens', (t) => `Bearer ${t} ${t}`, 401],
  ['two challenges in one field', (t) => `Bearer ${t}, Bearer ${t}`, 401],
  ['a padded token', (t) => `Bearer ${t}=`, 401],
  ['a token without its signature', (t) => `Bearer ${t.slice(0, t.lastIndexOf('.') + 1)}`, 401],
  ['a token with one character more', (t) => `Bearer ${t}A`, 401],
  ['a token above 4 KiB', () => `Bearer ${'A'.repeat(4097)}`, 401],
]
for (const [name, value, status] of forms) {
  test(`4.3 Authorization: ${name} is ${status}`, async () => {
    const { answer } = await exchangeOne(raw(kProfilePath, [`Authorization: ${value(jwt)}`]), { port: server.port })
    assert.equal(answer.status, status)
    if (status === 401) {
      assertProblem(answer, 401, 'invalid_token')
      assert.match(challengeIn(answer), /^Bearer error="invalid_token", /)
    }
  })
}

test('4.3 one changed character anywhere in the token makes it invalid', async () => {
  for (let step = 0; step < 50; ++step) {
    const index = Math.floor((step * jwt.length) / 50)
    if (jwt[index] === '.') continue
    assertChallenge(await readProfile(server.baseUrl, altered(jwt, index)))
  }
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
})

test('4.3 the last character of a signature has one accepted value', async () => {
  // 64 bytes leave four unused bits in the last of 86 characters: fifteen other characters would decode to the same bytes.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(jwt.at(-1))
  for (let other = last - (last % 16); other < last - (last % 16) + 16; ++other) {
    if (other !== last) assertChallenge(await readProfile(server.baseUrl, jwt.slice(0, -1) + alphabet[other]))
  }
})

test('4.3 two Authorization fields are refused in both orders', async () => {
  const fields = [`Authorization: Bearer ${jwt}`, 'Authorization: Bearer x']
  for (const order of [fields, fields.toReversed(), [fields[0], fields[0]]]) {
    const { answer } = await exchangeOne(raw(kProfilePath, order), { port: server.port })
    assert.ok(answer.status === 400 || answer.status === 401, String(answer.status))
  }
})

test('RFC 6750 a token is read from the Authorization field only', async () => {
  assertChallenge(await call(`${server.baseUrl}${kProfilePath}?access_token=${jwt}`))
  for (const headers of [{ Cookie: `access_token=${jwt}` }, { 'X-Access-Token': jwt }, { 'Proxy-Authorization': `Bearer ${jwt}` }]) {
    assertChallenge(await call(`${server.baseUrl}${kProfilePath}`, { headers }))
  }
  const { answer } = await exchangeOne(raw(kProfilePath, [`Content-Type: ${kForm}`], { body: `access_token=${jwt}` }), { port: server.port })
  assert.ok(answer.status === 401 || answer.status === 400, String(answer.status))
})

test('4.3 HEAD is GET without the body, and needs a token', async () => {
  const get = await exchangeOne(raw(kProfilePath, [`Authorization: Bearer ${jwt}`]), { port: server.port })
  const head = await exchangeOne(raw(kProfilePath, [`Authorization: Bearer ${jwt}`], { method: 'HEAD' }), { port: server.port, head: true })
  assert.equal(head.answer.status, 200)
  assert.equal(head.answer.headers['content-length'], get.answer.headers['content-length'])
  assert.equal(head.answer.body.length, 0)
  const denied = await exchangeOne(raw(kProfilePath, [], { method: 'HEAD' }), { port: server.port, head: true })
  assert.equal(denied.answer.status, 401)
  assert.match(challengeIn(denied.answer), /resource_metadata=/)
})

test('4.3 a query is ignored', async () => {
  assert.equal((await call(`${server.baseUrl}${kProfilePath}?x=1`, { headers: { Authorization: `Bearer ${jwt}` } })).status, 200)
})

const strangers = [
  '/api/agent/full-profile/', '//api/agent/full-profile', '/API/agent/full-profile', '/api/agent/full-profile;x=1',
  '/api/agent/full-profile%2F', '/api/%61gent/full-profile', '/api/./agent/full-profile', '/api/x/../agent/full-profile',
  '/api/agent', '/api', '/api/', '/api/agent/full-profile.json', '/api/agent/full-profil', '/api/agent/full-profile%00',
]
for (const target of strangers) {
  test(`4.4 ${target} is an unknown path, with and without a token`, async () => {
    for (const fields of [[], [`Authorization: Bearer ${jwt}`]]) {
      const { answer } = await exchangeOne(raw(target, fields), { port: server.port })
      const body = assertProblem(answer, 404, 'not_found')
      assert.match(body.error_description, /\/openapi\.json/)
      assert.match(body.error_description, /\/llms\.txt/)
    }
  })
}

test('4.3 conditional and range requests get the whole response', async () => {
  for (const headers of [{ 'If-None-Match': '*' }, { Range: 'bytes=0-0' }, { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }]) {
    const answer = await readProfile(server.baseUrl, jwt, { headers })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json.service, exampleProfile.service)
  }
})

test('responses with credentials are never compressed', async () => {
  const fields = [`Authorization: Bearer ${jwt}`, 'Accept-Encoding: br, gzip']
  const { answer } = await exchangeOne(raw(kProfilePath, fields), { port: server.port })
  assert.equal(answer.headers['content-encoding'], undefined)
})

for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
  test(`4.3 ${method} is 405 and lists the allowed methods`, async () => {
    const answer = await call(`${server.baseUrl}${kProfilePath}`, { method, headers: { Authorization: `Bearer ${jwt}` } })
    assertError(answer, 405, 'method_not_allowed')
    const allowed = answer.headers.get('allow').split(/, */)
    assert.ok(allowed.includes('GET') && allowed.includes('HEAD') && !allowed.includes(method))
  })
}

test('2000 random tokens get the same refusal', async () => {
  const alphabet = 'ABCxyz019-_.'
  let seed = 1
  const next = (limit) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % limit }
  const garbage = () => Array.from({ length: 1 + next(400) }, () => alphabet[next(alphabet.length)]).join('')
  for (let round = 0; round < 100; ++round) {
    const stream = Array.from({ length: 20 }, () => raw(kProfilePath, [`Authorization: Bearer ${garbage()}`])).join('')
    const { answers } = await exchange(stream, { port: server.port, expected: 20 })
    assert.equal(answers.length, 20)
    for (const answer of answers) assertProblem(answer, 401, 'invalid_token')
  }
})

test('5.2 an assertion is not accepted as a credential', async () => {
  const body = form({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt })
  assertError(await post(`${server.baseUrl}/oauth/token`, body, kForm), 400, 'unsupported_grant_type')
})

test('no token, secret or header value is in the log', async () => {
  await server.program.stop()
  const log = server.program.output
  assert.match(log, /"event":"access"/)
  for (const secret of [jwt, jwt.split('.')[2], client.client_secret]) assert.ok(!log.includes(secret))
  for (const line of log.split('\n').filter((text) => text.startsWith('{'))) JSON.parse(line)
})
