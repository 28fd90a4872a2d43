// What `make package` puts into the Debian package: units, manual pages, completions, documents, SBOM, and the notices of what is compiled in.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { bytesOf, contents, deb, field, fileOf, noPackage as skip, root } from '../support/built_package.mjs'
import { missing } from '../support/faults.mjs'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { checkLinks } from '../support/markdown.mjs'

// The -dev package of each library whose headers become part of the program, and what it is called in our notices.
const kCompiledIn = {
  'libkainjow-mustache-dev': { files: 'kainjow/*', license: 'BSL-1.0' },
  'libtomlplusplus-dev': { files: 'toml++/*', license: 'Expat' },
  'libcli11-dev': { files: 'CLI/*', license: 'BSD-3-Clause' },
  'prometheus-cpp-dev': { files: 'prometheus/*', license: 'Expat' },
}
// Libraries whose headers only declare functions: their code is loaded, not compiled in. The inline functions of libunistring (unistr.h) are a
// few lines each, for which section 3 of its license, the LGPL, asks for nothing.
const kDeclarationsOnly = new Set(['curl', 'dirent.h', 'dlfcn.h', 'arpa', 'brotli', 'emscripten.h', 'glob.h', 'grp.h', 'ifaddrs.h', 'linux', 'malloc.h', 'netdb.h', 'netinet', 'fcntl.h', 'openssl',
  'poll.h', 'pthread.h', 'pwd.h', 'sched.h', 'signal.h', 'sys', 'time.h', 'unistd.h', 'zlib.h', 'termios.h', 'unicase.h', 'unictype.h', 'uninorm.h', 'unistr.h', 'uniwidth.h', 'wchar.h', 'yaml.h'])

/** A field of an installed package; of the first one, if it is installed for several architectures. */
const ofPackage = (name, installedPackage) => spawnSync('dpkg-query', ['-W', '-f', `\${${name}}\n`, installedPackage], { encoding: 'utf8' }).stdout.split('\n')[0]

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

// The documents are where they are in the repository.
const kDocuments = ['README.md', 'CHANGELOG.md', 'SUPPORT.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'LICENSE', 'bench/README.md',
  ...globSync(['{docs,examples,deploy}/**', 'examples/owner/.github/**'], { cwd: root, withFileTypes: true }).filter((file) => file.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name))).filter((name) => !/^docs\/Doxyfile|^deploy\/(copyright|agent-access)/.test(name))]

