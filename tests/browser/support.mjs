// Debian's Chromium without a window against the program under test. If the browser is missing, tests fail and are not skipped.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { outcomeOf } from './module.mjs'

/** The engine of Chromium without the rest of the browser, which takes half the processor time. */
export const kChromium = '/usr/bin/chromium-headless-shell'
const kModules = new URL('../node_modules/', import.meta.url)

export const kPolyfill = fileURLToPath(new URL('@mcp-b/webmcp-polyfill/dist/index.iife.js', kModules))
export const kAxe = fileURLToPath(new URL('axe-core/axe.min.js', kModules))
const kScreenshots = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))

export function startBrowser({ args = [] } = {}) {
  if (!existsSync(kChromium)) throw new Error(`${kChromium} does not exist; install the Debian package chromium-headless-shell`)
  return chromium.launch({ executablePath: kChromium, args: ['--no-sandbox', ...args] })
}

/** Another origin, whose pages are `page(path)`: { url, stop }. */
export async function startOtherSite(page) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(request.url))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => { server.closeAllConnections(); server.close() } }
}

/** Chromium asks for the icon when the page is complete, and stops when the page is left. */
const isIconOfLeftPage = (request) => request.resourceType() === 'other' && request.failure()?.errorText === 'net::ERR_ABORTED'

/**
 * A page with its own context, which is closed when it is disposed of, and a list `faults` of console errors, exceptions, violations of the
 * Content-Security-Policy, failed and refused requests. With `polyfill: false` the browser's own WebMCP is used.
 */
export async function openPage(browser, { polyfill = true, ...options } = {}) {
  const context = await browser.newContext(options)
  const faults = []
  await context.exposeBinding('tellViolation', (_, text) => { faults.push(`violation: ${text}`) })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      globalThis.tellViolation(`${event.effectiveDirective} ${event.blockedURI} in ${event.documentURI}`))
  })
  if (polyfill) await context.addInitScript({ path: kPolyfill })
  const page = await context.newPage()
  page.on('console', (message) => { if (message.type() === 'error') faults.push(`console: ${message.text()}`) })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('requestfailed', (request) => {
    if (!isIconOfLeftPage(request)) faults.push(`failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`refused: ${response.status()} ${response.url()}`)
  })
  return { context, page, faults, [Symbol.asyncDispose]: () => context.close() }
}

const kAxeSource = readFileSync(kAxe, 'utf8')

/** Violations that axe finds on the page, one line each with the elements. */
async function violationsOn(page) {
  await page.evaluate(kAxeSource)
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations', 'passes'] }))
  assert.ok(passes.length > 10, 'axe ran its rules')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Horizontal overflow. */
export async function overflowFaults(page, path) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return overflow > 0 ? [`${path} is ${overflow} px too wide`] : []
}

/** Horizontal overflow and violations of axe. The page needs `bypassCSP`, because its policy forbids what axe needs. */
export async function layoutFaults(page, path) {
  const violations = (await violationsOn(page)).map((violation) => `${path} ${violation}`)
  return [...await overflowFaults(page, path), ...violations]
}

/** With AGENT_ACCESS_SCREENSHOTS=yes saves the whole page in build/screenshots, for people who look at it. */
export async function saveScreenshot(page, name, width, colorScheme) {
  if (process.env.AGENT_ACCESS_SCREENSHOTS !== 'yes') return
  const path = join(kScreenshots, `${name}-${width}${colorScheme === 'dark' ? '-dark' : ''}.png`)
  await page.screenshot({ path, fullPage: true })
}

export async function readJson(baseUrl, path) {
  const answer = await fetch(`${baseUrl}${path}`)
  assert.equal(answer.status, 200, path)
  return answer.json()
}

/** The path of every page for people, from /api/site.json. */
export async function pagePaths(baseUrl) {
  const { pages, publications, projects } = await readJson(baseUrl, '/api/site.json')
  const urls = [...pages.map(({ url }) => url), ...[...publications, ...projects].map(({ page }) => page)]
  const paths = urls.map((url) => new URL(url).pathname)
  assert.ok(paths.length >= 9, `pages: ${paths}`)
  assert.equal(new Set(paths).size, paths.length)
  return paths
}

/** The tools that the page has registered: { name, title, description, inputSchema, readOnlyHint }, sorted by name. */
export async function registeredTools(page) {
  const tools = await page.evaluate(async () => (await document.modelContext.getTools()).map(
    ({ name, title, description, inputSchema, annotations }) =>
      ({ name, title, description, inputSchema, readOnlyHint: annotations?.readOnlyHint })))
  return tools.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Resolves when the page has `count` tools. */
export const toolCount = (page, count) =>
  page.waitForFunction(async (wanted) => (await document.modelContext?.getTools())?.length === wanted, count)

/** Calls a registered tool like an agent: { value } or { error }. */
export async function runTool(page, name, input = {}) {
  const text = await page.evaluate(async ([wanted, json]) => {
    const tool = (await document.modelContext.getTools()).find((candidate) => candidate.name === wanted)
    return document.modelContext.executeTool(tool, json)
  }, [name, JSON.stringify(input)])
  return outcomeOf(JSON.parse(text))
}

/** What the page stored in the browser. */
export const traces = async (page) => ({
  cookies: await page.context().cookies(),
  ...await page.evaluate(async () => ({
    local: { ...localStorage }, session: { ...sessionStorage }, databases: await indexedDB.databases(),
    caches: await caches.keys(),
  })),
})
export const kNoTraces = { cookies: [], local: {}, session: {}, databases: [], caches: [] }
