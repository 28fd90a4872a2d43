// The MCP SDK for Python, byte for byte: each request below has the fields, in their order and case, and the body that its code sends, 1.29.0 with
// httpx 0.28.1 and 2.0.0 with httpx2 2.5.0 (src/mcp/client: session, streamable_http, auth). The SDK itself is not run here, because it is on PyPI only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kServerInfo, kServerName } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { exchange } from '../support/raw.mjs'
import { exampleProfile, startServe } from '../support/server.mjs'
import { register } from '../support/steps.mjs'

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
after(() => server.stop())

const kAccept = 'application/json, text/event-stream'

/** A request as httpx writes it: Host, the fields of the client, those of the call, Content-Length, and what an Auth adds. */
function bytes(method, target, { own = [], fields = [], body, added = [] }) {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, ...own, ...fields,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]), ...added]
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}
const clientOf = (agent) => ['Accept-Encoding: gzip, deflate', 'Connection: keep-alive', `User-Agent: ${agent}`]

/** Sends one request; it ends the connection, which the SDK would keep. */
async function send(text) {
  const { answers: [answer], leftover } = await exchange(text, { port: server.port })
  assert.equal(leftover.length, 0)
  const body = answer.body.toString('utf8')
  return { status: answer.status, headers: answer.headers, text: body, json: body === '' ? undefined : JSON.parse(body) }
}

// ---- 1.29.0: ClientSession over streamable_http_client. Members are in the order of its models, and absent ones are left out.
const kFirst = clientOf('python-httpx/0.28.1')
const kFirstBodies = {
  initialize: '{"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mcp","version":"0.1.0"}},"jsonrpc":"2.0","id":0}',
  initialized: '{"method":"notifications/initialized","jsonrpc":"2.0"}',
  listTools: '{"method":"tools/list","jsonrpc":"2.0","id":1}',
  listContent: '{"method":"tools/call","params":{"name":"list_content","arguments":{"collection":"pages"}},"jsonrpc":"2.0","id":2}',
  progress: '{"method":"tools/call","params":{"name":"get_faq","arguments":{},"_meta":{"progressToken":3}},"jsonrpc":"2.0","id":3}',
  readResource: '{"method":"resources/read","params":{"uri":"content:///pages/home"},"jsonrpc":"2.0","id":4}',
  ping: '{"method":"ping","jsonrpc":"2.0","id":5}',
  profile: '{"method":"tools/call","params":{"name":"get_full_profile"},"jsonrpc":"2.0","id":6}',
}
/** After `initialize` the SDK sends the version that was negotiated. */
const first = (body, { version = '2025-11-25', added } = {}) => bytes('POST', '/mcp', {
  own: kFirst, body, added,
  fields: [`accept: ${kAccept}`, 'content-type: application/json', ...(version ? [`mcp-protocol-version: ${version}`] : [])],
})

test('1.29.0: initialize, initialized, tools/list, tools/call, resources/read, ping', async () => {
  const begun = await send(first(kFirstBodies.initialize, { version: '' }))
  assert.deepEqual([begun.status, begun.headers['content-type'], begun.json.id], [200, 'application/json', 0])
  assert.equal(begun.json.result.protocolVersion, '2025-11-25')
  // Without a session id the SDK opens no stream with GET and ends no session with DELETE.
  assert.equal(begun.headers['mcp-session-id'], undefined)
  const noted = await send(first(kFirstBodies.initialized))
  assert.deepEqual([noted.status, noted.text], [202, ''])
  const listed = await send(first(kFirstBodies.listTools))
  assert.deepEqual([listed.json.id, listed.json.result.tools.length], [1, 8])
  const pages = await send(first(kFirstBodies.listContent))
  assert.deepEqual([pages.json.id, pages.json.result.isError], [2, undefined])
  assert.deepEqual(JSON.parse(pages.json.result.content[0].text), pages.json.result.structuredContent)
  assert.equal((await send(first(kFirstBodies.progress))).json.id, 3)
  const read = await send(first(kFirstBodies.readResource))
  assert.equal(JSON.parse(read.json.result.contents[0].text).slug, 'home')
  assert.deepEqual((await send(first(kFirstBodies.ping))).json, { jsonrpc: '2.0', result: {}, id: 5 })
})

// ---- 2.0.0: Client over streamable_http_client, which tries server/discover first.
const kSecond = clientOf('python-httpx2/2.5.0')
const kMeta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},' +
  '"io.modelcontextprotocol/clientCapabilities":{}}'
