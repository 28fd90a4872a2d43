// The page of `agent-access report --html` in a browser, opened as a file: it fits, is accessible, is readable on paper, and loads nothing.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram } from '../support/server.mjs'
import { layoutFaults, openPage, overflowFaults, saveScreenshot, startBrowser } from './support.mjs'

const kWidths = [390, 1280]
const kSchemes = ['light', 'dark']
const kDays = 29
const kHostile = `</bdi></style><script src="https://example.com/x.js">document.title = 'run'</script><img src=x onerror="document.title = 'run'">`
const kReads = [
  ['GPTBot/1.2', 9, '/llms.txt'], ['ClaudeBot/1.0', 6, '/auth.md'], ['Claude-User/1.0', 4, '/llms.txt'], ['PerplexityBot/1.0', 3, '/'],
  ['curl/8.5.0', 2, '/openapi.json'], [kHostile, 1, `/${'long-name-'.repeat(20)}`],
]

const directory = temporaryFolder('report')

/** A month of an openly fictional site, as the service logs it. */
function month() {
  const lines = []
  for (let day = 1; day <= kDays; ++day) {
    const visit = (method, path, route, status, more = {}) => lines.push(JSON.stringify({
      time: `2026-01-${String(day).padStart(2, '0')}T03:04:05.678Z`, level: 'info', event: 'access', method, path, route, status, user_agent: 'ExampleAgent/1.0', ...more,
    }))
    for (const [user_agent, count, path] of kReads) {
      for (let each = 0; each < count + (day * 7 + count) % 5; ++each) visit('GET', path, 'discovery', 200, { user_agent })
    }
    for (let each = 0; each < day % 4; ++each) {
      visit('POST', '/oauth/register', 'register', 201, { client_name: kHostile })
      visit('POST', '/oauth/token', 'token', 200)
      visit('GET', '/api/agent/full-profile', 'profile', 200)
    }
    visit('GET', '/wp-login.php', 'unknown', 404, { reason: 'unknown_path' })
    visit('GET', kHostile, 'unknown', 404, { reason: kHostile })
    visit('GET', '/data/x', 'gate', day % 2 ? 200 : 401, { resource: '/data/', ...day % 2 ? {} : { reason: 'missing_token' } })
  }
  return `${lines.join('\n')}\nStarted agent-access.service.\n`
}

async function pageOf(name, log) {
  await writeFile(join(directory, `${name}.log`), log)
  const file = join(directory, `${name}.html`)
  const { code, output } = await runProgram(['report', join(directory, `${name}.log`), '--html', file])
  assert.equal(code, 0, output)
  return file
}
const files = { report: await pageOf('report', month()), 'report-empty': await pageOf('report-empty', '') }

const browser = await startBrowser()
after(() => browser.close())

for (const [name, file] of Object.entries(files)) {
  test(`${name}: the page fits, is accessible and has no error, in light, in dark and on paper`, async () => {
    const found = []
    for (const width of kWidths) {
      for (const colorScheme of kSchemes) {
        // The policy of the page forbids what axe needs; the next test checks the policy.
        await using opened = await openPage(browser, { bypassCSP: true, polyfill: false, viewport: { width, height: 900 }, colorScheme })
        const { page, faults } = opened
        await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
        await saveScreenshot(page, name, width, colorScheme)
        found.push(...await layoutFaults(page, `${name} ${width} ${colorScheme}`), ...faults)
        const onScreen = await page.evaluate(() => getComputedStyle(document.body).color)
        await page.emulateMedia({ media: 'print' })
        found.push(...await overflowFaults(page, `${name} ${width} on paper`))
        const onPaper = await page.evaluate(() => getComputedStyle(document.body).color)
        assert.equal(onPaper, 'rgb(27, 38, 36)', 'dark on white')
        assert.equal(onScreen === onPaper, colorScheme === 'light')
      }
    }
    assert.deepEqual(found, [])
  })

  test(`${name}: the page has no scripts and asks for nothing`, async () => {
    await using opened = await openPage(browser, { polyfill: false })
    const { page, faults } = opened
    const asked = []
    page.on('request', (request) => { asked.push(request.url()) })
    await page.goto(pathToFileURL(file).href, { waitUntil: 'networkidle' })
    assert.deepEqual(asked.filter((url) => url !== 'data:,'), [pathToFileURL(file).href])
    assert.equal(await page.locator('script, iframe, object, embed, img, video, audio, form').count(), 0)
    const attributes = await page.evaluate(() => [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ name: attribute }) => attribute)))
    assert.deepEqual(attributes.filter((attribute) => attribute.startsWith('on') || attribute === 'src'), [])
    assert.equal(await page.title(), 'Visits – agent-access')
    assert.equal(await page.locator('body').evaluate((element) => getComputedStyle(element).display), 'block')
    assert.deepEqual(faults, [])
  })
}

test('each chart has a table with its numbers, and headings are in order', async () => {
  await using opened = await openPage(browser, { polyfill: false })
  const { page } = opened
  await page.goto(pathToFileURL(files.report).href)
  const headings = await page.locator('h1, h2, h3').evaluateAll((all) => all.map((element) => `${element.localName} ${element.textContent}`))
  assert.deepEqual(headings, ['h1 Visits', 'h2 Requests by day', 'h2 Registrations, tokens and reads of the profile by day', 'h2 Who answered a person', 'h2 Who searches', 'h2 Who trains', 'h2 Others', 'h2 Documents',
    'h2 Gated documents and gates', 'h2 Refusals', 'h2 Unknown paths', 'h2 Unknown agents', 'h2 Names of registered clients', 'h2 Remarks'])
  const charts = page.getByRole('img')
  assert.equal(await charts.count(), 2)
  for (const chart of await charts.all()) {
    assert.match(await chart.getAttribute('aria-label'), /, from 2026-01-01 to 2026-01-29\. The table below has the numbers\.$/)
    const rows = chart.locator('xpath=ancestor::section').locator('tbody tr')
    assert.equal(await rows.count(), kDays)
    assert.equal(await rows.first().locator('th').innerText(), '2026-01-01')
  }
  // A name from the log is shown as it is.
  assert.ok((await page.getByText(kHostile, { exact: true }).count()) >= 3)
  assert.ok(!(await readFile(files.report, 'utf8')).includes('<script'))
})
