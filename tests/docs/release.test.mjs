// scripts/release/tag in a temporary repository, where `make test-all` and `make dist` are replaced by stubs.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const skip = missing('git', '--version') || missing('make', '--version') || missing('ssh', '-V')

const kCmake = `cmake_minimum_required(VERSION 3.25)
project(agent_access VERSION 1.0.0 LANGUAGES CXX)
find_package(Boost 1.81 REQUIRED COMPONENTS json)
`
const kChangelog = `# Changelog

## 1.1.0 (unreleased)

- A change that users notice.
  # Two lines long.

## 1.0.0 (2026-01-02)

- The first version.
`
const kMakefile = `test-all:
\t@test ! -e ../tests-fail
dist:
\t@test ! -e ../dist-fails
\t@mkdir -p build/dist
\t@git show HEAD:CMakeLists.txt | grep -q 'VERSION 1.1.0' && echo a package > build/dist/agent-access_1.1.0_amd64.deb
\t@echo provenance > build/dist/agent-access_1.1.0_amd64.deb.intoto.json
release:
\t@scripts/release/tag $(if $(DRY_RUN),--dry-run) $(VERSION)
`

const folder = temporaryFolder('release')
let work
const identity = {
  GIT_AUTHOR_NAME: 'Robin', GIT_AUTHOR_EMAIL: 'robin@example.com', GIT_COMMITTER_NAME: 'Robin', GIT_COMMITTER_EMAIL: 'robin@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', SOURCE_DATE_EPOCH: '1785542400',  // 2026-08-01
}
// A hook of git sets GIT_DIR: with it, git would commit to the caller's branch.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
const run = (command, ...args) => spawnSync(command, args, { cwd: work, encoding: 'utf8', env: { ...environment, ...identity } })
const git = (...args) => {
  const { status, stdout, stderr } = run('git', ...args)
  assert.equal(status, 0, stderr)
  return stdout.trim()
}
const release = (...args) => run('scripts/release/tag', ...args)
const read = (path) => readFile(join(work, path), 'utf8')

beforeEach(async () => {
  if (skip) return
  work = join(folder, 'work')
  await cp(join(root, 'scripts/release/tag'), join(work, 'scripts/release/tag'))
  for (const [name, text] of [['CMakeLists.txt', kCmake], ['CHANGELOG.md', kChangelog], ['Makefile', kMakefile], ['.gitignore', 'build/\n']]) {
    await writeFile(join(work, name), text)
  }
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'tree: begin')
  assert.equal(run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'robin@example.com', '-f', join(folder, 'key')).status, 0)
  git('config', 'gpg.format', 'ssh')
  git('config', 'user.signingkey', join(folder, 'key'))
})
afterEach(() => folder && rm(folder, { recursive: true, force: true }))

/** What a release may change: the commit, the files, the tags. */
const state = () => [git('rev-parse', 'HEAD'), git('status', '--porcelain', '--ignored'), git('tag')]

test('--dry-run prints the steps and changes nothing', { skip }, () => {
  const before = state()
  const { status, stdout, stderr } = release('--dry-run', '1.1.0')
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(stdout, `1.1.0 can be released from main. Without --dry-run:
  CMakeLists.txt: VERSION 1.0.0 -> 1.1.0
  CHANGELOG.md: ## 1.1.0 (2026-08-01)
  make test-all
  git commit, "release: 1.1.0"
  make dist, into build/dist
  build/dist/SHA256SUMS
  build/dist/SHA256SUMS.sig, a signature with ${join(folder, 'key')}
  git tag --sign v1.1.0
`)
  assert.deepEqual(state(), before)
})

