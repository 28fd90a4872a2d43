// What a publication says about where it appeared, in each document that has a place for it; and what lists leave out.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HtmlValidate } from 'html-validate'
import { temporaryFolder } from '../support/folder.mjs'
import { askFor } from '../support/mcp.mjs'
import { Program, startServe } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

// In the form and the order of /publications.bib, so that it comes back as it is.
const kEntries = `
@article{a2034,
  title = {{Quiet Rooms \\& DNA}},
  author = {Mia Example and {Example and Sons, Inc.} and {Edwin V. Example, II}},
  journal = {{Journal of Examples}},
  volume = {12},
  number = {3},
  pages = {1--9},
  issn = {1234-567X},
  award = {Best paper},
  year = {2034},
  month = may,
  day = {06},
  doi = {10.5555/a},
  url = {https://example.org/a},
  pdf = {https://example.org/a.pdf},
  code = {https://code.example.org/a},
  eprint = {2401.00001},
  archiveprefix = {arXiv},
  abstract = {We measure. Twice.},
  keywords = {noise, sea}
}

@inproceedings{b2033,
  title = {{A Quiet Talk}},
  author = {Mia Example},
  editor = {Eve Sample and Ed Sample},
  booktitle = {{Proceedings of the Quiet Days}},
  eventtitle = {{Quiet Days 2033}},
  volume = {7},
  pages = {33--40},
  publisher = {{Example Press}},
  series = {{Notes on Examples}},
  year = {2033},
  url = {https://example.org/b}
}

@incollection{c2032,
  title = {{A Chapter}},
  author = {Mia Example},
  booktitle = {{The Whole Book}},
  pages = {5},
  publisher = {{Example Press}},
  edition = {2},
  isbn = {978-0-00-000000-2},
  year = {2032},
  url = {https://example.org/c}
}

@inbook{d2031,
  title = {{A Book of Parts}},
  author = {Mia Example},
  pages = {20--30},
  publisher = {{Example Press}},
  year = {2031},
  url = {https://example.org/d}
}

@book{e2030,
  title = {{A Book}},
  editor = {Eve Sample},
  volume = {3},
  publisher = {{Example Press}},
  series = {{Notes on Examples}},
  edition = {Second},
  isbn = {978-0-00-000000-2},
  year = {2030},
  url = {https://example.org/e},
  howpublished = {\\url{https://example.net/e}}
}

@phdthesis{f2029,
  title = {{A Thesis}},
  author = {Mia Example},
  type = {{PhD thesis}},
  school = {{University of Example}},
  year = {2029},
  url = {https://example.org/f}
}

@mastersthesis{g2028,
  title = {{Another Thesis}},
  author = {Mia Example},
  type = {{Master's thesis}},
  school = {{University of Example}},
  year = {2028},
  url = {https://example.org/g}
}

@techreport{h2027,
  title = {{A Report}},
  author = {Mia Example},
  number = {12},
  type = {{Research report}},
  institution = {{Institute of Examples}},
  year = {2027},
  url = {https://example.org/h}
}

@patent{i2026,
  title = {{A Patent}},
  author = {Mia Example},
  number = {EX 12},
  year = {2026},
  url = {https://example.org/i}
}

@misc{j2025,
  title = {{Some Data}},
  author = {Mia Example},
  publisher = {{Example Archive}},
  year = {2025},
  type = {dataset},
  doi = {10.5555/j},
  url = {https://example.org/j}
}

@misc{k2024,
  title = {{A Lecture}},
  author = {Mia Example},
  eventtitle = {{Quiet Days 2024}},
  year = {2024},
  type = {talk},
  url = {https://example.org/k},
  slides = {https://example.org/k.pdf}
}

@software{l2023,
  title = {{A Program}},
  author = {Mia Example},
  type = {{Command line tool}},
  year = {2023},
  url = {https://example.org/l}
}
`

async function imported(text) {
  const file = join(temporaryFolder('works'), 'works.bib')
  await writeFile(file, text)
  const program = new Program(['import', file, '--into', '-'], {})
  assert.equal((await program.ended).code, 0, program.output)
  assert.equal(program.output.includes('has no place'), false, program.output)
  return JSON.parse(program.stdout)
}

const serve = (site) => startServe({
  settings: { listen: { threads: 1 }, discovery: { bibliography: true, page_markdown: true }, mcp: { enabled: true } },
  files: { 'site.json': { tagline: 'T', owner: { name: 'Mia Example' }, ...site } },
})
const site = await imported(kEntries)
const server = await serve(site)
after(() => server.stop())

const pathOf = (key) => `/publications/${site.publications.find((work) => work.key === key).slug}`
const page = async (path, { baseUrl } = server) => (await call(baseUrl + path, { headers: { accept: 'text/html' } })).text
const metasOf = (html) => [...html.matchAll(/<meta name="(citation_\w+)" content="([^"]*)">/g)].map(([, name, text]) => [name.slice('citation_'.length), text])
const factsOf = (html) => Object.fromEntries([...html.matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/g)].map(([, label, text]) => [label, text]))
const jsonLdOf = (html) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)[1])

