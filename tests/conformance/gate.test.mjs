// /oauth/gate: what a trusted proxy asks about a request for a gated path ([[gates]], decision 0045).
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { Agent } from 'node:http'
import { after, test } from 'node:test'
import { forgeToken } from '../support/forge.mjs'
import { ask, errorOf, kGateSettings, kReadScope, send, tokenWith } from '../support/gates.mjs'
import { kPathTricks, kTricksFromOutside } from '../support/path_tricks.mjs'
import { startServe, until } from '../support/server.mjs'
import { challengeIn, readProfile, remedyAt } from '../support/steps.mjs'

const kRequests = 40
const server = await startServe({ settings: { ...kGateSettings, limits: { trusted_proxies: ['127.0.0.1/32'] } } })
const reader = await tokenWith(server.baseUrl, `read:extended ${kReadScope}`)
const plain = await tokenWith(server.baseUrl)
after(() => server.stop())

const metadata = (path) => `resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${path}"`
const scopeField = 'x-agent-scope'
const jti = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).jti

/** Rules of every response of the endpoint. */
function assertRules(answer, what) {
  assert.equal(answer.headers['cache-control'], 'no-store', what)
  assert.equal(answer.headers['access-control-allow-origin'], '*', what)
  if (answer.status < 400) {
    assert.equal(answer.text, '', what)
    assert.equal(answer.headers['x-agent-status'], undefined, what)
    return
  }
  assert.equal(answer.headers['content-type'], 'application/json', what)
  assert.equal(answer.headers['x-agent-status'], String(answer.status), what)
  assert.equal(answer.headers['x-agent-refusal'], answer.text, what)
  for (const name of ['x-agent-client-id', scopeField, 'x-agent-token-id']) assert.equal(answer.headers[name], undefined, what)
}

test('a token of the scope opens the path, and the proxy learns client, scopes and token', async () => {
  for (const target of ['/data/x.csv', '/data/', '/data/deeper/a%20b.csv?year=2024&path=/../', '/data/%C3%BC.csv']) {
    const answer = await ask(server.port, target, { token: reader.token })
    assert.equal(answer.status, 200, target)
    assertRules(answer, target)
    assert.equal(answer.headers['x-agent-client-id'], reader.client.client_id)
    assert.equal(answer.headers[scopeField], `read:extended ${kReadScope}`)
    assert.equal(answer.headers['x-agent-token-id'], jti(reader.token))
  }
  assert.equal((await readProfile(server.baseUrl, reader.token)).status, 200)
})

test('a request without a token gets 401 with the challenge of the path', async () => {
  const answer = await ask(server.port, '/data/x.csv?a=b')
  assertRules(answer)
  assert.deepEqual([answer.status, errorOf(answer)], [401, 'invalid_token'])
  assert.equal(challengeIn(answer),
    `Bearer error="invalid_token", error_description="The access token is missing${remedyAt(server.baseUrl, kReadScope)}", ${metadata('/data/x.csv')}, scope="${kReadScope}"`)
})

test('the prefix without its last slash is the gate\'s', async () => {
  for (const [target, path] of [['/data', '/data'], ['/data?a=b', '/data'], ['/data/inbox', '/data/inbox']]) {
    const refused = await ask(server.port, target)
    assert.deepEqual([refused.status, errorOf(refused)], [401, 'invalid_token'], target)
    assert.ok(challengeIn(refused).includes(metadata(path)), challengeIn(refused))
    assert.equal((await ask(server.port, target, { token: reader.token })).status, 200, target)
  }
  const { resource } = await (await fetch(`${server.baseUrl}/.well-known/oauth-protected-resource/data`)).json()
  assert.equal(resource, `${server.baseUrl}/data`)
  const only = await tokenWith(server.baseUrl, kReadScope)
  assert.equal((await ask(server.port, '/data/inbox', { token: only.token })).status, 403, 'the longest prefix decides')
})

test('a path that is too long for metadata of its own has that of the gate', async () => {
  const longest = `/data/${'x'.repeat(1018)}`
  for (const [path, named] of [[longest, longest], [`${longest}x`, '/data/']]) {
    const answer = await ask(server.port, path)
    assert.equal(answer.status, 401)
    assert.ok(challengeIn(answer).includes(`${metadata(named)}, scope=`), challengeIn(answer))
  }
})

test('a token id of the owner\'s own key that is no UUID is not copied', async () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = { 'key.pem': pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) }
  await using own = await startServe({ files: pem, settings: { ...kGateSettings, keys: { pem_files: ['key.pem'] }, limits: { trusted_proxies: ['127.0.0.1/32'] } } })
  const token = await forgeToken(own.baseUrl, pair, () => ({ scope: kReadScope, jti: 'x\r\nX-Agent-Client-Id: other' }))
  for (let time = 0; time < 2; ++time) {
    const answer = await ask(own.port, '/data/x.csv', { token })
    assert.deepEqual([answer.status, answer.headers['x-agent-token-id']], [200, ''])
    assert.match(answer.headers['x-agent-client-id'], /^[0-9a-f-]{36}$/)
  }
})

