// The printed sites with gates ([[gates]], decision 0045) in real proxies: a token opens the path, everybody else gets the refusal of the service, and
// no spelling of a path, no field of a client and no stopped service opens anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindGates, carelessPath, kMark, sendRaw, upload } from '../support/gated_site.mjs'
import { errorOf, kReadScope, send, tokenWith } from '../support/gates.mjs'
import { siteOf } from '../support/printed_sites.mjs'
import { until } from '../support/server.mjs'
import { challengeIn, remedyAt } from '../support/steps.mjs'

const kUpload = 50 * 1024 * 1024
const kRequests = 5
const bearer = (token) => ['Authorization', `Bearer ${token}`]
const kPreflight = ['Origin', 'https://agent.example', 'Access-Control-Request-Method', 'PUT']
// What a client could say to be taken for somebody else, or for another request.
const kLies = [
  'X-Forwarded-Method', 'GET', 'X-Forwarded-Uri', '/llms.txt', 'X-Original-URL', '/llms.txt', 'X-Rewrite-URL', '/llms.txt', 'X-Agent-Client-Id', 'somebody', 'X-Agent-Scope', kReadScope,
  'X-Agent-Token-Id', 'any', 'X_Agent_Client_Id', 'somebody', 'X-Agent_Client-Id', 'somebody', 'X-Agent-Status', '200',
]

function assertRefused(answer, status, error, what) {
  assert.deepEqual([answer.status, errorOf(answer)], [status, error], `${what}: ${answer.text}`)
  assert.equal(answer.headers['content-type'], 'application/json', what)
  assert.equal(answer.headers['cache-control'], 'no-store', what)
  assert.ok(!answer.text.includes(kMark), what)
}

