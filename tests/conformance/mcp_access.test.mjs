// POST /mcp and the profile, the rate limit, and mcp.enabled and mcp.challenge (MCP 2026-07-28, basic/authorization).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kDocumentTypes } from '../support/documents.mjs'
import { filled } from '../support/filled.mjs'
import { ask, askFor, kServerInfo, kServerName, messageOf, resultOf, send } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { exampleProfile, startDev, startServe } from '../support/server.mjs'
import { altered, assertError, call, challengeIn, kProfilePath, post, readProfile, register, remedyAt, requestToken, token } from '../support/steps.mjs'

const kRequests = 20 // one is refilled every 180 seconds
const kTool = messageOf('tools/call', { name: 'get_full_profile' })
const resourceOf = (baseUrl) => messageOf('resources/read', { uri: `${baseUrl}${kProfilePath}` })
const bearer = (jwt) => ({ Authorization: `Bearer ${jwt}` })

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
const jwt = await token(server.baseUrl, await register(server.baseUrl))
after(() => server.stop())

async function withServer(settings, use) {
  await using other = await startServe({ settings: { listen: { threads: 1 }, ...settings } })
  await use(other)
}

const challengeOf = (baseUrl, error) =>
  new RegExp(`^Bearer error="${error}", error_description="[^"]+", resource_metadata="${baseUrl}/\\.well-known/oauth-protected-resource/mcp", scope="read:extended"$`)

// ---- Authorization
test('without a token, tool and resource of the profile are 401 with the challenge of this endpoint, at each host', async () => {
  for (const baseUrl of [server.baseUrl, server.otherBaseUrl]) {
    for (const message of [kTool, resourceOf(baseUrl)]) {
      const answer = await ask(baseUrl, message)
      assert.equal(answer.status, 401)
      assert.match(challengeIn(answer), challengeOf(baseUrl, 'invalid_token'))
      const { id, error: { code, message: text, data } } = answer.json
      const expected = `The access token is missing${remedyAt(baseUrl)}`
      assert.deepEqual([id, code, text, data], [1, 401, expected, { error: 'invalid_token', error_description: expected }])
    }
  }
})

test('the metadata that the challenge names are those of this endpoint', async () => {
  for (const baseUrl of [server.baseUrl, server.otherBaseUrl]) {
    const metadata = (await call(`${baseUrl}/.well-known/oauth-protected-resource/mcp`)).json
    assert.equal(metadata.resource, `${baseUrl}/mcp`)
    assert.deepEqual([metadata.authorization_servers, metadata.scopes_supported], [[baseUrl], ['read:extended']])
  }
})

