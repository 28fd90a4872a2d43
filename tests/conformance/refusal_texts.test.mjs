// One cause, one text: each names what was found and what to send instead, and nothing of the request (specification section 2.5).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kJwks, requestsFor } from '../support/http1_requests.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { startDev } from '../support/server.mjs'
import { assertError, basic, call, challengeIn, form, kForm, kJson, kProfilePath, post, register, remedyAt, tokenFields } from '../support/steps.mjs'

const server = await startDev()
const { port, baseUrl } = server
const client = await register(baseUrl)
const { get, postToken } = requestsFor(port, client)
after(() => server.stop())

const kCodings = 'Transfer-Encoding does not say where the body ends; send Transfer-Encoding: chunked alone, on HTTP/1.1 and without Content-Length, or Content-Length alone'
const kOtherCoding = 'A transfer coding other than chunked; send chunked, or Content-Length'

// [what, bytes, status, text]
const ofRequests = [
  ['no Host', get(kJwks, [], { host: null }), 400, 'The request has no Host header; send one with the name of this server'],
  ['no Host in HTTP/1.0', get(kJwks, [], { host: null, version: '1.0' }), 400, 'The request has no Host header; send one with the name of this server'],
  ['an empty Host', get(kJwks, [], { host: '' }), 400, 'The Host header is empty; send the name of this server in it'],
  ['user information in Host', get(kJwks, [], { host: `marker@127.0.0.1:${port}` }), 400,
    'The Host header is not a name or an address with an optional port; send the name of this server in it'],
  ['two equal Hosts', get(kJwks, [`Host: 127.0.0.1:${port}`]), 400, 'The request has more than one Host header; send one'],
  ['two Authorization fields', get(kProfilePath, ['Authorization: Bearer marker', 'Authorization: Bearer b']), 400, 'The request has more than one Authorization header; send one'],
  ['two equal Authorization fields', get(kProfilePath, ['Authorization: Bearer marker', 'Authorization: Bearer marker']), 400, 'The request has more than one Authorization header; send one'],
  ['two media types', postToken(['Content-Type: text/marker']), 400, 'The request has Content-Type headers that differ; send one'],
  ['a length with a plus sign', postToken(['Content-Length: +4']), 400, 'Content-Length is not a number of 1 to 19 digits; send the size of the body'],
  ['two lengths', postToken(['Content-Length: 0', 'Content-Length: 4']), 400, 'The request has more than one Content-Length header; send one'],
  ['a length with an underscore', postToken(['Content_Length: 5']), 400, 'The name of a header that decides framing or trust has an underscore; write it with a hyphen'],
  ['a Connection that is no list', get(kJwks, ['Connection: close;marker']), 400, 'Connection or Proxy-Connection is not a list of tokens; send close or keep-alive, or leave it out'],
  ['chunked and a length', postToken(['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'), 400, kCodings],
  ['chunked twice', postToken(['Transfer-Encoding: chunked, chunked'], '0\r\n\r\n'), 400, kCodings],
  ['chunked before gzip', postToken(['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'), 400, kCodings],
  ['chunked in HTTP/1.0', postToken(['Transfer-Encoding: chunked'], '0\r\n\r\n', { version: '1.0' }), 400, kCodings],
  ['gzip before chunked', postToken(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'), 501, kOtherCoding],
  ['gzip alone', postToken(['Transfer-Encoding: gzip'], '0\r\n\r\n'), 501, kOtherCoding],
  ['CONNECT', request('CONNECT', 'marker.example:443', { port }), 400,
    'The target of the request is not a path in visible ASCII without a fragment; percent-encode other characters'],
  ['HTTP/2.0', get(kJwks).replace('HTTP/1.1', 'HTTP/2.0'), 505, 'This HTTP version is not supported; send HTTP/1.1'],
  ['a name with a blank', get(kJwks, ['marker x: y']), 400,
    'A header line is not a name, a colon directly behind it and a value; send each header so, in one line'],
]
for (const [what, bytes, status, text] of ofRequests) {
  test(`${what} is named, with what to send`, async () => {
    const { answer, closedByServer } = await exchangeOne(bytes, { port })
    assert.deepEqual([answer.status, JSON.parse(answer.body).error_description], [status, text])
    assert.ok(closedByServer)
    assert.doesNotMatch(answer.body.toString(), /marker/)
  })
}

const kInQuery = 'The query has grant_type or credentials; send them in the body'
const kJsonAsForm = 'The body is JSON; send it as application/json'
const kFormAsJson = 'The body is a form; send it as application/x-www-form-urlencoded'
const good = tokenFields(client)
const { grant_type: grantType, ...credentials } = good

// [what, query, body, media type, fields, text]
const ofTokens = [
  ['all parameters in the query', `?${form(good)}`, undefined, undefined, {}, kInQuery],
  ['all parameters in the query, beside the type of a form', `?${form(good)}`, '', kForm, {}, kInQuery],
  ['all parameters in the query, beside the type of JSON', `?${form(good)}`, '', kJson, {}, kInQuery],
  ['grant_type in the query', `?grant_type=${grantType}`, form(credentials), kForm, {}, kInQuery],
  ['grant_type in the query, the rest as JSON', `?x&grant_type=${grantType}`, JSON.stringify(credentials), kJson, {}, kInQuery],
  ['credentials in the query', `?${form(credentials)}`, `grant_type=${grantType}`, kForm, {}, kInQuery],
  ['a query about something else', '?x=grant_type', form(credentials), kForm, {}, 'grant_type is missing; send grant_type=client_credentials'],
  ['JSON with the type of a form', '', JSON.stringify(good), kForm, {}, kJsonAsForm],
  ['JSON behind blanks with the type of a form', '', `\r\n ${JSON.stringify(good, null, 2)}`, `${kForm}; charset=utf-8`, {}, kJsonAsForm],
  ['JSON with the type of a form and a percent sign', '', JSON.stringify({ ...good, x: '100 %' }), kForm, {}, kJsonAsForm],
  ['a form with the type of JSON', '', form(good), kJson, {}, kFormAsJson],
  ['JSON that ends early', '', '{"grant_type":', kJson, {}, 'The body is not a JSON object in UTF-8 without a byte order mark'],
  ['a name twice', '', `${form(good)}&scope=a&scope=b`, kForm, {}, 'A parameter occurs more than once; send it once'],
  ['Digest', '', `grant_type=${grantType}`, kForm, { Authorization: 'Digest marker' }, 'Authorization has no Basic credentials; send them, or credentials in the body'],
  ['Basic without a colon', '', `grant_type=${grantType}`, kForm, { Authorization: 'Basic bWFya2Vy' }, 'The Basic credentials are not client_id:client_secret in base64'],
  ['Basic and a body', '', form(good), kForm, { Authorization: basic(client.client_id, client.client_secret) }, 'The client authenticates in Authorization and body; use one'],
]
for (const [what, query, body, type, fields, text] of ofTokens) {
  test(`a token request with ${what} is told so`, async () => {
    const answer = await post(`${baseUrl}/oauth/token${query}`, body, type, fields)
    assertError(answer, 400, 'invalid_request')
    assert.equal(answer.json.error_description, text)
  })
}

test('what the query of a complete token request says is ignored', async () => {
  assert.equal((await post(`${baseUrl}/oauth/token?grant_type=password&client_secret=x`, form(good), kForm)).status, 200)
})

test('a media type that is not read is answered with those that are', async () => {
  for (const type of ['text/plain', 'multipart/form-data; boundary=marker']) {
    const ofToken = await post(`${baseUrl}/oauth/token`, form(good), type)
    assertError(ofToken, 415, 'unsupported_media_type')
    assert.equal(ofToken.json.error_description, 'Content-Type must be application/x-www-form-urlencoded or application/json')
    const ofRegistration = await post(`${baseUrl}/oauth/register`, '{}', type)
    assertError(ofRegistration, 415, 'unsupported_media_type')
    assert.equal(ofRegistration.json.error_description, 'Content-Type must be application/json')
  }
})

test('a token in the query is not read, and the response says so', async () => {
  const answer = await call(`${baseUrl}${kProfilePath}?access_token=marker`)
  assertError(answer, 401, 'invalid_token')
  assert.equal(answer.json.error_description, `The access token is in the query; send it in Authorization${remedyAt(baseUrl)}`)
  assert.doesNotMatch(challengeIn(answer), /marker/)
  assert.match((await call(`${baseUrl}${kProfilePath}?token=x`)).json.error_description, /^The access token is missing;/)
})

test('identity is no content coding, alone and in lists, and every other one is refused', async () => {
  for (const coding of ['identity', 'IDENTITY', 'identity, Identity', 'identity ,identity,']) {
    assert.equal((await post(`${baseUrl}/oauth/token`, form(good), kForm, { 'Content-Encoding': coding })).status, 200, coding)
    assert.equal((await post(`${baseUrl}/oauth/register`, '{}', kJson, { 'Content-Encoding': coding })).status, 201, coding)
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    assert.equal((await post(`${baseUrl}/mcp`, JSON.stringify(ping), kJson, { 'Content-Encoding': coding })).status, 200, coding)
  }
  for (const coding of ['gzip', 'identity, gzip', 'gzip, identity', 'identityx', 'identity identity', 'identity;q=1', 'aws-chunked']) {
    for (const [path, body, type] of [['/oauth/token', form(good), kForm], ['/oauth/register', '{}', kJson], ['/mcp', '{}', kJson]]) {
      const answer = await fetch(baseUrl + path, { method: 'POST', body, headers: { 'Content-Type': type, 'Content-Encoding': coding } })
      assert.equal(answer.status, 415, `${path} ${coding}`)
    }
  }
})
