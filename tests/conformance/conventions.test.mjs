// Conventions beyond the specification: ARD manifest, Markdown forms of pages. Off, they change nothing.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { kDocumentTypes } from '../support/documents.mjs'
import { filled } from '../support/filled.mjs'
import { kTools } from '../support/published.mjs'
import { runProgram, startDev, startServe } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

const kArd = '/.well-known/ard.json'
const kCatalog = '/.well-known/ai-catalog.json'
const kMarkdown = { headers: { Accept: 'text/markdown' } }
const kOff = { AGENT_ACCESS_DISCOVERY_ARD: 'false', AGENT_ACCESS_DISCOVERY_PAGE_MARKDOWN: 'false' }
/** The media types that ARD 0.9 names for entries. */
const kArdTypes = ['application/a2a-agent-card+json', 'application/mcp-server-card+json', 'application/ai-catalog+json',
  'text/markdown; profile="urn:air:agent-skills"']

const [on, off] = await Promise.all([startDev(), startDev({ environment: kOff })])
after(() => Promise.all([on.stop(), off.stop()]))

async function readJson(base, path) {
  const { status, json } = await call(`${base}${path}`)
  assert.equal(status, 200, path)
  return json
}

/** The paths of all pages. */
async function pagePaths(base) {
  const { pages, publications, projects } = await readJson(base, '/api/site.json')
  return [...pages.map(({ url }) => url), ...[...publications, ...projects].map(({ page }) => page)].map((url) => new URL(url).pathname)
}

const formOf = (path) => (path === '/' ? '/index.md' : `${path}.md`)

/** { relation: target } of all Link fields. */
const linksOf = (headers) => Object.fromEntries(
  [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, target, relation]) => [relation, target]))

