// The JSON Schemas of the owner's files, which editors use, with Ajv: they compile strictly, describe every member, accept the example, and
// refuse the same members as the program, which does not read them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram, writeFiles } from '../support/server.mjs'

const makeAjv = () => addFormats(new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }))

const kFiles = ['site', 'faq', 'profile']
// Before the first test: the folder is removed once no test is left.
const folder = temporaryFolder('schemas')
await runProgram(['init', folder, '--base-url', 'http://localhost'])

const read = async (place) => JSON.parse(await readFile(place, 'utf8'))
const schemas = Object.fromEntries(await Promise.all(kFiles.map(async (name) => [name, await read(join(folder, `${name}.schema.json`))])))
const validators = Object.fromEntries(kFiles.map((name) => [name, makeAjv().compile(schemas[name])]))
const examples = Object.fromEntries(await Promise.all(kFiles.map(async (name) => [name, await read(new URL(`../../web/example/${name}.json`, import.meta.url))])))

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

test('the site may lack what sources have', () => {
  for (const document of [{}, { owner: {} }, { publications: [{ key: 'smith2020', summary: 'What it found.' }], projects: [{ title: 'Open hydrophone' }] }]) assertAccepts('site', document)
})

test('the profile may have any members but _meta', () => {
  for (const document of [{}, { a: { _meta: 1 } }]) assertAccepts('profile', document)
  for (const document of [[], { _meta: {} }]) assert.equal(validators.profile(document), false)
})

// Below: program and schema are given the same files, with the same value in many members at once.

const kChecked = ['site', 'faq']

/** "links[0].title", as the program names a member. */
const placeOf = (path) => path.reduce((place, token) => place + (/^\d+$/.test(token) ? `[${token}]` : `${place && '.'}${token}`), '')
const sorted = (places) => [...new Set(places)].sort()

/** The members that the schema refuses. */
function refusedBySchema(name, document) {
  validators[name](document)
  return sorted((validators[name].errors ?? []).map(({ instancePath, params, propertyName }) => {
    const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName ?? propertyName ?? []
    return placeOf(instancePath.split('/').slice(1).concat(member))
  }))
}

// What no schema can express. No file here has a date that does not exist or a slug twice. Some members may be missing if sources have them.
const kOnlyProgram = / has a contrast of | is not the path of an image| (tagline|owner(\.name)?|publications\[\d+\]\.(slug|title)|projects\[\d+\]\.slug): is missing/

/** The members that the program refuses in each file. */
async function refusedByProgram(documents) {
  await writeFiles(folder, Object.fromEntries(kChecked.map((name) => [`${name}.json`, documents[name]])))
  const { stdout } = await runProgram(['check', '--json', '--config', `${folder}/agent-access.toml`])
  const faults = JSON.parse(stdout).results.filter(({ grade, text }) => grade === 'fail' && !kOnlyProgram.test(text))
  const places = (name) => faults.filter(({ subject }) => subject === name).map(({ text }) => /^[^:]+:\d+: (\S+): /.exec(text)?.[1] ?? text)
  return Object.fromEntries(kChecked.map((name) => [name, sorted(places(name))]))
}

/** Asserts that both refuse the same members of the files, and returns these. */
async function assertAgree(documents, what) {
  const refused = await refusedByProgram(documents)
  for (const name of kChecked) assert.deepEqual(refused[name], refusedBySchema(name, documents[name]), `${name}.json: ${what}`)
  return refused
}

/** A document with every member of a schema. */
function filled(root, schema = root) {
  const resolve = ({ $ref, ...own }) => ($ref ? root.definitions[$ref.split('/').at(-1)] : own)
  const { properties, items = {}, examples } = resolve(schema)
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, filled(root, member)]))
  return resolve(items).properties ? [filled(root, items)] : examples[0]
}
const full = Object.fromEntries(kChecked.map((name) => [name, filled(schemas[name])]))

/** The paths of all values in a document. */
const pathsOf = (value, path = []) =>
  (value !== null && typeof value === 'object' ? Object.entries(value).flatMap(([token, inner]) => [[...path, token], ...pathsOf(inner, [...path, token])]) : [])
const at = (document, path) => path.reduce((value, token) => value[token], document)
const isObject = (value) => typeof value === 'object' && !Array.isArray(value)

