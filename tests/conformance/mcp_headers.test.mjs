// The fields of a request to POST /mcp that repeat the message, and its revision: MCP 2026-07-28,
// basic/transports/streamable-http, "Request Metadata"; basic/versioning; basic, "_meta".
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { ask, askFor, assertFault, assertValid, encoded, fieldsOf, kMeta, kRevisions, kVersion, linesOf, messageOf, send, sendRaw } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { startServe } from '../support/server.mjs'

const kMismatch = 'MCP-Protocol-Version, Mcp-Method or Mcp-Name is missing or differs from the message'
const kVersionKey = 'io.modelcontextprotocol/protocolVersion'
const kCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'

const { ca, pair } = await temporaryAuthority()
const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
after(() => server.stop())

const assertMismatch = (answer, id) => {
  assertFault(answer, 400, -32020, kMismatch, id)
  assertValid('HeaderMismatchError', answer.json)
}
const kList = messageOf('tools/list')
const kCall = messageOf('tools/call', { name: 'get_faq' })
const readOf = (uri) => messageOf('resources/read', { uri })
const kItem = 'content:///pages/home'
const withMeta = (meta) => messageOf('tools/list', { _meta: meta })

// ---- Server Validation: a required field is missing or does not match.
const mismatches = [
  ['no MCP-Protocol-Version', kList, { 'MCP-Protocol-Version': undefined }],
  ['MCP-Protocol-Version of another revision', kList, { 'MCP-Protocol-Version': '2025-11-25' }],
  ['MCP-Protocol-Version that is no revision', kList, { 'MCP-Protocol-Version': '1' }],
  ['an empty MCP-Protocol-Version', kList, { 'MCP-Protocol-Version': '' }],
  ['no Mcp-Method', kList, { 'Mcp-Method': undefined }],
  ['an empty Mcp-Method', kList, { 'Mcp-Method': '' }],
  ['another Mcp-Method', kList, { 'Mcp-Method': 'resources/list' }],
  ['Mcp-Method in another case', kList, { 'Mcp-Method': 'Tools/list' }],
  ['an encoded Mcp-Method, for which no encoding is defined', kList, { 'Mcp-Method': encoded('tools/list') }],
  ['Mcp-Method with a part behind it', kList, { 'Mcp-Method': 'tools/list, tools/call' }],
  ['no Mcp-Name for a tool', kCall, { 'Mcp-Name': undefined }],
  ['an empty Mcp-Name', kCall, { 'Mcp-Name': '' }],
  ['another Mcp-Name', kCall, { 'Mcp-Name': 'get_full_profile' }],
  ['Mcp-Name in another case', kCall, { 'Mcp-Name': 'Get_faq' }],
  ['two names in one field', kCall, { 'Mcp-Name': 'get_faq, get_cv_summary' }],
  ['a comma behind the name', kCall, { 'Mcp-Name': 'get_faq,' }],
  ['two revisions in one field', kList, { 'MCP-Protocol-Version': '2026-07-28, 2025-11-25' }],
  ['no Mcp-Name for a resource', readOf(kItem), { 'Mcp-Name': undefined }],
  ['Mcp-Name of another resource', readOf(kItem), { 'Mcp-Name': 'content:///pages/cv' }],
  ['Mcp-Name that ends earlier', readOf(kItem), { 'Mcp-Name': kItem.slice(0, -1) }],
  ['an encoded name of another tool', kCall, { 'Mcp-Name': encoded('get_cv_summary') }],
  ['an encoded name with a line feed behind it', kCall, { 'Mcp-Name': encoded('get_faq\n') }],
  ['an encoded name with a zero byte behind it', kCall, { 'Mcp-Name': encoded('get_faq\0') }],
  ['an encoded name twice encoded', kCall, { 'Mcp-Name': encoded(encoded('get_faq')) }],
  ['a marker in upper case', kCall, { 'Mcp-Name': encoded('get_faq').replace('base64', 'BASE64') }],
  ['a marker without its end', kCall, { 'Mcp-Name': encoded('get_faq').slice(0, -2) }],
  ['a marker of another encoding', kCall, { 'Mcp-Name': '=?utf-8?B?Z2V0X2ZhcQ==?=' }],
  ['Base64 with a wrong letter', kCall, { 'Mcp-Name': '=?base64?Z2V0X2Zhc!==?=' }],
  ['Base64 without its padding', kCall, { 'Mcp-Name': '=?base64?Z2V0X2ZhcQ?=' }],
  ['Base64 with bits behind its end', kCall, { 'Mcp-Name': '=?base64?Z2V0X2ZhcR==?=' }],
  ['a name that looks encoded and is sent as it is', messageOf('tools/call', { name: encoded('get_faq') }), { 'Mcp-Name': encoded('get_faq') }],
]
for (const [what, message, headers] of mismatches) {
  test(`HeaderMismatch for ${what}`, async () => assertMismatch(await ask(server.baseUrl, message, headers)))
}

