// `agent-access import`, `init --from` and `dev --from`: what files that owners have say, and a first site of them.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { Program, freePort, runProgram, until } from '../support/server.mjs'

const folder = temporaryFolder('import')
const kResume = `// of an editor
{
  "basics": {
    "name": "Robin Example", "label": "Listens to the sea", "email": "robin@example.com", "phone": "+00 123 456",
    "summary": "Builds <em>quiet</em> instruments.", "location": { "address": "Quay 1", "city": "Port Example" },
  },
  "work": [
    { "company": "Example Institute", "position": "Head", "startDate": "Jun-25", "endDate": "Present", "highlights": ["Forty stations"] },
    { "name": "Sample Instruments", "position": "Engineer", "startDate": 2020, "endDate": "2025-13" },
  ],
  "references": [{ "name": "Kim Sample", "reference": "Is quiet." }],
}
`
const kBibtex = `@string{jem = {Journal of Example Measurements}}
@article{example2024quiet,
  title = {{Quiet Structures} in M{\\"u}nchen: $\\alpha$ and CO$_2$},
  author = {Example, Robin and M{\\"u}ller, J{\\'o}rg and others},
  journal = jem, volume = {12}, number = 3, pages = {1--20}, year = 2024,
  doi = {10.1000/quiet}, keywords = {noise, sea}
}
@book{example2020, title = {The Sea}, author = {Robin Example}, publisher = {Example Press}, chapter = {2}, year = {2020}}
@unpublished{example, title = {数据作战室}, author = {Robin Example}, year = {in press}}
`

/** A folder of its own with files; `run` runs the program there. */
async function workplace(name, files) {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), text)
  const at = (file) => join(path, file)
  return {
    path, at,
    json: async (file = 'site.json') => JSON.parse(await readFile(at(file), 'utf8')),
    run: (...args) => runProgram(['import', ...args]),
  }
}

test('it says what a resume.json has, and names every omission with its line', async () => {
  const { path, at, run } = await workplace('resume', { 'resume.json': kResume })
  const { code, output } = await run(at('resume.json'))
  assert.equal(code, 0, output)
  for (const line of ['resume.json: JSON Resume: owner, 2 positions', 'resume.json: language: "en" guessed from the texts of the file', 'resume.json:4: basics.phone: left out; "phone" in content.publish publishes it',
    'resume.json:5: basics.location.address: left out', 'resume.json:9: work[1].endDate: "2025-13" is not a date; left out, as if it had not ended',
    'resume.json:11: references: left out']) {
    assert.ok(output.includes(line), `${line}\n${output}`)
  }
  assert.deepEqual(await readdir(path), ['resume.json'])
})

test('--into writes a site.json once', async () => {
  const { at, json, run } = await workplace('once', { 'resume.json': kResume })
  const { code, output } = await run(at('resume.json'), '--into', at('site.json'))
  assert.equal(code, 0, output)
  assert.ok(output.includes(`Wrote ${at('site.json')}`), output)
  assert.deepEqual(await json(), {
    tagline: 'Listens to the sea', language: 'en',
    owner: { name: 'Robin Example', job_title: 'Listens to the sea', summary: 'Builds quiet instruments.', location: 'Port Example' },
    contact: { email: 'robin@example.com' },
    cv: { positions: [{ title: 'Head', organisation: 'Example Institute', from: '2025-06', text: ['Forty stations'] },
      { title: 'Engineer', organisation: 'Sample Instruments', from: '2020' }] },
  })
  await writeFile(at('site.json'), 'mine')
  const again = await run(at('resume.json'), '--into', at('site.json'))
  assert.equal(again.code, 1)
  assert.match(again.output, /site\.json is there already; import writes a first site\.json only/)
  assert.equal(await readFile(at('site.json'), 'utf8'), 'mine')
})

test('what is private is taken only with --publish', async () => {
  const { at, run } = await workplace('private', { 'resume.json': kResume })
  const { code, output } = await run(at('resume.json'), '--into', at('site.json'), '--publish', 'phone,street', '--publish', 'references')
  assert.equal(code, 0, output)
  const text = await readFile(at('site.json'), 'utf8')
  for (const part of ['+00 123 456', 'Quay 1', 'Is quiet.']) assert.ok(text.includes(part), part)
  const wrong = await run(at('resume.json'), '--publish', 'everything')
  assert.equal(wrong.code, 2, wrong.output)
})

