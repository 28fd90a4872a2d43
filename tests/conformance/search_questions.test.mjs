// search_content over MCP and of the module that pages serve finds what questions of agents are about (support/search_questions.mjs).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kQuestions, kSites } from '../support/search_questions.mjs'
import { importServed, sameResult } from '../support/served_tools.mjs'
import { startServe } from '../support/server.mjs'

async function over(site, use) {
  const content = { site: 'site.json' }
  const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 }, content }, files: { 'site.json': kSites[site] } })
  try {
    const served = { baseUrl: server.baseUrl, tools: await importServed(server.baseUrl), site }
    await use((name, input) => sameResult(served, name, input))
  } finally {
    await server.stop()
  }
}

const missed = []
for (const [site, questions] of Object.entries(kQuestions)) {
  test(`search_content over the ${site} site: what a question is about is among the first three, over MCP and in browsers`, async () => {
    await over(site, async (call) => {
      for (const [query, expected] of Object.entries(questions)) {
        const { results } = await call('search_content', { query })
        const found = results.slice(0, 3).map(({ collection, slug, title }) => `${collection}/${slug ?? title.replaceAll(' ', '_')}`)
        if (!expected.split(' ').some((one) => found.some((key) => key.startsWith(one)))) missed.push(`${site}: ${query}: ${found.join(' ')}`)
        // The site has no FAQ of its own.
        const firstOfFaq = results.findIndex(({ collection }) => collection === 'faq')
        assert.ok(firstOfFaq < 0 || results.slice(firstOfFaq).every(({ collection }) => collection === 'faq'), query)
      }
    })
  })
}

test('all 87 questions find what they are about', () => {
  assert.equal(Object.values(kQuestions).flatMap(Object.keys).length, 87)
  assert.deepEqual(missed, [])
})

test('words of the query that the site does not have are in not_found', async () => {
  await over('academic', async (call) => {
    const missing = async (query) => (await call('search_content', { query })).not_found
    assert.equal(await missing('What is known about the mortality of cohorts?'), undefined)
    assert.deepEqual(await missing('Quantum mortality, in zeppelins'), ['Quantum', 'zeppelins'])
    assert.deepEqual(await missing('cohrots'), ['cohrots'], 'also if it is found with a mistake')
    const { total, not_found } = await call('get_faq', { query: 'a zeppelin for the mortality of agents' })
    assert.deepEqual(not_found, ['zeppelin'], 'of the whole site: the questions do not have "mortality"')
    assert.ok(total > 0)
  })
  await over('chinese', async (call) => {
    assert.deepEqual((await call('search_content', { query: '量子推荐系统' })).not_found, ['量子推'])
  })
})

test('search_content: an order is that of dates, from the newest or the oldest, of what is nearly as good as the best', async () => {
  await over('academic', async (call) => {
    const slugs = async (query) => (await call('search_content', { query })).results.map(({ slug }) => slug).slice(0, 3)
    assert.deepEqual(await slugs('latest exponential smoothing'), ['exponential-smoothing-revisited', 'bagging-exponential-smoothing', 'smoothing-with-the-state-space'])
    assert.deepEqual((await slugs('first exponential smoothing')).slice(0, 2), ['bagging-exponential-smoothing', 'exponential-smoothing-revisited'])
  })
})

test('names of authors are separated by commas in snippets, and scores are plain numbers', async () => {
  await over('academic', async (call) => {
    const { results: [first] } = await call('search_content', { query: 'cohorts' })
    assert.equal(first.snippet, '2033 · article · Noa Example, Kim Sample · Journal of Examples · mortality')
    assert.match(String(first.score), /^\d+\.\d{1,3}$/)
  })
})

test('list_content: pages of results lead through the whole collection, filters count exactly', async () => {
  await over('academic', async (call) => {
    const slugs = []
    for (let offset = 0; offset !== undefined;) {
      const page = await call('list_content', { collection: 'publications', limit: 15, offset })
      assert.equal(page.total, 41)
      slugs.push(...page.items.map(({ slug }) => slug))
      if (offset === 0) assert.deepEqual([page.next_offset, page.next], [15, '26 more: call list_content again with offset 15'])
      offset = page.next_offset
    }
    assert.equal(new Set(slugs).size, 41)
    assert.equal(slugs[0], 'shapley', 'what is in press comes first')
    const books = await call('list_content', { collection: 'publications', type: 'book', limit: 1 })
    assert.deepEqual([books.total, books.items[0].slug, books.next_offset], [2, 'forecasting-a-practical-guide', 1])
    const both = await call('list_content', { collection: 'publications', type: 'article', year: 2033 })
    assert.deepEqual([both.total, both.items.length, both.next_offset], [3, 3, undefined])
    assert.deepEqual(await call('list_content', { collection: 'projects', offset: 50 }), { collection: 'projects', total: 1, items: [] })
    assert.equal(await call('list_content', { collection: 'publications', offset: -1 }), undefined)
  })
})
