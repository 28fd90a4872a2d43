// No answer of POST /mcp has members that the schema of its revision does not know. The schemas are not part of this repository: kKnown has their
// members, as schema/REVISION/schema.json of github.com/modelcontextprotocol/modelcontextprotocol has them, each with its first revision.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask, kMeta, kRevisions, messageOf, send } from '../support/mcp.mjs'
import { startServe } from '../support/server.mjs'
import { register, token } from '../support/steps.mjs'

const kOldest = '2024-11-05'
const kAll = [...kRevisions, kOldest].toReversed()
const [first, march, june, november, july] = kAll

/** The members of each type of the schemas. */
const kResult = { _meta: first, resultType: july }
const kCacheable = { ...kResult, ttlMs: july, cacheScope: july }
const kBase = { name: first, title: june }
const kKnown = {
  Response: { jsonrpc: first, id: first, result: first, error: first },
  Error: { code: first, message: first, data: first },
  InitializeResult: { ...kResult, protocolVersion: first, capabilities: first, serverInfo: first, instructions: first },
  DiscoverResult: { ...kCacheable, supportedVersions: july, capabilities: july, instructions: july },
  ServerCapabilities: { experimental: first, logging: first, prompts: first, resources: first, tools: first, completions: march, extensions: july },
  Implementation: { ...kBase, version: first, websiteUrl: november, icons: november, description: november },
  Icon: { src: november, mimeType: november, sizes: november, theme: november },
  EmptyResult: kResult,
  ListToolsResult: { ...kCacheable, tools: first, nextCursor: first },
  Tool: { ...kBase, description: first, inputSchema: first, annotations: march, outputSchema: june, _meta: june, icons: november },
  ToolAnnotations: { title: march, readOnlyHint: march, destructiveHint: march, idempotentHint: march, openWorldHint: march },
  CallToolResult: { ...kResult, content: first, isError: first, structuredContent: june },
  TextContent: { type: first, text: first, annotations: first, _meta: june },
  ListResourcesResult: { ...kCacheable, resources: first, nextCursor: first },
  Resource: { ...kBase, uri: first, description: first, mimeType: first, size: first, annotations: first, _meta: june, icons: november },
  ListResourceTemplatesResult: { ...kCacheable, resourceTemplates: first, nextCursor: first },
  ResourceTemplate: { ...kBase, uriTemplate: first, description: first, mimeType: first, annotations: first, _meta: june, icons: november },
  ReadResourceResult: { ...kCacheable, contents: first },
  ResourceContents: { uri: first, mimeType: first, text: first, blob: first, _meta: june },
  // Keys of _meta with the prefix of the protocol are part of a revision; others are free.
  Meta: { 'io.modelcontextprotocol/serverInfo': july, 'mcp/www_authenticate': first },
}
/** The types of members, and of the elements of lists. */
const kTypes = {
  error: 'Error', _meta: 'Meta', capabilities: 'ServerCapabilities', serverInfo: 'Implementation', 'io.modelcontextprotocol/serverInfo': 'Implementation', icons: 'Icon', tools: 'Tool',
  annotations: 'ToolAnnotations', content: 'TextContent', resources: 'Resource', resourceTemplates: 'ResourceTemplate', contents: 'ResourceContents',
}
/** Of these types the members above have other meanings: capabilities are objects, and the metadata of a tool is free. */
const kOpaque = { ServerCapabilities: true, Tool: { _meta: true } }

function unknownMembers(value, type, revision, place = type) {
  if (Array.isArray(value)) return value.flatMap((element) => unknownMembers(element, type, revision, place))
  return Object.entries(value).flatMap(([name, member]) => {
    if (!((kKnown[type][name] ?? '9') <= revision)) return [`${place}.${name}`]
    const isOpaque = kOpaque[type] === true || kOpaque[type]?.[name]
    return kTypes[name] && !isOpaque ? unknownMembers(member, kTypes[name], revision, `${place}.${name}`) : []
  })
}

const server = await startServe({
  settings: { mcp: { enabled: true }, listen: { threads: 1 }, content: { site: 'site.json' } },
  files: { 'site.json': { title: 'Robin Example', tagline: 'Invented works', owner: { name: 'Robin Example' }, publications: [{ slug: 'one', title: 'One', date: '2034', summary: 'A work.' }], cv: { summary: 'Short.' } } },
})
after(() => server.stop())
const authorization = { Authorization: `Bearer ${await token(server.baseUrl, await register(server.baseUrl))}` }