test('BibTeX becomes publications with their keys, beside a resume', async () => {
  const { at, json, run } = await workplace('bibtex', { 'resume.json': kResume, 'papers.bib': kBibtex })
  const { code, output } = await run(at('resume.json'), at('papers.bib'), '--into', at('site.json'))
  assert.equal(code, 0, output)
  assert.match(output, /papers.bib:2: example2024quiet: names not all authors/)
  assert.match(output, /papers.bib:8: example2020.chapter: has no place in site.json; left out/)
  const { owner, publications } = await json()
  assert.equal(owner.name, 'Robin Example')
  assert.deepEqual(publications, [
    { slug: 'example2024quiet', title: 'Quiet Structures in München: α and CO₂', type: 'article', date: '2024',
      authors: ['Robin Example', 'Jórg Müller'], venue: 'Journal of Example Measurements', journal: 'Journal of Example Measurements', volume: '12', number: '3', pages: '1–20', doi: '10.1000/quiet',
      topics: ['noise', 'sea'], key: 'example2024quiet' },
    { slug: 'example2020', title: 'The Sea', type: 'book', date: '2020', authors: ['Robin Example'], venue: 'Example Press', publisher: 'Example Press', key: 'example2020' },
    { slug: 'example', title: '数据作战室', type: 'other', status: 'in press', authors: ['Robin Example'], key: 'example' },
  ])
  // A .bib alone: the owner is guessed, and that is said.
  const alone = await run(at('papers.bib'), '--into', at('alone.json'))
  assert.equal(alone.code, 0, alone.output)
  assert.match(alone.output, /owner.name: no file says it; "Robin Example" is an author of 3 of 3 works/)
})

test('RIS, CSL-JSON and FAQPage are recognized by their content', async () => {
  const { at, json, run } = await workplace('others', {
    'a.txt': '[{"id": "a", "type": "book", "title": "The Sea", "author": [{"family": "Example", "given": "Robin"}], "issued": {"date-parts": [[2020]]}}]',
    'b.txt': '{"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Is it quiet there?", "acceptedAnswer": {"text": "<b>Yes</b>, most of the time."}}]}',
    'c.txt': 'TY  - JOUR\r\nTI  - Noise\r\nAU  - Example, Robin\r\nPY  - 2019/03\r\nER  - \r\n',
  })
  const { code, output } = await run(...['a.txt', 'b.txt', 'c.txt'].map(at), '--into', at('site.json'))
  assert.equal(code, 0, output)
  assert.deepEqual((await json()).publications.map(({ title, date }) => [title, date]),
    [['The Sea', '2020'], ['Noise', '2019-03']])
  assert.deepEqual(await json('faq.json'), { questions: [{ question: 'Is it quiet there?', answer: 'Yes, most of the time.' }] })
})

test('--into - prints the site, and the report is on standard error', async () => {
  const { path, at } = await workplace('printed', { 'resume.json': kResume })
  const printed = new Program(['import', at('resume.json'), '--into', '-'], {})
  assert.equal((await printed.ended).code, 0, printed.output)
  assert.equal(JSON.parse(printed.stdout).owner.name, 'Robin Example')
  assert.deepEqual(await readdir(path), ['resume.json'])
})

test('what cannot be read is refused with a reason, and nothing is written', async () => {
  const { at, run } = await workplace('refused', {
    'resume.json': kResume, 'cut.json': '{"basics": {\n"name": "x"', 'nav.yml': 'name: Robin\n', 'archive.zip': 'PK\u0003\u0004', 'broken.bib': '@article{a, title = {Never closed',
    'nobody.json': '{"work": [{"name": "Example", "position": "Head", "startDate": "2020"}]}', 'other.json': kResume.replace('Robin', 'Kim'),
  })
  for (const [files, reason] of [
    [['cut.json'], /cut.json:2: is not JSON: found the end of the file/], [['nav.yml'], /is YAML of a form that import does not know; it reads JSON Resume/],
    [['archive.zip'], /is a ZIP archive/], [['broken.bib'], /broken.bib has no entry that can be read; line 1: a has a brace that is not closed/], [['absent.json'], /absent.json/], [['nobody.json'], /no file says whose site it is/], [['resume.json', 'other.json'], /a site has one owner/],
  ]) {
    const { code, output } = await run(...files.map(at), '--into', at('new.json'))
    assert.equal(code, 1, output)
    assert.match(output, reason)
    assert.ok(!existsSync(at('new.json')))
  }
})

