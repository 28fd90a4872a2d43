// Every page in a browser: no errors, accessible, readable without scripts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { startDev } from '../support/server.mjs'
import { kNoTraces, layoutFaults, openPage, overflowFaults, pagePaths, readJson, saveScreenshot, startBrowser, traces } from './support.mjs'

const kWidths = [390, 1280]
const kSchemes = ['light', 'dark']

const server = await startDev()
const browser = await startBrowser()
const paths = await pagePaths(server.baseUrl)
after(async () => { await browser.close(); await server.stop() })

async function onEveryPage(options, body) {
  await using opened = await openPage(browser, options)
  const { page, faults } = opened
  for (const path of paths) {
    await page.goto(`${server.baseUrl}${path}`, { waitUntil: 'load' })
    await body(page, path)
  }
  return faults
}

const nameOf = (path) => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'))
const viewport = (width) => ({ width, height: 900 })

for (const width of kWidths) {
  for (const colorScheme of kSchemes) {
    test(`at ${width} px, ${colorScheme}: no error, no horizontal overflow, no violation of axe`, async () => {
      const found = []
      // The policy of the pages forbids what axe needs; another test below checks the policy.
      const faults = await onEveryPage({ bypassCSP: true, viewport: viewport(width), colorScheme }, async (page, path) => {
        found.push(...await layoutFaults(page, path))
        await saveScreenshot(page, nameOf(path), width, colorScheme)
      })
      assert.deepEqual([...found, ...faults], [])
    })
  }
}

const kLongName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
for (const width of [320, 360, 390]) {
  test(`at ${width} px every entry of the navigation is visible, and a long name fits`, () => onEveryPage({ bypassCSP: true, viewport: viewport(width) }, async (page, path) => {
    await page.evaluate((name) => { for (const text of document.querySelectorAll('.brand span, h1, .foot-name')) text.textContent = name }, kLongName)
    assert.deepEqual(await overflowFaults(page, path), [])
    const hidden = await page.locator('.site-head nav a').evaluateAll((links) => links.filter((link) => {
      const { left, right, top, bottom } = link.getBoundingClientRect()
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== link || left < 0 || right > innerWidth
    }).map((link) => link.textContent))
    assert.deepEqual(hidden, [], path)
    const [brand] = await page.locator('.brand').evaluateAll((links) => links.map((link) => link.scrollWidth - link.clientWidth))
    assert.equal(brand, 0, `${path}: the name is too wide`)
  }))
}

test('every page says that it is a demo, but not on paper', () => onEveryPage({}, async (page, path) => {
  await page.emulateMedia({ media: 'screen' })
  const line = page.getByText('This is a demo of agent-access')
  assert.ok(await line.isVisible(), path)
  assert.equal(await line.getByRole('link').getAttribute('href'), '/agent-access')
  await page.emulateMedia({ media: 'print' })
  assert.ok(await line.isHidden(), path)
}))

test('commands break at spaces only', () => onEveryPage({ viewport: viewport(390) }, async (page, path) => {
  const broken = await page.locator('pre code[id^=command-], .agent-box pre code').evaluateAll((commands) => commands.flatMap((command) => {
    const walker = document.createTreeWalker(command, NodeFilter.SHOW_TEXT)
    const words = []
    while (walker.nextNode()) {
      for (const { 0: word, index } of walker.currentNode.data.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) words.push(word)
      }
    }
    return words
  }))
  assert.deepEqual(broken, [], path)
}))

test('no page has a console error, a policy violation, a failed request or one to another origin, or stores anything', async () => {
  await using opened = await openPage(browser)
  const { page, faults } = opened
  const origins = new Set()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  for (const path of paths) {
    await page.goto(`${server.baseUrl}${path}`, { waitUntil: 'networkidle' })
    assert.deepEqual(await traces(page), kNoTraces, path)
  }
  assert.deepEqual({ faults, origins: [...origins] }, { faults: [], origins: [server.baseUrl] })
})

test('without JavaScript every page has its heading, its text and its navigation', async () => {
  const site = await readJson(server.baseUrl, '/api/site.json')
  const { faqs } = await readJson(server.baseUrl, '/ai/faq.json')
  const [publication] = site.publications
  const [project] = site.projects
  const pathOf = ({ page }) => new URL(page).pathname
  const expected = {
    '/': site.owner.name,
    '/publications': publication.title,
    '/projects': project.title,
    '/cv': site.cv.positions[0].organisation,
    '/faq': faqs[0].answer,
    '/contact': site.contact.email,
    '/agent-access': '/oauth/register',
    [pathOf(publication)]: publication.text[0],
    [pathOf(project)]: project.text[0],
  }
  for (const path of Object.keys(expected)) assert.ok(paths.includes(path), path)
  await onEveryPage({ javaScriptEnabled: false, polyfill: false }, async (page, path) => {
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path)
    const links = await page.getByRole('navigation').first().getByRole('link').evaluateAll(
      (anchors) => anchors.map((anchor) => new URL(anchor.href).pathname))
    for (const { url } of filled(site.pages)) assert.ok(links.includes(new URL(url).pathname), `${path} links to ${url}`)
    const text = await page.locator('main').innerText()
    assert.ok(text.length > 80, path)
    if (path in expected) assert.ok(text.includes(expected[path]), `${path} shows ${expected[path]}`)
  })
})

test('without JavaScript the page for agents says nothing of a button', async () => {
  await using opened = await openPage(browser, { javaScriptEnabled: false, polyfill: false })
  await opened.page.goto(`${server.baseUrl}/agent-access`)
  await saveScreenshot(opened.page, 'agent-access-without-scripts', 1280)
  assert.equal(await opened.page.locator('button:visible').count(), 0)
  assert.doesNotMatch(await opened.page.locator('main').innerText(), /button|Or copy/)
})

test('in forced colours only the current page is marked in the navigation', () => onEveryPage({ forcedColors: 'active' }, async (page, path) => {
  await saveScreenshot(page, `${nameOf(path)}-forced`, 1280)
  const colours = await page.locator('.site-head nav a').evaluateAll((links) => links.map((link) => {
    const { backgroundColor } = getComputedStyle(document.querySelector('.site-head'))
    const { borderBottomColor, borderTopColor } = getComputedStyle(link)
    return { isCurrent: link.hasAttribute('aria-current'), isMarked: [borderBottomColor, borderTopColor].some((colour) => colour !== backgroundColor) }
  }))
  assert.deepEqual(colours.map(({ isMarked }) => isMarked), colours.map(({ isCurrent }) => isCurrent), path)
}))

test('the printed CV says how to reach the owner', async () => {
  await using opened = await openPage(browser)
  const { page } = opened
  await page.goto(`${server.baseUrl}/cv`)
  const contact = page.locator('.cv-contact')
  assert.equal(await contact.isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  await saveScreenshot(page, 'cv-print', 1280)
  const { contact: { email } } = await readJson(server.baseUrl, '/api/site.json')
  const text = await contact.innerText()
  assert.ok(text.startsWith(`${email} · `) && text.endsWith(` · ${server.baseUrl}`), text)
})

test('the whole navigation can be reached and followed with the keyboard', async () => {
  await using opened = await openPage(browser)
  const { page } = opened
  await page.goto(`${server.baseUrl}/`)
  const wanted = new URL('/agent-access', server.baseUrl).href
  for (let steps = 0; steps < 40; ++steps) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.href) === wanted) break
  }
  assert.equal(await page.evaluate(() => document.activeElement?.href), wanted)
  await Promise.all([page.waitForURL(wanted), page.keyboard.press('Enter')])
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
})
