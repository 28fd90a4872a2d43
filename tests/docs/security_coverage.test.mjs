// SECURITY-COVERAGE.md has rows for every section of the specification and every acceptance case, and the tests that it, SECURITY.md and the page about
// replicas name exist.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

function sources(folder, ending) {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true }).filter((name) => name.endsWith(ending)).map((name) => read(`${folder}/${name}`))
}

/** Suite → names of its tests. */
const suites = new Map()
const declare = (suite, name) => suites.set(suite, (suites.get(suite) ?? new Set()).add(name))
for (const folder of ['unit', 'net', 'differential', 'fuzz']) {
  for (const source of sources(folder, '.cpp')) {
    for (const [, suite, name] of source.matchAll(/^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)/gm)) declare(suite, name)
  }
  for (const source of sources(folder, 'CMakeLists.txt')) {
    for (const [, suite, name] of source.matchAll(/add_test\(NAME (\w+)\.(\w+)/g)) declare(suite, name)
  }
}

for (const [, suite, name] of read('../scripts/constant-time').matchAll(/echo "(\w+)\.(\w+) passed"/g)) declare(suite, name)

/** Whether `written`, in which `…` stands for any text, is the name of a test in `source`. */
function hasTest(source, written) {
  const pieces = written.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const filled = pieces.join('[^\\n]*?')
  return new RegExp(`test\\((['"\`])${filled}\\1`).test(source.replaceAll("\\'", "'"))
}

/** The same, or the name of a row in a table of tests. */
const hasTestOrRow = (source, name) => hasTest(source, name) || source.includes(`'${name}'`)

const kFolders = 'conformance|worker|clients|docs|slow|browser|deploy|faults|proxies|edge|replicas|fleet|package'

/** The tests that a cell names: { tests: ['Suite.Test'], files: [{ file, names }], fuzz: [name] }. */
function named(cell) {
  const files = []
  for (const [, file, rest] of cell.matchAll(new RegExp(`\\b((?:${kFolders})/[a-z_0-9]+)((?:,? "[^"]+")*)`, 'g'))) {
    files.push({ file, names: [...rest.matchAll(/"([^"]+)"/g)].map((match) => match[1]) })
  }
  return {
    tests: [...cell.matchAll(/`([A-Z]\w+\.[\w*]+)`/g)].map((match) => match[1]),
    files,
    fuzz: [...cell.matchAll(/\bfuzz\/([a-z_0-9]+)/g)].map((match) => match[1]),
  }
}

function assertExists({ tests, files, fuzz }, has = hasTest) {
  for (const each of tests) {
    const [suite, name] = each.split('.')
    assert.ok(suites.has(suite), `no suite ${suite}`)
    assert.ok(name === '*' || suites.get(suite).has(name), `no test ${each}`)
  }
  for (const { file, names } of files) {
    const path = `${file}.test.mjs`
    assert.ok(existsSync(new URL(path, root)), `no file ${path}`)
    for (const name of names) assert.ok(has(read(path), name), `${path} has no test "${name}"`)
  }
  for (const name of fuzz) assert.ok(existsSync(new URL(`fuzz/${name}_fuzz.cpp`, root)), `no fuzz target ${name}`)
}

const kCases = 242
const rows = [...read('SECURITY-COVERAGE.md').matchAll(/^\| (\d+) \| (P[012]) \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, id, priority, what, cell]) => ({ id: Number(id), priority, what, cell, found: named(cell) }))

test('every case has one row, in its order', () => {
  assert.deepEqual(rows.map((row) => row.id), Array.from({ length: kCases }, (_, index) => index + 1))
})

test('every P0 and P1 row names a test or a reason for having none', () => {
  for (const { id, priority, cell, found } of rows) {
    const count = found.tests.length + found.files.length + found.fuzz.length
    assert.ok(count > 0 || /^not applicable[^:]*: .{20,}/.test(cell) || (priority === 'P2' && /^not required: .{20,}/.test(cell)), `case ${id}: ${cell}`)
    // A file without a test name is not sufficient.
    if (priority !== 'P2' && !cell.startsWith('not ')) {
      assert.ok(found.tests.length + found.fuzz.length + found.files.flatMap((file) => file.names).length > 0, `case ${id} names no test`)
    }
  }
})

for (const { id, found } of rows) test(`the tests of case ${id} exist`, () => assertExists(found))

const beyond = [...read('SECURITY-COVERAGE.md').matchAll(/^\| (O\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, id, , cell]) => ({ id, found: named(cell) }))

test('the cases beyond the catalogue are numbered without a gap', () => {
  assert.deepEqual(beyond.map((row) => row.id), Array.from({ length: 19 }, (_, index) => `O${index + 1}`))
})

for (const { id, found } of beyond) {
  test(`the tests of case ${id} exist`, () => {
    assert.ok(found.tests.length + found.files.length + found.fuzz.length > 0, `case ${id} names no test`)
    assertExists(found)
  })
}

const lines = [...read('SECURITY-COVERAGE.md').matchAll(/^\| (\d(?:\.\d+)?) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, section, line, cell]) => ({ section, line, found: named(cell) }))

