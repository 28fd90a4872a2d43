// One script tag on a page of another origin: the tools register there and read the site that the module comes from.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDev } from '../support/server.mjs'
import { kToolNames } from './module.mjs'
import { kNoTraces, openPage, readJson, registeredTools, runTool, startBrowser, startOtherSite, toolCount, traces } from './support.mjs'

const pageWith = (...scripts) => `<!doctype html><html lang="en"><head><title>Another site</title>
<link rel="icon" href="data:,">${scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}</head>
<body><h1>Another site</h1></body></html>`

const server = await startDev()
const browser = await startBrowser()
const source = `${server.baseUrl}/browser-tools.js`
const otherSite = await startOtherSite((path) => pageWith(...(path === '/twice' ? [source, `${source}?copy=2`] : [source])))
after(async () => { await browser.close(); otherSite.stop(); await server.stop() })

async function onOtherSite(path, body) {
  await using opened = await openPage(browser)
  const { page, faults } = opened
  const warnings = []
  page.on('console', (message) => { if (message.text().startsWith('WebMCP:')) warnings.push(message.text()) })
  await page.goto(`${otherSite.url}${path}`)
  await toolCount(page, kToolNames.length)
  await body(page)
  assert.deepEqual([faults, warnings], [[], []])
}

test('one script tag registers the eight tools on a page of another origin', () =>
  onOtherSite('/', async (page) => {
    assert.deepEqual((await registeredTools(page)).map(({ name }) => name), kToolNames.toSorted())
  }))

test('on a page of another origin the public tools read the site of the module', () =>
  onOtherSite('/', async (page) => {
    const site = await readJson(server.baseUrl, '/api/site.json')
    assert.deepEqual((await runTool(page, 'get_site_overview')).value.owner, site.owner)
    const { value } = await runTool(page, 'search_content', { query: site.publications[0].title })
    assert.equal(value.results[0].url, site.publications[0].page)
  }))

test('on a page of another origin get_full_profile works and stores nothing', () =>
  onOtherSite('/', async (page) => {
    const { value, error } = await runTool(page, 'get_full_profile')
    assert.equal(error, undefined)
    assert.equal(value._meta.scope, 'read:extended')
    assert.deepEqual(await traces(page), kNoTraces)
  }))

test('two copies of the module on one page register the tools once', () =>
  onOtherSite('/twice', async (page) => {
    assert.equal(await page.locator('script[type=module]').count(), 2)
    assert.equal((await runTool(page, 'get_faq')).error, undefined)
  }))

test('the server lets pages of other origins read Retry-After', async () => {
  const { headers } = await fetch(`${server.baseUrl}/api/agent/full-profile`)
  await using opened = await openPage(browser)
  const { page } = opened
  await page.goto(`${otherSite.url}/`)
  await toolCount(page, kToolNames.length)
  await page.route('**/oauth/register', (route) => route.fulfill({
    status: 429,
    headers: { ...Object.fromEntries(headers), 'retry-after': '17' }, // the CORS fields of the server
    body: '{"error":"rate_limited","error_description":"Too many requests"}',
  }))
  assert.deepEqual(await runTool(page, 'get_full_profile'),
    { error: 'rate_limited: Too many requests. Try again in 17 seconds.' })
})
