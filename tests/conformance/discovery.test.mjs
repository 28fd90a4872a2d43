// The published documents: specification sections 1, 4.4, 4.5, 5.1, 5.4, 5.7, 5.8.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { calculateJwkThumbprint } from 'jose'
import { kDemoTypes } from '../support/documents.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { assertError, call } from '../support/steps.mjs'

const example = (name) => readFile(new URL(`../../web/example/${name}`, import.meta.url), 'utf8')
// What `dev` publishes, with the fields of production.
const server = await startServe({
  settings: { mcp: { enabled: true }, discovery: { ard: true, page_markdown: true } },
  profile: await example('profile.json'),
  files: { 'site.json': await example('site.json'), 'faq.json': await example('faq.json') },
})
after(() => server.stop())

const kServer = '/.well-known/oauth-authorization-server'
const kResource = '/.well-known/oauth-protected-resource'
const kProfileResource = `${kResource}/api/agent/full-profile`
const kJwks = '/.well-known/jwks.json'

const raw = (path, fields = [], options = {}) =>
  exchangeOne(request(options.method ?? 'GET', path, { port: server.port, fields, ...options }), { port: server.port, ...options })
const hosts = () => [server.baseUrl, server.otherBaseUrl]

test('4.5 authorization server metadata (RFC 8414) of each host', async () => {
  for (const base of hosts()) {
    const { json } = await call(`${base}${kServer}`)
    assert.equal(json.issuer, base)
    assert.equal(json.authorization_endpoint, `${base}/oauth/authorize`)
    assert.equal(json.token_endpoint, `${base}/oauth/token`)
    assert.equal(json.registration_endpoint, `${base}/oauth/register`)
    assert.equal(json.jwks_uri, `${base}${kJwks}`)
    assert.deepEqual(json.scopes_supported, ['read:extended'])
    assert.deepEqual(json.response_types_supported, [])
    assert.deepEqual(json.grant_types_supported, ['client_credentials'])
    assert.deepEqual(json.token_endpoint_auth_methods_supported, ['client_secret_basic', 'client_secret_post'])
    assert.deepEqual(json.protected_resources, [base, `${base}/api/agent/full-profile`, `${base}/mcp`])
  }
})

test('4.5, 5.1 agent_auth names the anonymous flow and links to auth.md', async () => {
  const { json } = await call(`${server.baseUrl}${kServer}`)
  assert.equal(json.agent_auth.skill, `${server.baseUrl}/auth.md`)
  assert.equal(json.agent_auth.register_uri, `${server.baseUrl}/oauth/register`)
  assert.deepEqual(json.agent_auth.identity_types_supported, ['anonymous'])
  assert.deepEqual(json.agent_auth.anonymous.credential_types_supported, ['client_secret'])
})

test('5.2 no document offers assertions', async () => {
  const { text } = await call(`${server.baseUrl}${kServer}`)
  assert.doesNotMatch(text, /identity_assertion|id-jag|jwt-bearer/)
})

test('4.5 protected resource metadata (RFC 9728) at the root and at the path', async () => {
  for (const base of hosts()) {
    for (const [path, resource] of [[kResource, base], [kProfileResource, `${base}/api/agent/full-profile`]]) {
      const { json } = await call(`${base}${path}`)
      assert.equal(json.resource, resource)
      assert.deepEqual(json.authorization_servers, [base])
      assert.deepEqual(json.scopes_supported, ['read:extended'])
      assert.deepEqual(json.bearer_methods_supported, ['header'])
    }
  }
})

test('RFC 9728 metadata of an unknown resource are 404', async () => {
  for (const suffix of ['/', '/api', '/api/agent/full-profile/', '/oauth/token']) {
    assertError(await call(`${server.baseUrl}${kResource}${suffix}`), 404, 'not_found')
  }
})

test('4.5, 5.8 the key set holds public P-256 keys named by their thumbprint', async () => {
  const { json } = await call(`${server.baseUrl}${kJwks}`)
  assert.ok(json.keys.length >= 2, 'the current key and the next one')
  for (const key of json.keys) {
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    assert.equal(key.kty, 'EC')
    assert.equal(key.crv, 'P-256')
    assert.equal(key.alg, 'ES256')
    assert.equal(key.use, 'sig')
    assert.match(key.x, /^[A-Za-z0-9_-]{43}$/)
    assert.match(key.y, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(await calculateJwkThumbprint(key), key.kid)
  }
  assert.equal(new Set(json.keys.map((key) => key.kid)).size, json.keys.length)
})

test('1 both hosts publish the same keys', async () => {
  const [one, two] = await Promise.all(hosts().map((base) => call(`${base}${kJwks}`)))
  assert.deepEqual(one.json, two.json)
})

for (const [path, type] of Object.entries(kDemoTypes)) {
  test(`4.5 ${path}: public, with its media type, cacheable, readable across origins`, async () => {
    for (const base of hosts()) {
      const answer = await call(`${base}${path}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), type)
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=300')
      assert.match(answer.headers.get('etag'), /^"[^"]+"$/)
      assert.match(answer.headers.get('vary'), /accept-encoding/i)
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  })

  test(`${path}: 304 for its ETag, 200 for another`, async () => {
    const { answer } = await raw(path)
    const { etag } = answer.headers
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await raw(path, [`If-None-Match: ${value}`])
      assert.equal(again.answer.status, 304, value)
      assert.equal(again.answer.body.length, 0)
      assert.equal(again.answer.headers.etag, etag)
    }
    assert.equal((await raw(path, ['If-None-Match: "another"'])).answer.status, 200)
  })

  test(`${path}: HEAD has the fields of GET and no body`, async () => {
    const got = (await raw(path)).answer
    const head = (await raw(path, [], { method: 'HEAD', head: true })).answer
    assert.equal(head.status, 200)
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'link']) assert.equal(head.headers[name], got.headers[name])
  })

  test(`${path}: every content coding decodes to the same bytes`, async () => {
    const plain = (await raw(path)).answer
    assert.equal(plain.headers['content-encoding'], undefined)
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync }
    for (const coding of ['gzip', 'br']) {
      const { answer } = await raw(path, [`Accept-Encoding: ${coding}`])
      assert.equal(answer.headers['content-encoding'], coding)
      assert.deepEqual(unpack[coding](answer.body), plain.body)
      assert.notEqual(answer.headers.etag, plain.headers.etag)
    }
    const refused = (await raw(path, ['Accept-Encoding: br;q=0, gzip;q=0'])).answer
    assert.equal(refused.headers['content-encoding'], undefined)
  })

  test(`${path}: a preflight succeeds, another method is 405`, async () => {
    const preflight = await call(`${server.baseUrl}${path}`, {
      method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'mcp-protocol-version' },
    })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-headers'), /mcp-protocol-version/i)
    const refused = await call(`${server.baseUrl}${path}`, { method: 'POST' })
    assertError(refused, 405, 'method_not_allowed')
    assert.match(refused.headers.get('allow'), /\bGET\b/)
  })
}

test('the home page is public', async () => {
  const answer = await call(`${server.baseUrl}/`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type'), /^text\/html\b/)
})

test('4.4 an unknown path is 404 JSON with a hint', async () => {
  for (const path of ['/api/unknown', '/nowhere', '/.well-known/openid-federation', '/.git/config', '/oauth', '/..%2f..%2fetc/passwd']) {
    const answer = await call(`${server.baseUrl}${path}`)
    assertError(answer, 404, 'not_found')
    assert.match(answer.json.error_description, /\/openapi\.json/)
  }
})
