// What POST /mcp accepts as a message: JSON-RPC 2.0 as MCP 2026-07-28 narrows it (basic, "Messages") and the refusals of HTTP
// (basic/transports/streamable-http, "Security & Endpoint" and "Sending Messages").
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask, askFor, assertFault, assertValid, fieldsOf, kAcceptBoth, kMeta, kRevisions, linesOf, messageOf, send, sendRaw } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { startServe } from '../support/server.mjs'

const kJson = { 'Content-Type': 'application/json' }
const kMost = 16_384

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
after(() => server.stop())

const sendJson = (body, headers = {}) => send(server.baseUrl, body, { ...kJson, ...headers })
const kPing = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

// ---- Malformed JSON
const malformed = [
  ['no body', ''], ['white space', ' \n'], ['half an object', '{"jsonrpc":"2.0"'], ['a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'],
  ['two objects', `${kPing}${kPing}`], ['text behind the object', `${kPing}x`], ['a comment', `/**/${kPing}`], ['single quotes', "{'jsonrpc':'2.0'}"],
  ['a byte order mark', `\ufeff${kPing}`], ['bytes that are no UTF-8', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', 'latin1')],
  ['an overlong sequence', Buffer.from('{"a":"\xc0\xaf"}', 'latin1')], ['UTF-16', Buffer.from(kPing, 'utf16le')], ['a line feed in a string', '{"a":"\n"}'],
  ['a lone surrogate', '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}'], ['a wrong escape', '{"a":"\\x41"}'], ['NaN', '{"id":NaN}'], ['a leading zero', '{"id":01}'],
  ['a number beyond all', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1e400}}'], ['a form', 'jsonrpc=2.0&method=ping'],
]
for (const [what, body] of malformed) {
  test(`parse error for ${what}`, async () => {
    const answer = await sendJson(body)
    assertFault(answer, 400, -32700, 'The request body is not well-formed JSON in UTF-8 without a byte order mark', null)
    assertValid('ParseError', answer.json.error)
  })
}

// ---- JSON, but no message
const kNoMessage = 'The message must be a JSON-RPC 2.0 request with a string or integer as id'
const kBatch = 'Send one message in a request'
const kDuplicate = 'A member occurs more than once'
const invalid = [
  ['a string', '"ping"', kNoMessage], ['a number', '5', kNoMessage], ['null', 'null', kNoMessage], ['an empty object', '{}', kNoMessage],
  ['a batch', `[${kPing},${kPing}]`, kBatch], ['an empty batch', '[]', kBatch], ['a batch of one', `[${kPing}]`, kBatch],
  ['no version of JSON-RPC', '{"id":1,"method":"ping"}', kNoMessage, 1], ['version 1.0', '{"jsonrpc":"1.0","id":1,"method":"ping"}', kNoMessage, 1],
  ['a version that is a number', '{"jsonrpc":2.0,"id":1,"method":"ping"}', kNoMessage, 1], ['no method', '{"jsonrpc":"2.0","id":1}', kNoMessage, 1],
  ['a method that is null', '{"jsonrpc":"2.0","id":1,"method":null}', kNoMessage, 1],
  ['id twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', kDuplicate], ['method twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', kDuplicate],
  ['a member twice, once with an escape', '{"jsonrpc":"2.0","id":1,"method":"ping","m\\u0065thod":"tools/list"}', kDuplicate],
  ['an argument twice', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_faq","arguments":{"query":"a1","query":"b2"}}}', kDuplicate],
  ['a result', '{"jsonrpc":"2.0","id":1,"result":{}}', 'This server sends no requests, so it accepts no responses', 1],
  ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}', 'This server sends no requests', 1],
  ['17 levels', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(15)}${']'.repeat(15)}}}`, 'The request body is nested too deeply'],
  ['4000 levels', `${'['.repeat(4000)}${']'.repeat(4000)}`, 'The request body is nested too deeply'],
]
for (const [what, body, text, id] of invalid) {
  test(`invalid request for ${what}`, async () => {
    const answer = await sendJson(body)
    assertFault(answer, 400, -32600, text, id ?? null)
    assertValid('InvalidRequestError', answer.json.error)
  })
}

test('16 levels are accepted', async () => {
  const answer = await sendJson(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(14)}${']'.repeat(14)}}}`)
  assert.deepEqual(answer.json.result, {})
})

