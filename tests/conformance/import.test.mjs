// `agent-access import`, `init --from` and `dev --from`: files that owners have become a site.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { Program, freePort, runProgram } from '../support/server.mjs'

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
@book{example2020, title = {The Sea}, author = {Robin Example}, publisher = {Example Press}, isbn = {2}, year = {2020}}
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

test('a resume.json becomes a site.json, and every omission is named with its line', async () => {
  const { at, json, run } = await workplace('resume', { 'resume.json': kResume })
  const { code, output } = await run(at('resume.json'), '--into', at('site.json'))
  assert.equal(code, 0, output)
  for (const line of ['resume.json: JSON Resume: took owner, 2 positions', 'resume.json:4: basics.phone: left out; --with phone publishes it',
    'resume.json:5: basics.location.address: left out', 'resume.json:9: work[1].endDate: "2025-13" is not a date; left out, as if it had not ended',
    'resume.json:11: references: left out', `Wrote ${at('site.json')}`]) {
    assert.ok(output.includes(line), `${line}\n${output}`)
  }
  const site = await json()
  assert.deepEqual(site, {
    tagline: 'Listens to the sea',
    owner: { name: 'Robin Example', job_title: 'Listens to the sea', summary: 'Builds quiet instruments.', location: 'Port Example' },
    contact: { email: 'robin@example.com' },
    cv: { positions: [{ title: 'Head', organisation: 'Example Institute', from: '2025-06', text: ['Forty stations'] },
      { title: 'Engineer', organisation: 'Sample Instruments', from: '2020' }] },
  })
})

test('what is private is published only with --with', async () => {
  const { at, run } = await workplace('private', { 'resume.json': kResume })
  const { code, output } = await run(at('resume.json'), '--into', at('site.json'), '--with', 'phone,street', '--with', 'references')
  assert.equal(code, 0, output)
  const text = await readFile(at('site.json'), 'utf8')
  for (const part of ['+00 123 456', 'Quay 1', 'Is quiet.']) assert.ok(text.includes(part), part)
  const wrong = await run(at('resume.json'), '--with', 'everything')
  assert.equal(wrong.code, 2, wrong.output)
})

test('a second import follows the file and keeps what the owner wrote', async () => {
  const { at, json, run } = await workplace('again', { 'resume.json': kResume })
  const again = async () => {
    const { code, output } = await run(at('resume.json'), '--into', at('site.json'))
    assert.equal(code, 0, output)
    return output
  }
  await again()
  assert.match(await again(), /site.json is up to date/)
  const site = await json()
  site.owner.summary = 'My own words.'
  site.design = { accent: '#7a2e4d' }
  site.cv.positions[1].summary = 'Mine.'
  await writeFile(at('site.json'), JSON.stringify(site))
  await writeFile(at('resume.json'), kResume.replace('Listens to', 'Studies').replace('quiet</em>', 'loud</em>').replace('"Head"', '"Director"'))
  const output = await again()
  assert.match(output, /kept your summary; the file says something else/)
  assert.match(output, /what it was is in site.json~/)
  const now = await json()
  assert.equal(now.tagline, 'Studies the sea')
  assert.equal(now.owner.summary, 'My own words.')
  assert.deepEqual(now.design, { accent: '#7a2e4d' })
  assert.deepEqual(now.cv.positions.map(({ title, summary }) => [title, summary]), [['Director', undefined], ['Engineer', 'Mine.']])
  assert.deepEqual(JSON.parse(await readFile(at('site.json~'), 'utf8')), site)
  assert.deepEqual((await readdir(at('.'))).sort(), ['resume.json', 'site.json', 'site.json.imported', 'site.json~'])
})

