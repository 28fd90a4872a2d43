// The results of POST /mcp: server/discover, lists and their pages, resources, templates and the hints for caches
// (MCP 2026-07-28, server/discover, server/tools, server/resources, server/utilities/pagination and caching).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { ask, askFor, assertFault, assertValid, kMeta, kPublicHints, kRevisions, kExampleName, kExtensions, kServerInfo, messageOf, noSchema, resultOf, send } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { startServe } from '../support/server.mjs'

const kItems = 250
const kPage = 100
const kTemplate = 'content:///{collection}/{slug}'
const kSite = {
  title: 'Robin Example', tagline: 'Invented works', owner: { name: 'Robin Example' },
  publications: Array.from({ length: kItems }, (_, at) => ({ slug: `work-${at}`, title: `Größe ${at}`, date: '2034', ...(at % 2 && { summary: `Summary ${at}` }) })),
  projects: [{ slug: 'work-7', title: 'A project with the slug of a publication' }, { slug: 'éclair'.normalize('NFD').replace(/[^a-z]/g, ''), title: 'Éclair' }],
  cv: { summary: 'Short.' },
}

const server = await startServe({
  settings: { mcp: { enabled: true }, listen: { threads: 1 }, content: { site: 'site.json' } }, files: { 'site.json': kSite },
})
after(() => server.stop())
const kIcons = [{ src: `${server.baseUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }]

const asked = async (method, params, definition, baseUrl = server.baseUrl) => resultOf(await askFor(baseUrl, method, params), definition)
const hintsOf = ({ ttlMs, cacheScope }) => ({ ttlMs, cacheScope })
const pageOf = (cursor) => asked('resources/list', cursor === undefined ? {} : { cursor }, 'ListResourcesResult')

async function allPages() {
  const pages = [await pageOf()]
  while (pages.at(-1).nextCursor !== undefined) pages.push(await pageOf(pages.at(-1).nextCursor))
  return pages
}

test('the responses are compared with the JSON Schema of the revision', { skip: noSchema }, () => {
  assertValid('RequestId', 'a')
  assert.throws(() => assertValid('RequestId', null))
  assert.throws(() => assertValid('DiscoverResult', {}))
})

test('server/discover names versions, capabilities and instructions', async () => {
  const result = await asked('server/discover', {}, 'DiscoverResult')
  assert.deepEqual(result.supportedVersions, kRevisions)
  assert.deepEqual(result.capabilities, { tools: {}, resources: {}, extensions: kExtensions })
  assert.match(result.instructions, /get_full_profile and the profile as a resource need an access token/)
  assert.deepEqual(hintsOf(result), kPublicHints)
  assert.deepEqual(result._meta, { [kServerInfo]: { name: kExampleName, version: '1.0.0', websiteUrl: server.baseUrl, title: 'Robin Example', icons: kIcons } })
  assertValid('Implementation', result._meta[kServerInfo])
})

test('tools/list has the tools of mcp.json in their order, on one page, for every caller alike', async () => {
  const result = await asked('tools/list', {}, 'ListToolsResult')
  const manifest = await (await fetch(`${server.baseUrl}/.well-known/mcp.json`)).json()
  assert.deepEqual(result.tools, manifest.tools)
  assert.equal(result.tools.length, kTools.length)
  assert.equal(result.nextCursor, undefined)
  assert.deepEqual(hintsOf(result), kPublicHints)
  for (const { name, inputSchema, icons } of result.tools) {
    assert.deepEqual(icons, [{ src: kIcons[0].src }])
    assert.match(name, /^[A-Za-z0-9_.-]{1,128}$/)
    assert.equal(inputSchema.type, 'object')
    assert.equal(inputSchema.additionalProperties, false)
  }
  const again = await askFor(server.baseUrl, 'tools/list', {}, { Authorization: 'Bearer' })
  assert.deepEqual(again.json.result, result)
  const { description } = result.tools.at(-1)
  assert.equal(description, `Returns the extended profile. The call needs an access token with scope read:extended in \`Authorization\`; see ${server.baseUrl}/auth.md`)
})