test('params that are no object are invalid params with 400, in every revision', async () => {
  for (const params of [`[${JSON.stringify({ _meta: kMeta })}]`, '[[]]', '"x"', '5', '0', 'false']) {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${params}}`
    for (const headers of [{}, fieldsOf({ method: 'tools/list' })]) {
      assertFault(await sendJson(body, headers), 400, -32602, 'params must be an object')
    }
  }
})

// Serializers write null for what is not set, forms and models an empty text, PHP [] for an empty object, and models 0 for a number.
test('what clients fill in for optional members counts as absent, in every method and revision', async () => {
  const filled = async (method, params, version) => (await sendJson(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`, version ? { 'MCP-Protocol-Version': version } : {})).json
  for (const version of [undefined, ...kRevisions.slice(1), '2024-11-05']) {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list']) {
      const plain = await filled(method, '{}', version)
      for (const params of ['null', '""', '[]', '{"cursor":null}', '{"cursor":""}', '{"_meta":null}', '{"_meta":[]}', '{"_meta":""}']) assert.deepEqual(await filled(method, params, version), plain, `${method} ${params}`)
    }
    assert.deepEqual(await filled('ping', '[]', version), { jsonrpc: '2.0', result: {}, id: 1 })
    const plain = await filled('tools/call', '{"name":"get_faq"}', version)
    for (const input of ['null', '""', '[]', '{}', '{"query":null}', '{"query":""}']) assert.deepEqual(await filled('tools/call', `{"name":"get_faq","arguments":${input}}`, version), plain, input)
  }
  for (const [method, params] of [['tools/list', { cursor: '' }], ['resources/list', { cursor: null }], ['tools/call', { name: 'get_faq', arguments: [] }], ['tools/call', { name: 'get_faq', arguments: '' }]]) {
    assert.ok((await askFor(server.baseUrl, method, params)).json.result, method)
  }
  for (const params of ['null', '""', '[]']) {
    const initialized = await sendJson(`{"jsonrpc":"2.0","method":"notifications/initialized","params":${params}}`)
    assert.equal(initialized.status, 202)
  }
})

test('of every tool each optional argument may be filled in, and is then its default', async () => {
  const { tools } = (await askFor(server.baseUrl, 'tools/list')).json.result
  const required = { search_content: { query: 'example' }, list_content: { collection: 'publications' }, get_content_item: { collection: 'pages', slug: 'home' } }
  for (const { name, inputSchema: { properties, required: needed = [] } } of tools.filter(({ inputSchema }) => Object.keys(inputSchema.properties).length > 0)) {
    const call = async (input) => (await askFor(server.baseUrl, 'tools/call', { name, arguments: { ...required[name], ...input } })).json.result
    const plain = await call({})
    assert.equal(plain.isError, undefined, name)
    for (const [argument, { minimum }] of Object.entries(properties)) {
      const fillers = ['', null, ...(minimum > 0 ? [0] : [])]
      for (const filler of fillers) {
        const result = await call({ [argument]: filler })
        if (needed.includes(argument)) assert.equal(result.isError, true, `${name} ${argument}`)
        else assert.deepEqual(result, plain, `${name} ${argument} ${filler}`)
      }
      for (const wrong of [true, {}, [], ['x']]) assert.equal((await call({ [argument]: wrong })).isError, true, `${name} ${argument} ${JSON.stringify(wrong)}`)
    }
  }
})

