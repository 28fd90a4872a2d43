// `agent-access import` of files in YAML: each form that sites and repositories have is recognized by its content.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { Program } from '../support/server.mjs'

const folder = temporaryFolder('import-yaml')

/** What is printed for a file: { code, json (of standard output), output }. */
async function imported(name, text) {
  const path = join(folder, name)
  await writeFile(path, text)
  const program = new Program(['import', path, '--into', '-'], {})
  const { code } = await program.ended
  return { code, output: program.output, json: code === 0 ? JSON.parse(program.stdout) : undefined }
}

const kCv = `cv:
  name: Robin Example
  headline: Listens to the sea
  phone: +00 123 456
  sections:
    experience:
      - { company: Example Institute, position: Head, start_date: 2025-06, end_date: present }
    publications:
      - { title: Quiet Structures, authors: [Jo Sample, "***Robin Example***"], journal: Journal of Examples, date: 2024 }
    selected_honors: [{ name: Medal, date: Fall 2023 }]
    Outreach: [Talks to schools]
`

test('a CV of RenderCV becomes a site, without what is private', async () => {
  const { json, output } = await imported('cv.yaml', kCv)
  assert.equal(json.owner.name, 'Robin Example')
  assert.deepEqual(json.cv, {
    positions: [{ title: 'Head', organisation: 'Example Institute', from: '2025-06' }],
    awards: [{ name: 'Medal', date: '2023' }],
    sections: [{ title: 'Outreach', items: [{ title: 'Talks to schools' }] }],
  })
  assert.deepEqual(json.publications[0].authors, ['Jo Sample', 'Robin Example'])
  assert.match(output, /cv\.yaml:4: cv\.phone: left out/)
})

test('works, questions, a citation file and a page of a work are told apart', async () => {
  const list = await imported('publications.yml', '- title: Quiet\n  authors: R. Example, J. Sample\n  venue: Days\n  year: 2020\n')
  assert.deepEqual(list.json.publications.map(({ title, authors, date }) => [title, authors, date]), [['Quiet', ['R. Example', 'J. Sample'], '2020']])
  const faq = await imported('faq.yml', '- question: 静かですか？\n  answer: はい\n- q: Why?\n  a: >-\n    So that\n    we hear.\n')
  assert.deepEqual(faq.json.questions, [{ question: '静かですか？', answer: 'はい' }, { question: 'Why?', answer: 'So that we hear.' }])
  const citation = await imported('CITATION.cff', 'cff-version: 1.2.0\ntitle: Meter\nauthors: [{family-names: Example, given-names: Robin}]\nversion: 1.10\n')
  assert.deepEqual(citation.json.publications.map(({ title, type }) => [title, type]), [['Meter', 'software']])
  const page = await imported('2020-10-01-quiet.md', "---\ntitle: Quiet\ncollection: publications\ncitation: 'Example, Robin. (2020). Quiet.'\n---\nText.\n")
  assert.deepEqual(page.json.publications.map(({ date, key, authors }) => [date, key, authors]), [['2020-10-01', '2020-10-01-quiet', ['Robin Example']]])
})

test('a mistake in YAML is named with its line and what to write', async () => {
  const { code, output } = await imported('broken.yml', '- title: Quiet\n- title: Quiet: a study\n')
  assert.equal(code, 1)
  assert.match(output, /broken\.yml:2: is not YAML: found a second ": " in one text; put the text in quotes/)
  const other = await imported('nav.yml', '- title: Home\n  url: /\n')
  assert.match(other.output, /is YAML of a form that import does not know; it reads JSON Resume, RenderCV/)
})