test('twelve types of entries come back from publications.bib as they were', async () => {
  const { text } = await call(`${server.baseUrl}/publications.bib`)
  assert.equal(text, `% ${server.baseUrl}/publications.bib\n${kEntries}`)
})

test('the page of an article has its journal for people, scholarly indexes and search engines', async () => {
  const html = await page(pathOf('a2034'))
  const facts = factsOf(html)
  assert.deepEqual([facts.Where, facts.ISSN, facts.Awards], ['Journal of Examples 12(3), 1–9', '1234-567X', 'Best paper'])
  assert.deepEqual(metasOf(html), [
    ['title', 'Quiet Rooms &amp; DNA'], ['author', 'Mia Example'], ['author', 'Example and Sons, Inc.'], ['author', 'Edwin V. Example, II'],
    ['publication_date', '2034/05/06'], ['journal_title', 'Journal of Examples'], ['volume', '12'], ['issue', '3'], ['issn', '1234-567X'],
    ['firstpage', '1'], ['lastpage', '9'], ['doi', '10.5555/a'], ['pdf_url', 'https://example.org/a.pdf'],
  ])
  const { isPartOf, pagination, description } = jsonLdOf(html)
  assert.deepEqual(isPartOf, {
    '@type': 'PublicationIssue', issueNumber: '3', isPartOf: {
      '@type': 'PublicationVolume', volumeNumber: '12', isPartOf: { '@type': 'Periodical', name: 'Journal of Examples', issn: '1234-567X' } },
  })
  assert.deepEqual([pagination, description], ['1–9', 'We measure.'])
})

test('the page of a paper has its proceedings, their series and who made them', async () => {
  const html = await page(pathOf('b2033'))
  const facts = factsOf(html)
  assert.deepEqual([facts.Where, facts.Editors],
    ['Proceedings of the Quiet Days 7, 33–40 · Quiet Days 2033 · Example Press · Notes on Examples', 'Eve Sample, Ed Sample'])
  assert.deepEqual(metasOf(html).slice(2), [['publication_date', '2033'], ['conference_title', 'Proceedings of the Quiet Days'], ['volume', '7'],
    ['publisher', 'Example Press'], ['series_title', 'Notes on Examples'], ['firstpage', '33'], ['lastpage', '40']])
  assert.deepEqual(jsonLdOf(html).isPartOf, {
    '@type': 'Book', name: 'Proceedings of the Quiet Days', editor: [{ '@type': 'Person', name: 'Eve Sample' }, { '@type': 'Person', name: 'Ed Sample' }],
    isPartOf: { '@type': 'PublicationVolume', volumeNumber: '7', isPartOf: { '@type': 'BookSeries', name: 'Notes on Examples' } },
  })
})

test('works that stand alone say what they are and who published them', async () => {
  const thesis = await page(pathOf('f2029'))
  assert.equal(factsOf(thesis).Where, 'PhD thesis, University of Example')
  assert.deepEqual(metasOf(thesis).at(-1), ['dissertation_institution', 'University of Example'])
  assert.deepEqual(jsonLdOf(thesis).sourceOrganization, { '@type': 'Organization', name: 'University of Example' })
  const report = await page(pathOf('h2027'))
  assert.equal(factsOf(report).Where, 'Research report 12, Institute of Examples')
  assert.deepEqual(metasOf(report).slice(3), [['technical_report_number', '12'], ['technical_report_institution', 'Institute of Examples']])
  const book = await page(pathOf('e2030'))
  const { Where, Volume, Edition, ISBN, Authors } = factsOf(book)
  assert.deepEqual([Where, Volume, Edition, ISBN, Authors], ['Example Press · Notes on Examples', '3', 'Second', '978-0-00-000000-2', undefined])
  assert.match(await page('/publications'), /<p class="byline">Book · Eve Sample · <cite>Example Press<\/cite><\/p>/)
})

test('a venue of the file is published as it was written', async () => {
  await using old = await serve({ publications: [{ slug: 'a', title: 'A', date: '2030', type: 'article', venue: 'Journal of Examples 12(3), 1–9' }] })
  const html = await page('/publications/a', old)
  assert.equal(factsOf(html).Where, 'Journal of Examples 12(3), 1–9')
  assert.deepEqual(jsonLdOf(html).isPartOf, { '@type': 'CreativeWork', name: 'Journal of Examples 12(3), 1–9' })
  assert.deepEqual(metasOf(html), [['title', 'A'], ['publication_date', '2030']])
  assert.match((await call(`${old.baseUrl}/publications.bib`)).text, /\n  journal = \{\{Journal of Examples 12\(3\), 1–9\}\},\n/)
})