test('every wrong token is 401, and the profile is not in the response', async () => {
  const wrong = [altered(jwt, 5), altered(jwt, jwt.length - 10), `${jwt}x`, jwt.slice(0, -1), 'x', 'a.b.c', '']
  const fields = [...wrong.map(bearer), { Authorization: `Basic ${jwt}` }, { Authorization: jwt }, { Authorization: `Bearer ${jwt}, Bearer ${jwt}` }]
  for (const headers of fields) {
    for (const message of [kTool, resourceOf(server.baseUrl)]) {
      const answer = await ask(server.baseUrl, message, headers)
      assert.ok([400, 401].includes(answer.status), headers.Authorization)
      assert.equal(answer.json.error.code, answer.status)
      assert.match(challengeIn(answer), /^Bearer .*oauth-protected-resource\/mcp"/)
      assert.ok(!answer.text.includes(exampleProfile.name))
      assert.ok(!answer.text.includes(jwt.slice(0, 20)))
    }
  }
})

test('a token in the address or in the message is none', async () => {
  const answer = await send(`${server.baseUrl}`, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_full_profile', access_token: jwt, _meta: { access_token: jwt } } }),
    { 'Content-Type': 'application/json' })
  assert.equal(answer.status, 401)
  const input = await askFor(server.baseUrl, 'tools/call', { name: 'get_full_profile', arguments: { access_token: jwt } })
  assert.equal(input.status, 401)
})

test('with a token, tool and resource have the profile with _meta of that token, private and not to be kept', async () => {
  const wanted = (await readProfile(server.baseUrl, jwt)).json
  const tool = resultOf(await ask(server.baseUrl, kTool, bearer(jwt)), 'CallToolResult')
  assert.deepEqual(tool.structuredContent, wanted)
  assert.deepEqual(JSON.parse(tool.content[0].text), wanted)
  const { contents, ttlMs, cacheScope } = resultOf(await ask(server.baseUrl, resourceOf(server.baseUrl), bearer(jwt)), 'ReadResourceResult')
  assert.deepEqual([ttlMs, cacheScope, contents.length], [0, 'private', 1])
  assert.deepEqual([contents[0].uri, contents[0].mimeType], [`${server.baseUrl}${kProfilePath}`, 'application/json'])
  assert.deepEqual(JSON.parse(contents[0].text), wanted)
  const other = resultOf(await ask(server.otherBaseUrl, kTool, bearer(jwt)), 'CallToolResult')
  assert.deepEqual(other.structuredContent, wanted)
})

test('a token that was asked for this endpoint as resource is the same token', async () => {
  for (const resource of [`${server.baseUrl}/mcp`, `${server.baseUrl}${kProfilePath}`]) {
    const issued = await requestToken(server.baseUrl, await register(server.baseUrl), { resource })
    assert.equal(issued.status, 200, issued.text)
    assert.equal((await ask(server.baseUrl, kTool, bearer(issued.json.access_token))).status, 200)
    assert.equal((await readProfile(server.baseUrl, issued.json.access_token)).status, 200)
  }
})

// ---- "Token Handling": a token that is there must be right, whatever the message asks for
const kMessages = [
  ...['tools/list', 'resources/list', 'resources/templates/list', 'server/discover', 'nothing'].map((method) => messageOf(method)),
  messageOf('tools/call', { name: 'get_site_overview' }), messageOf('tools/call', { name: 'nothing' }), messageOf('tools/call', {}), messageOf('resources/read', { uri: 'content:///pages/home' }),
]
const kBodies = [
  ...['ping', 'initialize', 'tools/list', 'tools/call', 'nothing'].map((method) => ({ jsonrpc: '2.0', id: 1, method, params: { protocolVersion: '2025-06-18', name: 'get_faq' } })),
  { jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', method: 'notifications/cancelled', params: 5 }, [{ jsonrpc: '2.0', id: 1, method: 'ping' }], {}, { jsonrpc: '2.0', id: 1, result: {} },
]
const sendTo = (baseUrl, body, headers) => send(baseUrl, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers })

test('a wrong token is 401 with the challenge of this endpoint at every method, notification and malformed message', async () => {
  const foreign = await startServe({ settings: { listen: { threads: 1 } } })
  const tokens = [altered(jwt, 5), altered(jwt, jwt.length - 10), `${jwt}x`, 'x', 'a.b.c', await token(foreign.baseUrl, await register(foreign.baseUrl))]
  await foreign.stop()
  for (const headers of [...tokens.map(bearer), { Authorization: `Basic ${jwt}` }, { Authorization: jwt }, { Authorization: `Bearer ${jwt}, Bearer ${jwt}` }]) {
    const refused = [...await Promise.all(kMessages.map((message) => ask(server.baseUrl, message, headers))), ...await Promise.all(kBodies.map((body) => sendTo(server.baseUrl, body, headers)))]
    const profile = await ask(server.baseUrl, kTool, headers)
    for (const answer of refused) {
      assert.equal(answer.status, 401, answer.text)
      assert.match(challengeIn(answer), challengeOf(server.baseUrl, 'invalid_token'))
      assert.deepEqual(answer.json.error, profile.json.error)
      assert.equal(challengeIn(answer), challengeIn(profile))
    }
  }
})

test('no token, and an Authorization field without one, is fine where none is needed; a right token, too', async () => {
  for (const headers of [{}, { Authorization: '' }, { Authorization: 'Bearer' }, { Authorization: 'bearer' }, bearer(jwt)]) {
    for (const message of kMessages.slice(0, 4)) assert.equal((await ask(server.baseUrl, message, headers)).status, 200, headers.Authorization)
    assert.equal((await sendTo(server.baseUrl, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).status, 202)
  }
})

// ---- mcp.challenge
test('mcp.challenge = "result": the tool fails with the challenge in _meta, the resource stays 401', () => withServer({ mcp: { enabled: true, challenge: 'result' } }, async (other) => {
  for (const [headers, text] of [[{}, 'The access token is missing'], [bearer('x'), 'The access token is invalid']]) {
    const answer = await ask(other.baseUrl, kTool, headers)
    assert.equal(challengeIn(answer), null)
    const result = resultOf(answer, 'CallToolResult')
    assert.deepEqual([result.isError, result.content], [true, [{ type: 'text', text: `${text}${remedyAt(other.baseUrl)}` }]])
    assert.equal(result.structuredContent, undefined)
    assert.equal(result._meta['mcp/www_authenticate'].length, 1)
    assert.match(result._meta['mcp/www_authenticate'][0], challengeOf(other.baseUrl, 'invalid_token'))
    assert.equal(result._meta[kServerInfo].name, kServerName)
  }
  const older = await send(other.baseUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_full_profile' } }), { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-06-18', ...bearer('x') })
  assert.deepEqual(Object.keys(older.json.result).toSorted(), ['_meta', 'content', 'isError'])
  assert.deepEqual(Object.keys(older.json.result._meta), ['mcp/www_authenticate'])
  assert.equal((await ask(other.baseUrl, messageOf('tools/list'), bearer('x'))).status, 401, 'only that tool has a result')
  const resource = await ask(other.baseUrl, resourceOf(other.baseUrl))
  assert.equal(resource.status, 401)
  assert.match(challengeIn(resource), challengeOf(other.baseUrl, 'invalid_token'))
  const { baseUrl } = other
  const valid = await ask(baseUrl, kTool, bearer(await token(baseUrl, await register(baseUrl))))
  assert.equal(resultOf(valid, 'CallToolResult').structuredContent.name, exampleProfile.name)
}))

// ---- The rate limit
test('requests are counted with those of the API, and a failed token counts five times as at the profile', () =>
  withServer({ mcp: { enabled: true }, limits: { requests: kRequests, window: '1h' } }, async ({ baseUrl }) => {
    const remaining = (answer) => Number(answer.headers.get('ratelimit-remaining'))
    const list = await askFor(baseUrl, 'tools/list')
    assert.equal(remaining(list), 19)
    assert.equal(list.headers.get('ratelimit-limit'), String(kRequests))
    assert.equal(list.headers.get('ratelimit-policy'), `"default";q=${kRequests};w=3600`)
    assert.match(list.headers.get('ratelimit'), /^"default";r=19;t=\d+$/)
    assert.equal(remaining(await call(`${baseUrl}/api/site.json`)), 18)
    assert.equal(remaining(await send(baseUrl, 'no JSON', { 'Content-Type': 'application/json' })), 17)
    assert.equal(remaining(await send(baseUrl, '{"jsonrpc":"2.0","method":"notifications/x"}', { 'Content-Type': 'application/json' })), 16)
    assert.equal(remaining(await ask(baseUrl, kTool)), 15) // a missing token is no failed attempt
    const refused = await ask(baseUrl, kTool, bearer('wrong'))
    assert.equal(remaining(refused), 10)
    assert.equal(remaining(await readProfile(baseUrl, 'wrong')), 5)
    assert.equal(remaining(await ask(baseUrl, resourceOf(baseUrl), bearer('wrong'))), 0)
    const limited = await askFor(baseUrl, 'tools/list')
    assertError(limited, 429, 'rate_limited')
  }))

test('a failed token in a failed result is counted likewise', () =>
  withServer({ mcp: { enabled: true, challenge: 'result' }, limits: { requests: kRequests, window: '1h' } }, async ({ baseUrl }) => {
    assert.equal((await ask(baseUrl, kTool)).headers.get('ratelimit-remaining'), '19')
    assert.equal((await ask(baseUrl, kTool, bearer('wrong'))).headers.get('ratelimit-remaining'), '14')
  }))

// ---- mcp.enabled
test('without mcp.enabled the endpoint and its metadata do not exist, and no document names them', () => withServer({}, async ({ baseUrl }) => {
  const unknown = await post(`${baseUrl}/nothing`, '{}', 'application/json')
  for (const [path, options] of [['/mcp', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }], ['/mcp', {}], ['/mcp', { method: 'OPTIONS' }],
    ['/.well-known/oauth-protected-resource/mcp', {}]]) {
    const answer = await call(`${baseUrl}${path}`, options)
    if (options.method === 'OPTIONS') {
      assert.equal(answer.status, (await call(`${baseUrl}/nothing`, options)).status)
      continue
    }
    assertError(answer, 404, 'not_found')
    assert.equal(answer.text.replaceAll(path, '/nothing'), unknown.text)
  }
  const pages = (await call(`${baseUrl}/api/site.json`)).json.pages.map(({ url }) => new URL(url).pathname)
  for (const path of filled([...Object.keys(kDocumentTypes), ...pages, '/browser-tools.js'])) {
    const { text } = await call(`${baseUrl}${path}`)
    assert.doesNotMatch(text.replaceAll(/\/\.well-known\/mcp(\.json|\/server-card\.json)/g, ''), /\/mcp(?![\w-])/, path)
  }
}))

test('dev offers the endpoint', async () => {
  await using dev = await startDev()
  assert.equal((await askFor(dev.baseUrl, 'tools/list')).json.result.tools.length, kTools.length)
})