test('a required member that is filled in is missing, or a value of its type', async () => {
  const asked = (method, params) => sendJson(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`)
  for (const method of ['resources/read', 'tools/call', 'initialize']) {
    for (const params of ['null', '[]', '{}', '{"name":null,"uri":null,"protocolVersion":null}']) assertFault(await asked(method, params), 200, -32602, 'A parameter is missing')
  }
  assertFault(await asked('tools/call', '{"name":""}'), 200, -32602, 'Unknown tool')
  assertFault(await asked('resources/read', '{"uri":""}'), 200, -32002, 'Resource not found')
})

// ---- Ids
test('ids of all types return exactly, in results and in errors', async () => {
  for (const id of ['0', '1', '-1', '-9223372036854775808', '9007199254740991', '9007199254740993', '9223372036854775807', '18446744073709551615', '""', '"1"', '"null"',
    '"' + 'x'.repeat(1000) + '"', '"größe 灯台 🐋"', '"a/b<c>"', '"\\"\\\\"']) {
    for (const method of ['ping', 'tools/list', 'resources/read', 'nothing']) {
      const answer = await sendJson(`{"jsonrpc":"2.0","method":"${method}","id":${id}}`)
      assert.ok(answer.text.includes(`"id":${id}`), `${id} ${method}: ${answer.text.slice(0, 200)}`)
    }
  }
})

test('ids with escapes return as the same string', async () => {
  for (const [sent, value] of [['"\\u0061\\u00e9"', 'aé'], ['"\\n\\t\\u0000\\u001f"', '\n\t\0\x1f'], ['"\\ud83d\\udc0b"', '\u{1f40b}'], ['"\\/"', '/'], ['"\\u2028"', '\u2028']]) {
    const answer = await sendJson(`{"jsonrpc":"2.0","method":"tools/list","id":${sent}}`)
    assert.equal(answer.json.id, value)
    assert.equal(answer.json.result.tools.length, kTools.length)
  }
})

test('other ids are refused without an id', async () => {
  for (const id of ['null', 'true', '[]', '{}', '1.5', '1.0', '1e3', '18446744073709551616', '-9223372036854775809', '1' + '0'.repeat(400)]) {
    const answer = await sendJson(`{"jsonrpc":"2.0","method":"ping","id":${id}}`)
    assert.equal(answer.status, 400, id)
    assert.ok(!('id' in answer.json), id)
    assert.ok([-32600, -32700].includes(answer.json.error.code), id)
  }
})

test('large and small numbers are read as numbers', async () => {
  for (const number of ['123456789012345678901234567890', '-1e-400', '1e308', '-0', '0.1e-5']) {
    assert.deepEqual((await sendJson(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${number}}}`)).json.result, {})
  }
})

// ---- Notifications: 202 without a body
test('a notification is accepted with 202 and no body, in every revision', async () => {
  for (const [method, headers] of [['notifications/initialized', {}], ['notifications/cancelled', { 'MCP-Protocol-Version': '2025-06-18' }],
    ['notifications/roots/list_changed', { 'MCP-Protocol-Version': '2026-07-28' }], ['notifications/unknown', { Accept: kAcceptBoth }]]) {
    const answer = await sendJson(JSON.stringify({ jsonrpc: '2.0', method, params: { _meta: kMeta } }), headers)
    assert.deepEqual([answer.status, answer.text, answer.headers.get('content-length'), answer.headers.get('content-type')], [202, '', '0', null], method)
  }
})

test('a notification that cannot be accepted is refused without an id', async () => {
  assertFault(await sendJson('{"jsonrpc":"2.0","method":"tools/list"}'), 400, -32600, 'A message without id must be a notification', null)
  assertFault(await sendJson('{"jsonrpc":"2.0","method":"notifications/initialized"}', { 'MCP-Protocol-Version': '2030-01-01' }), 400, -32022, 'Unsupported', null)
})

// ---- Unknown methods
test('unknown methods are 404 and -32601, those of streams and of removed features, too', async () => {
  for (const method of ['nothing', '', 'tools', 'tools/list/', 'Tools/list', 'ping', 'initialize', 'prompts/list', 'prompts/get', 'completion/complete', 'logging/setLevel', 'resources/subscribe',
    'subscriptions/listen', 'tasks/get', 'sampling/createMessage', 'notifications/initialized']) {
    const answer = await askFor(server.baseUrl, method)
    assertFault(answer, 404, -32601, 'Method not found')
    assertValid('MethodNotFoundError', answer.json.error)
  }
})

// ---- HTTP: size, media types, codings
test('a body over the limit is 413 in the form of all refusals', async () => {
  const filler = (size) => JSON.stringify({ ...JSON.parse(kPing), x: '' }).replace('""', `"${'x'.repeat(size - kPing.length - 7)}"`)
  assert.equal(Buffer.byteLength(filler(kMost)), kMost)
  assert.deepEqual((await sendJson(filler(kMost))).json.result, {})
  const answer = await sendJson(filler(kMost + 1))
  assert.deepEqual([answer.status, answer.json.error], [413, 'payload_too_large'])
})

test('Accept must allow application/json', async () => {
  for (const accept of ['text/event-stream', 'text/html', 'application/json;q=0, text/event-stream', 'application/xml, text/*']) {
    assertFault(await sendJson(kPing, { Accept: accept }), 406, 406, 'Accept must allow application/json', null)
  }
  for (const accept of [kAcceptBoth, 'application/json', '*/*', 'application/*', 'text/event-stream, */*;q=0.1', 'APPLICATION/JSON']) {
    assert.equal((await sendJson(kPing, { Accept: accept })).status, 200, accept)
  }
  assert.equal((await sendRaw(server.port, kPing, linesOf(kJson))).status, 200)
})

