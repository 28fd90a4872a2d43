// `content.sources`: files of the owner are the content as they are; what site.json and faq.json say goes before them.
import assert from 'node:assert/strict'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { Program, freePort, renderConfig, runProgram, startServe, until, untilItHolds, writeFiles } from '../support/server.mjs'
import { importWorker } from '../support/worker.mjs'

const kPapers = `@article{quiet2024, title = {Quiet Structures}, author = {Example, Robin and Sample, Kim}, journal = {Example Letters}, year = 2024, doi = {10.1000/quiet}}
@book{sea2020, title = {The Sea}, author = {Robin Example}, publisher = {Example Press}, year = 2020}
`
const kResume = {
  basics: { name: 'Robin Example', label: 'Listens to the sea', email: 'robin@example.com', phone: '+00 123 456', summary: 'Builds quiet instruments.' },
  work: [{ name: 'Example Institute', position: 'Head', startDate: '2025-06' }],
  skills: [{ name: 'Measurement', keywords: ['calibration'] }],
}
const kFaq = { '@type': 'FAQPage', mainEntity: [
  { '@type': 'Question', name: 'Is it quiet there?', acceptedAnswer: { text: 'Yes, most of the time.' } },
  { '@type': 'Question', name: 'Who measures the noise?', acceptedAnswer: { text: 'Robin does, with own instruments.' } },
] }

const json = async (server, path) => (await fetch(server.baseUrl + path)).json()
const warnings = (server) => server.program.logged('warning').map(({ text }) => text).filter((text) => !/^(running as root|secrets may)/.test(text))
const withSources = (sources, files, content = {}) => startServe({ settings: { content: { sources, ...content } }, files })

/** A configuration in a folder of its own, which is not served: { folder, at, check }. */
async function deployment(files, content, more = {}) {
  const folder = temporaryFolder('sources')
  const at = (name) => join(folder, name)
  const [port, admin] = [await freePort(), await freePort()]
  await writeFiles(folder, { 'secret': '0123456789abcdef'.repeat(3), 'profile.json': { name: 'R' }, ...files })
  await writeFile(at('agent-access.toml'), renderConfig({ base_urls: ['https://sea.test'], listen: { address: `127.0.0.1:${port}`, admin: `127.0.0.1:${admin}` }, content, ...more }))
  const check = async (environment) => {
    const { code, output } = await runProgram(['check', '--json', '--config', at('agent-access.toml')], { environment })
    const { results } = JSON.parse(output)
    return { code, results, of: (grade) => results.filter((one) => one.grade === grade && one.subject === 'sources').map(({ text }) => text) }
  }
  return { folder, at, check }
}

test('a résumé and a bibliography are a site without site.json', async () => {
  await using server = await withSources(['resume.json', 'papers.bib'], { 'resume.json': kResume, 'papers.bib': kPapers })
  const site = await json(server, '/api/site.json')
  assert.equal(site.owner.name, 'Robin Example')
  assert.equal(site.tagline, 'Listens to the sea')
  assert.deepEqual(site.publications.map(({ key, slug }) => [key, slug]), [['quiet2024', 'quiet2024'], ['sea2020', 'sea2020']])
  assert.match(await (await fetch(`${server.baseUrl}/publications/quiet2024`)).text(), /Quiet Structures/)
  assert.match(await (await fetch(`${server.baseUrl}/cv`)).text(), /Example Institute/)
  assert.ok(!JSON.stringify(site).includes('+00 123'))
  assert.deepEqual(warnings(server), [])
})

test('members of site.json go before those of sources, and its works are found by DOI, key, or title and year', async () => {
  const own = { tagline: 'My own line', owner: { name: 'Robin Example' }, publications: [
    { title: 'THE SEA', date: '2020', topics: ['by title'] }, { doi: '10.1000/quiet', slug: 'mine', summary: 'By DOI.' }, { slug: 'only', title: 'Only here', date: '2019' },
  ], cv: { skills: [] } }
  await using server = await withSources(['resume.json', 'papers.bib'], { 'resume.json': kResume, 'papers.bib': kPapers, 'site.json': own })
  const site = await json(server, '/api/site.json')
  assert.deepEqual([site.tagline, site.owner.summary], ['My own line', 'Builds quiet instruments.'])
  assert.deepEqual(site.cv.skills, [])
  assert.equal(site.cv.positions[0].organisation, 'Example Institute')
  const works = Object.fromEntries(site.publications.map((work) => [work.slug, work]))
  assert.deepEqual(Object.keys(works).sort(), ['mine', 'only', 'sea2020'])
  assert.deepEqual([works.mine.title, works.mine.summary], ['Quiet Structures', 'By DOI.'])
  assert.deepEqual([works.sea2020.title, works.sea2020.topics], ['THE SEA', ['by title']])
  assert.deepEqual(warnings(server), [])
})

