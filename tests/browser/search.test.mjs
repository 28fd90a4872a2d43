// web/browser-tools.js without a browser: input and the cache. What its tools answer is compared with MCP by conformance/mcp_parity.
import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { importModule, kToolNames, toolsOver } from './module.mjs'
import { sampleAnswers, sampleSite } from './sample.mjs'

const realFetch = globalThis.fetch
afterEach(() => { globalThis.fetch = realFetch; mock.timers.reset() })

const overSample = () => toolsOver(sampleAnswers)

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
