// SECURITY-COVERAGE.md is what the tests say, has every section of the specification and every acceptance case, and names tests that exist, as do
// SECURITY.md and the page about replicas.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compiled, files, hasTest, made, page, sections } from './security_coverage.mjs'

const kFile = /\b((?:conformance|worker|clients|docs|slow|browser|deploy|faults|proxies|edge|replicas|fleet|package)\/\w+)((?:,? "[^"]+")*)/g
const isFuzzTarget = (name) => existsSync(new URL(`../fuzz/${name}_fuzz.cpp`, import.meta.url))
const quoted = (text) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name)

/** The names of tests in a cell, each with whether it exists. */
function namesIn(cell) {
  return [
    ...[...cell.matchAll(/`([A-Z]\w+\.)([\w*]+)`/g)].map(([, suite, name]) => [suite + name, name === '*' ? [...compiled].some((each) => each.startsWith(suite)) : compiled.has(suite + name)]),
    ...[...cell.matchAll(kFile)].flatMap(([, file, list]) => [[file, files.has(file)], ...quoted(list).map((name) => [`${file} "${name}"`, hasTest(file, name)])]),
    ...[...cell.matchAll(/\bfuzz\/(\w+)/g)].map(([text, name]) => [text, isFuzzTarget(name)]),
  ]
}

const rows = [...page.matchAll(/^\| (O?\d+) \|(?: (P[012]) \|)? [^|]+ \| ([^|]+) \|$/gm)].map(([, id, priority, cell]) => ({ id, priority, cell, names: namesIn(cell) }))

test('the page is what the tests say; scripts/generate security-coverage writes it', () => {
  const written = new Set(page.split('\n'))
  assert.deepEqual(made(page).split('\n').filter((line) => !written.has(line)), [])
  assert.ok(page === made(page))
})

test('every section of the specification that makes a promise has a test', () => {
  const promising = ['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '4.1', '4.2', '4.3', '4.4', '4.5', '5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '5.10', '7', '8']
  const known = new Map(sections())
  assert.deepEqual(promising.filter((section) => !known.has(section)), [])
})

test('every case has one row, in its order, with a test or a reason for having none', () => {
  const ids = [...Array.from({ length: 242 }, (_, index) => `${index + 1}`), ...Array.from({ length: 19 }, (_, index) => `O${index + 1}`)]
  assert.deepEqual(rows.map(({ id }) => id), ids)
  const isReason = (cell, priority) => /^not applicable[^:]*: .{20,}/.test(cell) || (priority === 'P2' && /^not required: .{20,}/.test(cell))
  assert.deepEqual(rows.filter(({ priority, cell, names }) => names.length === 0 && !isReason(cell, priority)).map(({ id }) => id), [])
  // For what a release or production needs, a file is not enough.
  const isPrecise = ({ priority, cell, names }) => !/P[01]/.test(priority) || /^not /.test(cell) || names.some(([name]) => /[".]|^fuzz/.test(name))
  assert.deepEqual(rows.filter((row) => !isPrecise(row)).map(({ id }) => id), [])
})

test('every test of a case exists', () => {
  assert.deepEqual(rows.flatMap(({ id, names }) => names.filter(([, exists]) => !exists).map(([name]) => `${id}: ${name}`)), [])
})

/** Whether a test fits a pattern, such as `Deadline.*`, `Resumption`, `Tls.Refuses…` or the name of a fuzz target. */
function isKnown(pattern) {
  const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*|…/g, '\\w*')}(?:\\.|$)`)
  return isFuzzTarget(pattern) || [...compiled].some((name) => expression.test(name))
}

/** What does not exist of the tests in a cell of guarantees: `…Name` is of the suite before it, "a, b" are files of one folder, and quotes are beginnings of names. */
function missingIn(cell) {
  let suite = ''
  const patterns = [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => {
    if (!text.startsWith('…')) suite = text.split('.')[0]
    return text.startsWith('…') ? `${suite}.${text}` : text
  })
  const lists = [...cell.matchAll(/\b([a-z]+)\/(\w+(?:, [a-z_]+(?![\w.]))*)/g)].flatMap(([, folder, list]) => list.split(', ').map((file) => `${folder}/${file}`))
  const names = [...cell.matchAll(kFile)].flatMap(([, file, list]) => quoted(list).map((name) => [file, name]))
  assert.ok(patterns.length + lists.length > 0, cell)
  return [...patterns.filter((pattern) => !isKnown(pattern)), ...lists.filter((file) => !files.has(file)),
    ...names.filter(([file, name]) => !files.get(file)?.includes(name)).map(([file, name]) => `${file} "${name}"`)]
}

for (const path of ['SECURITY.md', 'docs/operations/replicas.md']) {
  test(`${path}: the tests of every guarantee exist`, () => {
    const cells = [...readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].map(([, cell]) => cell).filter((cell) => !/^(?:-+|Tests)$/.test(cell))
    assert.ok(cells.length > 5)
    assert.deepEqual(cells.flatMap(missingIn), [])
  })
}
