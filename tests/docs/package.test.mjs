// What `make package` puts into the Debian package: the unit, the documents, and the notices of what is compiled in.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missing } from '../support/faults.mjs'
import { filled } from '../support/filled.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const config = join(root, 'build/release/CPackConfig.cmake')
const skip = missing('cpack', '--version') || missing('dpkg-deb', '--version') || missing('dpkg-shlibdeps', '--version') ||
  (existsSync(config) ? false : 'skipped: build/release is not built')

// The -dev package of each library whose headers become part of the program, and what it is called in our notices.
const kCompiledIn = {
  'libvalijson-dev': { files: 'valijson/*', license: 'BSD-2-Clause' },
  'libtomlplusplus-dev': { files: 'toml++/*', license: 'Expat' },
  'libcli11-dev': { files: 'CLI/*', license: 'BSD-3-Clause' },
  'prometheus-cpp-dev': { files: 'prometheus/*', license: 'Expat' },
}
// Libraries whose headers only declare functions: their code is loaded, not compiled in.
const kDeclarationsOnly = new Set(['curl', 'dirent.h', 'dlfcn.h', 'arpa', 'brotli', 'grp.h', 'hiredis', 'linux', 'malloc.h', 'netdb.h', 'netinet', 'fcntl.h', 'openssl',
  'poll.h', 'pthread.h', 'pwd.h', 'sched.h', 'signal.h', 'sys', 'time.h', 'unistd.h', 'zlib.h', 'nghttp2', 'termios.h'])

let folder
let deb
before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'agent-access-package-'))
  const made = spawnSync('cpack', ['--config', config, '-G', 'DEB', '-B', folder], { cwd: root, encoding: 'utf8' })
  assert.equal(made.status, 0, made.stdout + made.stderr)
  deb = join(folder, readdirSync(folder).find((name) => name.endsWith('.deb')))
})
after(() => folder && rmSync(folder, { recursive: true, force: true }))

/** Names of the package's regular files, without the leading dot. */
const contents = () => spawnSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' }).stdout.trim().split('\n')
  .filter((line) => line.startsWith('-')).map((line) => line.split(/\s+/)[5].slice(1))
const fileOf = (name) => {
  const archive = spawnSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 1 << 28 }).stdout
  return spawnSync('tar', ['-xO', `.${name}`], { input: archive, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
}

/** Paragraphs of a file in Debian's format of control files: { Field: 'value with its further lines' }. */
function paragraphs(text) {
  return text.trim().split(/\n{2,}/).map((block) => {
    const fields = {}
    let name
    for (const line of block.split('\n')) {
      const begin = /^([A-Za-z-]+):\s*(.*)$/.exec(line)
      if (begin) [, name] = begin
      assert.ok(name && (begin || /^[ \t]/.test(line)), `neither a field nor its further line: ${line}`)
      fields[name] = begin ? begin[2] : `${fields[name]}\n${line.trim()}`
    }
    return fields
  })
}
const holders = (text) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

test('the package holds the program, its unit, its documents and the notices', { skip }, () => {
  const names = contents()
  for (const name of ['/usr/bin/agent-access', '/usr/lib/systemd/system/agent-access.service', '/usr/share/doc/agent-access/copyright',
    '/usr/share/doc/agent-access/LICENSE', '/usr/share/doc/agent-access/README.md']) {
    assert.ok(names.includes(name), `${name} is not among ${names.join(' ')}`)
  }
})

test('the notices are in the machine-readable form, and every licence that is named has its text', { skip }, () => {
  const [head, ...rest] = paragraphs(fileOf('/usr/share/doc/agent-access/copyright'))
  assert.equal(head.Format, 'https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/')
  const files = rest.filter(({ Files }) => Files !== undefined)
  const licences = rest.filter(({ Files }) => Files === undefined)
  assert.equal(files[0].Files, '*')
  for (const { Files, Copyright, License } of files) assert.ok(Copyright && License, `${Files} names a holder and a licence`)
  for (const { License } of licences) assert.ok(License.split('\n').length > 2, `${License.split('\n')[0]} has its text`)
  const named = new Set(files.map(({ License }) => License))
  assert.deepEqual(new Set(licences.map(({ License }) => License.split('\n')[0])), named)
})

test('every library that is compiled in is named with its holders and its licence', { skip }, () => {
  const ours = paragraphs(fileOf('/usr/share/doc/agent-access/copyright'))
  for (const [name, { files, license }] of Object.entries(kCompiledIn)) {
    const paragraph = ours.find(({ Files }) => Files === files)
    assert.ok(paragraph, `${name} is named`)
    assert.equal(paragraph.License, license)
    const theirs = readFileSync(`/usr/share/doc/${name}/copyright`, 'utf8')
    const [, copyright] = /^Files: +\*\nCopyright: *((?:.*\n)(?:[ \t].*\n)*)/m.exec(theirs)
    for (const holder of filled(holders(copyright))) assert.ok(paragraph.Copyright.includes(holder), `${name}: ${holder}`)
  }
  assert.ok(ours.some(({ Files, License }) => Files === 'boost/*' && License === 'BSL-1.0'))
})

test('no other library is compiled in', () => {
  const included = new Set()
  for (const name of readdirSync(join(root, 'src'), { recursive: true }).filter((each) => /\.[ch]pp$/.test(each))) {
    for (const [, header] of readFileSync(join(root, 'src', name), 'utf8').matchAll(/^#include <([^>]+)>/gm)) {
      if (header.includes('/') || header.includes('.')) included.add(header.split('/')[0])
    }
  }
  assert.ok(included.size > 20, `only ${included.size} found`)
  const known = new Set([...Object.values(kCompiledIn).map(({ files }) => files.split('/')[0]), 'boost'])
  assert.deepEqual([...included].filter((top) => !known.has(top) && !kDeclarationsOnly.has(top)), [])
})
