// web/browser-tools.js without a browser: search, lists, input, and the cache.
import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { importModule, kToolNames, toolsOver } from './module.mjs'
import { sampleAnswers, sampleFaq, sampleSite } from './sample.mjs'

const realFetch = globalThis.fetch
afterEach(() => { globalThis.fetch = realFetch; mock.timers.reset() })

const overSample = () => toolsOver(sampleAnswers)

async function search(query, limit) {
  const { run } = await overSample()
  return (await run('search_content', limit === undefined ? { query } : { query, limit })).value
}

const keys = ({ results }) => results.map(({ collection, slug, title }) => `${collection}/${slug ?? title}`)

test('a word in a title ranks above the same word in a text', async () => {
  const found = await search('lighthouse lamps')
  assert.equal(keys(found)[0], 'publications/lighthouse-lamps')
  assert.ok(keys(found).includes('publications/clock-drift'))
  assert.ok(found.results[0].score > found.results[1].score)
})

test('a result names collection, slug, title, URL, score and snippet', async () => {
  const [first] = (await search('lighthouse')).results
  assert.deepEqual({ ...first, score: 0 }, {
    collection: 'publications', slug: 'lighthouse-lamps', url: 'https://example.com/publications/lighthouse-lamps',
    title: 'Lighthouse lamps', score: 0,
    snippet: '2034-01-15 · Robin Example · Journal of Examples · On lamps. · light',
  })
  assert.ok(first.score > 0)
})

test('an item with all words ranks above one that repeats one of them', async () => {
  assert.equal(keys(await search('lamp firmware'))[0], 'projects/lamp-control')
})

test('diacritics and case make no difference, in the query or in the text', async () => {
  for (const query of ['garcon NAIF', 'Garçon naïf', 'arhus', 'ÅRHUS', 'Århus']) {
    assert.equal(keys(await search(query))[0], 'publications/garcon-naive', query)
  }
})

test('a prefix finds a word, and a plural finds the singular', async () => {
  assert.deepEqual(keys(await search('beac')), ['cv/Keeper, Example Harbour'])
  assert.deepEqual(keys(await search('beacons')), ['cv/Keeper, Example Harbour'])
})

test('fewer than three letters find whole words only', async () => {
  assert.deepEqual(keys(await search('ke')), [])
})

test('C++ does not match every word with C', async () => {
  const found = keys(await search('C++'))
  assert.deepEqual(found.toSorted(), ['cv/Languages', 'publications/garcon-naive'])
})

test('scripts without spaces are searched by character', async () => {
  assert.equal(keys(await search('言葉'))[0], 'publications/kotoba')
  assert.equal(keys(await search('灯台'))[0], 'publications/kotoba')
})

test('CV entries, questions, pages and contact are found', async () => {
  assert.equal(keys(await search('optics'))[0], 'cv/MSc Optics, Example University')
  assert.equal(keys(await search('golden wick'))[0], 'cv/Golden Wick')
  assert.equal(keys(await search('registration anonymous'))[0], 'faq/Is registration free?')
  assert.equal(keys(await search('software agents'))[0], 'pages/agent-access')
  assert.ok(keys(await search('robin@example.com')).includes('contact/Contact'))
  const [entry] = (await search('optics')).results
  assert.equal(entry.url, 'https://example.com/cv')
})

test('total counts all matches and limit shortens the list', async () => {
  const all = await search('example', 50)
  assert.equal(all.total, all.results.length)
  assert.ok(all.total > 3)
  const few = await search('example', 3)
  assert.deepEqual([few.total, few.results.length], [all.total, 3])
  assert.deepEqual(keys(few), keys(all).slice(0, 3))
})

test('no match is an empty list and not an error', async () => {
  assert.deepEqual(await search('zeppelin'), { query: 'zeppelin', total: 0, results: [] })
})

test('of two texts with the word once each, the shorter ranks above', async () => {
  const item = (slug, summary) => ({ slug, title: slug, summary })
  const publications = [item('long', `A needle. ${'Hay and straw. '.repeat(9)}`), item('short', 'A needle in hay.')]
  const { run } = await toolsOver({ '/api/site.json': { publications }, '/ai/faq.json': { faqs: [] } })
  assert.deepEqual(keys((await run('search_content', { query: 'needle' })).value), ['publications/short', 'publications/long'])
})

test('a snippet of a long text contains the first match and ends at word boundaries', async () => {
  const { snippet } = (await search('measurements')).results[0]
  assert.ok(snippet.includes('the best measurements of lighthouse lamps.'), snippet)
  assert.ok(snippet.startsWith('…') && snippet.endsWith('…'), snippet)
  assert.ok(snippet.length <= 162, `${snippet.length}`)
  const [whole] = sampleSite.publications[0].text
  for (const word of snippet.slice(1, -1).split(' ')) assert.ok(whole.split(' ').includes(word), word)
})