const call = (name, input) => ['CallToolResult', 'tools/call', { name, arguments: input }]
const read = (uri) => ['ReadResourceResult', 'resources/read', { uri }]
const kRequests = [
  ['ListToolsResult', 'tools/list'], ['ListResourcesResult', 'resources/list'], ['ListResourceTemplatesResult', 'resources/templates/list'],
  call('get_site_overview'), call('get_site_overview', { x: 1 }), call('search_content', { query: 'work' }), call('search_content', {}), call('list_content', { collection: 'publications' }),
  call('get_content_item', { collection: 'publications', slug: 'one' }), call('get_content_item', { collection: 'publications', slug: 'two' }), call('get_cv_summary'), call('get_contact_info'), call('get_faq'), call('get_full_profile'),
  read(`${server.baseUrl}/llms.txt`), read(`${server.baseUrl}/`), read('content:///publications/one'), read(`${server.baseUrl}/api/agent/full-profile`),
  // Errors
  ['', 'nothing'], ['', 'completion/complete', {}], ['', 'prompts/list'], ['', 'tools/call', {}], ['', 'tools/call', { name: 'nothing' }], ['', 'resources/read', { uri: 'x' }], ['', 'tools/list', { cursor: 'x' }],
]
const kOnlyIn = { [july]: [['DiscoverResult', 'server/discover'], ['', 'initialize', {}], ['', 'ping']] }
const kInitialized = [['EmptyResult', 'ping'], ['', 'server/discover'], ['', 'initialize', {}]]

const legacy = (method, params, version) => send(server.baseUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), { 'Content-Type': 'application/json', ...authorization, ...(version && { 'MCP-Protocol-Version': version }) })

/** The response, after a look at all of its members. */
function checked(answer, type, revision) {
  const { result, error } = answer.json
  assert.equal(result !== undefined, type !== '', answer.text)
  assert.deepEqual(unknownMembers(answer.json, 'Response', revision), [])
  if (error === undefined) assert.deepEqual(unknownMembers(result, type, revision), [], `${type} of ${revision}`)
  return answer.json
}

for (const revision of kAll) {
  test(`${revision}: every answer has only members that the revision knows`, async () => {
    for (const [type, method, params] of [...kRequests, ...(kOnlyIn[revision] ?? kInitialized)]) {
      const answer = revision === july ? await ask(server.baseUrl, messageOf(method, params), authorization) : await legacy(method, params, revision)
      checked(answer, type, revision)
    }
    if (revision === july) return
    const { result } = checked(await legacy('initialize', { protocolVersion: revision }), 'InitializeResult', revision)
    assert.equal(result.protocolVersion, revision)
    assert.equal('icons' in result.serverInfo, revision >= november)
    assert.equal('title' in result.serverInfo, revision >= june)
  })
}

test('what names no revision is answered with what the two revisions know whose clients send no field', async () => {
  for (const [type, method, params] of [...kRequests, ...kInitialized]) {
    assert.deepEqual(checked(await legacy(method, params), type, first), (await legacy(method, params, first)).json, method)
  }
})

test('a result is the same value in every revision, as text and, where the revision has it, as structuredContent', async () => {
  for (const [type, method, params] of kRequests.filter(([one]) => one === 'CallToolResult')) {
    const current = (await ask(server.baseUrl, messageOf(method, params), authorization)).json.result
    for (const revision of kAll.slice(0, -1)) {
      const { result } = (await legacy(method, params, revision)).json
      assert.deepEqual(result.content, current.content, `${type} ${params.name}`)
      assert.equal(result.isError, current.isError)
      assert.deepEqual(result.structuredContent, revision >= june ? current.structuredContent : undefined)
    }
    if (!current.isError) assert.deepEqual(JSON.parse(current.content[0].text), current.structuredContent)
  }
})

test('a revision keeps all that it knows', async () => {
  const toolOf = async (revision) => (await legacy('tools/list', {}, revision)).json.result.tools.at(-1)
  const names = { [first]: ['name', 'description', 'inputSchema'], [march]: ['annotations'], [june]: ['title', 'outputSchema', '_meta'], [november]: ['icons'] }
  const known = []
  for (const revision of kAll.slice(0, -1)) {
    known.push(...names[revision])
    assert.deepEqual(Object.keys(await toolOf(revision)).toSorted(), known.toSorted(), revision)
  }
  const current = (await ask(server.baseUrl, messageOf('tools/list', { _meta: kMeta }))).json.result.tools.at(-1)
  assert.deepEqual(await toolOf(november), current)
})
