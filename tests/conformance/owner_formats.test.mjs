// /resume.json by the schema of JSON Resume, and /publications.bib as `import` reads it back.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import schema from '@jsonresume/schema/schema.json' with { type: 'json' }
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { temporaryFolder } from '../support/folder.mjs'
import { Program, startServe } from '../support/server.mjs'
import { call } from '../support/steps.mjs'

const kHostile = 'A } title, @book{with, 100 % of \\the {signs'
const kSite = {
  title: 'Robin', tagline: 'Sound', updated: '2034-05-06',
  owner: { name: 'Robin Example', job_title: 'Head', location: 'Port Example', same_as: ['https://code.example/robin'] },
  contact: { email: 'robin@example.com' },
  publications: [
    { slug: 'dna', title: 'DNA of the Sea', date: '2034-05', authors: ['Robin Example', 'Barnes and Noble'], venue: 'Journal of Noise', type: 'article', doi: '10.5555/dna' },
    { slug: 'book', title: 'Über den Lärm', date: '2030', authors: ['Robin Example'], venue: 'Example Press', type: 'book', key: 'Example2030' },
    { slug: 'thesis', title: kHostile, date: '2020', authors: ['Robin Example'], venue: 'University', type: 'thesis' },
    { slug: 'data', title: '数据', type: 'dataset', status: 'in press' },
  ],
  projects: [{ slug: 'q', title: 'Q', url: '/q.zip' }],
  cv: {
    positions: [{ title: 'Head', organisation: 'Institute', from: '2025-06', text: ['Forty stations'] }],
    education: [{ degree: 'PhD', institution: 'University', date: '2020' }],
    skills: [{ area: 'Noise', items: ['C++'] }], languages: [{ language: 'English', level: 'C2' }], awards: [{ name: 'Prize', date: '2031' }],
    sections: [{ title: 'Teaching', items: [{ title: 'Acoustics', from: '2030' }] }, { title: 'Volunteering', items: [{ title: 'Guide', from: '2029' }] }],
  },
}

const serve = (discovery) => startServe({ settings: { listen: { threads: 1 }, discovery }, files: { 'site.json': kSite } })
const server = await serve({ resume: true, bibliography: true })
after(() => server.stop())

/** The schema allows further members everywhere; here none is left over. */
const closed = (value) => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(closed)
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  return value.properties ? { ...inner, additionalProperties: false } : inner
}

test('resume.json is valid by the schema of JSON Resume, without members of our own', async () => {
  const { status, headers, json } = await call(`${server.baseUrl}/resume.json`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json')
  const validate = addFormats(new Ajv({ strict: false, allErrors: true })).compile(closed(schema))
  assert.ok(validate(json), JSON.stringify(validate.errors))
  assert.deepEqual(json.work, [{ name: 'Institute', position: 'Head', startDate: '2025-06', highlights: ['Forty stations'] }])
})

test('import reads each entry of publications.bib as it was', async () => {
  const { status, headers, text } = await call(`${server.baseUrl}/publications.bib`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/x-bibtex; charset=utf-8')
  const file = join(temporaryFolder('bibliography'), 'publications.bib')
  await writeFile(file, text)
  const program = new Program(['import', file, '--into', '-'], {})
  assert.equal((await program.ended).code, 0, program.output)
  const works = JSON.parse(program.stdout).publications
  assert.deepEqual(works.map(({ key, title, type, date, status, venue, doi, authors }) => [key, title, type, date ?? status, venue, doi, authors]), [
    ['data', '数据', 'dataset', 'in press', undefined, undefined, undefined],
    ['dna', 'DNA of the Sea', 'article', '2034-05', 'Journal of Noise', '10.5555/dna', ['Robin Example', 'Barnes and Noble']],
    ['Example2030', 'Über den Lärm', 'book', '2030', 'Example Press', undefined, ['Robin Example']],
    ['thesis', kHostile, 'thesis', '2020', 'University', undefined, ['Robin Example']],
  ])
})

test('without the settings neither is there', async () => {
  await using other = await serve({})
  for (const path of ['/resume.json', '/publications.bib']) {
    assert.equal((await call(other.baseUrl + path)).status, 404)
    for (const list of ['/llms.txt', '/llms-full.txt', '/api/site.json', '/openapi.json', '/.well-known/api-catalog']) {
      assert.ok(!(await call(other.baseUrl + list)).text.includes(path), `${list} names ${path}`)
      assert.ok((await call(server.baseUrl + list)).text.includes(path), `${list} lacks ${path}`)
    }
  }
})