test('resources/list: the pages together have every resource once', async () => {
  const pages = await allPages()
  const sizes = pages.map(({ resources }) => resources.length)
  assert.ok(sizes.length > 2)
  assert.deepEqual(sizes.slice(0, -1), Array(sizes.length - 1).fill(kPage))
  assert.ok(sizes.at(-1) <= kPage && sizes.at(-1) > 0)
  const uris = pages.flatMap(({ resources }) => resources.map(({ uri }) => uri))
  assert.equal(new Set(uris).size, uris.length)
  for (let at = 0; at < kItems; ++at) assert.ok(uris.includes(`content:///publications/work-${at}`), `work-${at}`)
  assert.ok(uris.includes('content:///projects/work-7'))
  // Content only: no metadata of OAuth, no robots.txt, no sitemap.
  const documents = uris.filter((uri) => !uri.startsWith('content:')).map((uri) => uri.slice(server.baseUrl.length))
  assert.deepEqual(documents, ['/', '/ai/faq.json', '/api/site.json', '/llms-full.txt', '/llms.txt', '/api/agent/full-profile'])
  // Pages without a Markdown form are items; the start page has one.
  const { pages: published } = await (await fetch(`${server.baseUrl}/api/site.json`)).json()
  const wanted = filled(published).map(({ slug }) => slug).filter((slug) => slug !== 'home')
  assert.deepEqual(uris.filter((uri) => uri.startsWith('content:///pages/')), wanted.map((slug) => `content:///pages/${slug}`))
  for (const page of pages) assert.deepEqual(hintsOf(page), kPublicHints)
  assert.ok(!('nextCursor' in pages.at(-1)))
})

test('resources/list: entries have a name, a type, and what the item has', async () => {
  const entries = (await allPages()).flatMap(({ resources }) => resources)
  for (const { uri, name, title, description, mimeType } of filled(entries)) {
    for (const text of [name, title, description]) assert.ok(text.length > 0, uri)
    assert.match(mimeType, /^(application\/[a-z+-]+|text\/(markdown|plain|xml))$/, uri)
  }
  const entryOf = (uri) => entries.find((entry) => entry.uri === uri)
  assert.deepEqual(entryOf('content:///publications/work-3'),
    { uri: 'content:///publications/work-3', name: 'work-3', title: 'Größe 3', description: 'Summary 3', mimeType: 'application/json' })
  assert.equal(entryOf('content:///publications/work-2').description, 'A publication of the site.')
  assert.match(entryOf(`${server.baseUrl}/api/agent/full-profile`).description, /read:extended/)
})

test('cursors of others are invalid params', async () => {
  const next = (await pageOf()).nextCursor
  assert.equal(typeof next, 'string')
  for (const cursor of ['x', '0', '1', '-1', '99', '101', '00100', '+100', ' 100', '100 ', '100\u0000', '1e2', '0x64', '10000', '18446744073709551700', '9'.repeat(40), '１００', 100, true, [next], {}]) {
    assertFault(await askFor(server.baseUrl, 'resources/list', { cursor }), 200, -32602, 'The cursor is not one of this server')
  }
  for (const method of ['tools/list', 'resources/templates/list']) {
    for (const cursor of ['x', next]) assertFault(await askFor(server.baseUrl, method, { cursor }), 200, -32602, 'The cursor is not one of this server')
  }
})

test('every public document that is listed is read as it is served, pages as Markdown', async () => {
  const entries = (await pageOf()).resources.filter(({ uri }) => uri.startsWith(server.baseUrl) && !uri.endsWith('/full-profile'))
  for (const { uri, mimeType, size } of filled(entries)) {
    const result = await asked('resources/read', { uri }, 'ReadResourceResult')
    assert.deepEqual(hintsOf(result), kPublicHints)
    assert.equal(result.contents.length, 1)
    const served = await fetch(uri, { headers: { Accept: `${mimeType}, */*;q=0.1` } })
    const text = await served.text()
    assert.deepEqual(result.contents[0], { uri, mimeType, text })
    assert.equal(served.headers.get('content-type').split(';')[0], mimeType)
    assert.equal(size, Buffer.byteLength(text))
  }
})

test('an item is read by its address as get_content_item has it', async () => {
  for (const [collection, slug] of [['publications', 'work-0'], ['publications', 'work-249'], ['projects', 'work-7'], ['pages', 'home'], ['pages', 'cv'], ['pages', 'agent-access']]) {
    const uri = `content:///${collection}/${slug}`
    const { contents, ...result } = await asked('resources/read', { uri }, 'ReadResourceResult')
    const { structuredContent } = await asked('tools/call', { name: 'get_content_item', arguments: { collection, slug } }, 'CallToolResult')
    assert.deepEqual(contents.map(({ text: _, ...rest }) => rest), [{ uri, mimeType: 'application/json' }])
    assert.deepEqual(JSON.parse(contents[0].text), structuredContent)
    assert.deepEqual(hintsOf(result), kPublicHints)
  }
})

