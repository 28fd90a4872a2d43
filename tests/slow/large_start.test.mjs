// A site with thousands of works, of which all documents of all hosts are made before the first request; with hundreds under a sanitizer,
// where a start takes ten times as long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangeOne, request } from '../support/raw.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { startServe } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

const kCount = isSanitized ? 300 : 3_000
const site = {
  title: 'Robin Example', tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example' },
  publications: Array.from({ length: kCount }, (_, index) => ({
    slug: `paper-${index}`, title: `Paper ${index} about buoys`, date: '2033-09', summary: `A fictional paper, number ${index}.`,
  })),
}
const options = { files: { 'site.json': site }, settings: { mcp: { enabled: true }, discovery: { page_markdown: true } } }
const kLast = `/publications/paper-${kCount - 1}`
const coded = (server, path, coding) => call(server.baseUrl + path, { headers: { 'Accept-Encoding': coding } })

test('the documents of a site with many works are right from the first request on', async () => {
  await using server = await startServe(options)
  const responses = await Promise.all(
    [kLast, `${kLast}.md`, '/publications', '/api/site.json', '/sitemap.xml'].map((path) => coded(server, path, 'br, gzip')))
  const [page, form, list, data, sitemap] = responses
  assert.match(page.text, new RegExp(`<h1>Paper ${kCount - 1} about buoys</h1>`))
  assert.match(form.text, new RegExp(`^---\ntitle: "Paper ${kCount - 1} about buoys"\n[^]*\n# Paper ${kCount - 1} about buoys\n`))
  assert.equal(list.text.match(/href="\/publications\/paper-\d+"/g).length, kCount)
  assert.equal(JSON.parse(data.text).publications.length, kCount)
  assert.ok(sitemap.text.includes(`${server.baseUrl}${kLast}</loc>`))
  const codings = responses.map((response) => response.headers.get('content-encoding'))
  assert.deepEqual(codings, isSanitized ? ['br', 'br', 'br', 'br', 'br'] : ['gzip', null, 'br', 'br', 'br'])
  const search = await call(`${server.baseUrl}/mcp`, {
    method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_content', arguments: { query: `${kCount - 1}` } } }),
  })
  assert.equal(search.json.result.structuredContent.results[0].slug, `paper-${kCount - 1}`)
})

test('so are those of a further host', async () => {
  await using server = await startServe(options)
  const { answer } = await exchangeOne(request('GET', '/api/site.json', { host: `localhost:${server.port}`, fields: ['Accept-Encoding: gzip'] }), { port: server.port })
  assert.deepEqual([answer.status, answer.headers['content-encoding']], [200, 'gzip'])
})

test('a reload soon after the start is carried out, and so is a stop', async () => {
  await using server = await startServe(options)
  await server.program.reload()
  assert.match((await call(server.baseUrl + kLast)).text, new RegExp(`Paper ${kCount - 1} about buoys`))
  assert.deepEqual(await server.program.stop(), { code: 0, signal: null })
})