test('every section of the specification that makes a promise has a row', () => {
  const sections = new Set(lines.map(({ section }) => section))
  const promising = ['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '4.1', '4.2', '4.3', '4.4', '4.5', '5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '5.10', '7', '8']
  assert.deepEqual(promising.filter((section) => !sections.has(section)), [])
  assert.ok(lines.length > 50)
})

for (const { section, line, found } of lines) {
  test(`section ${section}, ${line}: its tests exist`, () => {
    assert.ok(found.files.flatMap(({ names }) => names).length > 0)
    assertExists(found, hasTestOrRow)
  })
}

test('a missing name is reported', () => {
  assert.throws(() => assertExists(named('`VerifyJwt.DoesNothing`')), /no test/)
  assert.throws(() => assertExists(named('`NoSuite.*`')), /no suite/)
  assert.throws(() => assertExists(named('conformance/nothing')), /no file/)
  assert.throws(() => assertExists(named('conformance/token "no such …"')), /has no test/)
  assert.throws(() => assertExists(named('fuzz/nothing')), /no fuzz target/)
})

const guarantees = ['SECURITY.md', 'docs/operations/replicas.md'].flatMap((page) =>
  [...read(`../${page}`).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, what, cell]) => ({ page, what, cell })))
  .filter(({ cell }) => !/^-+$/.test(cell) && cell !== 'Tests')

/** A suite, or one of its tests; `*` and `…` stand for any characters, also in a suite's name. */
function isKnown(pattern) {
  const [suite, name] = pattern.split('.')
  const expression = (text) => new RegExp(`^${text.replaceAll(/\*|…/g, '\\w*')}$`)
  const fitting = [...suites].filter(([each]) => expression(suite).test(each))
  return fitting.some(([, tests]) => name === undefined || [...tests].some((each) => expression(name).test(each)))
}

test('both pages state guarantees and their tests', () => {
  assert.ok(guarantees.filter(({ page }) => page === 'SECURITY.md').length > 20)
  assert.ok(guarantees.filter(({ page }) => page === 'docs/operations/replicas.md').length > 5)
})

for (const { page, what, cell } of guarantees) {
  test(`${page}, "${what.slice(0, 60)}…": its tests exist`, () => {
    let suite
    let found = 0
    for (const [, text] of cell.matchAll(/`([^`]+)`/g)) {
      if (/^[a-z_0-9]+$/.test(text)) {
        assert.ok(existsSync(new URL(`fuzz/${text}_fuzz.cpp`, root)), `no fuzz target ${text}`)
        ++found
        continue
      }
      // `…Name` is a test of the suite named before it.
      const pattern = text.startsWith('…') ? `${suite}.${text}` : text
      suite = pattern.split('.')[0]
      assert.ok(isKnown(pattern), `no test ${pattern}`)
      ++found
    }
    for (const [, folder, list] of cell.matchAll(new RegExp(`\\b(${kFolders})/([a-z_0-9]+(?:, [a-z_0-9]+)*)`, 'g'))) {
      for (const file of list.split(', ')) assert.ok(existsSync(new URL(`${folder}/${file}.test.mjs`, root)), `no file ${folder}/${file}`)
      ++found
    }
    assert.ok(found > 0, 'no test is named')
    // Quoted texts are the beginnings of names.
    for (const { file, names } of named(cell).files) {
      for (const name of names) assert.ok(read(`${file}.test.mjs`).includes(name), `${file} has no test that begins with "${name}"`)
    }
  })
}