/** The full documents, with `change(object, name)` done to those of their values that `isChosen(path, value)` chooses. */
function changed(isChosen, change) {
  return Object.fromEntries(kChecked.map((name) => {
    const document = structuredClone(full[name])
    for (const path of pathsOf(document).filter((path) => isChosen(path, at(full[name], path)))) change(at(document, path.slice(0, -1)), path.at(-1))
    return [name, document]
  }))
}
const withValue = (value, isChosen) => changed(isChosen, (object, token) => { object[token] = value })

const isLeaf = (path, value) => typeof value !== 'object'
const kOtherTypes = [null, 5, true, [], {}]
const kTexts = ['A', 'A b', 'a-b', '-a', 'a-', 'a--b', 'a_b', '9', '2034', '2034-05', '2034-05-31', '2034-00', '2034-12-00', '2034-05-32', '2034/05', '20340',
  'http://a', 'https://a.example/b?c=%20#d', 'https://', 'http://[::1]/', 'http:/a', 'http://a b', 'http://a"', "http://a'", 'http://a<', 'http://é', 'ftp://a',
  'a@b.c', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@b@c.d', 'a.b+c@d-e.f', 'a b@c.d', 'en', 'pt-BR', 'english-', 'en-toolongsub', 'zh-Hant-TW', '12', 'en_US',
  '#0b5d5b', '#0B5D5B', '#0b5d5', '#0b5d5g', '0b5d5b#', '/a', '/a/b%20c.svg', '/', '//a', '/a//b', '/a/', '/a b', '/a"', '/a?b', '/é', 'person', 'robot', 'book',
  '10.1000/1', '10.1000.2/a(b)<c>', '10.1000/', '10./1', '10.1000/a b', '10.1000/é', 'https://doi.org/10.1000/1']
// Characters are code points: this one has two units of UTF-16 and four bytes of UTF-8.
const kLengths = [0, 1, 9, 10, 19, 20, 100, 101].flatMap((length) => ['a'.repeat(length), '😀'.repeat(length)])

test('program and schemas accept files with every member', async () => {
  assert.deepEqual(await assertAgree(full, 'every member'), { site: [], faq: [] })
})

test('program and schemas refuse the same texts', async () => {
  for (const text of new Set([...kTexts, ...kLengths])) await assertAgree(withValue(text, isLeaf), JSON.stringify(text))
})

test('program and schemas refuse the same types', async () => {
  for (const value of kOtherTypes) await assertAgree(withValue(value, isLeaf), `${JSON.stringify(value)} instead of a text`)
  const refused = await assertAgree(withValue(5, isLeaf), 'a number in each member')
  for (const name of kChecked) assert.deepEqual(refused[name], sorted(pathsOf(full[name]).filter((path) => isLeaf(path, at(full[name], path))).map(placeOf)))
  // One level at a time: a value of another type hides what was in it.
  for (let depth = 1; depth <= 4; ++depth) {
    for (const other of ['a', ...kOtherTypes]) {
      await assertAgree(withValue(other, (path, value) => path.length === depth && !isLeaf(path, value)), `${JSON.stringify(other)} at level ${depth}`)
    }
  }
})

test('program and schemas miss the same members', async () => {
  for (let depth = 1; depth <= 4; ++depth) {
    const without = changed((path) => path.length === depth && !/^\d+$/.test(path.at(-1)), (object, name) => { delete object[name] })
    const refused = await assertAgree(without, `without the members of level ${depth}`)
    assert.equal(refused.site.length > 0, depth > 2)
  }
})

test('program and schemas allow the same names', async () => {
  const kGenerated = ['@context', '@type', '@id', 'url', 'name', 'description', 'inLanguage', 'dateModified', 'mainEntity', 'hasPart', 'resources', 'pages']
  const inner = changed((path, value) => isObject(value), (object, token) => { object[token] = { ...Object.fromEntries(kGenerated.map((name) => [name, 'x'])), ...object[token] } })
  const outer = (names) => Object.fromEntries(kChecked.map((name) => [name, { ...Object.fromEntries(names.map((added) => [added, 'x'])), ...inner[name] }]))
  const labels = kGenerated.filter((name) => !Object.hasOwn(full.site.labels, name)).map((name) => `labels.${name}`)
  assert.deepEqual(await assertAgree(outer(['x_other']), 'unknown members'), { site: sorted(labels), faq: [] })
  assert.deepEqual((await assertAgree(outer(kGenerated), 'generated members')).site, sorted([...labels, ...kGenerated]))
})
