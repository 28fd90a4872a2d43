// The pages with an owner's design, in every language, with little content, and for unknown paths.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { startDev, until, writeFiles } from '../support/server.mjs'
import { layoutFaults, openPage, overflowFaults, saveScreenshot, startBrowser } from './support.mjs'

const kWidths = [390, 1280]
const kSchemes = ['light', 'dark']
const kLanguages = ['en', 'de', 'fr', 'es', 'it']
const kPaths = ['/', '/publications', '/projects', '/cv', '/faq', '/contact', '/agent-access', '/nothing-here']

const kPortrait = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#caa"/>
<circle cx="5" cy="4" r="2" fill="#533"/><path d="M1 10a4 4 0 0 1 8 0z" fill="#533"/></svg>`
const kLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"><path d="M0 9 5 1l5 8zm12 0 5-8 5 8z" fill="#a36"/></svg>`

const exampleSite = JSON.parse(await readFile(new URL('../../web/example/site.json', import.meta.url), 'utf8'))
const design = {
  accent: '#8a2350', logo: '/logo.svg', portrait: '/robin.svg', favicon: '/logo.svg', motif: false,
  footer: 'Legal notice: https://example.com/legal',
}

const browser = await startBrowser()
after(() => browser.close())

/** Serves a site with the page for unknown paths. */
async function withSite(site, use) {
  const folder = temporaryFolder('pages')
  await writeFiles(folder, { 'profile.json': { name: 'Robin Example' }, 'site.json': site, 'public/logo.svg': kLogo, 'public/robin.svg': kPortrait })
  await using server = await startDev({ site: folder, environment: { AGENT_ACCESS_CONTENT_NOT_FOUND_PAGE: 'true' } })
  await use(server, folder)
}

/**
 * Faults on each path; an expected 404 is none. All widths have the same elements in the same order, so that axe looks at them at the first
 * width only, unless `everywhere` is true.
 */
async function faultsOn(server, name, paths, schemes, everywhere = true) {
  const found = []
  for (const width of kWidths) {
    for (const colorScheme of schemes) {
      await using opened = await openPage(browser, { bypassCSP: true, viewport: { width, height: 844 }, colorScheme })
      const { page, faults } = opened
      for (const path of paths) {
        await page.goto(server.baseUrl + path, { waitUntil: 'load' })
        const faultsOf = everywhere || width === kWidths[0] ? layoutFaults : overflowFaults
        found.push(...await faultsOf(page, `${width} ${colorScheme} ${path}`))
        await saveScreenshot(page, `${name}${path === '/' ? '-home' : path.replaceAll('/', '-')}`, width, colorScheme)
      }
      found.push(...faults.filter((fault) => !/status of 404|^refused: 404 \S+\/nothing-here$/.test(fault)))
    }
  }
  return found
}

for (const language of kLanguages) {
  test(`${language}: every page fits, is accessible and is in that language`, () =>
    withSite({ ...exampleSite, language, design }, async (server) => {
      assert.deepEqual(await faultsOn(server, language, kPaths, language === 'de' ? kSchemes : ['light'], language === 'de'), [])
      await using opened = await openPage(browser)
      const { page } = opened
      await page.goto(`${server.baseUrl}/nothing-here`)
      const titles = { en: 'Page not found', de: 'Seite nicht gefunden', fr: 'Page introuvable', es: 'Página no encontrada', it: 'Pagina non trovata' }
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), titles[language])
      assert.equal(await page.locator('html').getAttribute('lang'), language)
    }))
}

const kPixels = 96 / 25.4 // of a millimeter
const kPrinted = { width: Math.round((210 - 2 * 16) * kPixels), height: (297 - 2 * 18) * kPixels }

/** How many pages the PDF has. */
const pagesOf = (pdf) => pdf.toString('latin1').match(/\/Type \/Page\b/g).length

test('a printed CV fills its pages, and that of the example has at most three', async () => {
  const position = { title: 'Engineer', organisation: 'Institute', from: '2020', summary: 'Measures quiet rooms. '.repeat(12), text: Array(9).fill('Built forty stations. '.repeat(6)) }
  const cv = { ...exampleSite.cv, positions: Array(9).fill(position) }
  for (const [site, most] of [[exampleSite, 3], [{ ...exampleSite, cv }, 12]]) {
    await withSite(site, async (server) => {
      await using opened = await openPage(browser, { viewport: { width: kPrinted.width, height: 900 } })
      const { page } = opened
      await page.goto(`${server.baseUrl}/cv`)
      await page.emulateMedia({ media: 'print' })
      const height = await page.locator('main').evaluate((main) => main.scrollHeight)
      const pages = pagesOf(await page.pdf({ preferCSSPageSize: true, format: 'A4' }))
      assert.ok(pages <= most, `${pages} pages`)
      assert.ok(pages - height / kPrinted.height < 1.3, `${height} px on ${pages} pages`)
    })
  }
})

test('facts without a text, and one half of a CV, are as wide as the page', async () => {
  const { about, ...owner } = exampleSite.owner
  const { positions } = exampleSite.cv
  await withSite({ ...exampleSite, owner, cv: { positions } }, async (server) => {
    await using opened = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    const { page } = opened
    for (const [path, selector] of [['/', '.facts'], ['/cv', '.cv-columns > div']]) {
      await page.goto(server.baseUrl + path)
      const { width } = await page.locator(selector).boundingBox()
      const free = await page.locator('main').evaluate((main) => {
        const { paddingLeft, paddingRight } = getComputedStyle(main)
        return main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      })
      assert.equal(Math.round(width), Math.round(free), path)
    }
  })
})