const kSecondBodies = {
  discover: `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{${kMeta}}}`,
  listTools: `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{${kMeta}}}`,
  listContent: `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_content","arguments":{"collection":"pages"},${kMeta}}}`,
  readResource: `{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"content:///pages/home",${kMeta}}}`,
  profile: `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_full_profile",${kMeta}}}`,
  // mode="legacy": the handshake, with an empty `_meta` in every request.
  initialize: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"mcp","version":"0.1.0"},"_meta":{}}}',
  initialized: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  legacyList: '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{}}}',
}
const second = (body, method, name, added) => bytes('POST', '/mcp', {
  own: kSecond, body, added,
  fields: [`accept: ${kAccept}`, 'content-type: application/json', 'mcp-protocol-version: 2026-07-28', `mcp-method: ${method}`, ...(name ? [`mcp-name: ${name}`] : [])],
})
const secondLegacy = (body, version) => bytes('POST', '/mcp', {
  own: kSecond, body, fields: [`accept: ${kAccept}`, 'content-type: application/json', ...(version ? [`mcp-protocol-version: ${version}`] : [])],
})

test('2.0.0: server/discover, tools/list, tools/call, resources/read', async () => {
  const found = await send(second(kSecondBodies.discover, 'server/discover'))
  assert.deepEqual([found.status, found.headers['content-type'], found.json.id, found.json.result.resultType], [200, 'application/json', 1, 'complete'])
  assert.ok(found.json.result.supportedVersions.includes('2026-07-28'))
  assert.equal(found.json.result._meta[kServerInfo].name, kServerName)
  const listed = await send(second(kSecondBodies.listTools, 'tools/list'))
  assert.deepEqual([listed.json.id, listed.json.result.tools.length], [2, 8])
  const pages = await send(second(kSecondBodies.listContent, 'tools/call', 'list_content'))
  assert.deepEqual([pages.json.id, pages.json.result.isError], [3, undefined])
  const read = await send(second(kSecondBodies.readResource, 'resources/read', 'content:///pages/home'))
  assert.equal(JSON.parse(read.json.result.contents[0].text).slug, 'home')
})

test('2.0.0, mode="legacy": initialize, initialized, tools/list', async () => {
  const begun = await send(secondLegacy(kSecondBodies.initialize))
  assert.deepEqual([begun.status, begun.json.id, begun.json.result.protocolVersion], [200, 1, '2025-11-25'])
  assert.equal((await send(secondLegacy(kSecondBodies.initialized, '2025-11-25'))).status, 202)
  assert.equal((await send(secondLegacy(kSecondBodies.legacyList, '2025-11-25'))).json.result.tools.length, kTools.length)
})

// ---- Both: ClientCredentialsOAuthProvider. What it asks for besides is sent without the fields of the client, so without Accept and User-Agent.
const metadata = (target) => bytes('GET', target, { fields: ['mcp-protocol-version: 2025-11-25'] })
const pathOf = (url) => {
  assert.ok(url.startsWith(`${server.baseUrl}/`), url)
  return url.slice(server.baseUrl.length)
}
const kFlows = [
  ['1.29.0', (added) => first(kFirstBodies.profile, { added }), 6],
  ['2.0.0', (added) => second(kSecondBodies.profile, 'tools/call', 'get_full_profile', added), 5],
]
for (const [version, callProfile, id] of kFlows) {
  test(`${version}: from the challenge to the profile with ClientCredentialsOAuthProvider`, async () => {
    const client = await register(server.baseUrl)
    const refused = await send(callProfile())
    assert.equal(refused.status, 401)
    const challenge = refused.headers['www-authenticate']
    const resource = (await send(metadata(pathOf(/resource_metadata="([^"]+)"/.exec(challenge)[1])))).json
    assert.equal(resource.resource, `${server.baseUrl}/mcp`)
    const [issuer] = resource.authorization_servers
    const authorization = (await send(metadata(`${pathOf(`${issuer}/`)}.well-known/oauth-authorization-server`))).json
    assert.equal(authorization.issuer, issuer)
    // Its model of the metadata requires these.
    for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint']) assert.match(authorization[name], /^http:/, name)

    const scope = / scope="([^"]+)"/.exec(challenge)[1]
    const quoted = (text) => encodeURIComponent(text)
    const basic = Buffer.from(`${quoted(client.client_id)}:${quoted(client.client_secret)}`).toString('base64')
    const issued = await send(bytes('POST', pathOf(authorization.token_endpoint), {
      fields: ['Content-Type: application/x-www-form-urlencoded', `Authorization: Basic ${basic}`],
      body: `grant_type=client_credentials&resource=${quoted(resource.resource)}&scope=${quoted(scope)}`,
    }))
    assert.deepEqual([issued.status, issued.json.token_type, issued.json.scope], [200, 'Bearer', 'read:extended'])

    const answer = await send(callProfile([`Authorization: Bearer ${issued.json.access_token}`]))
    assert.deepEqual([answer.status, answer.json.id], [200, id])
    const { _meta, ...profile } = answer.json.result.structuredContent
    assert.deepEqual(profile, exampleProfile)
    assert.equal(_meta.issued_to, client.client_id)
  })
}
