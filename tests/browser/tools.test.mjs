// The eight browser tools on the pages, under WebMCP: specification section 1.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { startDev } from '../support/server.mjs'
import { kProfileOnPages, kToolNames } from './module.mjs'
import {
  kNoTraces, kPolyfill, openPage, pagePaths, readJson, registeredTools, runTool, startBrowser, toolCount, traces,
} from './support.mjs'

const kProfile = '/api/agent/full-profile'

const server = await startDev()
const browser = await startBrowser()
after(async () => { await browser.close(); await server.stop() })

/** Opens `path`, runs `body(page, faults)` once the tools are registered, and checks that there are no faults, unless disabled. */
async function withTools(body, { path = '/', expectedFaults = [] } = {}) {
  await using opened = await openPage(browser)
  const { page, faults } = opened
  await page.goto(`${server.baseUrl}${path}`)
  await toolCount(page, kToolNames.length)
  await body(page)
  assert.deepEqual(faults, expectedFaults)
}

test('every page registers the eight tools on load, without a gesture', async () => {
  const sorted = kToolNames.toSorted()
  for (const path of await pagePaths(server.baseUrl)) {
    await withTools(async (page) => {
      assert.deepEqual((await registeredTools(page)).map(({ name }) => name), sorted, path)
    }, { path })
  }
})

test('the registered tools are those of mcp.json', async () => {
  const { tools } = await readJson(server.baseUrl, '/.well-known/mcp.json')
  assert.deepEqual(tools.map(({ name }) => name), kToolNames)
  const published = tools.map(({ name, title, description, inputSchema, annotations }) =>
    ({ name, title, description: name === 'get_full_profile' ? kProfileOnPages : description, inputSchema, readOnlyHint: annotations.readOnlyHint }))
  await withTools(async (page) => {
    assert.deepEqual(await registeredTools(page), published.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  })
  assert.ok(published.every(({ readOnlyHint }) => readOnlyHint === true))
})

test('invalid input is refused with a helpful message', async () => {
  await withTools(async (page) => {
    const refuse = async (name, input) => (await runTool(page, name, input)).error
    assert.equal(await refuse('search_content', { query: 'a' }), 'query must be a string of 2 to 200 characters')
    assert.equal(await refuse('search_content', { query: 'example', limit: 51 }), 'limit must be an integer from 1 to 50')
    assert.equal(await refuse('list_content', { collection: 'posts' }),
      'collection must be one of publications, projects, pages')
    assert.equal(await refuse('get_content_item', { collection: 'pages', slug: 'contacts' }),
      'pages has no "contacts"; near: contact')
  })
})

/** Counts the requests of the page by path. */
function countRequests(page) {
  const counts = {}
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    counts[pathname] = (counts[pathname] ?? 0) + 1
  })
  return counts
}

test('get_full_profile registers, gets a token, reads the profile, and stores nothing', async () => {
  await withTools(async (page) => {
    const counts = countRequests(page)
    const { value } = await runTool(page, 'get_full_profile')
    assert.equal(value._meta.scope, 'read:extended')
    assert.match(value._meta.issued_to, /^[0-9a-f]{8}-/)
    const { value: again } = await runTool(page, 'get_full_profile')
    assert.deepEqual(again._meta, value._meta)
    assert.deepEqual(counts, { '/oauth/register': 1, '/oauth/token': 1, [kProfile]: 2 })
    assert.deepEqual(await traces(page), kNoTraces)
  })
})

test('aborting removes the tools', async () => {
  await withTools(async (page) => {
    await page.evaluate(async () => {
      const { unregister } = await import(document.querySelector('script[src*="browser-tools.js"]').src)
      unregister()
    })
    assert.deepEqual(await registeredTools(page), [])
  })
})

test('leaving the page removes the tools, keeping it in the back/forward cache does not', async () => {
  await withTools(async (page) => {
    const leave = (persisted) => page.evaluate((kept) => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: kept }))
    }, persisted)
    await leave(true)
    assert.equal((await registeredTools(page)).length, kToolNames.length)
    await leave(false)
    assert.deepEqual(await registeredTools(page), [])
  })
})

// document.modelContext is the name in the specification since May 2026, navigator.modelContext the one before; browsers had both for some time.
for (const places of [['document'], ['navigator'], ['document', 'navigator']]) {
  test(`with modelContext on ${places.join(' and ')} the tools and their hints are registered once, on ${places[0]}`, async () => {
    await using opened = await openPage(browser, { polyfill: false })
    const { context, page, faults } = opened
    await context.addInitScript((names) => {
      globalThis.registered = []
      for (const place of names) {
        const registerTool = async ({ name, annotations, execute }, { signal }) => {
          globalThis.registered.push({ place, name, annotations, isComplete: typeof execute === 'function' && signal instanceof AbortSignal })
        }
        Object.defineProperty(globalThis[place], 'modelContext', { get: () => ({ registerTool }) })
      }
    }, places)
    await page.goto(`${server.baseUrl}/`, { waitUntil: 'load' })
    await page.waitForFunction((count) => globalThis.registered.length >= count, kToolNames.length)
    const annotations = { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false }
    assert.deepEqual(await page.evaluate(() => globalThis.registered),
      kToolNames.map((name) => ({ place: places[0], name, annotations, isComplete: true })))
    assert.deepEqual(faults, [])
  })
}

for (const event of ['DOMContentLoaded', 'load']) {
  test(`a polyfill that is loaded at ${event} gets the tools`, async () => {
    await using opened = await openPage(browser, { polyfill: false })
    const { context, page, faults } = opened
    const source = readFileSync(kPolyfill, 'utf8')
    await context.addInitScript(`addEventListener('${event}', () => {
      globalThis.wasEarly = Boolean(document.modelContext)
      ${source}
    }, { once: true, capture: true })`)
    await page.goto(`${server.baseUrl}/`)
    assert.equal(await page.evaluate(() => globalThis.wasEarly), false)
    await toolCount(page, kToolNames.length)
    assert.deepEqual(faults, [])
  })
}

test('without WebMCP a page works and the tools can be imported', async () => {
  await using opened = await openPage(browser, { polyfill: false })
  const { page, faults } = opened
  await page.goto(`${server.baseUrl}/`)
  const result = await page.evaluate(async () => {
    const { tools } = await import('/browser-tools.js')
    return tools.find(({ name }) => name === 'get_contact_info').execute()
  })
  const { contact } = await readJson(server.baseUrl, '/api/site.json')
  assert.equal(JSON.parse(result.content[0].text).email, contact.email)
  assert.deepEqual(faults, [])
})