test('clear text is refused at its path, with and without gates, and for trusted proxies alone', async () => {
  await using plain = await startServe({ settings: { limits: { trusted_proxies: ['127.0.0.1/32'] } } })
  for (const { port } of [server, plain]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const refused = await send(port, '/oauth/https-required', [], { method })
      assert.deepEqual([refused.status, errorOf(refused)], [403, 'https_required'], method)
    }
    assert.equal((await send(port, '/oauth/https-required', [], { localAddress: '127.0.0.9' })).status, 404)
  }
})

test('a token without the scope of the gate gets 403 with that scope in the challenge', async () => {
  const answer = await ask(server.port, '/data/x.csv', { token: plain.token })
  assertRules(answer)
  assert.deepEqual([answer.status, errorOf(answer)], [403, 'insufficient_scope'])
  assert.ok(challengeIn(answer).includes(`scope="${kReadScope}"`), challengeIn(answer))
  assert.ok(challengeIn(answer).includes(metadata('/data/x.csv')))
  const only = await tokenWith(server.baseUrl, kReadScope)
  assert.equal((await ask(server.port, '/data/x.csv', { token: only.token })).status, 200)
  assert.equal((await ask(server.port, '/data/inbox/1', { token: only.token })).status, 403, 'the longest prefix decides')
  assert.equal((await ask(server.port, '/data/inbox/1', { token: plain.token })).status, 200)
})

test('a token that is not valid gets 401', async () => {
  const { token } = reader
  for (const bad of ['', 'abc', `${token}x`, `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`, `${token},${token}`]) {
    const answer = await ask(server.port, '/data/x.csv', { token: bad })
    assertRules(answer, bad)
    assert.equal(answer.status, 401, bad)
  }
  assert.equal((await ask(server.port, '/data/x.csv', { fields: ['Authorization', 'Basic abc'] })).status, 401)
})

test('a method that the gate does not list gets 405 with the methods of the gate', async () => {
  for (const [target, method, allow] of [
    ['/data/x.csv', 'POST', 'GET, HEAD'], ['/data/x.csv', 'get', 'GET, HEAD'], ['/data/x.csv', '', 'GET, HEAD'], ['/data/x.csv', 'OPTIONS', 'GET, HEAD'],
    ['/data/inbox/1', 'DELETE', 'GET, HEAD, PUT, OPTIONS'], ['/api/v1/prices', 'PATCH', 'GET, HEAD, POST'], ['/api/v1/prices', 'GET, POST', 'GET, HEAD, POST'],
  ]) {
    const answer = await ask(server.port, target, { method, token: reader.token })
    assertRules(answer, method)
    assert.deepEqual([answer.status, errorOf(answer), answer.headers.allow], [405, 'method_not_allowed', allow], method)
  }
  for (const method of ['GET', 'HEAD']) assert.equal((await ask(server.port, '/data/x.csv', { method, token: reader.token })).status, 200, method)
  assert.equal((await ask(server.port, '/data/inbox/1', { method: 'PUT', token: plain.token })).status, 200)
})

test('HEAD passes where GET does, and is listed once', async () => {
  const gates = [['/up/', ['POST']], ['/both/', ['GET', 'HEAD', 'PUT']]].map(([prefix, methods]) => ({ prefix, methods, title: 'A', description: 'A.' }))
  await using other = await startServe({ settings: { gates, limits: { trusted_proxies: ['127.0.0.1/32'] } } })
  const { token } = await tokenWith(other.baseUrl)
  for (const [target, method, status, allow] of [['/up/x', 'HEAD', 405, 'POST'], ['/up/x', 'POST', 200], ['/both/x', 'HEAD', 200], ['/both/x', 'POST', 405, 'GET, HEAD, PUT']]) {
    const answer = await ask(other.port, target, { method, token })
    assert.deepEqual([answer.status, answer.headers.allow], [status, allow], `${method} ${target}`)
  }
})

test('a preflight passes without a token where the gate lists OPTIONS, another OPTIONS does not', async () => {
  const preflight = ['Origin', 'https://agent.example', 'Access-Control-Request-Method', 'PUT']
  const passed = await ask(server.port, '/data/inbox/1', { method: 'OPTIONS', fields: preflight })
  assertRules(passed)
  assert.deepEqual([passed.status, passed.headers['x-agent-client-id']], [200, ''])
  for (const part of [[], preflight.slice(0, 2), preflight.slice(2)]) {
    assert.equal((await ask(server.port, '/data/inbox/1', { method: 'OPTIONS', fields: part })).status, 401)
  }
  assert.equal((await ask(server.port, '/data/inbox/1', { method: 'PUT', fields: preflight })).status, 401)
  assert.equal((await ask(server.port, '/data/x.csv', { method: 'OPTIONS', fields: preflight })).status, 405)
})

