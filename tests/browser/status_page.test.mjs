// The status page in a browser: it fits, is accessible, and loads nothing. RECORD=1 writes the picture of the guide for owners.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { settableClock } from '../support/clock.mjs'
import { noFaketime } from '../support/faults.mjs'
import { startServe, until } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'
import { kNoTraces, layoutFaults, openPage, saveScreenshot, startBrowser, traces } from './support.mjs'

const kPicture = fileURLToPath(new URL('../../docs/status-page.png', import.meta.url))
const kWidths = [390, 1280]
const kSchemes = ['light', 'dark']
const kDays = 29
const kMinutes = 55
const kAgents = ['GPTBot/1.2', 'ClaudeBot/1.0', 'Claude-User/1.0', 'PerplexityBot/1.0', 'Googlebot/2.1', 'ChatGPT-User/1.0', 'curl/8.5.0', 'python-requests/2.32', 'ExampleAgent/1.0']

const { setClock, jumping } = await settableClock()
const environment = noFaketime ? {} : jumping()

/** A report.file with a month of an openly fictional site. */
function month() {
  const days = []
  for (let back = kDays; back >= 1; --back) {
    const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const requests = Math.round(1400 + 500 * Math.sin(back / 2.3) + 37 * (back % 5))
    const refused = Math.round(requests * 0.06)
    days.push({
      day, requests, registrations: Math.round(requests / 60), tokens: Math.round(requests / 40), profiles: Math.round(requests / 25),
      routes: { discovery: Math.round(requests * 0.5), page: Math.round(requests * 0.3), profile: Math.round(requests / 25), token: Math.round(requests / 40), register: Math.round(requests / 60), unknown: refused },
      statuses: { '2xx': requests - refused, '4xx': refused },
      refusals: { unknown_path: Math.round(refused * 0.7), rate_limited_address: Math.round(refused * 0.2), malformed_token: Math.round(refused * 0.1) },
      agents: { GPTBot: Math.round(requests * 0.3), ClaudeBot: Math.round(requests * 0.2), 'Claude-User': Math.round(requests * 0.1), PerplexityBot: Math.round(requests * 0.08), curl: Math.round(requests * 0.05), unknown: Math.round(requests * 0.12) },
    })
  }
  return { version: 1, days }
}

const read = async (server, path, agent) => (await fetch(`${server.baseUrl}${path}`, { headers: { 'User-Agent': agent } })).arrayBuffer()
const statusOf = async (server) => (await fetch(`${server.adminUrl}/status.json`)).json()

/** An hour of visits, with the clock of the server set forward. */
async function anHour(server) {
  for (let minute = kMinutes; minute >= 0; --minute) {
    if (!noFaketime) await setClock(-60 * minute)
    const reads = minute % 11 === 0 ? 1 : 4 + (minute * 7) % 13
    for (let each = 0; each < reads; ++each) await read(server, each % 5 === 4 ? '/wp-login.php' : '/llms.txt', kAgents[(minute + each) % kAgents.length])
    await statusOf(server)
  }
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await readProfile(server.baseUrl, jwt)
  await readProfile(server.baseUrl, `${jwt}x`)
}

const browser = await startBrowser()
after(() => browser.close())

async function faultsOf(server, name) {
  const found = []
  for (const width of kWidths) {
    for (const colorScheme of kSchemes) {
      // The policy of the page forbids what axe needs; the last test checks the policy.
      await using opened = await openPage(browser, { bypassCSP: true, viewport: { width, height: 900 }, colorScheme })
      const { page, faults } = opened
      await page.goto(`${server.adminUrl}/status`, { waitUntil: 'load' })
      await saveScreenshot(page, name, width, colorScheme)
      if (process.env.RECORD && name === 'status' && width === 1280 && colorScheme === 'light') await page.screenshot({ path: kPicture, clip: { x: 0, y: 0, width, height: 1190 } })
      // Every box has a gap to the next one.
      const gap = await page.locator('main').evaluate((main) => {
        const [packed, days] = [main.querySelector('.packed'), main.querySelector('.packed + section')]
        return Math.round(days.getBoundingClientRect().top - Math.max(...[...packed.children].map((box) => box.getBoundingClientRect().bottom)))
      })
      if (gap < 16) found.push(`${name} ${width}: ${gap} px above the requests by day`)
      await page.locator('summary').click()
      found.push(...await layoutFaults(page, `${name} ${width} ${colorScheme}`), ...faults)
    }
  }
  return found
}

test('a page with a month of visits fits, is accessible and has no error', async () => {
  if (!noFaketime) await setClock(-60 * kMinutes)
  const settings = { report: { status_page: true, file: 'report.json' }, limits: { requests: 0, trusted_proxies: ['192.0.2.0/24'] } }
  const server = await startServe({ settings, files: { 'report.json': month() }, environment })
  try {
    await fetch(`${server.baseUrl}/llms.txt`, { headers: { 'X-Forwarded-For': '203.0.113.7' } }) // a warning in the log
    await server.writeConfig({ base_urls: ['https://www.example.com', server.baseUrl, server.otherBaseUrl] })
    server.program.signal('SIGHUP')
    await until(async () => (await statusOf(server)).snapshot.number === 2, 'the reload')
    await anHour(server)
    await until(async () => (await statusOf(server)).log.recent.some(({ event }) => event === 'untrusted_proxy'), 'the warning')
    assert.deepEqual(await faultsOf(server, 'status'), [])
    await using opened = await openPage(browser)
    const { page } = opened
    await page.goto(`${server.adminUrl}/status`)
    await page.getByRole('link', { name: 'Load again every minute' }).click()
    assert.equal(await page.locator('meta[http-equiv=refresh]').getAttribute('content'), '60')
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts()
    for (const heading of ['Requests by minute', 'Agents', 'Refusals', 'Responses', 'Limits', 'Signing keys', 'Requests by day', 'Warnings and errors', 'Configuration']) {
      assert.ok(headings.includes(heading), `${heading} in ${headings}`)
    }
    assert.equal(await page.locator('svg.columns').count(), 2)
    assert.ok(await page.locator('svg.columns').last().locator('g').count() >= kDays)
  } finally {
    await server.stop()
    await setClock(0)
  }
})

test('a page without any visit fits, is accessible and has no error', async () => {
  await using server = await startServe({ settings: { report: { status_page: true } } })
  assert.deepEqual(await faultsOf(server, 'status-empty'), [])
})

test('with its policy the page is styled, stores nothing and violates nothing', async () => {
  await using server = await startServe({ settings: { report: { status_page: true } } })
  await using opened = await openPage(browser, { javaScriptEnabled: true, polyfill: false })
  const { page, faults } = opened
  await page.goto(`${server.adminUrl}/status`, { waitUntil: 'networkidle' })
  assert.equal(await page.locator('section').first().evaluate((element) => getComputedStyle(element).borderTopStyle), 'solid')
  assert.deepEqual(await traces(page), kNoTraces)
  assert.deepEqual(faults, [])
})