// Debian 13 installs units below /usr/lib, Debian 12 below /lib, which is a link to it.
const installed = () => contents().map(({ name, ...rest }) => ({ ...rest, name: name.replace(/^\/lib\//, '/usr/lib/') }))

test('the package holds these files and no others, of root, and none with a right that is not usual', { skip }, () => {
  const files = installed().filter(({ type }) => type !== 'd')
  assert.deepEqual(files.map(({ name }) => name).sort(), [
    '/usr/bin/agent-access',
    ...['agent-access-admin.socket', 'agent-access.service', 'agent-access@.service', 'agent-access.socket'].map((name) => `/usr/lib/systemd/system/${name}`),
    '/usr/lib/sysusers.d/agent-access.conf',
    '/usr/share/bash-completion/completions/agent-access',
    ...[...kDocuments, 'agent-access.cdx.json', 'changelog.Debian.gz', 'changelog.gz', 'copyright'].map((name) => `/usr/share/doc/agent-access/${name}`),
    '/usr/share/fish/vendor_completions.d/agent-access.fish',
    '/usr/share/lintian/overrides/agent-access',
    '/usr/share/man/man1/agent-access.1.gz',
    '/usr/share/man/man5/agent-access.toml.5.gz',
    '/usr/share/zsh/vendor-completions/_agent-access',
  ].sort())
  for (const { name, mode, owner } of files) {
    const isProgram = name === '/usr/bin/agent-access' || name.endsWith('_keys.py')
    assert.deepEqual([owner, mode], ['root/root', isProgram ? 'rwxr-xr-x' : 'rw-r--r--'], name)
  }
  assert.ok(installed().some(({ type, name }) => type === 'd' && name === '/etc/agent-access/'))
})

test('every local document that a unit names is in the package', { skip }, () => {
  const names = installed().map(({ name }) => name)
  for (const unit of ['agent-access.service', 'agent-access@.service', 'agent-access.socket', 'agent-access-admin.socket']) {
    const text = readFileSync(join(root, 'deploy', unit), 'utf8')
    const documents = [...text.matchAll(/^Documentation=(.*)$/gm)].flatMap(([, list]) => list.split(' '))
    assert.ok(documents.length > 0)
    for (const document of documents) {
      const [, page, section] = /^man:(.*)\((\d)\)$/.exec(document) ?? []
      const file = page ? `/usr/share/man/man${section}/${page}.${section}.gz` : document.replace(/^file:/, '')
      assert.ok(names.includes(file), `${unit}: ${file}`)
    }
  }
})

test('every link of its documents leads to something in it', { skip }, () => {
  const folder = temporaryFolder('package')
  assert.equal(spawnSync('dpkg-deb', ['-x', deb, folder]).status, 0)
  const { complaints, links } = checkLinks(join(folder, 'usr/share/doc/agent-access'))
  assert.deepEqual(complaints, [])
  assert.ok(links > 200, `${links} links`)
})

test('the README names the installed program', { skip }, () => {
  const text = bytesOf('/usr/share/doc/agent-access/README.md').toString()
  assert.match(text, /^agent-access init /m)
  assert.doesNotMatch(text, /build\/release|npx agent-access /)
})

test('lintian finds no error and nothing to warn of', { skip: skip || missing('lintian', '--version') }, () => {
  const { stdout, stderr } = spawnSync('lintian', ['--allow-root', '--fail-on', 'none', deb], { encoding: 'utf8' })
  assert.deepEqual(`${stdout}${stderr}`.split('\n').filter((line) => /^[EW]:/.test(line)), [])
})

test('manual pages have no mistake that mandoc knows', { skip: skip || missing('sh', '-c', 'command -v mandoc') }, () => {
  for (const page of ['man1/agent-access.1', 'man5/agent-access.toml.5']) {
    const text = gunzipSync(bytesOf(`/usr/share/man/${page}.gz`))
    const { stdout } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: text, encoding: 'utf8' })
    // The pages have no date, so that two builds are equal: one warning, which also proves that mandoc has read the page.
    assert.deepEqual(stdout.trim().split('\n').map((line) => line.replace(/^mandoc: <stdin>:\d+:\d+: /, '')), ['WARNING: missing date, using "": TH'], page)
  }
})

test('the SBOM names every package that the program depends on, and the libraries that are compiled in, with their versions', { skip }, () => {
  const bom = JSON.parse(fileOf('/usr/share/doc/agent-access/agent-access.cdx.json'))
  assert.deepEqual([bom.bomFormat, bom.specVersion, bom.metadata.component.name], ['CycloneDX', '1.5', 'agent-access'])
  const components = new Map(bom.components.map((component) => [component.name, component]))
  // Debian 13 has some libraries under new names, "libcurl4t64", which provide the old ones.
  for (const component of bom.components) {
    for (const [name] of ofPackage('Provides', component.name).matchAll(/[a-z][\w.+-]*(?= \()/g)) components.set(name, component)
  }
  const uses = (name) => components.get(name).properties.filter((each) => each.name === 'agent-access:use').map(({ value }) => value)
  for (const dependency of field('Depends').split(', ').map((each) => each.split(' ')[0])) {
    if (!dependency.startsWith('lib') || ['libc6', 'libgcc-s1'].includes(dependency)) continue
    assert.ok(uses(dependency).includes('shared library'), dependency)
  }
  for (const name of Object.keys(kCompiledIn)) assert.ok(uses(name).includes('headers'), name)
  for (const { name, version, purl } of filled(bom.components)) {
    assert.equal(version, ofPackage('Version', name), name)
    assert.ok(purl.startsWith(`pkg:deb/debian/${name.replaceAll('+', '%2B')}@`), purl)
  }
  assert.equal(new Set(bom.components.map((component) => component['bom-ref'])).size, bom.components.length)
})

test('its provenance names the sum of the package, the commit, and every library of the bill of materials in the version of the build', { skip }, () => {
  const statement = JSON.parse(readFileSync(`${deb}.intoto.json`, 'utf8'))
  assert.deepEqual([statement._type, statement.predicateType], ['https://in-toto.io/Statement/v1', 'https://slsa.dev/provenance/v1'])
  const sha256 = createHash('sha256').update(readFileSync(deb)).digest('hex')
  assert.deepEqual(statement.subject, [{ name: basename(deb), digest: { sha256 } }])
  const { buildDefinition, runDetails } = statement.predicate
  // An archive of the source has no commit.
  const ofCommit = existsSync(join(root, '.git')) ? 1 : 0
  if (ofCommit === 1) assert.match(buildDefinition.resolvedDependencies[0].digest.gitCommit, /^[0-9a-f]{40}$/)
  assert.ok(URL.canParse(buildDefinition.buildType) && URL.canParse(runDetails.builder.id))
  const packages = new Set(buildDefinition.resolvedDependencies.slice(ofCommit).map(({ uri }) => decodeURIComponent(uri.split('?')[0])))
  const bom = JSON.parse(fileOf('/usr/share/doc/agent-access/agent-access.cdx.json'))
  for (const { name, version } of filled(bom.components)) assert.ok(packages.has(`pkg:deb/debian/${name}@${version}`), name)
})

test('what the package is built with is what scripts/install-packages installs for a build', () => {
  const control = readFileSync(join(root, 'debian/control'), 'utf8')
  const [, needs] = /^Build-Depends:\n((?: .*\n)+)/m.exec(control)
  const named = needs.split(',').map((each) => each.trim().replace(/ \(.*?\)/, '').replace(/ \| .*/, '')).filter((each) => each !== '' && !/^(debhelper-compat|dh-sequence-)/.test(each))
  const [, list] = /^ {4}build\)\s+echo ((?:.|\n)*?) ;;$/m.exec(readFileSync(join(root, 'scripts/install-packages'), 'utf8'))
  const installedNames = list.replace(/\\\n/g, ' ').replaceAll("'", '').split(/\s+/).map((each) => each.split('|')[0])
  // g++ is essential for building in Debian; the compiler cache changes nothing in the package.
  assert.deepEqual(named.toSorted(), installedNames.filter((each) => !['g++', 'ccache'].includes(each)).toSorted())
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