// Claude Code and proxies send copies; RFC 9110 section 5.3 lets every proxy join them.
test('a field that occurs twice counts once if both values are equal', async () => {
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name']) {
    const fields = fieldsOf(kCall)
    const repeated = await sendRaw(server.port, JSON.stringify(kCall), [...linesOf(fields), `${name}: ${fields[name]}`])
    assert.equal(repeated.status, 200, name)
    for (const joined of [`${fields[name]}, ${fields[name]}`, `${fields[name]},${fields[name]} , ${fields[name]}`]) {
      assert.equal((await ask(server.baseUrl, kCall, { [name]: joined })).status, 200, joined)
    }
  }
})

test('a field that occurs twice with different values agrees with nothing, even if one is right', async () => {
  for (const [name, other] of [['MCP-Protocol-Version', '2025-11-25'], ['Mcp-Method', 'tools/list'], ['Mcp-Name', 'get_cv_summary']]) {
    const fields = fieldsOf(kCall)
    for (const lines of [[...linesOf(fields), `${name}: ${other}`], [`${name}: ${other}`, ...linesOf(fields)]]) {
      const answer = await sendRaw(server.port, JSON.stringify(kCall), lines)
      assert.equal(answer.status, 400, name)
      assert.equal(JSON.parse(answer.text).error.code, -32020)
    }
  }
})

test('an older revision may occur twice', async () => {
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const [message, status] of [[initialized, 202], [list, 200]]) {
    const lines = ['Content-Type: application/json', 'MCP-Protocol-Version: 2025-11-25']
    assert.equal((await sendRaw(server.port, JSON.stringify(message), [...lines, lines[1]])).status, status)
    assert.equal((await sendRaw(server.port, JSON.stringify(message), [lines[0], `${lines[1]}, 2025-11-25`])).status, status)
    assert.equal((await sendRaw(server.port, JSON.stringify(message), [...lines, 'MCP-Protocol-Version: 2025-06-18'])).status, 400)
    assert.equal((await sendRaw(server.port, JSON.stringify(message), [lines[0], `${lines[1]}, 2025-06-18`])).status, 400)
  }
})

test('line breaks and zero bytes in Mcp-Name end in 400 and reach no tool', async () => {
  for (const value of ['get_faq\r\nMcp-Name: x', 'get_faq\n', 'get_faq\r', 'get_faq\0', '\x01get_faq']) {
    const lines = [...linesOf(fieldsOf(kCall, { 'Mcp-Name': undefined })), `Mcp-Name: ${value}`]
    const answer = await sendRaw(server.port, JSON.stringify(kCall), lines)
    assert.equal(answer.status, 400, JSON.stringify(value))
    assert.ok(!answer.text.includes('"result"'))
  }
})