test('sections that a file does not name have titles in the language of the site, or those of the owner', async () => {
  const resume = { basics: { name: 'Robin Example', label: 'Akustikerin', summary: 'Ich baue seit zehn Jahren leise Räume und schreibe darüber.' }, certificates: [{ name: 'Tauchen' }] }
  const labels = { section_certificates: 'Scheine' }
  for (const [own, expected] of [[{}, ['de', 'Zertifikate']], [{ language: 'fr' }, ['fr', 'Certifications']], [{ labels }, ['de', 'Scheine']], [{ language: 'fr', labels }, ['fr', 'Scheine']]]) {
    await using server = await withSources(['resume.json'], { 'resume.json': resume, 'site.json': own })
    const { language, cv } = await json(server, '/api/site.json')
    assert.deepEqual([language, cv.sections[0].title], expected)
  }
})

test('the site.json of the guide for owners completes works by key and by DOI, and shows no positions', async () => {
  const guide = await readFile(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
  const [, own] = guide.match(/^```json\n(\{\n  "publications".*?)^```$/ms)
  await using server = await withSources(['resume.json', 'papers.bib'], { 'resume.json': kResume, 'papers.bib': kPapers.replace('sea2020', 'smith2020'), 'site.json': own })
  const { cv, publications } = await json(server, '/api/site.json')
  assert.deepEqual(publications.map(({ slug, title, summary }) => [slug, title, summary]),
    [['quiet-structures', 'Quiet Structures', undefined], ['smith2020', 'The Sea', 'What this paper found, in one sentence.']])
  assert.deepEqual(cv.positions, [])
})

test('a bibliography alone has the name of the host, which is said', async () => {
  await using server = await withSources(['papers.bib'], { 'papers.bib': kPapers })
  assert.equal((await json(server, '/api/site.json')).owner.name, '127.0.0.1')
  await untilItHolds(() => assert.deepEqual(warnings(server).map((text) => text.split(';')[0]), ['content.sources: no file says whose site it is', 'content.sources: no file has a tagline']))
})

test('a mistake in site.json has its line, also for a work that no source knows', async () => {
  const { check } = await deployment({ 'papers.bib': kPapers, 'site.json': '{"tagline": "T",\n"owner": {"name": "R"},\n"publications": [\n{"key": "none"}]}' }, { sources: ['papers.bib'] })
  const { code, results } = await check()
  assert.equal(code, 1)
  assert.match(results.find(({ grade }) => grade === 'fail').text, /site\.json:4: publications\[0\]\.title: is missing/)
})

test('questions of sources are in the FAQ, after those of faq.json', async () => {
  const own = { questions: [{ question: 'Is it quiet there?', answer: 'My own answer to that.' }] }
  await using server = await withSources(['page.json', 'papers.bib'], { 'page.json': kFaq, 'papers.bib': kPapers, 'faq.json': own })
  const { faqs } = await json(server, '/ai/faq.json')
  assert.deepEqual(faqs.map(({ question, answer }) => [question, answer]),
    [['Is it quiet there?', 'My own answer to that.'], ['Who measures the noise?', 'Robin does, with own instruments.']])
})

test('a reload reads sources anew, and keeps the content if one cannot be read', async () => {
  await using server = await withSources(['papers.bib'], { 'papers.bib': kPapers })
  const titles = async () => (await json(server, '/api/site.json')).publications.map(({ title }) => title)
  await writeFile(server.path('papers.bib'), kPapers.replace('The Sea', 'The Quiet Sea'))
  await server.program.reload()
  await until(async () => (await titles()).includes('The Quiet Sea'), 'the new title')
  await writeFile(server.path('papers.bib'), 'no bibliography at all')
  const [{ problem }] = await server.program.reload('reload_failed')
  assert.match(problem, /^content\.sources: .*papers\.bib has a format that import does not know/)
  assert.deepEqual(await titles(), ['Quiet Structures', 'The Quiet Sea'])
  const { code, output } = await runProgram(['reload', '--config', server.configFile, '--pid', String(server.program.pid)])
  assert.equal(code, 1)
  assert.match(output, /papers\.bib has a format/)
})

test('a source that is missing or unreadable fails a check with its name', async () => {
  const { at, check } = await deployment({ 'empty/notes.txt': 'x', 'cut.json': '{"basics": {\n"name": "x"' }, { sources: ['none.bib', 'empty', 'cut.json'] })
  const { code, of } = await check()
  assert.equal(code, 1)
  const [missing, empty, cut] = of('fail')
  assert.equal(missing, `content.sources: cannot read ${at('none.bib')}: No such file or directory`)
  assert.equal(empty, `content.sources: ${at('empty')}: has no .bib file and no page of a work (.md or .html); name the files, or another folder`)
  assert.ok(cut.startsWith(`content.sources: ${at('cut.json')}:2: is not JSON`), cut)
})

test('an entry with a mistake is left out with its line; the log has ten of them and a count, check has all', async () => {
  const broken = Array.from({ length: 30 }, (_, index) => `@article{b${index}, year = {2020}}`).join('\n')
  await using server = await withSources(['papers.bib'], { 'papers.bib': `${broken}\n${kPapers}`, 'site.json': { tagline: 'T', owner: { name: 'R' } } })
  assert.equal((await json(server, '/api/site.json')).publications.length, 2)
  await untilItHolds(() => assert.equal(warnings(server).length, 11))
  const logged = warnings(server)
  assert.match(logged[0], /papers\.bib:1: b0: has no title; left out/)
  assert.equal(logged[10], 'sources: and 20 more warnings; `agent-access check` has all')
  const { stdout } = await runProgram(['check', '--json', '--config', server.configFile])
  assert.equal(JSON.parse(stdout).results.filter(({ grade, subject }) => grade === 'warn' && subject === 'sources').length, 30)
})

test('what has no place or is private is good to know, and no warning', async () => {
  const { at, check } = await deployment({ 'resume.json': kResume, 'papers.bib': kPapers.replace('year = 2020', 'year = 2020, chapter = {2}') }, { sources: ['resume.json', 'papers.bib'] })
  const { of } = await check()
  assert.deepEqual(of('warn'), [])
  assert.deepEqual(of('ok'), [`${at('resume.json')}: JSON Resume: owner, 1 position, 1 skill area`, `${at('papers.bib')}: BibTeX: 2 publications`])
  assert.deepEqual(of('info').map((text) => text.replace(/^.*(?::\d+|\.json): /, '')),
    ['language: "en" guessed from the texts of the file; set it in site.json', 'basics.phone: left out; "phone" in content.publish publishes it', 'sea2020.chapter: has no place in site.json; left out'])
})

test('a withheld telephone number that another file publishes is a warning with file and place', async () => {
  const number = '+00 12 345 67 89'
  const { at, check } = await deployment({
    'resume.json': { ...kResume, basics: { ...kResume.basics, phone: number } },
    'questions.yml': `- question: How do I reach you?\n  answer: Call ${number}, please.\n`,
    'site.json': `{\n"tagline": "Call ${number.replaceAll(' ', '-')}"}`, 'faq.json': { questions: [{ question: 'By messenger, too?', answer: 'https://wa.me/00123456789' }] },
  }, { sources: ['resume.json', 'questions.yml'] })
  const { results } = await check()
  const sentence = `publishes the telephone number of basics.phone in ${at('resume.json')}; take it out of this text, or name "phone" in content.publish`
  assert.deepEqual(results.filter(({ grade, text }) => grade === 'warn' && text.includes('telephone number')).map(({ text }) => text),
    [`${at('questions.yml')}: questions[0].answer: ${sentence}`, `${at('site.json')}:2: tagline: ${sentence}`, `${at('faq.json')}:5: questions[0].answer: ${sentence}`])
  const published = await deployment({ 'resume.json': { ...kResume, basics: { ...kResume.basics, phone: number, label: number } } }, { sources: ['resume.json'], publish: ['phone'] })
  assert.deepEqual((await published.check()).of('warn'), [])
})

test('content.publish publishes private parts', async () => {
  await using server = await withSources(['resume.json'], { 'resume.json': kResume }, { publish: ['phone'] })
  assert.equal((await json(server, '/api/site.json')).contact.note, 'Phone: +00 123 456')
  const { check } = await deployment({ 'resume.json': kResume }, { sources: ['resume.json'], publish: ['everything'] })
  assert.match(JSON.stringify(await check()), /content\.publish: \\"everything\\" is not valid; write \\"phone\\", \\"birthday\\", \\"street\\" or \\"references\\"/)
})

test('no source may be served raw or be a secret', async () => {
  const { at, check } = await deployment({ 'public/papers.bib': kPapers, 'profile.json': kResume }, { sources: ['public', 'link.bib', 'profile.json', 'papers'] })
  await writeFiles(at('papers'), { 'a.bib': kPapers })
  await symlink('public/papers.bib', at('link.bib'))
  const { of } = await check()
  const below = 'is below content.root, where everybody can read it as it is; move it'
  assert.deepEqual(of('fail'), [
    `content.sources: ${at('public/papers.bib')} ${below}`, `content.sources: ${at('link.bib')} ${below}`,
    `content.sources: ${at('profile.json')} is the file that content.profile names, which must never be published; name another file`,
  ])
})

test('two persons are told apart', async () => {
  const { at, check } = await deployment({ 'a.json': kResume, 'b.json': { ...kResume, basics: { ...kResume.basics, name: 'Kim Sample' } } }, { sources: ['a.json', 'b.json'] })
  assert.deepEqual((await check()).of('fail'),
    [`content.sources: ${at('a.json')} is about Robin Example, ${at('b.json')} is about Kim Sample; a site has one owner: name one of the two files, or give both the same name`])
})

test('a folder stands for its .bib files, and the environment can name sources', async () => {
  const { at, check } = await deployment({ 'works/a.bib': kPapers, 'works/more/b.bib': kPapers.replace('The Sea', 'The Land'), 'works/notes.txt': 'x' }, {})
  const { of } = await check({ AGENT_ACCESS_CONTENT_SOURCES: at('works') })
  assert.deepEqual(of('ok'), [`${at('works/a.bib')}: BibTeX: 2 publications`, `${at('works/more/b.bib')}: BibTeX: 2 publications`])
  assert.deepEqual(of('info'), [`${at('works/more/b.bib')}: an earlier file has these already: 1 of publications`])
})

test('a folder of pages has a work for each, and one that cannot be read is left out', async () => {
  const page = (title) => `---\ntitle: "${title}"\ncollection: publications\nvenue: 'Example Letters'\n---\nBelow.\n`
  const { at, check } = await deployment({ '_publications/2020-10-01-quiet.md': page('Quiet Rooms'), '_publications/2021-01-01-loud.html': page('Loud Rooms').replace('Below.', '<p>Below &amp; beside.</p>'),
    '_publications/README.md': '# How to', '_publications/plain.html': '<p>No work</p>', '_publications/broken.md': '---\ntitle: [\n---\n' }, { sources: ['_publications'] })
  const { of, results } = await check()
  assert.deepEqual(of('ok'), ['2 pages of works'])
  assert.equal(of('warn').length, 1)
  assert.ok(of('warn')[0].startsWith(`${at('_publications/broken.md')}:`), of('warn')[0])
  assert.match(results.find(({ grade, subject }) => grade === 'ok' && subject === 'site').text, /2 publications/)
})

test('a worker is exported with what the sources say', async () => {
  const { folder, at } = await deployment({ 'resume.json': kResume, 'papers.bib': kPapers, 'page.json': kFaq }, { sources: ['resume.json', 'papers.bib', 'page.json'] }, { mcp: { enabled: true } })
  const worker = await importWorker({ config: at('agent-access.toml'), out: join(folder, 'out'), secret: 'A'.repeat(43) })
  const document = async (path) => (await (await worker.fetch(path)).text())
  const site = JSON.parse(await document('/api/site.json'))
  assert.deepEqual([site.owner.name, site.publications.length], ['Robin Example', 2])
  assert.match(await document('/publications/sea2020'), /The Sea/)
  assert.match(await document('/faq'), /Who measures the noise\?/)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_content', arguments: { query: 'quiet structures' } } })
  const found = await worker.fetch('/mcp', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream' }, body })
  assert.match(await found.text(), /Quiet Structures/)
})

test('dev serves the sources that the configuration of its folder names, and each change of one', async () => {
  const { folder, at } = await deployment({ 'papers.bib': kPapers, 'site.json': { tagline: 'T', owner: { name: 'R' } } }, { sources: ['papers.bib'] })
  const port = await freePort()
  await using program = new Program(['dev', '--site', folder, '--listen', `127.0.0.1:${port}`])
  await program.waitFor(port)
  const shows = (text) => until(async () => (await (await fetch(`http://127.0.0.1:${port}/publications`)).text()).includes(text), text)
  await shows('The Sea')
  await writeFile(at('papers.bib'), kPapers.replace('The Sea', 'The Land'))
  await shows('The Land')
  await writeFile(at('papers.bib'), 'nothing')
  await shows('has a format that import does not know')
})