test('Arabic: the pages are mirrored and accessible, and code stays from left to right', () =>
  withSite({ ...exampleSite, language: 'ar' }, async (server) => {
    assert.deepEqual(await faultsOn(server, 'ar', kPaths, ['light'], false), [])
    await using opened = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    const { page } = opened
    await page.goto(`${server.baseUrl}/agent-access`)
    const box = (selector) => page.locator(selector).first().boundingBox()
    const leftOf = async (one, other) => assert.ok((await box(one)).x < (await box(other)).x, `${one} is left of ${other}`)
    await leftOf('.site-head nav', '.brand')
    await leftOf('#line-register', '#step-register')
    await leftOf('#show-secret', '#run-register')
    const style = (selector, name) => page.locator(selector).first().evaluate((element, property) => getComputedStyle(element)[property], name)
    assert.deepEqual([await style('h1', 'direction'), await style('pre', 'direction'), await style('.tools', 'direction')], ['rtl', 'ltr', 'ltr'])
    await page.goto(`${server.baseUrl}/cv`)
    const [date, line] = [await box('.timeline-date'), await box('.timeline')]
    assert.ok(line.x + line.width > date.x + date.width, 'the line is at the right')
  }))

test('a site with the least content has complete pages', () =>
  withSite({ tagline: 'Nothing yet', owner: { name: 'Robin Example' } }, async (server) => {
    const paths = ['/', '/faq', '/contact', '/agent-access', '/nothing-here']
    assert.deepEqual(await faultsOn(server, 'least', paths, kSchemes), [])
  }))

test('the page about a file with a mistake fits and is accessible', () =>
  withSite({ ...exampleSite, language: 'ar' }, async (server, folder) => {
    await writeFiles(folder, { 'site.json': { ...exampleSite, tagline: { not: 'a text' }, updated: 'x'.repeat(200) } })
    await until(() => server.program.output.includes(': tagline: '), 'the mistake')
    assert.deepEqual(await faultsOn(server, 'mistake', ['/'], kSchemes), [])
  }))

test('the owner\'s color is that of links and buttons', () =>
  withSite({ ...exampleSite, design }, async (server) => {
    for (const [colorScheme, link, button] of [['light', 'rgb(138, 35, 80)', 'rgb(255, 255, 255)'], ['dark', 'rgb(208, 167, 185)', 'rgb(11, 17, 16)']]) {
      await using opened = await openPage(browser, { colorScheme })
      const { page } = opened
      await page.goto(server.baseUrl)
      const color = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).color)
      assert.equal(await color('.agent-links a:not(.button)'), link)
      assert.equal(await color('.agent-links .button'), button)
    }
  }))

test('pictures do not move the page when they have loaded', () =>
  withSite({ ...exampleSite, design }, async (server) => {
    await using opened = await openPage(browser, { viewport: { width: 390, height: 844 } })
    const { page } = opened
    await page.goto(server.baseUrl)
    const box = async (selector) => page.locator(selector).boundingBox()
    const [brand, portrait] = [await box('.brand img'), await box('.portrait')]
    assert.equal(brand.height, 28)
    assert.deepEqual([portrait.width, portrait.height], [128, 128])
  }))

for (const [width, height] of [[390, 844], [360, 640], [1280, 900]]) {
  test(`at ${width} x ${height} px one click shows the three results and the profile without scrolling`, () =>
    withSite(exampleSite, async (server) => {
      await using opened = await openPage(browser, { viewport: { width, height } })
      const { page, faults } = opened
      await page.goto(`${server.baseUrl}/agent-access`)
      const flow = page.locator('#flow')
      assert.equal(await flow.isVisible(), false)
      await page.getByRole('button', { name: 'Run all three steps' }).click()
      await page.getByRole('status').filter({ hasText: 'The profile was received' }).waitFor()
      const box = await flow.boundingBox()
      assert.ok(box.y >= 0 && box.y + box.height <= height, JSON.stringify(box))
      const [register, token, profile] = await flow.getByRole('listitem').allInnerTexts()
      assert.match(register, /201 Created, \d+ ms/)
      assert.match(token, /200 OK/)
      assert.match(profile, /200 OK/)
      const shown = JSON.parse(await page.locator('#flow-answer').innerText())
      assert.equal(shown.name, 'Robin Example')
      assert.equal(shown._meta.scope, 'read:extended')
      assert.equal(await page.evaluate(() => document.activeElement.id), 'run-all')
      await saveScreenshot(page, 'flow', width, 'light')
      assert.deepEqual(faults, [])
    }))
}

test('a refused step is shown below the button, and later steps are not run', () =>
  withSite(exampleSite, async (server) => {
    await using opened = await openPage(browser, { viewport: { width: 390, height: 844 } })
    const { page } = opened
    await page.goto(`${server.baseUrl}/agent-access`)
    await page.route('**/oauth/token', (route) => route.fulfill({
      status: 503, contentType: 'application/json', body: '{"error":"temporarily_unavailable","error_description":"Try again"}',
    }))
    await page.getByRole('button', { name: 'Run all three steps' }).click()
    await page.getByRole('status').filter({ hasText: 'The server refused' }).waitFor()
    const [register, token, profile] = await page.locator('#flow').getByRole('listitem').allInnerTexts()
    assert.match(register, /201 Created/)
    assert.match(token, /503 Service Unavailable/)
    assert.doesNotMatch(profile, /\d{3}/)
    assert.equal(JSON.parse(await page.locator('#flow-answer').innerText()).error, 'temporarily_unavailable')
  }))