test('a path that no gate holds gets 403, with and without a token', async () => {
  for (const target of ['/', '/dat', '/database/x', '/secret.txt', '/api/v2/', '/oauth/token', '/api/agent/full-profile', '/DATA/x.csv', '/data/Inbox/1', `/${'x'.repeat(4000)}`]) {
    for (const token of [undefined, reader.token]) {
      const answer = await ask(server.port, target, { token })
      assertRules(answer, target)
      assert.deepEqual([answer.status, errorOf(answer)], [403, 'access_denied'], target)
    }
  }
})

test('a path that could be read in two ways gets 400, also with a token', async () => {
  const refused = [...kPathTricks, ...kTricksFromOutside.filter((target) => !/^\/(DATA|Data)\/x/.test(target)), 'data/x.csv', 'http://127.0.0.1/data/x.csv', '/data/x.csv#part', '/data/a|b', '*', '', '?a']
  for (const target of refused) {
    for (const token of [undefined, reader.token]) {
      const answer = await ask(server.port, target, { token })
      assertRules(answer, target)
      assert.deepEqual([answer.status, errorOf(answer)], [400, 'invalid_request'], target)
      assert.equal(challengeIn(answer), null, target)
    }
  }
})

test('a question without exactly one method and one target gets 400', async () => {
  const bearer = ['Authorization', `Bearer ${reader.token}`]
  const method = ['X-Forwarded-Method', 'GET']
  const target = ['X-Forwarded-Uri', '/data/x.csv']
  const host = ['X-Forwarded-Host', `127.0.0.1:${server.port}`]
  for (const fields of [[], method, target, [...method, ...method, ...target], [...method, ...target, ...target], [...method, ...target, 'x-forwarded-uri', '/data/y'], [...method, ...target, ...host, ...host]]) {
    const answer = await send(server.port, '/oauth/gate', [...bearer, ...fields])
    assertRules(answer, fields.join())
    assert.deepEqual([answer.status, errorOf(answer)], [400, 'invalid_request'], fields.join())
  }
  const two = await send(server.port, '/oauth/gate', [...bearer, ...method, ...target, ...bearer])
  assert.equal(two.status, 400, 'two tokens')
})

test('X-Forwarded-Host names the host of the original request where it is present', async () => {
  const options = { token: reader.token, host: 'gate.internal:8080' }
  const foreign = await ask(server.port, '/data/x.csv', options)
  assertRules(foreign)
  assert.deepEqual([foreign.status, errorOf(foreign)], [421, 'misdirected_request'])
  const fields = ['X-Forwarded-Host', `localhost:${server.port}`]
  assert.equal((await ask(server.port, '/data/x.csv', { ...options, fields })).status, 200)
  const refused = await ask(server.port, '/data/x.csv', { host: options.host, fields })
  assert.ok(challengeIn(refused).includes(`"${server.otherBaseUrl}/.well-known/`), challengeIn(refused))
  const evil = await ask(server.port, '/data/x.csv', { token: reader.token, fields: ['X-Forwarded-Host', 'elsewhere.example'] })
  assert.equal(evil.status, 421)
})

test('the form of Envoy has the original path behind the endpoint and the original method', async () => {
  const bearer = ['Authorization', `Bearer ${reader.token}`]
  for (const [path, method, fields, status] of [
    ['/oauth/gate/data/x.csv?year=2024', 'GET', bearer, 200], ['/oauth/gate/data/x.csv', 'HEAD', bearer, 200], ['/oauth/gate/data/inbox/1', 'PUT', bearer, 200],
    ['/oauth/gate/data/x.csv', 'POST', bearer, 405], ['/oauth/gate/data/x.csv', 'GET', [], 401], ['/oauth/gate/', 'GET', bearer, 403], ['/oauth/gate/secret.txt', 'GET', bearer, 403],
    ['/oauth/gate/data/../secret.txt', 'GET', bearer, 400], ['/oauth/gate//data/x.csv', 'GET', bearer, 400], ['/oauth/gate/data/%2e%2e/x', 'GET', bearer, 400],
    ['/oauth/gate/data/x.csv', 'GET', [...bearer, 'X-Forwarded-Uri', '/data/x.csv'], 400], ['/oauth/gate/data/x.csv', 'GET', [...bearer, 'X-Forwarded-Method', 'GET'], 400],
    ['/oauth/gate/data/x.csv', 'PROPFIND', bearer, 405],
  ]) {
    const answer = await send(server.port, path, fields, { method })
    assert.equal(answer.status, status, `${method} ${path}`)
    if (method !== 'HEAD') assertRules(answer, path)
  }
  const preflight = await send(server.port, '/oauth/gate/data/inbox/1', ['Origin', 'https://agent.example', 'Access-Control-Request-Method', 'PUT'], { method: 'OPTIONS' })
  assert.equal(preflight.status, 200)
})