test('init --from copies the files, names them as sources, and leaves to site.json what the owner decides', async () => {
  const { path, at } = await workplace('init', { 'resume.json': kResume, 'papers.bib': kBibtex })
  const { code, output } = await runProgram(['init', join(path, 'site'), '--from', at('resume.json'), '--from', at('papers.bib'), '--publish', 'phone', '--base-url', 'http://localhost:8080'])
  assert.equal(code, 0, output)
  const read = (name) => readFile(at(`site/${name}`), 'utf8')
  assert.deepEqual(JSON.parse(await read('site.json')), { $schema: './site.schema.json', tagline: 'Listens to the sea', language: 'en', owner: { name: 'Robin Example' } })
  assert.deepEqual([await read('resume.json'), await read('papers.bib')], [kResume, kBibtex])
  assert.deepEqual(JSON.parse(await read('profile.json')), { name: 'Robin Example' })
  assert.ok(!existsSync(at('site/faq.json')))
  assert.match(await read('agent-access.toml'), /^sources = \["resume\.json", "papers\.bib"\]$/m)
  assert.match(await read('agent-access.toml'), /^publish = \["phone"\]$/m)
  const environment = { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${await freePort()}`, AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${await freePort()}` }
  const checked = await runProgram(['check', '--config', at('site/agent-access.toml')], { environment })
  assert.equal(checked.code, 0, checked.output)
  assert.match(checked.output, /site\/site\.json: Robin Example, 3 publications, 0 projects, a CV/)
})

test('a tagline that no file says is in the language of the files', async () => {
  const { path, at, json } = await workplace('language', {
    'cv.json': JSON.stringify({ basics: { name: 'Camille Exemple' }, work: [{ name: 'Institut', position: 'Chercheuse', startDate: '2020', summary: 'Elle a dirigé le groupe pour les mesures dans les océans, avec une école qui est ouverte à tous.' }] }),
  })
  const { code, output } = await runProgram(['init', join(path, 'site'), '--from', at('cv.json')])
  assert.equal(code, 0, output)
  assert.match(output, /^tagline: no file says it; "Site de Camille Exemple" until you write your own$/m)
  assert.deepEqual(await json('site/site.json'), { $schema: './site.schema.json', tagline: 'Site de Camille Exemple', language: 'fr', owner: { name: 'Camille Exemple' } })
})

test('init --from works in the folder of the files, and refuses what it cannot copy', async () => {
  const { path, at } = await workplace('here', { 'papers.bib': kBibtex, 'faq.json': '{"@type": "FAQPage", "mainEntity": []}' })
  for (const [files, reason] of [[['absent.json'], /absent\.json/], [['faq.json'], /another file in the folder has that name/], [['.'], /is a folder; name its files/]]) {
    const refused = await runProgram(['init', join(path, 'other'), ...files.flatMap((file) => ['--from', at(file)])])
    assert.equal(refused.code, 1, refused.output)
    assert.match(refused.output, reason)
    assert.ok(!existsSync(join(path, 'other')))
  }
  await rm(at('faq.json'))
  const { code, output } = await runProgram(['init', path, '--from', at('papers.bib')])
  assert.equal(code, 0, output)
  assert.equal(await readFile(at('papers.bib'), 'utf8'), kBibtex)
})

test('dev --from serves the files and each change of one', async () => {
  const { at } = await workplace('dev', { 'resume.json': kResume })
  const port = await freePort()
  const program = new Program(['dev', '--from', at('resume.json'), '--listen', `127.0.0.1:${port}`])
  try {
    await program.waitFor(port)
    const cv = await (await fetch(`http://127.0.0.1:${port}/cv`)).text()
    assert.ok(cv.includes('Example Institute') && cv.includes('Robin Example'))
    assert.ok(!(await (await fetch(`http://127.0.0.1:${port}/api/site.json`)).text()).includes('+00 123'))
    assert.ok(!(await (await fetch(`http://127.0.0.1:${port}/faq`)).text()).includes('hydrophone'))
    await writeFile(at('resume.json'), kResume.replace('Example Institute', 'Institute of the Sea'))
    await until(async () => (await (await fetch(`http://127.0.0.1:${port}/cv`)).text()).includes('Institute of the Sea'), 'the change')
  } finally {
    await program.stop()
  }
})
