// If-Match and the dates (RFC 9110 sections 13.1.1, 13.1.3 and 13.1.4), in the order of 13.2.2. No resource has a modification date, so dates are
// ignored, and no endpoint that takes a POST has a representation that If-Match could be about.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertProblem } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { form, kForm, kProfilePath, post, register, token, tokenFields } from '../support/steps.mjs'

const kData = '/api/agent/data'
const server = await startServe({
  settings: { documents: [{ path: kData, source: 'data.json', title: 'Data', description: 'Numbers.' }] },
  files: { 'data.json': '{"n":1}', 'public/notes.txt': 'Notes.\n' },
})
const { baseUrl } = server
const client = await register(baseUrl)
const authorization = `Bearer ${await token(baseUrl, client)}`
after(() => server.stop())

const withTags = ['/openapi.json', '/llms.txt', '/', '/notes.txt', '/.well-known/jwks.json', kData, `/.well-known/oauth-protected-resource${kData}`]
const kPast = 'Thu, 01 Jan 1970 00:00:00 GMT'
const kFuture = 'Fri, 31 Dec 9999 23:59:59 GMT'

async function read(path, fields, method = 'GET') {
  const response = await fetch(baseUrl + path, { method, headers: { Authorization: authorization, ...fields } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
function assertRefused({ status, headers, text }, wanted, error) {
  assertProblem({ status, headers: Object.fromEntries(headers), body: Buffer.from(text) }, wanted, error)
}

for (const path of withTags) {
  test(`${path}: If-Match is true for its entity tag and for *, in lists too`, async () => {
    const etag = (await read(path)).headers.get('etag')
    assert.match(etag, /^"[\w-]+"$/)
    for (const list of [etag, '*', `"other", ${etag}`, `${etag},"other"`, `W/"other" , ${etag}`, `,, ${etag}`]) {
      for (const method of ['GET', 'HEAD']) assert.equal((await read(path, { 'If-Match': list }, method)).status, 200, list)
    }
  })
  test(`${path}: If-Match is false for other and for weak tags, and for what is no list of them`, async () => {
    const etag = (await read(path)).headers.get('etag')
    for (const list of ['"other"', `W/${etag}`, `"other", W/${etag}`, etag.slice(1, -1), etag.toUpperCase(), `*, ${etag}`, '**', 'x']) {
      assertRefused(await read(path, { 'If-Match': list }), 412, 'precondition_failed')
      const head = await read(path, { 'If-Match': list }, 'HEAD')
      assert.deepEqual([head.status, head.text], [412, ''], list)
    }
  })
  test(`${path}: If-Match comes first, in its absence If-Unmodified-Since, then If-None-Match`, async () => {
    const etag = (await read(path)).headers.get('etag')
    const expected = [
      [{ 'If-Match': '"other"', 'If-None-Match': etag }, 412], [{ 'If-Match': etag, 'If-None-Match': etag }, 304], [{ 'If-Match': '*', 'If-None-Match': '"other"' }, 200],
      [{ 'If-None-Match': etag, 'If-Unmodified-Since': kPast }, 412], [{ 'If-None-Match': etag, 'If-Unmodified-Since': kFuture }, 304],
      [{ 'If-Unmodified-Since': kPast }, 412], [{ 'If-Unmodified-Since': kFuture }, 200],
      [{ 'If-Unmodified-Since': 'yesterday' }, 200], [{ 'If-Match': '"other"', 'If-Unmodified-Since': kFuture }, 412], [{ 'If-Match': etag, 'If-Unmodified-Since': kPast }, 200],
      [{ 'If-Modified-Since': kFuture }, 200], [{ 'If-None-Match': '"other"', 'If-Modified-Since': kFuture }, 200],
    ]
    for (const [headers, status] of expected) {
      const answer = await read(path, headers)
      assert.equal(answer.status, status, JSON.stringify(headers))
      assert.equal(answer.headers.get('last-modified'), null)
    }
  })
}

test('the profile, which has no entity tag, matches * alone, and only for who may read it', async () => {
  assert.equal((await read(kProfilePath, { 'If-Match': '*' })).status, 200)
  assertRefused(await read(kProfilePath, { 'If-Unmodified-Since': kPast }), 412, 'precondition_failed')
  assertRefused(await read(kProfilePath, { 'If-Match': '"x"' }), 412, 'precondition_failed')
  assertRefused(await read(kProfilePath, { 'If-Match': '"x"', Authorization: 'Bearer x' }), 401, 'invalid_token')
  assertRefused(await read(kData, { 'If-Match': '"x"', Authorization: 'Bearer x' }), 401, 'invalid_token')
})

test('a precondition changes no other response', async () => {
  const headers = { 'If-Match': '"x"' }
  assertRefused(await read('/nothing', headers), 404, 'not_found')
  assertRefused(await read('/llms.txt', headers, 'POST'), 405, 'method_not_allowed')
  assert.equal((await read('/llms.txt', headers, 'OPTIONS')).status, 204)
  assertRefused(await read('/oauth/authorize', headers), 400, 'unsupported_response_type')
  assert.equal((await post(`${baseUrl}/oauth/register`, undefined, undefined, headers)).status, 201)
  assert.equal((await post(`${baseUrl}/oauth/token`, form(tokenFields(client)), kForm, headers)).status, 200)
})
