// What a reader of the repository relies on: the workflow makes the check of the README, what others publish is named by its digest, and the targets and
// files that the pages for contributors name exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const targets = new Set([...read('Makefile').matchAll(/^([a-z0-9-]+):/gm)].map(([, target]) => target))

test('every change is checked by .ci/run on both Debian releases, without the right to write', () => {
  const { jobs: { test: job }, permissions } = load(read('.github/workflows/ci.yml'))
  assert.deepEqual(job.strategy.matrix.image.map((image) => image.split('@')[0]), ['debian:12', 'debian:trixie'])
  assert.equal(job.steps.at(-1).run, '.ci/run')
  assert.deepEqual(permissions, { contents: 'read' })
  assert.equal(job.steps.find((step) => step.uses?.startsWith('actions/checkout@')).with['persist-credentials'], false)
})

test('the npm package is published without a token, and only if it is compiled again with the sum of the release', () => {
  const text = read('.github/workflows/npm.yml')
  const { on, permissions, jobs: { publish: { container, steps } } } = load(text)
  assert.deepEqual([on, permissions], [{ release: { types: ['published'] } }, { contents: 'read', 'id-token': 'write' }])
  assert.ok(load(read('.github/workflows/ci.yml')).jobs.test.strategy.matrix.image.includes(container.image))
  const commands = steps.map(({ run }) => /make npm-package|sha256sum --check|npm publish/.exec(run)?.[0]).filter(Boolean)
  assert.deepEqual(commands, ['make npm-package', 'sha256sum --check', 'npm publish'])
  assert.doesNotMatch(text, /secrets\.|AUTH_TOKEN/)
})

/** OSS-Fuzz builds its image anew each day and runs the targets with the runner of that day, so its form names no digest. */
const kUnpinned = ['gcr.io/oss-fuzz-base/base-builder:ubuntu-24-04']

test('every action is named by its commit with its version, and every image that others make by its digest', () => {
  const files = globSync(['.github/**/*.yml', '.clusterfuzzlite/*', '.devcontainer/*', 'deploy/**/*', 'docs/**/*.md', 'examples/**/*', 'examples/owner/.github/**', 'templates/**/*', 'README.md'], { cwd: root, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(png|svg)$/.test(file.name)).map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const all = (pattern) => files.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found))
  const actions = all(/^\s*(?:- )?uses: *(\S.*)$/gm)
  assert.ok(actions.length >= 10, `only ${actions.length} found`)
  assert.deepEqual(actions.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)), [])
  // Not its own, a stage of the same file, a variable or an alias.
  const images = all(/^(?:ARG DEBIAN=|FROM |\s*image: +|\s*- (?=debian:))(\S+)/gm).filter((image) => !/^(agent-access$|scratch$|\$\{|[&*])/.test(image))
  assert.ok(images.length >= 6, images.join(' '))
  assert.deepEqual(images.filter((image) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image)), kUnpinned)
})

test('each step of the long workflow is a make target', () => {
  const { jobs } = load(read('.github/workflows/long.yml'))
  const commands = Object.values(jobs).flatMap(({ strategy }) => strategy.matrix.command)
  assert.ok(commands.length > 20)
  assert.deepEqual(commands.filter((command) => !targets.has(/^make ([a-z0-9-]+)/.exec(command)?.[1])), [])
})

test('each week the package is installed, upgraded and removed on both Debian releases', () => {
  const { image, command, include } = load(read('.github/workflows/long.yml')).jobs.weekly.strategy.matrix
  assert.ok(command.includes('make package-test'))
  assert.deepEqual([...image, ...include.filter(({ command }) => command === 'make package-test').map(({ image }) => image)],
    load(read('.github/workflows/ci.yml')).jobs.test.strategy.matrix.image)
})

test('every make target and every file that README, CONTRIBUTING and the release recipe name exists', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/development/releasing.md', '.github/PULL_REQUEST_TEMPLATE.md']) {
    const named = [...read(page).matchAll(/(?:^|`)make ([a-z0-9-]+)/gm)].map(([, target]) => target)
    assert.ok(named.length > 0, page)
    for (const target of named) assert.ok(targets.has(target), `${page}: make ${target}`)
  }
  const paths = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w-]+(?:\.[a-z]+)?)`/g)].map(([, path]) => path)
  assert.ok(paths.length > 30, `only ${paths.length} found`)
  const exists = (path) => ['', 'src/'].some((folder) => existsSync(join(root, folder, path)) || existsSync(join(root, folder, `${path}.hpp`)))
  assert.deepEqual(paths.filter((path) => !path.startsWith('build/') && !exists(path)), [])
})