test('for a peer that is no trusted proxy the endpoint is an unknown path, also with every field of a proxy', async () => {
  const fields = ['X-Forwarded-For', '127.0.0.1', 'X-Real-IP', '127.0.0.1', 'Forwarded', 'for=127.0.0.1']
  for (const path of ['/oauth/gate', '/oauth/gate/data/x.csv', '/oauth/gate/']) {
    const answer = await send(server.port, path, ['X-Forwarded-Method', 'GET', 'X-Forwarded-Uri', '/data/x.csv', 'Authorization', `Bearer ${reader.token}`, ...fields], { localAddress: '127.0.0.9' })
    assert.deepEqual([answer.status, errorOf(answer), answer.headers['x-agent-status']], [404, 'not_found', undefined], path)
  }
  const trusted = await send(server.port, '/oauth/gatehouse', [])
  assert.deepEqual([trusted.status, trusted.headers['x-agent-status']], [404, undefined])
})

test('one connection of a proxy carries questions of different clients', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = []
  for (const token of [reader.token, undefined, plain.token, reader.token]) statuses.push((await ask(server.port, '/data/x.csv', { token, agent })).status)
  agent.destroy()
  assert.deepEqual(statuses, [200, 401, 403, 200])
})

test('the log has the asked path and the outcome, and never the token', async () => {
  await ask(server.port, '/data/logged.csv?key=value', { token: reader.token })
  await ask(server.port, `/data/${'s3cret'.repeat(8)}`, { token: plain.token })
  const line = (path) => server.program.output.split('\n').find((text) => text.includes(`"path":"${path}","route":"gate"`))
  await until(() => line('/data/logged.csv') && line('/data/[removed]'), 'the lines of the log')
  const read = JSON.parse(line('/data/logged.csv'))
  assert.deepEqual([read.status, read.client_id, read.jti], [200, reader.client.client_id, jti(reader.token)])
  const refused = JSON.parse(line('/data/[removed]'))
  assert.deepEqual([refused.status, refused.reason], [403, 'insufficient_scope'])
  for (const secret of [reader.token, plain.token, reader.token.split('.')[2]]) assert.ok(!server.program.output.includes(secret))
})

test('the caller is charged and not the proxy, and failures cost more', async () => {
  await using limited = await startServe({ settings: { ...kGateSettings, limits: { requests: kRequests, window: '1h', trusted_proxies: ['127.0.0.1/32'] } } })
  const from = (address, options) => ask(limited.port, '/data/x.csv', { fields: ['X-Forwarded-For', address], ...options })
  const first = await from('198.51.100.7')
  assert.equal(first.headers['ratelimit-remaining'], String(kRequests - 1), 'a missing token is no failed attempt')
  const failed = await from('198.51.100.7', { fields: ['X-Forwarded-For', '198.51.100.7', 'Authorization', 'Bearer abc'] })
  assert.equal(failed.headers['ratelimit-remaining'], String(kRequests - 6))
  for (let count = 0; count < kRequests - 6; ++count) assert.equal((await from('198.51.100.7')).status, 401)
  const refused = await from('198.51.100.7')
  assertRules(refused)
  assert.deepEqual([refused.status, errorOf(refused)], [429, 'rate_limited'])
  assert.equal((await from('198.51.100.8')).headers['ratelimit-remaining'], String(kRequests - 1))
  assert.equal((await send(limited.port, '/api/site.json', [])).headers['ratelimit-remaining'], String(kRequests - 1), 'the proxy itself has paid nothing')
  const preflight = ['X-Forwarded-For', '198.51.100.9', 'Origin', 'https://agent.example', 'Access-Control-Request-Method', 'PUT']
  assert.equal((await ask(limited.port, '/data/inbox/1', { method: 'OPTIONS', fields: preflight })).headers['ratelimit-remaining'], String(kRequests - 1))
})

test('without gates the endpoint does not exist, and a reload adds and removes gates', async () => {
  const { scopes, gates } = kGateSettings
  await using site = await startServe({ settings: { limits: { trusted_proxies: ['127.0.0.1/32'] } } })
  const reloaded = async (more) => {
    await site.writeConfig(more)
    await site.program.reload()
  }
  assert.equal((await ask(site.port, '/data/x.csv')).status, 404)
  await reloaded({ scopes, gates })
  assert.equal((await ask(site.port, '/data/x.csv')).status, 401)
  await reloaded({})
  assert.equal((await ask(site.port, '/data/x.csv')).status, 404)
})