test('addresses that are not listed do not exist, also those that lead elsewhere on a file system', async () => {
  for (const uri of ['', 'x', '/', 'content:///', 'content:///publications', 'content:///publications/', 'content:///publications/nothing', 'content:///Publications/work-0',
    'content:///publications/work-0/', 'content:///publications/WORK-0', 'content:///publications/work%252D0', 'content:///publications%2Fwork-0', 'content:///publications/../projects/work-7', 'content://publications/work-0',
    'content:/publications/work-0', 'content:///faq/0', kTemplate, 'file:///etc/passwd', '/etc/passwd', `${server.baseUrl}/../secret`, `${server.baseUrl}/%2e%2e/secret`,
    `${server.baseUrl}/nothing`, `${server.baseUrl}`, `${server.baseUrl}/llms.txt?x`, `${server.baseUrl}/llms.txt#x`, `${server.otherBaseUrl}/llms.txt`, 'http://other.example/llms.txt',
    `${server.baseUrl}/mcp`, `${server.baseUrl}/oauth/token`, `${server.adminUrl}/metrics`, `${server.baseUrl}/site.css`, `${server.baseUrl}/browser-tools.js`, '\u0000', 'content:///pages/home\u0000']) {
    assertFault(await askFor(server.baseUrl, 'resources/read', { uri }), 200, -32602, 'Resource not found')
  }
})

test('a resource is found in every spelling of its address', async () => {
  const read = async (uri) => (await asked('resources/read', { uri }, 'ReadResourceResult')).contents
  const item = await read('content:///publications/work-0')
  for (const uri of ['content:///publications/work%2D0', 'content:///publications/work%2d0', 'CONTENT:///publications/work-0', 'content:///%70ublications/work-0']) {
    assert.deepEqual(await read(uri), item, uri)
  }
  const text = await read(`${server.baseUrl}/llms.txt`)
  for (const uri of [`${server.baseUrl}/llms%2Etxt`, `${server.baseUrl.toUpperCase()}/llms.txt`]) assert.deepEqual(await read(uri), text, uri)
})

test('each host lists and reads its own addresses', async () => {
  const { resources } = await asked('resources/list', {}, 'ListResourcesResult', server.otherBaseUrl)
  assert.ok(resources.every(({ uri }) => uri.startsWith(`${server.otherBaseUrl}/`) || uri.startsWith('content:///')))
  const { contents } = await asked('resources/read', { uri: `${server.otherBaseUrl}/llms.txt` }, 'ReadResourceResult', server.otherBaseUrl)
  assert.equal(contents[0].text, await (await fetch(`${server.otherBaseUrl}/llms.txt`)).text())
  assertFault(await askFor(server.otherBaseUrl, 'resources/read', { uri: `${server.baseUrl}/llms.txt` }), 200, -32602, 'Resource not found')
})

test('resources/templates/list has the template of the items', async () => {
  const result = await asked('resources/templates/list', {}, 'ListResourceTemplatesResult')
  assert.deepEqual(result.resourceTemplates.map(({ uriTemplate, name, mimeType }) => [uriTemplate, name, mimeType]), [[kTemplate, 'item', 'application/json']])
  assert.deepEqual(hintsOf(result), kPublicHints)
})

// ---- tools/call
test('an unknown tool is invalid params, and wrong input a failed result', async () => {
  for (const name of ['nothing', '', 'Get_faq', 'get_faq ', 'get_faq\u0000', '__proto__']) {
    const answer = await askFor(server.baseUrl, 'tools/call', { name })
    assertFault(answer, 200, -32602, 'Unknown tool; tools/list names those that exist')
  }
  for (const input of ['x', ['x'], 5, 0, true]) {
    assertFault(await askFor(server.baseUrl, 'tools/call', { name: 'get_faq', arguments: input }), 200, -32602, 'A parameter is missing or has a wrong type')
  }
  const result = await asked('tools/call', { name: 'search_content', arguments: {} }, 'CallToolResult')
  assert.deepEqual([result.isError, result.content], [true, [{ type: 'text', text: 'query must be a string of 2 to 200 characters' }]])
})

test('answers of the client to a question that was not asked are ignored', async () => {
  const result = await asked('tools/call', { name: 'get_faq', requestState: 'x', inputResponses: { a: { action: 'accept' } } }, 'CallToolResult')
  assert.equal(result.isError, undefined)
})
