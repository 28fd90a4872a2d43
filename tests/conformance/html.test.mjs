// The pages for people: every page that is reached from the home page is valid HTML, has the same security fields,
// and has no broken links.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { startDev } from '../support/server.mjs'

const kPolicy = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
]

const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'long-title': 'off', // titles contain titles of the owner's works
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

const pages = new Map() // path → { response, text }
const answers = new Map() // path → status of each link of the pages

/** Absolute paths of this host that a page names in href and src. */
const targets = (html) => [...html.matchAll(/\s(?:href|src)="(\/[^"#]*)/g)].map(([, path]) => path)

async function visit(path) {
  const response = await fetch(server.baseUrl + path, { headers: { accept: 'text/html' }, redirect: 'manual' })
  answers.set(path, response.status)
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return
  pages.set(path, { response, text })
  for (const target of targets(text)) {
    if (!answers.has(target)) await visit(target)
  }
}

const server = await startDev()
await visit('/')
assert.ok(pages.size >= 9, `pages: ${[...pages.keys()]}`)
after(() => server.stop())

test('the example site has every kind of page', () => {
  for (const path of ['/', '/publications', '/projects', '/cv', '/faq', '/contact', '/agent-access']) {
    assert.ok(pages.has(path), path)
  }
  for (const collection of ['/publications/', '/projects/']) {
    assert.ok([...pages.keys()].some((path) => path.startsWith(collection)), collection)
  }
})

test('every page is valid HTML', async () => {
  for (const [path, { text }] of pages) {
    const report = await validator.validateString(text)
    const messages = report.results.flatMap(({ messages: found }) => found)
    assert.deepEqual(messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId}: ${message}`), [])
  }
})

test('every link of a page works', () => {
  assert.deepEqual([...answers].filter(([, status]) => status !== 200), [])
})

test('every page has the strict content security policy and the other security fields', () => {
  for (const [path, { response }] of pages) {
    assert.equal(response.headers.get('content-security-policy'), kPolicy.join('; '), path)
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer', path)
    assert.equal(response.headers.get('origin-agent-cluster'), '?1', path)
    assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin', path)
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(response.headers.get('set-cookie'), null, path)
  }
})

test('every page has a title of its own', () => {
  const titles = [...pages.values()].map(({ text }) => text.match(/<title>(.*)<\/title>/)[1])
  assert.equal(new Set(titles).size, pages.size)
})

test('the home page links to the documents for software', () => {
  const link = pages.get('/').response.headers.get('link')
  for (const relation of ['api-catalog', 'service-desc', 'service-doc', 'describedby', 'sitemap']) {
    assert.match(link, new RegExp(`rel="${relation}"`))
  }
})

test('the home page in Markdown is at the same URL', async () => {
  const response = await fetch(`${server.baseUrl}/`, { headers: { accept: 'text/markdown' } })
  assert.match(response.headers.get('content-type'), /^text\/markdown/)
  assert.match(response.headers.get('vary'), /Accept(,|$)/)
  assert.match(await response.text(), /^# /m)
})
