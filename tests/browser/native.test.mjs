// The eight browser tools under Chromium's own WebMCP, if this Chromium has it behind a flag; no polyfill is loaded.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startDev } from '../support/server.mjs'
import { kProfileOnPages, kToolNames, outcomeOf } from './module.mjs'
import { kNoTraces, openPage, readJson, registeredTools, startBrowser, startOtherSite, toolCount, traces } from './support.mjs'

const kFlag = '--enable-features=WebMCP'

let server
let browser
let missing // why this browser cannot run the tests, or undefined
before(async () => {
  server = await startDev()
  browser = await startBrowser({ args: [kFlag] })
  await using opened = await openPage(browser, { polyfill: false })
  const { page } = opened
  await page.goto(`${server.baseUrl}/llms.txt`)
  const isThere = await page.evaluate(() => ['registerTool', 'getTools', 'executeTool'].every(
    (name) => /\[native code\]/.test(String(document.modelContext?.[name]))))
  if (!isThere) missing = `skipped: Chromium ${browser.version()} with ${kFlag} has no document.modelContext with registerTool, getTools, executeTool`
})
after(async () => { await browser?.close(); await server?.stop() })

/** The body of a test: `body(page)` once the tools are registered; skipped, with the reason, if the browser has no WebMCP. */
const native = (body, url = () => `${server.baseUrl}/`, expectedFaults = []) => async (context) => {
  if (missing !== undefined) return context.skip(missing)
  await using opened = await openPage(browser, { polyfill: false })
  const { page, faults } = opened
  page.on('console', (message) => { if (message.text().startsWith('WebMCP:')) faults.push(message.text()) })
  await page.goto(url())
  await toolCount(page, kToolNames.length)
  await body(page)
  assert.deepEqual(faults, expectedFaults)
}

/** Runs a tool through the browser's interface: { value } or { error }. */
async function runTool(page, name, input = {}) {
  const text = await page.evaluate(async ([wanted, given]) => {
    const tool = (await document.modelContext.getTools()).find((candidate) => candidate.name === wanted)
    return document.modelContext.executeTool(tool, given)
  }, [name, input])
  return outcomeOf(JSON.parse(text))
}

test('Chromium lists the tools that mcp.json publishes', native(async (page) => {
  const { tools } = await readJson(server.baseUrl, '/.well-known/mcp.json')
  const published = tools.map(({ name, title, description, inputSchema, annotations }) =>
    ({ name, title, description: name === 'get_full_profile' ? kProfileOnPages : description, inputSchema, readOnlyHint: annotations.readOnlyHint }))
  assert.deepEqual(await registeredTools(page), published.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}))

test('Chromium takes the hints of every tool', native(async (page) => {
  const hints = await page.evaluate(async () => (await document.modelContext.getTools()).map(({ annotations }) => ({ ...annotations })))
  assert.equal(hints.length, kToolNames.length)
  for (const { readOnlyHint, untrustedContentHint, consequentialHint } of hints) {
    // Chromium may not know the youngest one yet.
    assert.deepEqual([readOnlyHint, untrustedContentHint, consequentialHint ?? false], [true, false, false])
  }
}))

test('Chromium executes every tool', native(async (page) => {
  const site = await readJson(server.baseUrl, '/api/site.json')
  const [{ slug, title, page: url }] = site.publications
  const valueOf = async (name, input) => {
    const { value, error } = await runTool(page, name, input)
    assert.equal(error, undefined, name)
    return value
  }
  assert.deepEqual((await valueOf('get_site_overview')).owner, site.owner)
  assert.equal((await valueOf('search_content', { query: title })).results[0].url, url)
  assert.equal((await valueOf('list_content', { collection: 'publications' })).total, site.publications.length)
  assert.equal((await valueOf('get_content_item', { collection: 'publications', slug })).title, title)
  assert.deepEqual((await valueOf('get_cv_summary')).positions, site.cv.positions)
  assert.equal((await valueOf('get_contact_info')).email, site.contact.email)
  assert.deepEqual((await valueOf('get_faq')).faqs, (await readJson(server.baseUrl, '/ai/faq.json')).faqs)
  assert.equal((await valueOf('get_full_profile'))._meta.scope, 'read:extended')
  assert.deepEqual(await traces(page), kNoTraces)
}))

test('Chromium passes the reason for refused input to the agent', native(async (page) => {
  assert.equal((await runTool(page, 'search_content', { query: 'a' })).error, 'query must be a string of 2 to 200 characters')
}))

// Were the reason passed on, tools would reject instead of returning isError (decision 0059).
test('Chromium replaces the reason of a tool that rejects', native(async (page) => {
  const reason = await page.evaluate(async () => {
    await document.modelContext.registerTool({ name: 'fails', description: 'A tool of this test.', inputSchema: { type: 'object', properties: {} }, execute: async () => { throw new Error('the reason') } })
    const tool = (await document.modelContext.getTools()).find(({ name }) => name === 'fails')
    return document.modelContext.executeTool(tool, {}).then(() => 'a result', ({ message }) => message)
  })
  assert.match(reason, /^Tool was executed but the invocation failed/)
  assert.doesNotMatch(reason, /the reason/)
}, undefined, ['console: WebMCP tool execution failed: Uncaught Error: the reason']))

test('aborting removes the tools from Chromium', native(async (page) => {
  await page.evaluate(async () => {
    const { unregister } = await import(document.querySelector('script[src*="browser-tools.js"]').src)
    unregister()
  })
  await toolCount(page, 0)
}))

let otherSite
before(async () => {
  otherSite = await startOtherSite(() => `<!doctype html><html lang="en"><head><title>Another site</title><link rel="icon" href="data:,">
<script type="module" src="${server.baseUrl}/browser-tools.js"></script></head><body><h1>Another site</h1></body></html>`)
})
after(() => otherSite?.stop())

test('on a page of another origin the tools read the site of the module', native(async (page) => {
  const site = await readJson(server.baseUrl, '/api/site.json')
  assert.deepEqual((await registeredTools(page)).map(({ name }) => name), kToolNames.toSorted())
  assert.deepEqual((await runTool(page, 'get_site_overview')).value.owner, site.owner)
  assert.equal((await runTool(page, 'get_full_profile')).value._meta.scope, 'read:extended')
}, () => `${otherSite.url}/`))