test('BibTeX becomes publications with their keys, beside a resume', async () => {
  const { at, json, run } = await workplace('bibtex', { 'resume.json': kResume, 'papers.bib': kBibtex })
  const { code, output } = await run(at('resume.json'), at('papers.bib'), '--into', at('site.json'))
  assert.equal(code, 0, output)
  assert.match(output, /papers.bib:2: example2024quiet: names not all authors/)
  assert.match(output, /papers.bib:8: example2020.isbn: has no place in site.json; left out/)
  const { owner, publications } = await json()
  assert.equal(owner.name, 'Robin Example')
  assert.deepEqual(publications, [
    { slug: 'quiet-structures-in-munchen-and-co2', title: 'Quiet Structures in München: α and CO₂', type: 'article', date: '2024',
      authors: ['Robin Example', 'Jórg Müller'], venue: 'Journal of Example Measurements 12(3), 1–20', doi: '10.1000/quiet',
      topics: ['noise', 'sea'], key: 'example2024quiet' },
    { slug: 'the-sea', title: 'The Sea', type: 'book', date: '2020', authors: ['Robin Example'], venue: 'Example Press', key: 'example2020' },
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
  const { code, output } = await run(...['a.txt', 'b.txt', 'c.txt'].map(at), '--into', at('site.json'), '--faq', at('questions.json'))
  assert.equal(code, 0, output)
  assert.deepEqual((await json()).publications.map(({ title, date }) => [title, date]),
    [['The Sea', '2020'], ['Noise', '2019-03']])
  assert.deepEqual(await json('questions.json'), { questions: [{ question: 'Is it quiet there?', answer: 'Yes, most of the time.' }] })
})

test('without --into the site is ./site.json, and with - it is printed', async () => {
  const { path, at } = await workplace('printed', { 'resume.json': kResume })
  const printed = new Program(['import', at('resume.json'), '--into', '-'], {})
  assert.equal((await printed.ended).code, 0, printed.output)
  assert.equal(JSON.parse(printed.stdout).owner.name, 'Robin Example')
  assert.deepEqual(await readdir(path), ['resume.json'])
  const here = new Program(['import', 'resume.json'], {}, { wrap: ['env', '-C', path] })
  assert.equal((await here.ended).code, 0, here.output)
  assert.ok(existsSync(at('site.json')))
})

test('what cannot be read is refused with a reason, and nothing is written', async () => {
  const { at, run } = await workplace('refused', {
    'resume.json': kResume, 'cut.json': '{"basics": {\n"name": "x"', 'nav.yml': 'name: Robin\n', 'archive.zip': 'PK\u0003\u0004', 'broken.bib': '@article{a, title = {Never closed',
    'nobody.json': '{"work": [{"name": "Example", "position": "Head", "startDate": "2020"}]}', 'site.json': '{"tagline": "x",\n "owner": {}}',
  })
  for (const [files, reason] of [
    [['cut.json'], /cut.json:2: is not JSON: found the end of the file/], [['nav.yml'], /is YAML of a form that import does not know; it reads JSON Resume/],
    [['archive.zip'], /is a ZIP archive/], [['broken.bib'], /broken.bib has no entry that can be read; line 1: a has a brace that is not closed/], [['absent.json'], /absent.json/], [['nobody.json'], /no file says whose site it is/], [['resume.json', 'resume.json'], /two files are named resume.json/],
  ]) {
    const { code, output } = await run(...files.map(at), '--into', at('new.json'))
    assert.equal(code, 1, output)
    assert.match(output, reason)
    assert.ok(!existsSync(at('new.json')))
  }
  const { code, output } = await run(at('resume.json'), '--into', at('site.json'))
  assert.equal(code, 1, output)
  assert.match(output, /site.json: line 2: owner.name: is missing; correct it first/)
  assert.equal(await readFile(at('site.json'), 'utf8'), '{"tagline": "x",\n "owner": {}}')
})

test('init --from writes a configuration with the content of the files, and a later import goes on from it', async () => {
  const { path, at, run } = await workplace('init', { 'resume.json': kResume })
  const { code, output } = await runProgram(['init', join(path, 'site'), '--from', at('resume.json'), '--base-url', 'http://localhost:8080'])
  assert.equal(code, 0, output)
  const site = JSON.parse(await readFile(at('site/site.json'), 'utf8'))
  assert.equal(site.owner.name, 'Robin Example')
  assert.equal(site.cv.positions.length, 2)
  const checked = await runProgram(['check', '--config', at('site/agent-access.toml')], {
    environment: { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${await freePort()}`, AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${await freePort()}` } })
  assert.equal(checked.code, 0, checked.output)
  await writeFile(at('resume.json'), kResume.replace('Listens to', 'Studies'))
  const again = await run(at('resume.json'), '--into', at('site/site.json'))
  assert.equal(again.code, 0, again.output)
  assert.equal(JSON.parse(await readFile(at('site/site.json'), 'utf8')).tagline, 'Studies the sea')
  const refused = await runProgram(['init', join(path, 'other'), '--from', at('absent.json')])
  assert.equal(refused.code, 1, refused.output)
  assert.ok(!existsSync(join(path, 'other')))
})

test('dev --from serves the files', async () => {
  const { at } = await workplace('dev', { 'resume.json': kResume })
  const port = await freePort()
  const program = new Program(['dev', '--from', at('resume.json'), '--listen', `127.0.0.1:${port}`])
  try {
    await program.waitFor(port)
    const cv = await (await fetch(`http://127.0.0.1:${port}/cv`)).text()
    assert.ok(cv.includes('Example Institute') && cv.includes('Robin Example'))
    assert.ok(!(await (await fetch(`http://127.0.0.1:${port}/api/site.json`)).text()).includes('+00 123'))
  } finally {
    await program.stop()
  }
})