const kGerman = {
  title: 'Robins Seite', tagline: 'Boote & Gezeiten', language: 'de', updated: '2034-06', owner: { name: 'Robin Example', job_title: 'Lotsin', about: ['Am Meer.'], same_as: ['https://social.example/@robin'] },
  contact: { note: 'Gern.', channels: [{ title: 'Hafen', url: 'https://hafen.example/', summary: 'Nur werktags.' }] },
  links: [{ title: 'Verein', url: 'https://verein.example/', summary: 'Seit 1990.' }],
  publications: [
    { slug: 'a', title: 'Ebbe', type: 'book', date: '2034-05-01', venue: 'Verlag', authors: Array.from({ length: 15 }, (_, at) => `Autorin ${at}`), doi: '10.5555/a', topics: ['Meer'], summary: 'Kurz.', links: [{ title: 'Folien', url: '/s.pdf', summary: 'PDF.' }] },
    { slug: 'b', title: 'Flut', status: 'im Druck', text: ['Ein Absatz.'] }],
  projects: [{ slug: 'c', title: 'Tafel', status: 'läuft', language: 'C++', licence: 'MIT', date: '2033-11', repository: 'https://code.example/c', topics: ['Werkzeug'] }],
  cv: {
    summary: 'Zehn Jahre.', positions: [{ title: 'Lotsin', organisation: 'Hafen', from: '2030-02', location: 'Kai', text: ['Lotst.'] }],
    education: [{ degree: 'Patent', institution: 'Schule', from: '2020', date: '2024-07', text: ['Knoten.'] }], skills: [{ area: 'Sprachen', items: ['C++'] }],
    languages: [{ language: 'Deutsch', level: 'C2' }], awards: [{ name: 'Preis', date: '2032-03' }],
    sections: [{ title: 'Lehre', items: [{ title: 'Seile', organization: 'Schule', from: '2031', url: '/seile', text: ['Zehn Stunden.'] }] }],
  },
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
const kEntities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** The words of <main> without navigation and what only readers in a browser need. */
function wordsOfPage(html) {
  let text = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)[1]
  for (let next = null; (next = /<(\w+)(?=[^>]*\bdata-markdown-ignore)/.exec(text));) text = without(text, next.index, next[1])
  text = text.replaceAll(/<button[\s\S]*?<\/button>|<p class="back">.*<\/p>/g, '').replaceAll(/<[^>]+>/g, (tag) => (/^<\/?(span|time|a|code|cite|bdi)\b/.test(tag) ? '' : ' '))
  return wordsOf(text.replaceAll(/&([#\w]+);/g, (_, name) => kEntities[name]))
}
/** The text without the element of that name which begins at `start`. */
function without(text, start, name) {
  let depth = 0
  for (const tag of text.slice(start).matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, 'g'))) {
    depth += tag[1] === '' ? 1 : -1
    if (depth === 0) return text.slice(0, start) + text.slice(start + tag.index + tag[0].length)
  }
  throw new Error(`${name} is not closed`)
}

/** The attributes of each link element. */
const linkElements = (html) => [...html.matchAll(/<link ([^>]*)>/g)].map(([, text]) =>
  Object.fromEntries([...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])))

describe('ARD', () => {
  test('every entry has what search services index, and leads to a document', async () => {
    for (const base of [on.baseUrl, on.otherBaseUrl]) {
      const { status, headers, json } = await call(`${base}${kArd}`)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/json')
      assert.deepEqual(Object.keys(json), ['specVersion', 'host', 'entries'])
      assert.equal(json.specVersion, '1.0')
      assert.deepEqual(json.entries.map(({ type }) => type).toSorted(), kArdTypes.toSorted())
      for (const entry of json.entries) {
        assert.match(entry.identifier, /^urn:air:127\.0\.0\.1(:[a-zA-Z0-9._-]+)+$/)
        assert.ok(entry.displayName.length > 0 && entry.description.length > 0 && !('data' in entry))
        assert.ok(entry.representativeQueries.length >= 2 && entry.representativeQueries.length <= 5, entry.identifier)
        assert.ok(entry.representativeQueries.every((query) => /^[A-Z].*[^ ]$/.test(query) && !query.includes('{')), entry.identifier)
        assert.ok(entry.url.startsWith(`${base}/`), entry.url)
        assert.equal((await call(entry.url)).status, 200, entry.url)
      }
      assert.deepEqual(json.entries.filter(({ capabilities }) => capabilities).map(({ capabilities }) => capabilities), [kTools, kTools])
    }
  })

  test('robots.txt, the Link field and the head of every page lead to it, and to the AI catalog', async () => {
    const { text } = await call(`${on.baseUrl}/robots.txt`)
    assert.ok(text.endsWith(`\nAgentmap: ${on.baseUrl}${kArd}\n`), text)
    const { headers } = await call(`${on.baseUrl}/`)
    assert.deepEqual([linksOf(headers).ard, linksOf(headers)['ai-catalog']], [kArd, kCatalog])
    for (const path of filled(await pagePaths(on.baseUrl))) {
      const elements = linkElements((await call(`${on.baseUrl}${path}`)).text)
      const target = (relation) => elements.filter(({ rel }) => rel === relation).map(({ href, type }) => [href, type])
      assert.deepEqual(target('ard'), [[kArd, 'application/json']], path)
      assert.deepEqual(target('ai-catalog'), [[kCatalog, 'application/ai-catalog+json']], path)
    }
  })
})

describe('Markdown forms of pages', () => {
  test('each page has one at its own address and at a path with .md, and they are equal', async () => {
    for (const path of filled(await pagePaths(on.baseUrl))) {
      const html = await call(`${on.baseUrl}${path}`)
      assert.match(html.headers.get('content-type'), /^text\/html/, path)
      assert.equal(html.headers.get('vary'), 'Accept, Accept-Encoding', path)
      assert.equal(linksOf(html.headers).alternate, formOf(path), path)
      assert.ok(linkElements(html.text).some(({ rel, type, href }) => rel === 'alternate' && type === 'text/markdown' && href === formOf(path)), path)
      const chosen = await call(`${on.baseUrl}${path}`, kMarkdown)
      const form = await call(`${on.baseUrl}${formOf(path)}`)
      for (const { status, headers } of [chosen, form]) {
        assert.equal(status, 200, path)
        assert.equal(headers.get('content-type'), 'text/markdown; charset=utf-8', path)
        assert.equal(headers.get('vary'), 'Accept, Accept-Encoding', path)
        assert.equal(linksOf(headers).canonical, `${on.baseUrl}${path}`, path)
      }
      assert.equal(chosen.text, form.text, path)
      assert.match(form.text, /^---\ntitle: ".+"\ndescription: ".+"\nupdated: [\d-]+\n---\n\n> .+\/llms\.txt\)\n\n# \S/, path)
      assert.equal((form.text.match(/^```/gm) ?? []).length % 2, 0, `${path}: an open fence`)
      assert.ok(!/<\w+[ >]|\{\{|\[\[/.test(form.text.replace(/```[\s\S]*?```/g, '')), `${path}: markup`)
    }
  })

  test('they say all that the pages say', async () => {
    await using german = await startServe({
      settings: { content: { site: 'site.json' }, discovery: { page_markdown: true } }, files: { 'site.json': kGerman },
    })
    for (const base of [on.baseUrl, german.baseUrl]) {
      for (const path of filled(await pagePaths(base))) {
        const words = filled(wordsOfPage((await call(`${base}${path}`)).text))
        const said = new Set(wordsOf((await call(`${base}${formOf(path)}`)).text.replaceAll('\\', '')))
        assert.deepEqual(words.filter((word) => !said.has(word)), [], path)
      }
    }
  })

  test('every link in them works, and llms.txt leads to all of them', async () => {
    const paths = await pagePaths(on.baseUrl)
    const { text: llms } = await call(`${on.baseUrl}/llms.txt`)
    for (const path of paths) assert.ok(llms.includes(`](${on.baseUrl}${formOf(path)})`), path)
    const targets = new Set()
    for (const path of paths) {
      const { text } = await call(`${on.baseUrl}${formOf(path)}`)
      for (const [, target] of text.matchAll(/\]\((http:[^)]*)\)/g)) if (target.startsWith(`${on.baseUrl}/`)) targets.add(target)
    }
    assert.ok(targets.size >= 10, `${targets.size} links`)
    for (const target of targets) assert.equal((await call(target)).status, 200, target)
  })

  test('a form can be revalidated and requested with HEAD', async () => {
    const { headers } = await call(`${on.baseUrl}/cv.md`)
    const again = await call(`${on.baseUrl}/cv.md`, { headers: { 'If-None-Match': headers.get('etag') } })
    assert.equal(again.status, 304)
    const head = await call(`${on.baseUrl}/cv.md`, { method: 'HEAD' })
    assert.equal(head.headers.get('etag'), headers.get('etag'))
    assert.notEqual((await call(`${on.baseUrl}/cv`)).headers.get('etag'), headers.get('etag'))
  })
})

describe('without the settings', () => {
  test('serve publishes none of it, and names none of it anywhere', async () => {
    await using server = await startServe()
    for (const base of [off.baseUrl, server.baseUrl]) {
      for (const path of [kArd, '/index.md', '/cv.md', '/faq.md']) assert.equal((await call(`${base}${path}`)).status, 404, path)
      assert.match((await call(`${base}/faq`, kMarkdown)).headers.get('content-type'), /^text\/html/)
      assert.match((await call(`${base}/`, kMarkdown)).headers.get('content-type'), /^text\/markdown/)
      for (const path of ['/', '/faq', '/agent-access', ...Object.keys(kDocumentTypes)]) {
        const { headers, text } = await call(`${base}${path}`)
        for (const name of ['/ard.json', 'Agentmap', 'rel="ard"', 'rel="ai-catalog"', '/index.md', '/faq.md']) {
          assert.ok(!text.includes(name), `${path} names ${name}`)
        }
        assert.ok(!/rel="(?:ard|ai-catalog|alternate)"/.test(headers.get('link') ?? ''), path)
      }
    }
  })
})