// ---- Values and Case Sensitivity: what agrees.
const matches = [
  ['the name as it is', kCall, {}],
  ['the encoded name', kCall, { 'Mcp-Name': encoded('get_faq') }],
  ['white space around the name', kCall, { 'Mcp-Name': '  get_faq\t' }],
  ['the address of a resource', readOf(kItem), {}],
  ['the encoded address', readOf(kItem), { 'Mcp-Name': encoded(kItem) }],
  ['a field for a method that has none', kList, { 'Mcp-Name': 'anything' }],
  ['an unknown Mcp-Param field', kCall, { 'Mcp-Param-Region': 'anything' }],
  ['a session id and Last-Event-ID, which are ignored', kCall, { 'Mcp-Session-Id': 'abc', 'Last-Event-ID': '1' }],
]
for (const [what, message, headers] of matches) {
  test(`accepts ${what}`, async () => {
    const answer = await ask(server.baseUrl, message, headers)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.result.resultType, 'complete')
  })
}

test('names of fields are compared without case', async () => {
  for (const change of [(name) => name.toUpperCase(), (name) => name.toLowerCase()]) {
    const lines = Object.entries(fieldsOf(kCall)).map(([name, value]) => `${change(name)}: ${value}`)
    assert.equal((await sendRaw(server.port, JSON.stringify(kCall), lines)).status, 200)
  }
})

test('names that are no plain value of a field are decoded before they are compared', async () => {
  for (const uri of ['content:///pages/größe', ' padded ', 'line1\nline2', '=?base64?literal?=', '', 'x'.repeat(3000), '\u{1f40b}']) {
    for (const [method, params] of [['resources/read', { uri }], ['tools/call', { name: uri }]]) {
      const answer = await askFor(server.baseUrl, method, params, { 'Mcp-Name': encoded(uri) })
      assertFault(answer, 200, -32602, method === 'tools/call' ? 'Unknown tool' : 'Resource not found')
    }
  }
})

test('a name that is missing or no string is the refusal of the method, and needs no Mcp-Name', async () => {
  for (const name of [undefined, null, 5, ['get_faq'], {}]) {
    assertFault(await askFor(server.baseUrl, 'tools/call', { name }), 200, -32602, 'A parameter is missing or has a wrong type')
    assertFault(await askFor(server.baseUrl, 'resources/read', { uri: name }), 200, -32602, 'A parameter is missing')
    assertMismatch(await askFor(server.baseUrl, 'tools/call', { name }, { 'Mcp-Name': 'get_faq' }))
  }
})

// ---- basic/versioning, "Protocol Version Negotiation"
test('an unsupported version is refused with the supported ones and the requested one', async () => {
  for (const version of ['2024-10-07', '2026-07-29', '2026-07', 'DRAFT-2026-v1', '1.0', '', '"<b>\\']) {
    const message = withMeta({ ...kMeta, [kVersionKey]: version })
    const answer = await ask(server.baseUrl, message, { 'MCP-Protocol-Version': version })
    assertFault(answer, 400, -32022, 'Unsupported protocol version')
    assert.deepEqual(answer.json.error.data.supported, kRevisions)
    assert.equal(answer.json.error.data.requested, version)
    assertValid('UnsupportedProtocolVersionError', answer.json)
  }
})

test('a version that only the field names is refused likewise', async () => {
  const answer = await ask(server.baseUrl, { jsonrpc: '2.0', id: 'a', method: 'tools/list' }, { 'MCP-Protocol-Version': '2030-01-01' })
  assertFault(answer, 400, -32022, 'Unsupported protocol version', 'a')
  assert.equal(answer.json.error.data.requested, '2030-01-01')
})

test('an older revision in both places is answered as that revision', async () => {
  for (const version of kRevisions.slice(1)) {
    const answer = await ask(server.baseUrl, withMeta({ [kVersionKey]: version }), { 'MCP-Protocol-Version': version, 'Mcp-Method': undefined })
    assert.equal(answer.json.result.tools.length, kTools.length)
  }
})