test('first and last page of scholarly indexes are what stands around the dash', async () => {
  const forms = { a: ['10-1–10-9', '10-1', '10-9'], b: ['pp. 1–9', '1', '9'], c: ['1---9', '1', '9'], d: ['1 − 9, 12', '1', '9'], e: ['e12', 'e12', undefined] }
  await using ranges = await serve({ publications: Object.entries(forms).map(([slug, [pages]]) => ({ slug, title: slug, type: 'article', journal: 'J', pages })) })
  for (const [slug, [, first, last]] of Object.entries(forms)) {
    const metas = Object.fromEntries(metasOf(await page(`/publications/${slug}`, ranges)))
    assert.deepEqual([metas.firstpage, metas.lastpage], [first, last], slug)
  }
})

// ---- Lists

const kSummary = 'What Dr. Example says. More of it follows.'
const authors = Array.from({ length: 351 }, (_, at) => `Author ${at + 1}`)
const works = (number) => Array.from({ length: number }, (_, at) => ({
  slug: `work-${at}`, title: `A work of many about the sea and its quiet stations, number ${at}`, ...(at === 0 ? { status: 'in press' } : { date: `${2034 - Math.floor(at / 9)}-05` }),
  authors: at === 1 ? authors : ['Mia Example', 'Eve Sample', 'Ed Sample', 'Al Sample'], type: 'article', journal: 'Journal of Examples', volume: '12', pages: '1–9',
  summary: kSummary, text: ['Text.'], topics: ['sea'],
}))

const many = await serve({ language: 'de', publications: works(50), projects: [{ slug: 'p', title: 'P', summary: kSummary }] })
after(() => many.stop())

test('lists show one sentence of a summary, the page all of it', async () => {
  await using few = await serve({ publications: works(3), projects: [{ slug: 'p', title: 'P', summary: kSummary }] })
  for (const path of ['/', '/publications', '/projects', '/llms.txt', '/publications.md', '/index.md']) {
    const { text } = await call(few.baseUrl + path)
    assert.ok(text.includes('What Dr. Example says.'), path)
    assert.ok(!text.includes('More of it'), path)
  }
  for (const path of ['/publications/work-1', '/projects/p', '/llms-full.txt', '/publications/work-1.md']) {
    assert.ok((await call(few.baseUrl + path)).text.includes(kSummary), path)
  }
})

test('of very many authors the page shows ten, and the others on demand', async () => {
  const html = await page('/publications/work-1', many)
  const dd = factsOf(html)['Verfasst von']
  const [first, others] = dd.split('<details><summary data-markdown-ignore>und 341 weitere</summary>')
  assert.deepEqual(first.split('<br>'), authors.slice(0, 10))
  assert.equal(others, `${authors.slice(10).join(', ')}</details>`)
  assert.equal(metasOf(html).filter(([name]) => name === 'author').length, 351)
  assert.ok((await call(`${many.baseUrl}/publications/work-1.md`)).text.includes('Author 351'))
  assert.match(await page('/publications', many), /Author 3 und 348 weitere/)
})

test('more than forty publications stand under their years', async () => {
  const html = await page('/publications', many)
  const years = ['in press', '2034', '2033', '2032', '2031', '2030', '2029']
  assert.deepEqual([...html.matchAll(/<h2 class="year" id="year-(\w+)">(.*?)<\/h2>/g)].map(([, , title]) => title), years)
  assert.deepEqual([...html.matchAll(/<a href="#year-\w+">(.*?)<\/a>/g)].map(([, title]) => title), years)
  assert.equal(html.split('<h3 class="work-title">').length, 51)
  assert.ok(!html.includes('What Dr.'))
  await using fewer = await serve({ publications: works(40) })
  assert.ok(!(await page('/publications', fewer)).includes('id="year-'))
})

test('both are valid HTML', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:recommended', 'html-validate:document'], rules: { 'long-title': 'off', 'require-sri': 'off' } })
  for (const path of ['/publications', '/publications/work-1']) {
    const { results } = await validator.validateString(await page(path, many))
    assert.deepEqual(results.flatMap(({ messages }) => messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`)), [], path)
  }
})

const list = async (input) => {
  const { json, text } = await askFor(many.baseUrl, 'tools/call', { name: 'list_content', arguments: { collection: 'publications', ...input } })
  return { ...json.result.structuredContent, bytes: Buffer.byteLength(text) }
}

test('list_content has who wrote a work and where it appeared, and of many works only that', async () => {
  const { items } = await list({ limit: 2 })
  assert.deepEqual(items[1], {
    slug: 'work-1', title: works(2)[1].title, date: '2034-05', authors: ['Author 1', 'Author 2', 'Author 3'], more_authors: 348, type: 'article',
    venue: 'Journal of Examples', summary: 'What Dr. Example says.', url: `${many.baseUrl}/publications/work-1`,
  })
  const all = await list({ limit: 50 })
  assert.deepEqual(Object.keys(all.items[2]), ['slug', 'title', 'date', 'authors', 'more_authors', 'type', 'venue'])
  assert.ok(all.items.length === 50 && all.bytes <= 8000 * 4, `${all.bytes} bytes`)
})