for (const name of ['nginx', 'caddy', 'haproxy']) {
  const { title, skip } = siteOf(name)
  const options = { skip, timeout: 120_000 }
  const hasFiles = name !== 'haproxy'

  test(`${title}: an agent with a token reads, others get the refusal of the service with its challenge`, options, () => behindGates(name, {}, async ({ port, baseUrl, owner }) => {
    const reader = await tokenWith(baseUrl, `read:extended ${kReadScope}`)
    const plain = await tokenWith(baseUrl)
    for (const path of ['/data/x.csv', '/data/x.csv?a=b', '/data/', '/data/%C3%BC%20(1).csv']) {
      const read = await send(port, path, bearer(reader.token))
      assert.equal(read.status, 200, `${path}: ${read.text}`)
      assert.ok(read.text.startsWith(kMark), read.text)
    }
    for (const path of ['/data', '/data?a=b', '/DATA', '/data/inbox', '/data%3fx']) {
      const { status, headers } = await send(port, path, [])
      assert.deepEqual([path, [401, 403].includes(status), headers.location], [path, true, undefined], `${status}`)
    }
    const slashless = await send(port, '/data', bearer(reader.token))
    assert.ok([200, 301, 308].includes(slashless.status), `the owner's server decides: ${slashless.status}`)
    const missing = await send(port, '/data/x.csv', [])
    assertRefused(missing, 401, 'invalid_token', 'no token')
    assert.equal(challengeIn(missing), `Bearer error="invalid_token", error_description="The access token is missing${remedyAt(baseUrl, kReadScope)}", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/data/x.csv", scope="${kReadScope}"`)
    assertRefused(await send(port, '/data/x.csv', bearer(`${reader.token}x`)), 401, 'invalid_token', 'a broken token')
    assertRefused(await send(port, '/data/x.csv', bearer(`${reader.token}, Bearer ${reader.token}`)), 401, 'invalid_token', 'two tokens in one field')
    const scope = await send(port, '/data/x.csv', bearer(plain.token))
    assertRefused(scope, 403, 'insufficient_scope', 'another scope')
    assert.ok(challengeIn(scope).includes(`scope="${kReadScope}"`), challengeIn(scope))
    const method = await send(port, '/data/x.csv', bearer(reader.token), { method: 'DELETE' })
    assertRefused(method, 405, 'method_not_allowed', 'another method')
    assert.equal(method.headers.allow, 'GET, HEAD')
    const post = await send(port, '/api/v1/prices', bearer(plain.token), { method: 'POST', body: 'a question' })
    assert.deepEqual([post.status, post.text], [200, `${kMark} /api/v1/prices`])
    const [seen] = owner.requests.slice(-1)
    assert.deepEqual([seen.method, seen.url, seen.bytes], ['POST', '/api/v1/prices', 10])
    assert.equal(seen.headers['x-agent-client-id'], plain.client.client_id)
    assert.equal(seen.headers['x-agent-scope'], 'read:extended')
    assert.match(seen.headers['x-agent-token-id'], /^[0-9a-f-]{36}$/)
    assert.equal(seen.headers.authorization, undefined, 'the token stays here')
  }))

  test(`${title}: HEAD, OPTIONS and preflights`, options, () => behindGates(name, {}, async ({ port, baseUrl, owner }) => {
    const { token } = await tokenWith(baseUrl, `read:extended ${kReadScope}`)
    const head = await send(port, '/data/x.csv', bearer(token), { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
    const refused = await send(port, '/data/x.csv', [], { method: 'HEAD' })
    assert.deepEqual([refused.status, refused.text], [401, ''])
    assert.ok(challengeIn(refused).startsWith('Bearer '))
    assertRefused(await send(port, '/data/x.csv', kPreflight, { method: 'OPTIONS' }), 405, 'method_not_allowed', 'a preflight of a gate without OPTIONS')
    assertRefused(await send(port, '/data/inbox/1', [], { method: 'OPTIONS' }), 401, 'invalid_token', 'OPTIONS alone')
    const before = owner.requests.length
    assert.equal((await send(port, '/data/inbox/1', [...kPreflight, ...kLies], { method: 'OPTIONS' })).status, 200)
    assert.deepEqual(owner.requests.slice(before).map(({ method, headers }) => [method, headers['x-agent-client-id'] ?? '', headers['x-agent-scope'] ?? '']), [['OPTIONS', '', '']])
  }))

  test(`${title}: what clients say about themselves or about the request is not believed`, options, () => behindGates(name, {}, async ({ port, baseUrl, owner }) => {
    const plain = await tokenWith(baseUrl)
    for (const host of ['', 'localhost', 'elsewhere.example']) {
      const lies = [...kLies, ...(host === '' ? [] : ['X-Forwarded-Host', host])]
      assertRefused(await send(port, '/data/x.csv', lies), 401, 'invalid_token', 'without a token')
      assertRefused(await send(port, '/data/x.csv', [...lies, ...bearer(plain.token)]), 403, 'insufficient_scope', 'with another scope')
      const passed = await send(port, '/data/inbox/1', [...lies, ...bearer(plain.token)])
      assert.equal(passed.status, 200)
      const { headers } = owner.requests.at(-1)
      assert.equal(headers['x-agent-client-id'], plain.client.client_id)
      assert.equal(headers['x-agent-scope'], 'read:extended')
      assert.notEqual(headers['x-agent-token-id'], 'any')
      for (const same of ['x_agent_client_id', 'x-agent_client-id']) assert.equal(headers[same], undefined, 'a name that CGI takes for the same')
    }
    for (const path of ['/oauth/gate', '/oauth/gate/data/x.csv', '/OAUTH/gate', '/oauth//gate', '/oauth/./gate', '/%6fauth/gate', '/oauth/g%61te']) {
      const { status, text } = await send(port, path, ['X-Forwarded-Method', 'GET', 'X-Forwarded-Uri', '/data/x.csv', ...bearer(plain.token)])
      assert.ok([400, 404].includes(status), `${path}: ${status} ${text}`)
    }
  }))

  test(`${title}: a token of one gate opens no spelling of another`, options, () => behindGates(name, { settings: { content: { pages: false } } }, async ({ port, baseUrl }) => {
    const reader = await tokenWith(baseUrl, kReadScope)
    // A token of /data/ must not open /data/inbox/, which has another scope.
    for (const target of ['/data/./inbox/1.txt', '/data//inbox/1.txt', '/data/a/../inbox/1.txt', '/data/%69nbox/1.txt', '/data/Inbox/1.txt', '/DATA/inbox/1.txt', '/data/inbox;a=b/1.txt', '/data/x/%2e%2e/inbox/1.txt',
      '/data/inbox%2f1.txt', '/data/x%2f..%2finbox%2f1.txt', '/data\\inbox\\1.txt', '/data/inbox/1.txt', '/data/%2569nbox/1.txt', '/api/v1/x', '/api//v1/x', '/API/v1/x', '/api/v1;/x', '/x/../api/v1/x']) {
      const { status, text } = await sendRaw(port, target, { Authorization: `Bearer ${reader.token}` })
      assert.ok(!text.includes(kMark), `${target}: ${status} ${text}`)
    }
    assert.ok((await sendRaw(port, '/data/x.csv', { Authorization: `Bearer ${reader.token}` })).text.includes(kMark))
    assert.equal(carelessPath('/x/..%2f%2564ATA;a=b\\x.csv'), '/data/x.csv')
  }))

  test(`${title}: the caller is charged and not the proxy, whatever it says`, options, () => behindGates(name, { settings: { limits: { requests: kRequests, window: '1h' } } }, async ({ port }) => {
    const statuses = []
    for (let count = 0; count < kRequests + 2; ++count) statuses.push((await send(port, '/data/x.csv', ['X-Forwarded-For', `198.51.100.${count}`, 'Forwarded', `for=198.51.100.${count}`], { localAddress: '127.0.0.2' })).status)
    assert.deepEqual(statuses, [...Array(kRequests).fill(401), 429, 429])
    const limited = await send(port, '/data/x.csv', [], { localAddress: '127.0.0.2' })
    assertRefused(limited, 429, 'rate_limited', 'over the limit')
    assert.ok(Number(limited.headers['retry-after']) > 0)
    assert.match(limited.headers.ratelimit, /^"default";r=0;t=\d+$/)
    assert.equal((await send(port, '/data/x.csv', [], { localAddress: '127.0.0.3' })).status, 401, 'another caller')
  }))

  test(`${title}: an upload of 50 MB reaches the owner's server and not the service, and is refused without a token`, options, () => behindGates(name, {}, async ({ server, port, baseUrl, owner }) => {
    const { token } = await tokenWith(baseUrl)
    const done = await upload(port, '/data/inbox/report.bin', kUpload, { Authorization: `Bearer ${token}` })
    assert.equal(done.status, 200, done.text)
    assert.equal(owner.requests.at(-1).bytes, kUpload)
    const before = owner.requests.length
    const refused = await upload(port, '/data/inbox/report.bin', kUpload, {}).catch((error) => ({ status: 0, error }))
    assert.ok([401, 0].includes(refused.status), refused.text)
    if (refused.status === 401) assertRefused(refused, 401, 'invalid_token', 'an upload without a token')
    assert.equal(owner.requests.length, before)
    assert.ok(!server.program.output.includes('payload_too_large'))
  }))

  test(`${title}: while the service is stopped, nothing opens without a token that is verified`, options, () => behindGates(name, {}, async ({ server, port, baseUrl }) => {
    const { token } = await tokenWith(baseUrl, kReadScope)
    await server.program.stop()
    await until(async () => (await send(port, '/data/x.csv', [])).status === 503, 'the proxy to notice')
    assertRefused(await send(port, '/data/x.csv', []), 503, 'temporarily_unavailable', 'without a token')
    assertRefused(await send(port, '/data/x.csv', bearer('abc')), 503, 'temporarily_unavailable', 'with a bad token')
    const good = await send(port, '/data/x.csv', bearer(token))
    if (hasFiles) assertRefused(good, 503, 'temporarily_unavailable', 'with a good token')
    else assert.ok(good.text.startsWith(kMark), 'HAProxy verifies tokens itself')
  }))
}