test('list_content lists newest first, undated last', async () => {
  const { run } = await overSample()
  const slugs = async (input) => (await run('list_content', input)).value.items.map(({ slug }) => slug)
  assert.deepEqual(await slugs({ collection: 'publications' }), ['lighthouse-lamps', 'clock-drift', 'garcon-naive', 'kotoba'])
  assert.deepEqual(await slugs({ collection: 'projects' }), ['lamp-control', 'undated'])
  assert.deepEqual(await slugs({ collection: 'pages' }), ['home', 'cv', 'faq', 'contact', 'agent-access'])
  assert.deepEqual((await run('list_content', { collection: 'publications', limit: 1 })).value, {
    collection: 'publications', total: 4,
    items: [{ slug: 'lighthouse-lamps', title: 'Lighthouse lamps', date: '2034-01-15', summary: 'On lamps.',
      url: 'https://example.com/publications/lighthouse-lamps' }],
    next_offset: 1, next: '3 more: call list_content again with offset 1',
  })
})

test('get_content_item returns the whole item, and the content of a page', async () => {
  const { run } = await overSample()
  const item = async (collection, slug) => (await run('get_content_item', { collection, slug })).value
  assert.deepEqual(await item('publications', 'kotoba'), { collection: 'publications', ...sampleSite.publications[3] })
  assert.deepEqual((await item('pages', 'cv')).content, sampleSite.cv)
  assert.deepEqual((await item('pages', 'faq')).content, sampleFaq.faqs)
  assert.deepEqual((await item('pages', 'contact')).content, sampleSite.contact)
  assert.deepEqual((await item('pages', 'home')).content.owner, sampleSite.owner)
  assert.deepEqual((await item('pages', 'agent-access')).content, sampleSite.resources)
})

test('an unknown slug gets similar ones suggested', async () => {
  const { run } = await overSample()
  const { error } = await run('get_content_item', { collection: 'publications', slug: 'lighthouse-lamp' })
  assert.equal(error, 'publications has no "lighthouse-lamp"; near: lighthouse-lamps')
  assert.deepEqual(await run('get_content_item', { collection: 'publications', slug: '999' }),
    { error: 'publications has no "999"; list_content names what exists' })
})

test('overview, CV and contact are the data of the site', async () => {
  const { run } = await overSample()
  const { value: overview } = await run('get_site_overview', {})
  assert.deepEqual(overview.collections, { publications: 4, projects: 2, pages: 5 })
  assert.equal(overview.owner.name, 'Robin Example')
  assert.deepEqual(overview.resources, sampleSite.resources)
  assert.deepEqual((await run('get_cv_summary')).value, { name: 'Robin Example', url: 'https://example.com/cv', ...sampleSite.cv })
  assert.deepEqual((await run('get_contact_info')).value,
    { name: 'Robin Example', url: 'https://example.com/contact', ...sampleSite.contact })
})

test('a site without CV, pages and publications has empty results', async () => {
  const { cv, pages, publications, projects, ...small } = sampleSite
  const { run } = await toolsOver({ ...sampleAnswers, '/api/site.json': small })
  assert.deepEqual(await run('get_cv_summary'), { error: 'This site publishes no CV' })
  assert.deepEqual((await run('list_content', { collection: 'publications' })).value,
    { collection: 'publications', total: 0, items: [] })
  assert.deepEqual((await run('get_site_overview')).value.collections, { publications: 0, projects: 0, pages: 0 })
  const { results: [found] } = (await run('search_content', { query: 'registration' })).value
  assert.equal(new URL(found.url).pathname, '/ai/faq.json')
})

test('get_faq returns all questions, or those that match, best first', async () => {
  const { run } = await overSample()
  assert.deepEqual((await run('get_faq', {})).value, { total: 3, faqs: sampleFaq.faqs })
  assert.deepEqual((await run('get_faq', { query: 'free registration' })).value,
    { query: 'free registration', total: 1, faqs: [sampleFaq.faqs[1]] })
  assert.deepEqual((await run('get_faq', { query: 'zeppelin' })).value, { query: 'zeppelin', total: 0, faqs: [] })
})