test('a release is a commit with version and date, files with their sums, and a tag with the notes', { skip }, async () => {
  const begin = git('rev-parse', 'HEAD')
  const { status, stdout, stderr } = run('make', 'release', 'VERSION=1.1.0')
  assert.equal(status, 0, stderr)
  assert.match(stdout, /git push --atomic origin main v1\.1\.0\n/)

  assert.equal(git('log', '--format=%s', `${begin}..HEAD`), 'release: 1.1.0')
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(await read('CMakeLists.txt'), kCmake.replace('VERSION 1.0.0', 'VERSION 1.1.0'))
  assert.equal(await read('CHANGELOG.md'), kChangelog.replace('(unreleased)', '(2026-08-01)'))
  assert.equal(git('rev-parse', 'v1.1.0^{commit}'), git('rev-parse', 'HEAD'))
  assert.equal(git('tag', '--list', '--format=%(contents:subject)%0a%0a%(contents:body)', 'v1.1.0'),
    'agent-access 1.1.0\n\n- A change that users notice.\n  # Two lines long.')

  const sums = (await read('build/dist/SHA256SUMS')).trim().split('\n').map((line) => line.split('  '))
  assert.deepEqual(sums.map(([, name]) => name), ['agent-access_1.1.0_amd64.deb', 'agent-access_1.1.0_amd64.deb.intoto.json'])
  for (const [sum, name] of sums) {
    const bytes = await readFile(join(work, 'build/dist', name))
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sum, name)
  }
  await writeFile(join(folder, 'signers'), `robin@example.com ${await readFile(join(folder, 'key.pub'), 'utf8')}`)
  const verify = ['-Y', 'verify', '-f', join(folder, 'signers'), '-I', 'robin@example.com', '-n', 'file', '-s', 'build/dist/SHA256SUMS.sig']
  const verified = spawnSync('ssh-keygen', verify, { cwd: work, encoding: 'utf8', input: await read('build/dist/SHA256SUMS') })
  assert.match(verified.stdout, /^Good "file" signature for robin@example\.com/, verified.stderr)
  assert.notEqual(spawnSync('ssh-keygen', verify, { cwd: work, input: 'other sums' }).status, 0)
  git('config', 'gpg.ssh.allowedSignersFile', join(folder, 'signers'))
  git('tag', '--verify', 'v1.1.0')
})

test('when the tests fail the tree is unchanged', { skip }, async () => {
  await writeFile(join(folder, 'tests-fail'), '')
  const before = state()
  const { status, stderr } = release('1.1.0')
  assert.equal(status, 1)
  assert.match(stderr, /release: make test-all failed, nothing was changed\n {2}Fix what failed, commit, and start again\n$/)
  assert.deepEqual(state(), before)
})

test('when the build fails nothing is tagged, and the remedy removes the commit', { skip }, async () => {
  await writeFile(join(folder, 'dist-fails'), '')
  const before = state()
  const { status, stderr } = release('1.1.0')
  assert.equal(status, 1)
  const remedy = /Take the commit back with: git (.*)\n$/.exec(stderr)
  assert.ok(remedy, stderr)
  git(...remedy[1].split(' '))
  assert.deepEqual(state(), before)
})

const kRefused = [
  ['no version', () => [], 2, /^release: expected a version of three numbers/],
  ['a version with a leading zero', () => ['1.01.0'], 2, /three numbers/],
  ['a changed file', async () => { await writeFile(join(work, 'Makefile'), '\n'); return ['1.1.0'] }, 1, /has changes\n {2}.*git stash --include-untracked/],
  ['a detached HEAD', () => { git('checkout', '--quiet', '--detach'); return ['1.1.0'] }, 1, /detached\n {2}.*git switch main/],
  ['a tag that exists', () => { git('tag', 'v1.1.0'); return ['1.1.0'] }, 1, /the tag v1\.1\.0 exists\n {2}.*git tag -d v1\.1\.0/],
  ['a repository without a key to sign with', () => { git('config', '--unset', 'user.signingkey'); return ['1.1.0'] }, 1, /git has no key to sign with\n {2}Set one: git config user\.signingkey KEY/],
  ['a lower version', () => ['0.9.10'], 1, /0\.9\.10 is lower than 1\.0\.0 in CMakeLists\.txt\n {2}Choose a version from 1\.0\.0 on/],
  ['a version without a section', () => ['1.2.0'], 1, /CHANGELOG\.md has no line: ## 1\.2\.0 \(unreleased\)\n {2}Add it/],
  ['an empty section', async () => {
    await writeFile(join(work, 'CHANGELOG.md'), '# Changelog\n\n## 1.1.0 (unreleased)\n\n## 1.0.0 (2026-01-02)\n\n- The first version.\n')
    git('commit', '--quiet', '--all', '--message', 'docs: empty')
    return ['1.1.0']
  }, 1, /the section 1\.1\.0 of CHANGELOG\.md is empty\n {2}Add a line/],
]
for (const [name, prepare, code, message] of kRefused) {
  test(`${name} is refused with its remedy, and nothing changes`, { skip }, async () => {
    const args = await prepare()
    const before = state()
    for (const each of [args, ['--dry-run', ...args]]) {
      const { status, stdout, stderr } = release(...each)
      assert.deepEqual([status, stdout], [code, ''])
      assert.match(stderr, message)
    }
    assert.deepEqual(state(), before)
  })
}

test('the version of the tree has a section in the changelog', async () => {
  const version = /^project\(agent_access VERSION (\S+) /m.exec(await readFile(join(root, 'CMakeLists.txt'), 'utf8'))[1]
  assert.match(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(`, 'm'))
})
