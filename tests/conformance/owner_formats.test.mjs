// /resume.json and /publications.bib, as programs of others read them: the schema of JSON Resume, and bibutils.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import schema from '@jsonresume/schema/schema.json' with { type: 'json' }
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { temporaryFolder } from '../support/folder.mjs'
import { startServe } from '../support/server.mjs'
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

test('bibutils reads each entry of publications.bib', { skip: existsSync('/usr/bin/bib2xml') ? false : 'bibutils is not installed' }, async () => {
  const { status, headers, text } = await call(`${server.baseUrl}/publications.bib`)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/x-bibtex; charset=utf-8')
  const file = join(temporaryFolder('bibliography'), 'publications.bib')
  await writeFile(file, text)
  const { stdout, stderr } = await promisify(execFile)('bib2xml', ['-i', 'utf8', file])
  assert.match(stderr, /Processed 4 references/)
  assert.ok(!stderr.includes('Did not recognize'), stderr)
  const works = stdout.split('<mods ID="').slice(1)
  assert.deepEqual(works.map((work) => [work.match(/^[^"]*/)[0], work.match(/<title>(.*?)<\/title>/)[1], work.match(/<genre authority="[a-z]*">(.*?)</)[1]]), [
    ['data', '数据', 'miscellaneous'],
    ['dna', 'DNA of the Sea', 'journal article'],
    ['Example2030', 'Über den Lärm', 'book'],
    ['thesis', kHostile, 'thesis'],
  ])
  assert.deepEqual([...works[1].matchAll(/<namePart[^>]*>(.*?)</g)].map(([, name]) => name), ['Robin', 'Example', 'Barnes and Noble'])
  assert.ok(works[1].includes('<identifier type="doi">10.5555/dna</identifier>'))
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