// Newer clients name their own revision in the field before one is negotiated.
test('the body of initialize decides about the revision, whatever the fields say', async () => {
  const initialize = (protocolVersion, more = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' }, ...more } })
  for (const field of [undefined, '2026-07-28', '2025-11-25', '2024-11-05', '2030-01-01', '', 'x, y']) {
    for (const [asked, negotiated] of [['2024-11-05', '2024-11-05'], ['2025-03-26', '2025-03-26'], ['2025-06-18', '2025-06-18'], ['2025-11-25', '2025-11-25'], ['2026-07-28', '2025-11-25'], ['2030-01-01', '2025-11-25']]) {
      for (const more of [{}, { _meta: kMeta }]) {
        const headers = { 'Content-Type': 'application/json', 'Mcp-Method': 'x', ...(field !== undefined && { 'MCP-Protocol-Version': field }) }
        const answer = await send(server.baseUrl, initialize(asked, more), headers)
        assert.equal(answer.status, 200, `${field}: ${answer.text}`)
        assert.equal(answer.json.result.protocolVersion, negotiated)
      }
    }
  }
  const twice = await sendRaw(server.port, initialize('2025-06-18'), ['Content-Type: application/json', 'MCP-Protocol-Version: 2026-07-28', 'MCP-Protocol-Version: 2025-11-25'])
  assert.equal(JSON.parse(twice.text).result.protocolVersion, '2025-06-18')
  for (const method of ['ping', 'tools/list', 'notifications/initialized']) {
    const later = await send(server.baseUrl, JSON.stringify({ jsonrpc: '2.0', id: method.startsWith('n') ? undefined : 1, method }), { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2030-01-01' })
    assertFault(later, 400, -32022, 'Unsupported protocol version', method.startsWith('n') ? null : 1)
  }
})

// ---- basic, "Per-request protocol fields": a required member is missing.
const incomplete = [
  ['no params', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  ['no _meta', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
  ['an empty _meta', withMeta({})],
  ['_meta that is no object', withMeta([kMeta])],
  ['_meta that is null', withMeta(null)],
  ['no version', withMeta({ ...kMeta, [kVersionKey]: undefined })],
  ['a version that is no string', withMeta({ ...kMeta, [kVersionKey]: 20260728 })],
  ['no capabilities', withMeta({ ...kMeta, [kCapabilitiesKey]: undefined })],
  ['capabilities that are null', withMeta({ ...kMeta, [kCapabilitiesKey]: null })],
  ['capabilities that are a list', withMeta({ ...kMeta, [kCapabilitiesKey]: [] })],
]
for (const [what, message] of incomplete) {
  test(`invalid params with 400 for ${what}`, async () => {
    const answer = await ask(server.baseUrl, message)
    assertFault(answer, 400, -32602, 'params._meta must have io.modelcontextprotocol/protocolVersion')
    assertValid('InvalidParamsError', answer.json.error)
  })
}

test('optional and unknown members of _meta are ignored', async () => {
  for (const more of [{ 'io.modelcontextprotocol/clientInfo': undefined }, { 'io.modelcontextprotocol/clientInfo': 5 }, { progressToken: 7 },
    { 'io.modelcontextprotocol/logLevel': 'debug' }, { traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01' }, { 'com.example/x': [1] }]) {
    const answer = await ask(server.baseUrl, withMeta({ ...kMeta, ...more }))
    assert.equal(answer.json.result.tools.length, kTools.length, JSON.stringify(more))
  }
})

test('each request stands alone: one connection carries requests of all revisions', async () => {
  const statuses = []
  for (const version of [kVersion, '2025-03-26', kVersion, '2030-01-01', kVersion]) {
    const answer = version === kVersion ? await ask(server.baseUrl, kList)
      : await send(server.baseUrl, '{"jsonrpc":"2.0","id":1,"method":"ping"}', { 'Content-Type': 'application/json', 'MCP-Protocol-Version': version })
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 400, 200])
})

