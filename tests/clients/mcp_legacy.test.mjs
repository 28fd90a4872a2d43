// Clients of the revisions with `initialize`. Bodies and fields are those of the Python SDK 1.x with callbacks for sampling and roots, for each revision
// that one of its releases asked for; mcp_python.test.mjs has all bytes of its newest releases.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kAcceptBoth, kServerName, send } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { exampleProfile, startServe } from '../support/server.mjs'
import { challengeIn, kProfilePath, register, token } from '../support/steps.mjs'

const kRevisions = ['2025-03-26', '2025-06-18', '2025-11-25']
const kStructured = '2025-06-18' // the first revision with structuredContent
const kUserAgent = 'python-httpx/0.28.1'

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
after(() => server.stop())

const initializeOf = (version) =>
  `{"method":"initialize","params":{"protocolVersion":"${version}","capabilities":{"sampling":{},"roots":{"listChanged":true}},` +
  '"clientInfo":{"name":"mcp","version":"0.1.0"}},"jsonrpc":"2.0","id":0}'
const kInitialized = '{"method":"notifications/initialized","jsonrpc":"2.0"}'
const kListTools = '{"method":"tools/list","jsonrpc":"2.0","id":1}'
const kCallTool = '{"method":"tools/call","params":{"name":"list_content","arguments":{"collection":"pages"}},"jsonrpc":"2.0","id":2}'
const kCallProfile = '{"method":"tools/call","params":{"name":"get_full_profile","arguments":{},"_meta":{"progressToken":3}},"jsonrpc":"2.0","id":3}'

/** The fields of a request after initialize; 2025-03-26 has none for the version, and newer clients send it. */
const fieldsOf = (version, more = {}) => ({
  Accept: kAcceptBoth, 'Content-Type': 'application/json', 'User-Agent': kUserAgent,
  ...(version !== undefined && version !== '2025-03-26' && { 'mcp-protocol-version': version }), ...more,
})
const ask = (body, version, more) => send(server.baseUrl, body, fieldsOf(version, more))

for (const version of kRevisions) {
  test(`${version}: initialize, notifications/initialized, tools/list, tools/call`, async () => {
    const begun = await ask(initializeOf(version))
    assert.equal(begun.status, 200)
    assert.equal(begun.json.id, 0)
    const { protocolVersion, capabilities, serverInfo, instructions, ...rest } = begun.json.result
    assert.equal(protocolVersion, version)
    assert.deepEqual(capabilities, { tools: {}, resources: {} })
    assert.equal(serverInfo.name, kServerName)
    assert.equal(serverInfo.version, '1.0.0')
    assert.match(instructions, /^Use get_site_overview first\./)
    assert.deepEqual(rest, {})

    const noted = await ask(kInitialized, version)
    assert.deepEqual([noted.status, noted.text], [202, ''])

    const listed = await ask(kListTools, version)
    assert.deepEqual([listed.status, listed.json.id, listed.json.result.tools.length], [200, 1, 8])
    assert.equal(listed.json.result.tools[1].name, 'search_content')
    assert.deepEqual(listed.json.result.tools[1].inputSchema.required, ['query'])

    const called = await ask(kCallTool, version)
    assert.deepEqual([called.status, called.json.id], [200, 2])
    assert.equal(called.json.result.isError, undefined)
    const value = JSON.parse(called.json.result.content[0].text)
    assert.equal(value.collection, 'pages')
    assert.deepEqual(called.json.result.structuredContent, version >= kStructured ? value : undefined)
    assert.equal(called.json.result._meta, undefined)
  })

  test(`${version}: the profile needs a token, and the challenge is that of HTTP`, async () => {
    const refused = await ask(kCallProfile, version)
    assert.deepEqual([refused.status, refused.json.id, refused.json.error.data.error], [401, 3, 'invalid_token'])
    assert.match(challengeIn(refused), /^Bearer .*resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/)
    const jwt = await token(server.baseUrl, await register(server.baseUrl))
    const { result } = (await ask(kCallProfile, version, { Authorization: `Bearer ${jwt}` })).json
    const { _meta: _, ...profile } = JSON.parse(result.content[0].text)
    assert.deepEqual(profile, exampleProfile)
    assert.equal('structuredContent' in result, version >= kStructured)
    const read = await ask(`{"method":"resources/read","params":{"uri":"${server.baseUrl}${kProfilePath}"},"jsonrpc":"2.0","id":4}`, version,
      { Authorization: `Bearer ${jwt}` })
    assert.equal(JSON.parse(read.json.result.contents[0].text).name, 'Example Person')
  })

  test(`${version}: ping has an empty result, and errors of a method come with status 200`, async () => {
    const ping = await ask('{"method":"ping","jsonrpc":"2.0","id":"p"}', version)
    assert.deepEqual([ping.status, ping.json], [200, { jsonrpc: '2.0', result: {}, id: 'p' }])
    for (const [method, params, code] of [
      ['prompts/list', {}, -32601], ['logging/setLevel', { level: 'info' }, -32601], ['server/discover', {}, -32601],
      ['resources/subscribe', { uri: 'content:///pages/home' }, -32601], ['tools/call', { name: 'nothing' }, -32602],
      ['resources/read', { uri: 'content:///pages/nothing' }, -32002], ['resources/list', { cursor: 'x' }, -32602],
      ['tools/list', { cursor: 'x' }, -32602], ['tools/call', {}, -32602],
    ]) {
      const answer = await ask(JSON.stringify({ method, params, jsonrpc: '2.0', id: 7 }), version)
      assert.deepEqual([method, answer.status, answer.json.id, answer.json.error.code], [method, 200, 7, code])
    }
  })
}

test('initialize with an unknown version, or with one that has no initialize, gets the newest that has', async () => {
  for (const version of ['2024-10-07', '2026-07-28', '2099-01-01', '']) {
    assert.equal((await ask(initializeOf(version))).json.result.protocolVersion, '2025-11-25', version)
  }
})

test('initialize without a version is refused, and one with a field of a version is answered', async () => {
  for (const params of ['{}', '{"protocolVersion":5}', '{"protocolVersion":null}']) {
    const answer = await ask(`{"method":"initialize","params":${params},"jsonrpc":"2.0","id":0}`)
    assert.deepEqual([answer.status, answer.json.error.code], [200, -32602])
  }
  assert.equal((await ask(initializeOf('2025-06-18'), '2025-11-25')).json.result.protocolVersion, '2025-06-18')
})

test('requests need no initialize before them, and a session id is ignored', async () => {
  assert.equal((await ask(kListTools, '2025-11-25', { 'Mcp-Session-Id': 'f3b1', 'Last-Event-ID': '9' })).json.result.tools.length, kTools.length)
})

test('a client that tries the current revision first learns the older ones from the refusal', async () => {
  const answer = await ask(kListTools, '2025-12-31')
  assert.deepEqual([answer.status, answer.json.error.code], [400, -32022])
  assert.deepEqual(answer.json.error.data.supported, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
  assert.equal(answer.json.error.data.requested, '2025-12-31')
})

test('GET for a stream and DELETE for a session are 405, as these revisions want from a server without them', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${server.baseUrl}/mcp`, { method, headers: { Accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' } })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, OPTIONS'])
    await answer.text()
  }
})
