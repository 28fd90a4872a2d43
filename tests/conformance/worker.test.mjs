// The exported worker is the same service: the same bytes, keys, tokens and refusals as `serve` with the same files.
import assert from 'node:assert/strict'
import { randomUUID, sign as signBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { signingKeyOf } from '../support/derived_keys.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { startServe } from '../support/server.mjs'
import { importWorker } from '../support/worker.mjs'

const kRotation = 7 * 24 * 3600
const kPaper = 'the whole paper\n'
const server = await startServe({
  settings: {
    limits: { requests: 0 },
    mcp: { enabled: true, allowed_origins: ['https://inspector.example'] },
    scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
    documents: [{ path: '/api/agent/one.txt', source: 'one.txt', scope: 'read:papers', title: 'One', description: 'The first paper.' }],
  },
  files: { 'one.txt': kPaper, 'public/pictures/a boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
})
after(() => server.stop())
const out = temporaryFolder('worker')
const secret = (await readFile(join(server.directory, 'secret'), 'utf8'))
const worker = await importWorker({ config: server.configFile, out, secret, environment: { AGENT_ACCESS_LIMITS_REQUESTS: '0' } })
const service = { fetch: (path, options) => fetch(new URL(path, server.baseUrl), { redirect: 'manual', ...options }) }
const both = { service, worker }

/** What a host or a connection adds, and what belongs to one response. */
const kOfOne = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id', 'vary', 'content-encoding'])
const fieldsOf = (response) => Object.fromEntries([...response.headers].filter(([name]) => !kOfOne.has(name)).sort())
const kNew = /("(?:client_id|client_secret)":"|"client_id_issued_at":)[^",]*/g
const plain = { 'Accept-Encoding': 'identity' }
async function seen({ fetch: ask }, path, { headers, ...options } = {}) {
  const response = await ask(path, { ...options, headers: { ...plain, ...headers } })
  return { status: response.status, fields: fieldsOf(response), body: (await response.text()).replace(kNew, '$1…') }
}
async function assertSame(path, options) {
  assert.deepEqual(await seen(worker, path, options), await seen(service, path, options), `${options?.method ?? 'GET'} ${path}`)
}

const form = (fields) => ({ method: 'POST', body: new URLSearchParams(fields) })
const json = (value, headers = {}) => ({ method: 'POST', body: typeof value === 'string' ? value : JSON.stringify(value), headers: { 'Content-Type': 'application/json', ...headers } })
const bearer = (token) => ({ headers: { Authorization: `Bearer ${token}` } })
const jsonOf = async (response) => response.json()
const register = async (at) => jsonOf(await at.fetch('/oauth/register', { method: 'POST' }))
const tokenOf = async (at, { client_id, client_secret }, scope) => {
  const response = await at.fetch('/oauth/token', form({ grant_type: 'client_credentials', client_id, client_secret, ...(scope && { scope }) }))
  return { status: response.status, ...await jsonOf(response) }
}

describe('documents', () => {
  const paths = Object.keys(worker.data.sites[0].documents)

  test('each has the same status, fields and bytes, also as Markdown, by ETag, with HEAD, OPTIONS and POST', async () => {
    assert.ok(paths.length > 30, String(paths.length))
    for (const path of [...paths, '/.well-known/jwks.json', '/.well-known/oauth-protected-resource/api/agent/one.txt']) {
      await assertSame(path)
      await assertSame(path, { headers: { Accept: 'text/markdown' } })
      await assertSame(path, { headers: { 'If-None-Match': (await service.fetch(path, { headers: plain })).headers.get('etag') ?? '*' } })
      for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE']) await assertSame(path, { method })
    }
  })
  test('unknown paths, and own files in other spellings, are answered alike', async () => {
    for (const path of ['/nothing', '/api/nothing', '/pictures/a%20boat.svg', '/pictures/a%20bo%61t.svg', '/pictures', '/cv/', '/oauth/', '/%2e', '/a%2Fb', '/CV']) {
      await assertSame(path)
      await assertSame(path, { headers: { Accept: 'text/html' } })
      await assertSame(path, { method: 'POST' })
    }
  })
  test('another host is refused', async () => {
    const response = await worker.fetch('https://elsewhere.example/')
    assert.deepEqual([response.status, (await jsonOf(response)).error], [421, 'misdirected_request'])
  })
})

describe('clients and tokens', () => {
  test('the key set is byte for byte the same', () => assertSame('/.well-known/jwks.json'))

  for (const [registered, issued, read] of ['service', 'worker'].flatMap((a) => ['service', 'worker'].flatMap((b) => ['service', 'worker'].map((c) => [a, b, c])))) {
    test(`registered by the ${registered}, a token of the ${issued} opens the profile and a document of the ${read}`, async () => {
      const client = await register(both[registered])
      const { access_token: token, ...rest } = await tokenOf(both[issued], client, 'read:extended read:papers')
      assert.deepEqual(rest, { status: 200, token_type: 'Bearer', expires_in: 900, scope: 'read:extended read:papers' })
      const profile = await both[read].fetch('/api/agent/full-profile', bearer(token))
      assert.equal(profile.status, 200)
      assert.equal((await jsonOf(profile))._meta.issued_to, client.client_id)
      const paper = await both[read].fetch('/api/agent/one.txt', bearer(token))
      assert.deepEqual([paper.status, await paper.text()], [200, kPaper])
    })
  }
  test('200 tokens of the worker have the one form of a signature that the service accepts', async () => {
    const client = await register(worker)
    for (let count = 0; count < 200; ++count) {
      const { access_token: token } = await tokenOf(worker, client)
      assert.equal((await service.fetch('/api/agent/full-profile', bearer(token))).status, 200)
    }
  })
  test('the profile has the same bytes and fields', async () => {
    const { access_token: token } = await tokenOf(service, await register(service))
    await assertSame('/api/agent/full-profile', bearer(token))
    await assertSame('/api/agent/one.txt', bearer(token)) // lacks the scope
  })
  test('a client of a previous master secret gets a token of the present one', async () => {
    const client = await register(worker)
    const moved = await importWorker({ config: server.configFile, out, secret: 'another secret of 43 letters: kvmxqzjwhpcyb', previous: secret })
    const { status, access_token: token } = await tokenOf(moved, client)
    assert.equal(status, 200)
    assert.equal((await moved.fetch('/api/agent/full-profile', bearer(token))).status, 200)
    assert.equal((await worker.fetch('/api/agent/full-profile', bearer(token))).status, 401)
  })
  test('keys follow the clock: a token is accepted across a rotation until it expires', async () => {
    const timed = await importWorker({ config: server.configFile, out, secret })
    const rotation = Math.ceil(Date.now() / 1000 / kRotation) * kRotation
    timed.clock.now = () => (rotation - 10) * 1000
    const { access_token: token } = await tokenOf(timed, await register(timed))
    const status = async (seconds) => {
      timed.clock.now = () => seconds * 1000
      return (await timed.fetch('/api/agent/full-profile', bearer(token))).status
    }
    const kids = async () => (await jsonOf(await timed.fetch('/.well-known/jwks.json'))).keys.map(({ kid }) => kid)
    const before = await kids()
    assert.deepEqual([await status(rotation + 1), await status(rotation + 889), await status(rotation + 890)], [200, 200, 401])
    assert.deepEqual([before.length, (await kids()).slice(0, 2)], [2, before])
    assert.equal(before[0], signingKeyOf(secret.trim(), rotation / kRotation - 1).kid)
  })
  test('without a secret, or with a short one, the documents stay and the rest is 503', async () => {
    const bare = await importWorker({ config: server.configFile, out, secret: 'short' })
    assert.equal((await bare.fetch('/llms.txt')).status, 200)
    for (const path of ['/oauth/register', '/oauth/token']) {
      const response = await bare.fetch(path, path.endsWith('token') ? form({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }) : { method: 'POST' })
      assert.deepEqual([response.status, (await jsonOf(response)).error], [503, 'temporarily_unavailable'])
    }
  })
})

describe('refusals', () => {
  const kToken = '/oauth/token'
  const id = randomUUID()
  const basic = (text) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const kRequests = [
    [kToken, { method: 'POST' }], [kToken, form({})], [kToken, form({ grant_type: 'password' })], [kToken, form({ grant_type: 'client_credentials' })],
    [kToken, form({ grant_type: 'client_credentials', client_id: id })], [kToken, form({ grant_type: 'client_credentials', client_id: id, client_secret: 'x' })],
    [kToken, form({ grant_type: 'client_credentials', client_id: 'no uuid', client_secret: 'A'.repeat(43) })], [kToken, form({ grant_type: 'client_credentials', client_id: id, client_secret: `${'A'.repeat(43)}\n` })],
    [kToken, { ...form({ grant_type: 'client_credentials' }), headers: basic(`${id}:x`) }], [kToken, { ...form({ grant_type: 'client_credentials', client_secret: 'x' }), headers: basic(`${id}:x`) }],
    [kToken, { ...form({ grant_type: 'client_credentials', client_id: randomUUID() }), headers: basic(`${id}:x`) }], [kToken, { ...form({ grant_type: 'client_credentials' }), headers: { Authorization: 'Basic %%%' } }],
    [kToken, { ...form({ grant_type: 'client_credentials' }), headers: { Authorization: 'Digest x' } }], [kToken, { ...form({ grant_type: 'client_credentials', client_id: id, client_secret: 'x' }), headers: { Authorization: 'Bearer old' } }],
    [kToken, { method: 'POST', body: 'a=%zz', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }], [kToken, { method: 'POST', body: 'a=%ff', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    [kToken, { method: 'POST', body: 'scope=a&scope=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }], [kToken, { method: 'POST', body: 'resource=a&resource=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' } }],
    [kToken, { method: 'POST', body: 'x', headers: { 'Content-Type': 'text/plain' } }], [kToken, { method: 'POST', body: 'x', headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' } }],
    ...['', '{', '[]', 'null', '{"grant_type":1}', '{"grant_type":"a","grant_type":"b"}', '{"a":{"b":1,"b":2}}', '{"grant_type":"client_credentials","scope":["x"]}', '{"a":"\\ud800"}', '{"a":1e400}', '{"a":01}', '{"a":1,}', '{"a":1} x', '\ufeff{}', `{"a":${'['.repeat(9)}${']'.repeat(9)}}`, '{"a":[[[[[[[1]]]]]]]}', '{"a":[[[[[[[[1]]]]]]]]}'].flatMap((text) => [[kToken, json(text)], ['/oauth/register', json(text)]]),
    ...[{ client_name: 1 }, { client_name: '' }, { client_name: 'a\nb' }, { client_name: 'ü'.repeat(201) }].map((body) => ['/oauth/register', json(body)]),
    ['/oauth/register', { method: 'POST', body: 'client_name=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    ['/oauth/register', json({ client_name: 'x'.repeat(70_000) })],
    ['/oauth/authorize', {}], ['/oauth/authorize?response_type=code', {}], ['/oauth/authorize', { method: 'POST' }], [kToken, {}], [kToken, { method: 'OPTIONS' }], ['/oauth/register', { method: 'PUT' }],
    ...['', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic x', 'bearer x.y.z', 'Bearer x.y.z', `Bearer ${'a'.repeat(5000)}`, 'Bearer =', 'Bearer a=b'].flatMap((Authorization) => ['/api/agent/full-profile', '/api/agent/one.txt'].map((path) => [path, { headers: { Authorization } }])),
    ['/api/agent/full-profile', {}], ['/api/agent/one.txt', {}], ['/api/agent/one.txt?version=2', {}], ['/api/agent/%6fne.txt', {}], ['/api/agent/full-profile', { method: 'DELETE' }],
  ]
  test(`${kRequests.length} requests get the same status, fields and text`, async () => {
    for (const [path, options] of kRequests) await assertSame(path, options)
  })

  // Signed with the key that the service uses, so that only the row is wrong.
  const now = Math.floor(Date.now() / 1000)
  const { kid, privateKey } = signingKeyOf(secret.trim(), Math.floor(now / kRotation))
  const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const part = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const signed = (header, claims, change = (signature) => signature) => {
    const input = `${part(header)}.${part(claims)}`
    const signature = signBytes('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
    signature.write((s > kOrder / 2n ? kOrder - s : s).toString(16).padStart(64, '0'), 32, 'hex')
    return `${input}.${change(signature).toString('base64url')}`
  }
  const header = { alg: 'ES256', typ: 'at+jwt', kid }
  const claims = { iss: server.baseUrl, sub: id, client_id: id, aud: [server.baseUrl], scope: 'read:extended', iat: now, exp: now + 900, jti: randomUUID() }
  const kWrong = [undefined, null, true, 0, -1, 1.5, '', 'x', [], ['x'], {}, [1], 2 ** 60]
  const withMember = (object, name, value) => JSON.stringify({ ...object, [name]: value })
  const kForged = [
    ...Object.keys(claims).flatMap((name) => kWrong.map((value) => signed(header, withMember(claims, name, value)))),
    ...Object.keys(header).flatMap((name) => kWrong.map((value) => signed(withMember(header, name, value), claims))),
    ...['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'cty', 'other'].flatMap((name) => [[], 'x', {}, true].map((value) => signed({ ...header, [name]: value }, claims))),
    ...['none', 'HS256', 'ES384', 'es256', 'RS256', 'EdDSA'].map((alg) => signed({ ...header, alg }, claims)),
    ...['JWT', 'at+JWT', 'application/at+jwt', 'application/jwt', 'at+jwt '].map((typ) => signed({ ...header, typ }, claims)),
    ...[[now - 1], [now], [now + 1], [now + 900], [now + 901], [now + 901, now + 1], [now + 1000, now + 100], [now + 960, now + 60], [now + 961, now + 61]].map(([exp, iat = now]) => signed(header, { ...claims, exp, iat })),
    ...[now - 1, now + 30, 'x', null].map((nbf) => signed(header, { ...claims, nbf })),
    ...['http://elsewhere.example', `${server.baseUrl}/`, server.baseUrl.toUpperCase(), server.otherBaseUrl].flatMap((text) => [signed(header, { ...claims, iss: text }), signed(header, { ...claims, aud: text }), signed(header, { ...claims, aud: ['x', text] })]),
    ...[id.toUpperCase(), randomUUID(), id.replace(/^./, 'g')].flatMap((text) => [signed(header, { ...claims, sub: text }), signed(header, { ...claims, client_id: text }), signed(header, { ...claims, sub: text, client_id: text })]),
    ...['read:papers', 'read:extended read:papers', ' read:extended', 'read:extended ', 'READ:EXTENDED', 'read:extended,read:papers', '\\'].map((scope) => signed(header, { ...claims, scope })),
    ...[(s) => s.subarray(1), (s) => Buffer.concat([s, Buffer.alloc(1)]), (s) => Buffer.alloc(64), (s) => s.map((byte, at) => (at === 63 ? byte ^ 1 : byte)), (s) => s.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      (s) => Buffer.concat([s.subarray(0, 32), Buffer.from((kOrder - BigInt(`0x${s.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0'), 'hex')])].map((change) => signed(header, claims, change)),
    signed(`{"alg":"ES256","alg":"ES256","typ":"at+jwt","kid":"${kid}"}`, claims), signed(JSON.stringify(header).replace('"kid"', '"\\u006bid"'), claims),
    signed(header, JSON.stringify(claims).replace('"exp":', '"exp":0,"exp":')), signed(header, `${JSON.stringify(claims)} `), signed(header, `${JSON.stringify(claims)}x`), signed(header, JSON.stringify(claims).replace(`"exp":${now + 900}`, `"exp":${now + 900}.0`)),
    ...['.', '..', '...', 'a.b', 'a..c'].map((text) => text), ...[signed(header, claims)].flatMap((text) => [`${text}.`, `${text}=`, `.${text}`, text.replace('.', '..'), text.slice(0, -1), `${text}A`, text.replace(/\.[^.]*$/, '.')]),
  ]
  test(`${kForged.length} kinds of token get the same response`, async () => {
    for (const token of kForged) await assertSame('/api/agent/full-profile', bearer(token))
  })
  test('of these, only those of a right form are accepted', async () => {
    const accepted = []
    for (const token of kForged) if ((await worker.fetch('/api/agent/full-profile', bearer(token))).status === 200) accepted.push(token)
    assert.ok(accepted.length < 20, `${accepted.length} accepted`)
  })
})

describe('MCP', () => {
  const kCurrent = '2026-07-28'
  const url = (path) => server.baseUrl + path
  const post = (body, headers = {}) => ['/mcp', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }]
  const meta = { 'io.modelcontextprotocol/protocolVersion': kCurrent, 'io.modelcontextprotocol/clientCapabilities': {} }
  const legacy = (method, params, headers = {}) => post({ jsonrpc: '2.0', id: 'a\n"', method, params }, { 'MCP-Protocol-Version': '2025-06-18', ...headers })
  const current = (method, params = {}, headers = {}) => post({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } }, {
    'MCP-Protocol-Version': kCurrent, 'Mcp-Method': method, ...(params.name ?? params.uri ? { 'Mcp-Name': params.name ?? params.uri } : {}), ...headers,
  })
  const call = (name, input) => ['tools/call', { name, arguments: input }]
  const read = (uri) => ['resources/read', { uri }]
  const slugs = ['list_content', 'get_content_item'].flatMap((name) => ['publications', 'projects', 'pages', 'nothing', 1, null].map((collection) => call(name, { collection, slug: 'home' })))
  const kCalls = [
    ['tools/list'], ['tools/list', { cursor: '' }], ['tools/list', { cursor: null }], ['tools/list', { cursor: 'x' }], ['resources/list'], ['resources/list', { cursor: '0' }], ['resources/list', { cursor: 1 }],
    ['resources/list', { cursor: '100' }], ['resources/templates/list'], ['server/discover'], ['ping'], ['initialize', { protocolVersion: '2025-03-26' }], ['initialize', { protocolVersion: 'x' }], ['initialize', {}],
    ['initialize', { protocolVersion: kCurrent }], ['prompts/list'], ['unknown'], ['toString'],
    ...['get_site_overview', 'get_cv_summary', 'get_contact_info', 'get_faq', 'list_content', 'toString', 7].flatMap((name) => [undefined, null, {}, [], 'x', { query: 'token' }, { collection: 'projects', limit: '2' }].map((input) => call(name, input))),
    ...slugs, ...['', 'a', 'where does she live?', '…', 'x'.repeat(201), 7, 'paper'].flatMap((query) => [call('search_content', { query }), call('search_content', { query, limit: 1 }), call('get_faq', { query })]),
    ...['home', 'faq', 'cv', 'contact', 'agent-access', 'hom', 'zzz', ''].map((slug) => call('get_content_item', { collection: 'pages', slug })),
    ...['/', '/cv', '/cv.md', '/llms.txt', '/api/site.json', '/ai/faq.json', '/feed.xml', '/nothing', '/api/agent/full-profile', '/api/agent/one.txt', '/api/agent/%6fne.txt', '/cv?a', '/%63v', '/cv#a'].map((path) => read(url(path))),
    read(url('/cv').toUpperCase()), read('content:///pages/home'), read('CONTENT:///pages/home'), read('content:///pages/zzz'), read('content:///nothing/home'), read('content:///pages/%68ome'), read('content:///pages/%zz'), read(''), read('x'), read(7),
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'content:///{collection}/{slug}' }, argument: { name: 'collection', value: '' } }],
    call('get_full_profile'), call('get_full_profile', 7),
  ]
  const fields = { 'MCP-Protocol-Version': kCurrent, 'Mcp-Method': 'tools/list' }
  const listed = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
  const kForms = [
    ...['', '{', '[]', '[{}]', '1', 'null', '"x"', '{}', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":{}}', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', '{"jsonrpc":"2.0","id":1e0,"method":"ping"}',
      '{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}', '{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}', '{"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"}', '{"jsonrpc":"2.0","id":-0,"method":"ping"}', '{"jsonrpc":"2.0","id":"","method":"ping"}', '{"jsonrpc":"2.0","id":[],"method":"ping"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":1}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', '{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(17)}1${'}'.repeat(17)}}`,
      '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","method":"ping"}', '{"jsonrpc":"2.0","method":"notifications/x","params":7}'].map((text) => post(text)),
    ...[{}, { 'MCP-Protocol-Version': 'x' }, { 'MCP-Protocol-Version': '' }, { 'MCP-Protocol-Version': kCurrent }, { ...fields, 'Mcp-Method': 'ping' }, { ...fields, 'MCP-Protocol-Version': '2025-06-18' }, fields, { ...fields, 'Mcp-Name': 'x' }].map((headers) => post(listed, headers)),
    ...[{}, { ...meta, 'io.modelcontextprotocol/protocolVersion': 'x' }, { ...meta, 'io.modelcontextprotocol/clientCapabilities': 1 }].map((other) => post({ ...listed, params: { _meta: other } }, fields)),
    ...['get_faq', '=?base64?Z2V0X2ZhcQ==?=', '=?base64?Z2V0X2ZhcR==?=', '=?base64??=', 'x', 'get_faq, get_faq'].map((name) => current('tools/call', { name: 'get_faq' }, { 'Mcp-Name': name })),
    ...['', 'Bearer', 'bearer', 'Bearer x', 'Basic YTpi', 'x', 'Bearer a, Bearer b'].flatMap((Authorization) => [
      ...['tools/list', 'nothing', 'server/discover'].map((method) => current(method, {}, { Authorization })), current(...call('get_full_profile'), { Authorization }), current(...call('get_faq'), { Authorization }),
      current(...read(url('/api/agent/one.txt')), { Authorization }), current(...read(url('/cv')), { Authorization }), ...['ping', 'initialize'].map((method) => legacy(method, { protocolVersion: 'x' }, { Authorization })),
      ...['{"jsonrpc":"2.0","method":"notifications/initialized"}', '[]', '{', '{}'].map((text) => post(text, { Authorization })),
    ]),
    ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', kCurrent, 'x', ''].flatMap((version) => [
      ...['tools/list', 'resources/list', 'resources/templates/list', 'ping', 'initialize'].map((method) => legacy(method, { protocolVersion: '2025-03-26' }, { 'MCP-Protocol-Version': version })),
      ...[call('get_faq'), call('get_faq', { x: 1 }), call('list_content', {}), read(url('/llms.txt')), read('content:///pages/home')].map(([method, params]) => legacy(method, params, { 'MCP-Protocol-Version': version })),
    ]),
    ...['text/event-stream', 'text/html', 'application/*', '*/*;q=0', 'application/json;q=0', 'application/json, text/event-stream'].map((Accept) => current('tools/list', {}, { Accept })),
    ...['https://elsewhere.example', 'null', 'https://inspector.example', server.baseUrl].flatMap((Origin) => [current('tools/list', {}, { Origin }), ['/mcp', { method: 'OPTIONS', headers: { Origin, 'Access-Control-Request-Method': 'POST' } }]]),
    current('tools/list', {}, { 'Content-Type': 'text/plain' }), current('tools/list', {}, { 'Content-Type': 'application/json; charset=utf-8' }), current('tools/list', {}, { 'Content-Encoding': 'gzip' }), post('x'.repeat(70_000)),
    ['/mcp', {}], ['/mcp', { method: 'DELETE' }], ['/mcp', { method: 'OPTIONS' }], ['/mcp/', { method: 'POST' }], ['/mcp/x', {}], ['/.well-known/oauth-protected-resource/mcp', {}], ['/.well-known/oauth-protected-resource/mcp/', {}],
  ]
  /** Members of a result may be written with other escapes. */
  const parsed = ({ body, ...rest }) => ({ ...rest, body: body.startsWith('{') ? JSON.parse(body) : body })
  async function assertSameMessage([path, options], add = {}) {
    const asked = { ...options, headers: { ...options.headers, ...add } }
    assert.deepEqual(parsed(await seen(worker, path, asked)), parsed(await seen(service, path, asked)), `${JSON.stringify(options)} ${path}`.slice(0, 600))
  }

  test(`${kCalls.length} methods, of both kinds of revision, get the same status, fields and members`, async () => {
    for (const [method, params] of kCalls) {
      await assertSameMessage(legacy(method, params))
      await assertSameMessage(current(method, params))
    }
  })
  test(`${kForms.length} forms of messages and fields get the same status, fields and members`, async () => {
    for (const message of kForms) await assertSameMessage(message)
  })
  test('a token opens the profile and a document, as tool and as resource', async () => {
    const { access_token: token } = await tokenOf(worker, await register(service), 'read:extended read:papers')
    for (const [method, params] of [call('get_full_profile'), read(url('/api/agent/full-profile')), read(url('/api/agent/one.txt')), read(url('/api/agent/%6fne.txt'))]) {
      const message = current(method, params)
      await assertSameMessage(message, { Authorization: `Bearer ${token}` })
      const response = await worker.fetch(message[0], { ...message[1], headers: { ...message[1].headers, Authorization: `Bearer ${token}` } })
      assert.ok((await jsonOf(response)).result, method)
    }
  })
})

describe('the folder', () => {
  test('has the secret in no file, and nothing gated where a host serves files', async () => {
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const text = await readFile(file, 'utf8')
      assert.ok(!text.includes(secret.trim()), `${file} has the secret`)
      if (file.startsWith(join(out, 'public'))) assert.ok(!text.includes(kPaper), `${file} has a gated document`)
    }
  })
  test('has modules of at most 64 KB, 20 KB compressed', async () => {
    for (const name of ['worker.js', 'mcp.js', 'browser-tools.js']) {
      const text = await readFile(join(out, 'worker', name))
      assert.ok(text.length < 64_000 && gzipSync(text).length < 20_000, `${name}: ${text.length}`)
    }
  })
})

test('the log has networks instead of addresses, and nothing that may be a secret of a client', async () => {
  worker.lines.length = 0
  const client = await register(worker)
  const { access_token: token } = await tokenOf(worker, client)
  for (const agent of [client.client_secret, `Agent/1.0 Bearer ${token}`, `${'x '.repeat(122)}${client.client_secret}`]) await worker.fetch(`/a-post-about-the-invented-oceans-of-last-year/${client.client_secret}`, { headers: { 'User-Agent': agent } })
  await worker.fetch('/oauth/register', json({ client_name: `my secret is ${client.client_secret}` }))
  assert.equal(worker.lines.at(-1).client_name, 'my secret is [removed]')
  assert.deepEqual([...new Set(worker.lines.map((line) => line.client))], ['192.0.2.0/24'])
  assert.equal(worker.lines[2].path, '/a-post-about-the-invented-oceans-of-last-year/[removed]')
  for (const hidden of [client.client_secret, client.client_secret.slice(0, 12), client.client_secret.slice(-12), ...token.split('.')]) assert.ok(!JSON.stringify(worker.lines).includes(hidden))
})

test('the log has a line for each request, with the words of the service and no credentials', async () => {
  worker.lines.length = 0
  const client = await register(worker)
  const { access_token: token } = await tokenOf(worker, client)
  await worker.fetch('/api/agent/full-profile', bearer(token))
  await worker.fetch('/api/agent/full-profile', bearer('x'))
  assert.deepEqual(worker.lines.map(({ route, status, error, reason, client_id: id }) => ({ route, status, error, reason, isClient: id === client.client_id })), [
    { route: 'register', status: 201, error: undefined, reason: undefined, isClient: true },
    { route: 'token', status: 200, error: undefined, reason: undefined, isClient: true },
    { route: 'profile', status: 200, error: undefined, reason: undefined, isClient: true },
    { route: 'profile', status: 401, error: 'invalid_token', reason: 'malformed_token', isClient: false },
  ])
  for (const hidden of [client.client_secret, token, secret.trim()]) assert.ok(!JSON.stringify(worker.lines).includes(hidden))
})