for (const [name, input, error] of [
  ['search_content', {}, 'query must be a string of 2 to 200 characters'],
  ['search_content', undefined, 'query must be a string of 2 to 200 characters'],
  ['search_content', { query: 'x' }, 'query must be a string of 2 to 200 characters'],
  ['search_content', { query: '💡' }, 'query must be a string of 2 to 200 characters'],
  ['search_content', { query: 'x'.repeat(201) }, 'query must be a string of 2 to 200 characters'],
  ['search_content', { query: ['lamp'] }, 'query must be a string of 2 to 200 characters'],
  ['search_content', { query: '?!' }, 'query must contain a letter or a digit'],
  ['search_content', { query: 'lamp', limit: -1 }, 'limit must be an integer from 1 to 50'],
  ['search_content', { query: 'lamp', limit: 51 }, 'limit must be an integer from 1 to 50'],
  ['search_content', { query: 'lamp', limit: 1.5 }, 'limit must be an integer from 1 to 50'],
  ['search_content', { query: 'lamp', limit: '51' }, 'limit must be an integer from 1 to 50'],
  ['search_content', { query: 'lamp', limit: '5.0' }, 'limit must be an integer from 1 to 50'],
  ['list_content', { collection: 'pages', offset: -1 }, 'offset must be an integer from 0 to 1000000'],
  ['list_content', { collection: 'pages', year: 33 }, 'year must be an integer from 1000 to 9999'],
  ['list_content', { collection: 'pages', type: 'novel' },
    'type must be one of article, book, chapter, thesis, report, talk, patent, dataset, software, other'],
  ['list_content', { collection: 'posts' }, 'collection must be one of publications, projects, pages'],
  ['get_content_item', { collection: 'pages' }, 'slug must be a string of 1 to 100 characters'],
  ['get_faq', { query: 'x' }, 'query must be a string of 2 to 200 characters'],
  ['get_contact_info', ['now'], 'input must be an object'],
  ['get_site_overview', 0, 'input must be an object'],
  ['get_full_profile', 'now', 'input must be an object'],
]) {
  test(`${name} refuses ${JSON.stringify(input)?.slice(0, 40)} before any request`, async () => {
    const { run, paths } = await overSample()
    assert.deepEqual(await run(name, input), { error })
    if (error !== 'query must contain a letter or a digit') assert.deepEqual(paths(), [])
  })
}

test('what models and their hosts fill in for optional values counts as absent', async () => {
  const { run } = await overSample()
  for (const [name, fillers, plain] of [
    ['list_content', { collection: 'publications', limit: 0, offset: null, year: 0, type: '' }, { collection: 'publications' }],
    ['list_content', { collection: 'publications', limit: '', offset: '', year: null, type: null }, { collection: 'publications' }],
    ['search_content', { query: 'CV', limit: 0 }, { query: 'CV' }],
    ['get_faq', { query: '' }, {}], ['get_faq', null, {}], ['get_faq', [], {}], ['get_faq', '', {}],
  ]) {
    assert.deepEqual(await run(name, fillers), await run(name, plain), JSON.stringify(fillers))
  }
  assert.equal((await run('list_content', { collection: '' })).error, 'collection must be one of publications, projects, pages')
  assert.equal((await run('list_content', { collection: 'pages', limit: [] })).error, 'limit must be an integer from 1 to 50')
})

test('the smallest and largest limit and query are accepted', async () => {
  const { run } = await overSample()
  for (const input of [{ query: 'x'.repeat(200) }, { query: 'CV', limit: 1 }, { query: 'CV', limit: 50 }]) {
    assert.equal((await run('search_content', input)).error, undefined)
  }
})

test('data are fetched once in five minutes, without credentials', async () => {
  mock.timers.enable({ apis: ['Date'] })
  const { run, requests, paths } = await overSample()
  await Promise.all([run('get_cv_summary'), run('get_contact_info')])
  mock.timers.tick(5 * 60_000 - 1)
  await run('get_cv_summary')
  assert.deepEqual(paths(), ['/api/site.json'])
  assert.equal(requests[0].options.credentials, 'omit')
  mock.timers.tick(1)
  await run('get_cv_summary')
  assert.deepEqual(paths(), ['/api/site.json', '/api/site.json'])
})

test('a failure is reported and not cached', async () => {
  const answers = { '/api/site.json': () => new Response('<html>', { status: 502 }) }
  const { run } = await toolsOver(answers)
  assert.deepEqual(await run('get_cv_summary'), { error: '/api/site.json returned 502 without JSON' })
  delete answers['/api/site.json']
  assert.match((await run('get_cv_summary')).error, /\/api\/site\.json cannot be reached$/)
  answers['/api/site.json'] = sampleSite
  assert.equal((await run('get_cv_summary')).value.name, 'Robin Example')
})

test('there are eight tools, in order', async () => {
  assert.deepEqual((await importModule()).tools.map(({ name }) => name), kToolNames)
})
