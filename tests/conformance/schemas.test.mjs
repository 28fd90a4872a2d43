// The JSON Schemas of the owner's files with another implementation: they compile strictly, describe every member,
// accept the example and refuse files that the program refuses.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'

const read = async (path) => JSON.parse(await readFile(new URL(`../../web/${path}`, import.meta.url), 'utf8'))
const makeAjv = () => addFormats(new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }))

const kFiles = ['site', 'faq', 'profile']
const schemas = Object.fromEntries(await Promise.all(kFiles.map(async (name) => [name, await read(`schemas/${name}.schema.json`)])))
const validators = Object.fromEntries(kFiles.map((name) => [name, makeAjv().compile(schemas[name])]))
const examples = Object.fromEntries(await Promise.all(kFiles.map(async (name) => [name, await read(`example/${name}.json`)])))

const assertAccepts = (name, document) =>
  assert.ok(validators[name](document), JSON.stringify(validators[name].errors))

// Every member that a schema describes, with its path.
const members = (schema, path = '') => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    [[`${path}/properties/${name}`, member], ...members(member, `${path}/properties/${name}`)]),
  ...Object.entries(schema.definitions ?? {}).flatMap(([name, definition]) => members(definition, `${path}/definitions/${name}`)),
]

for (const name of kFiles) {
  test(`${name}: the example is valid`, () => assertAccepts(name, examples[name]))

  test(`${name}: every member has a title, a description and valid examples`, () => {
    const ajv = makeAjv().addSchema(schemas[name], 'file')
    const all = members(schemas[name])
    assert.ok(all.length > 1)
    for (const [path, member] of all) {
      assert.ok(member.title?.length > 1, `${path}: title`)
      assert.match(member.description ?? '', /\.$/, `${path}: description`)
      assert.ok(member.examples?.length > 0, `${path}: examples`)
      const validate = ajv.compile({ $ref: `file#${path}` })
      for (const example of member.examples) assert.ok(validate(example), `${path}: ${JSON.stringify(validate.errors)}`)
    }
  })
}

test('the example names its schema', () => {
  assert.equal(examples.site.$schema, './site.schema.json')
  assert.equal(examples.faq.$schema, './faq.schema.json')
})

test('the example contains URLs of example domains only', () => {
  const text = JSON.stringify(examples)
  const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host)
  const mails = [...text.matchAll(/[\w.]+@([\w.]+)/g)].map(([, host]) => host)
  assert.ok(hosts.length > 10 && mails.length > 0)
  for (const host of [...hosts, ...mails]) assert.match(host, /(^|\.)example(\.com|\.org)?$/)
})

const site = (more) => ({ tagline: 'A line', owner: { name: 'Robin Example' }, ...more })
const work = (more) => ({ slug: 'a', title: 'A title', date: '2034', ...more })
const position = (more) => site({ cv: { positions: [{ title: 'T', organisation: 'O', from: '2031', ...more }] } })
const question = (more) => ({ questions: [{ question: 'Is this long enough?', answer: 'Yes, this is long enough.', ...more }] })

const kReserved = ['@context', '@type', '@id', 'url', 'name', 'description', 'inLanguage', 'dateModified', 'mainEntity',
  'hasPart', 'resources', 'pages']

const good = [
  ['site', 'the smallest', site()],
  ['site', 'unknown members everywhere', site({ pets: 1, owner: { name: 'N', url: 'x' }, links: [{ title: 'a', url: 'https://a', x: [] }] })],
  ['site', 'an undated project', site({ projects: [{ slug: 'a', title: 'A' }] })],
  ['site', 'a position still held', position({ until: null })],
  ['faq', 'the smallest', question()],
  ['profile', 'the empty object', {}],
  ['profile', '_meta further down', { a: { _meta: 1 } }],
]
for (const [name, what, document] of good) test(`${name}: accepts ${what}`, () => assertAccepts(name, document))

const bad = [
  ['site', 'no object', []],
  ['site', 'no tagline', { owner: { name: 'N' } }],
  ['site', 'no owner', { tagline: 'A' }],
  ['site', 'an owner without a name', { tagline: 'A', owner: {} }],
  ['site', 'an empty name', { tagline: 'A', owner: { name: '' } }],
  ['site', 'an unknown kind of owner', { tagline: 'A', owner: { name: 'N', kind: 'robot' } }],
  ['site', 'paragraphs as one text', { tagline: 'A', owner: { name: 'N', about: 'x' } }],
  ['site', 'a bad language tag', site({ language: 'english language' })],
  ['site', 'a date in words', site({ updated: 'May 2034' })],
  ['site', 'a month 13', site({ updated: '2034-13' })],
  ['site', 'a relative URL', site({ links: [{ title: 'a', url: '/a' }] })],
  ['site', 'a URL with a space', site({ links: [{ title: 'a', url: 'https://a b' }] })],
  ['site', 'a script as URL', site({ links: [{ title: 'a', url: 'javascript:alert(1)' }] })],
  ['site', 'a link without a title', site({ links: [{ url: 'https://a' }] })],
  ['site', 'an e-mail address without a domain', site({ contact: { email: 'robin' } })],
  ['site', 'a slug with capitals', site({ publications: [work({ slug: 'A' })] })],
  ['site', 'a slug of 101 characters', site({ projects: [work({ slug: 'a'.repeat(101) })] })],
  ['site', 'a publication without a date', site({ publications: [{ slug: 'a', title: 'A' }] })],
  ['site', 'a position without a beginning', position({ from: undefined })],
  ['site', 'a position until a number', position({ until: 2031 })],
  ['site', 'a skill area without items', site({ cv: { skills: [{ area: 'a' }] } })],
  ...kReserved.map((name) => ['site', `the reserved member ${name}`, site({ [name]: 'x' })]),
  ['faq', 'no questions', {}],
  ['faq', 'an empty list', { questions: [] }],
  ['faq', 'a short question', question({ question: 'Why so?' })],
  ['faq', 'a short answer', question({ answer: 'Because.' })],
  ['faq', 'an answer that is a list', question({ answer: ['Yes, this is long enough.'] })],
  ['profile', 'a list', []],
  ['profile', '_meta', { _meta: {} }],
]
for (const [name, what, document] of bad) {
  test(`${name}: refuses ${what}`, () => assert.equal(validators[name](JSON.parse(JSON.stringify(document))), false))
}