test('Content-Type must be application/json, also if it is repeated', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json-rpc', 'application/jsonx', '', 'text/event-stream', 'application/json, text/plain']) {
    assertFault(await send(server.baseUrl, kPing, { 'Content-Type': type }), 415, 415, 'Content-Type must be application/json', null)
  }
  assert.equal((await sendRaw(server.port, kPing, [])).status, 415)
  assert.equal((await sendRaw(server.port, kPing, [...linesOf(kJson), 'Content-Type: text/plain'])).status, 400)
  assert.equal((await sendRaw(server.port, kPing, [...linesOf(kJson), ...linesOf(kJson)])).status, 200)
  for (const type of ['application/json, application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/json ; charset="utf-8"']) {
    assert.equal((await send(server.baseUrl, kPing, { 'Content-Type': type })).status, 200, type)
  }
})

test('a compressed body is refused', async () => {
  for (const coding of ['gzip', 'identity, gzip', 'br']) {
    assertFault(await sendJson(kPing, { 'Content-Encoding': coding }), 415, 415, 'The request body must not be compressed', null)
  }
})

// ---- Origin
test('a foreign origin is 403 before anything else, and each own one is accepted', async () => {
  for (const origin of ['https://other.example', 'null', '', 'http://127.0.0.1', 'http://127.0.0.1:1', `${server.baseUrl}/`, `${server.baseUrl}.other.example`,
    server.baseUrl.replace('http:', 'https:'), server.baseUrl.toUpperCase(), `${server.baseUrl}, ${server.otherBaseUrl}`]) {
    for (const body of [kPing, 'no JSON']) {
      const answer = await sendRaw(server.port, body, [...linesOf(kJson), `Origin: ${origin}`])
      assert.equal(answer.status, 403, origin)
      const { error, id } = JSON.parse(answer.text)
      assert.deepEqual([error.code, error.message, id], [403, 'Pages of other origins may not call this endpoint unless its owner adds them to mcp.allowed_origins', undefined])
    }
  }
  for (const origin of [server.baseUrl, server.otherBaseUrl]) {
    assert.equal((await sendRaw(server.port, kPing, [...linesOf(kJson), `Origin: ${origin}`])).status, 200)
  }
  const repeated = (...origins) => sendRaw(server.port, kPing, [...linesOf(kJson), ...origins.map((origin) => `Origin: ${origin}`)])
  assert.equal((await repeated(server.baseUrl, server.baseUrl)).status, 200, 'equal copies count once')
  assert.equal((await repeated(server.baseUrl, server.otherBaseUrl)).status, 403)
})

test('a foreign origin is 403 whatever the method, and none is allowed by a preflight', async () => {
  const kPreflight = ['Access-Control-Request-Method: POST', 'Access-Control-Request-Headers: content-type, mcp-method, mcp-protocol-version']
  for (const [method, more] of [['GET', []], ['HEAD', []], ['DELETE', []], ['PUT', []], ['PATCH', []], ['OPTIONS', []], ['OPTIONS', kPreflight]]) {
    for (const origin of ['https://other.example', 'null', '', server.baseUrl.replace('http:', 'https:')]) {
      const answer = await sendRaw(server.port, '', [`Origin: ${origin}`, ...more], method)
      assert.deepEqual([method, origin, answer.status, answer.headers.get('content-type')], [method, origin, 403, 'application/json'])
      for (const name of ['allow', 'access-control-allow-methods', 'access-control-allow-headers']) assert.equal(answer.headers.get(name), null, name)
      if (method === 'HEAD') continue
      const { jsonrpc, error, id } = JSON.parse(answer.text)
      assert.deepEqual([jsonrpc, error.code, error.data.error, id], ['2.0', 403, 'invalid_request', undefined])
    }
  }
})

test('an origin that the owner allows may call, and its preflight is answered', async () => {
  for (const [allowed, origins] of [[['https://app.example', 'null'], ['https://app.example', 'null']], [['*'], ['https://any.example', 'vscode-webview://0a1b']]]) {
    const open = await startServe({ settings: { mcp: { enabled: true, allowed_origins: allowed }, listen: { threads: 1 } } })
    try {
      for (const origin of origins) {
        const answer = await sendRaw(open.port, kPing, [...linesOf(kJson), `Origin: ${origin}`])
        assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, '*'])
        const preflight = await sendRaw(open.port, '', [`Origin: ${origin}`, 'Access-Control-Request-Method: POST',
          'Access-Control-Request-Headers: authorization, content-type, mcp-protocol-version'], 'OPTIONS')
        assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
        assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
        assert.match(preflight.headers.get('access-control-allow-headers'), /\bAuthorization, Content-Type\b.*\bMCP-Protocol-Version\b/)
      }
      if (allowed[0] === '*') continue
      for (const origin of ['https://app.example.com', 'http://app.example', 'https://app.example:8443', '']) {
        assert.equal((await sendRaw(open.port, kPing, [...linesOf(kJson), `Origin: ${origin}`])).status, 403, origin)
      }
    } finally {
      await open.stop()
    }
  }
})

