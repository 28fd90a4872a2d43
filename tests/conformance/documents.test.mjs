// The hosts and addresses in all published documents, and what the OAuth documents, the site's data, robots.txt and sitemap.xml
// contain: specification sections 1, 2.6, 4.5, 5.8. How they are served is in discovery.test.mjs; catalogs and guides have files of
// their own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kDemoTypes } from '../support/documents.mjs'
import { filled } from '../support/filled.mjs'
import { publishedByDemo } from '../support/published.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { assertError, call } from '../support/steps.mjs'

const site = publishedByDemo()
const { hosts, readText, readJson } = site

/** Every address of this server in a text, and every path in back quotes. */
function addresses(text, base) {
  const absolute = text.match(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+[^\s"'<>`)\\|{}\]]*/g) ?? []
  const quoted = [...text.matchAll(/`(?:GET |POST )?(\/[\w./-]+)`/g)].map(([, path]) => `${base}${path}`)
  return [...absolute, ...quoted].map((address) => address.replace(/[.,;:]+$/, '').replace(/#.*$/, ''))
}

test('1 a document names the host it was fetched from and never the other one', async () => {
  for (const [base, other] of [hosts(), hosts().reverse()]) {
    for (const path of Object.keys(kDemoTypes)) {
      if (path === '/openapi.json') continue // lists both as servers
      assert.ok(!(await readText(path, base)).includes(other), `${path} at ${base}`)
    }
  }
})

test('an unknown host is refused, and a forwarded one changes nothing', async () => {
  for (const path of Object.keys(kDemoTypes)) {
    const foreign = await exchangeOne(request('GET', path, { port: site.server.port, host: 'evil.example' }), { port: site.server.port })
    assert.equal(foreign.answer.status, 421, path)
    assert.ok(!foreign.answer.body.includes('evil.example'), path)
    const fields = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example', 'X-Forwarded-Proto: gopher']
    const forwarded = await exchangeOne(request('GET', path, { port: site.server.port, fields }), { port: site.server.port })
    assert.equal(forwarded.answer.body.toString(), await readText(path), path)
  }
})

/** The examples of an API description show addresses of works that this site need not have. */
const withoutExamples = (text) => JSON.stringify(JSON.parse(text, (name, value) => (/^examples?$/.test(name) ? undefined : value)))

test('every URL in every document works', async () => {
  for (const base of hosts()) {
    const found = new Map()
    for (const path of Object.keys(kDemoTypes)) {
      const text = await readText(path, base)
      const checked = path === '/openapi.json' ? withoutExamples(text) : text
      for (const address of addresses(checked, base)) found.set(address, path)
    }
    assert.ok(found.size > 20, `${found.size} addresses`)
    const isPosted = (address) => /^\/(oauth\/|mcp$)/.test(new URL(address).pathname)
    for (const [address, path] of found) {
      const { status } = await call(address, { method: isPosted(address) ? 'OPTIONS' : 'GET' })
      assert.ok([200, 204, 401].includes(status), `${address} in ${path}: ${status}`)
    }
  }
})

test('the canonical address of a document is on the first host', async () => {
  const { headers } = await call(`${site.server.otherBaseUrl}/auth.md`)
  assert.equal(headers.get('link'), `<${site.server.baseUrl}/auth.md>; rel="canonical"`)
})

test('4.5 site.json is a profile page with the owner, the works and the pages', async () => {
  for (const base of hosts()) {
    const site = await readJson('/api/site.json', base)
    assert.equal(site['@context'], 'https://schema.org')
    assert.equal(site['@type'], 'ProfilePage')
    assert.ok(['Person', 'Organization'].includes(site.mainEntity['@type']))
    assert.equal(site.mainEntity.name, site.owner.name)
    assert.deepEqual(site.pages.map(({ url }) => url).slice(0, 1), [`${base}/`])
    for (const part of filled(site.hasPart)) assert.equal(part['@id'], part.url)
    for (const work of filled([...site.publications, ...site.projects])) {
      assert.match(work.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(work.page.startsWith(`${base}/`) && work.page.endsWith(`/${work.slug}`))
    }
    const dates = site.publications.map(({ date }) => date)
    assert.deepEqual(dates, [...dates].sort().reverse())
    assert.equal(site.resources.fullProfile, `${base}/api/agent/full-profile`)
  }
})

test('4.5 faq.json has the same content as FAQPage and as a plain list', async () => {
  const faq = await readJson('/ai/faq.json')
  assert.equal(faq['@type'], 'FAQPage')
  assert.ok(faq.faqs.length > 0)
  assert.deepEqual(faq.mainEntity.map(({ name, acceptedAnswer }) => ({ question: name, answer: acceptedAnswer.text })), faq.faqs)
})

test('/.well-known/openid-configuration is the server metadata (RFC 8414 section 5) with the two members that parsers require', async () => {
  for (const base of hosts()) {
    const { subject_types_supported: subjects, id_token_signing_alg_values_supported: algorithms, ...metadata } = await readJson('/.well-known/openid-configuration', base)
    assert.deepEqual([subjects, algorithms], [['public'], ['ES256']])
    assert.deepEqual(metadata, await readJson('/.well-known/oauth-authorization-server', base))
    assert.equal(metadata.issuer, base)
    assert.deepEqual(metadata.scopes_supported, ['read:extended'])
    assert.deepEqual(Object.keys(metadata).filter((name) => /userinfo|subject_type|id_token|claims/.test(name)), [])
  }
})

test('robots.txt disallows nothing and has no Allow or Content-Signal by default', async () => {
  const text = await readText('/robots.txt')
  assert.match(text, /^User-agent: \*$/m)
  assert.match(text, /^User-agent: GPTBot$/m)
  assert.match(text, /^Disallow:$/m)
  assert.doesNotMatch(text, /^(Disallow: *[^ \n]|Allow|Content-Signal)/m)
  assert.ok(text.includes(`\nSitemap: ${site.server.baseUrl}/sitemap.xml\n`))
})

test('sitemap.xml lists the pages and the works', async () => {
  const listed = [...(await readText('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const site = await readJson('/api/site.json')
  const expected = [...site.pages.map(({ url }) => url), ...site.publications.map(({ page }) => page), ...site.projects.map(({ page }) => page)]
  assert.deepEqual(listed, expected)
})

test('a path similar to that of a document is 404', async () => {
  for (const path of ['/Auth.md', '/auth', '/.well-known/agent-skills/', '/.well-known/agent-skills/other/SKILL.md', '/llms.txt/x']) {
    assertError(await call(`${site.server.baseUrl}${path}`), 404, 'not_found')
  }
})