test('/mcp/ is /mcp, with its metadata', async () => {
  const answers = []
  for (const slash of ['', '/']) {
    const post = await sendRaw(server.port, kPing, linesOf(kJson), 'POST', `/mcp${slash}`)
    const metadata = await sendRaw(server.port, '', [], 'GET', `/.well-known/oauth-protected-resource/mcp${slash}`)
    const foreign = await sendRaw(server.port, kPing, [...linesOf(kJson), 'Origin: https://other.example'], 'POST', `/mcp${slash}`)
    assert.deepEqual([post.status, metadata.status, foreign.status], [200, 200, 403])
    assert.equal(JSON.parse(metadata.text).resource, `${server.baseUrl}/mcp`)
    answers.push([post.text, metadata.text, foreign.text, post.headers.has('ratelimit-limit')])
  }
  assert.deepEqual(answers[1], answers[0])
  assert.equal((await sendRaw(server.port, kPing, linesOf(kJson), 'POST', '/mcp//')).status, 404)
})

test('revision 2024-11-05 is answered as it is asked for', async () => {
  const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'old', version: '1' } } }
  assert.equal((await sendJson(JSON.stringify(hello))).json.result.protocolVersion, '2024-11-05')
  const version = { 'MCP-Protocol-Version': '2024-11-05' }
  assert.equal((await sendJson('{"jsonrpc":"2.0","method":"notifications/initialized"}', version)).status, 202)
  assert.equal((await sendJson('{"jsonrpc":"2.0","id":2,"method":"tools/list"}', version)).json.result.tools.length, kTools.length)
})

test('documents about the endpoint stay open to every origin', async () => {
  for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/mcp.json']) {
    const answer = await sendRaw(server.port, '', ['Origin: https://other.example'], 'GET', path)
    assert.deepEqual([path, answer.status, answer.headers.get('access-control-allow-origin')], [path, 200, '*'])
  }
})

// ---- Other methods of HTTP
test('only POST and OPTIONS are offered', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
    for (const origin of [[], [`Origin: ${server.baseUrl}`]]) {
      const answer = await sendRaw(server.port, '', ['Accept: text/event-stream', ...origin], method)
      assert.deepEqual([method, answer.status, answer.headers.get('allow')], [method, 405, 'POST, OPTIONS'])
      if (method !== 'HEAD') assert.equal(JSON.parse(answer.text).error, 'method_not_allowed')
    }
  }
})

test('a preflight is 204 with the methods, and allows the fields of MCP', async () => {
  const answer = await sendRaw(server.port, '', [`Origin: ${server.baseUrl}`, 'Access-Control-Request-Method: POST',
    'Access-Control-Request-Headers: authorization, content-type, mcp-method, mcp-name, mcp-protocol-version'], 'OPTIONS')
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.equal(answer.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
  assert.match(answer.headers.get('access-control-allow-headers'), /\bAuthorization, Content-Type\b.*\bMCP-Protocol-Version\b.*(\*|Mcp-Method)/)
})

test('near paths are no endpoint', async () => {
  for (const path of ['/mcp//', '/MCP', '/MCP/', '/mcp/x', '/mcp.json', '//mcp']) {
    const answer = await sendRaw(server.port, kPing, linesOf(kJson), 'POST', path)
    assert.ok([404, 405].includes(answer.status), `${path} ${answer.status}`)
    assert.ok(!answer.text.includes('jsonrpc'))
  }
  assert.equal((await sendRaw(server.port, kPing, linesOf(kJson), 'POST', '/mcp?x=1')).status, 200)
})

test('the same message over a reused connection has the same response', async () => {
  const texts = new Set()
  for (let count = 0; count < 5; ++count) texts.add((await ask(server.baseUrl, messageOf('tools/list'))).text)
  assert.equal(texts.size, 1)
})

test('members that the message has beside its own are ignored', async () => {
  const message = { ...messageOf('tools/list'), extra: 1, result: {}, error: null }
  assert.equal((await send(server.baseUrl, JSON.stringify(message), fieldsOf(message))).json.result.tools.length, kTools.length)
})
