// The workflow, the development container and the templates: they parse, run the commands of the README, and list no packages themselves.
// Targets and files named in the documents for contributors exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')

/** Purpose → its packages, as scripts/install-packages lists them. */
const purposes = new Map([...read('scripts/install-packages').matchAll(/^ {4}([a-z0-9]+)\)\s+((?:.|\n)*?) ;;$/gm)]
  .map(([, name, body]) => [name, body.match(/[a-z0-9][a-z0-9.+-]+/g)]))

test('the workflow runs .ci/run, and with it make test, as the README does, in containers of both Debian releases', () => {
  const workflow = load(read('.github/workflows/ci.yml'))
  const { test: job, ...others } = workflow.jobs
  assert.deepEqual(others, {})
  assert.deepEqual(job.strategy.matrix.image.map((image) => image.split('@')[0]), ['debian:12', 'debian:trixie'])
  assert.equal(job.container.image, '${{ matrix.image }}')
  const commands = job.steps.filter((step) => step.run).map((step) => step.run)
  assert.deepEqual(commands, [
    `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${purposes.get('container').slice(1).join(' ')}`,
    '.ci/run',
  ])
  assert.match(read('README.md'), /^```sh\nmake test\n```$/m)
  assert.match(read('.ci/run'), /^for target in test test-rest; do\n  make "\$target" /m)
  assert.match(read('Makefile'), /^test-all: test ##.*\n\t@\$\(MAKE\) --no-print-directory test-rest$/m)
})

test('the workflow caches the compiler output of each image, and has no write permission', () => {
  const workflow = load(read('.github/workflows/ci.yml'))
  const { steps, env } = workflow.jobs.test
  const cache = steps.find((step) => step.uses?.startsWith('actions/cache@'))
  assert.equal(cache.with.path, env.CCACHE_DIR)
  assert.ok(cache.with.key.startsWith(cache.with['restore-keys']), 'an older cache is not found')
  assert.match(cache.with.key, /matrix\.image/)
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  assert.equal(steps.find((step) => step.uses?.startsWith('actions/checkout@')).with['persist-credentials'], false)
})

/** OSS-Fuzz builds its image anew each day and runs the targets with the runner of that day, so its form names no digest. */
const kUnpinned = ['gcr.io/oss-fuzz-base/base-builder:ubuntu-24-04']

test('every action is named by its commit with its version, and every image that others make by its digest', () => {
  const files = globSync(['.github/**/*.yml', '.clusterfuzzlite/*', '.devcontainer/*', 'deploy/**/*', 'docs/**/*.md', 'examples/**/*', 'templates/**/*', 'README.md'], { cwd: root, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.(png|svg)$/.test(file.name)).map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const all = (pattern) => files.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found))
  const actions = all(/^\s*(?:- )?uses: *(\S.*)$/gm)
  assert.ok(actions.length >= 7, `only ${actions.length} found`)
  assert.deepEqual(actions.filter((action) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)), [])
  // Not its own, a stage of the same file or a variable.
  const images = all(/^(?:ARG DEBIAN=|FROM |\s*image: +|\s*- (?=debian:))(\S+)/gm).filter((image) => !/^(agent-access$|scratch$|\$\{)/.test(image))
  assert.ok(images.length >= 6, images.join(' '))
  assert.deepEqual(images.filter((image) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image)), kUnpinned)
})

test('each step of the long workflow is a make target, and each slow target is a step on Sundays', () => {
  const { jobs } = load(read('.github/workflows/long.yml'))
  const makefile = read('Makefile')
  const targets = new Set([...makefile.matchAll(/^([a-z0-9-]+):/gm)].map(([, target]) => target))
  const scripts = makefile + ['coverage', 'fuzz', 'suite'].map((name) => read(`scripts/${name}`)).join('')
  for (const { steps, strategy } of Object.values(jobs)) {
    assert.equal(steps.at(-1).run, '${{ matrix.command }}')
    for (const command of strategy.matrix.command) {
      const [, target, variable] = /^make ([a-z0-9-]+)(?: ([A-Z_]+)=[-\w]+)?$/.exec(command) ?? assert.fail(command)
      assert.ok(targets.has(target), command)
      if (variable) assert.match(scripts, new RegExp(`\\b${variable}\\b`), command)
    }
  }
  const weekly = jobs.weekly.strategy.matrix.command.map((command) => command.split(' ')[1])
  const table = read('CONTRIBUTING.md').split('Slow targets')[1].split('\n\n')[1]
  const slow = [...table.matchAll(/`make ([a-z0-9-]+)/g)].map(([, target]) => target).filter((target) => !['test-all', 'test-rest', 'bench-micro'].includes(target))
  assert.ok(slow.length > 8, `only ${slow.length} found`)
  assert.deepEqual(slow.filter((target) => !weekly.includes(target)), [])
})

test('the development container takes its packages from scripts/install-packages', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json'))
  assert.equal(join('.devcontainer', container.build.dockerfile), 'deploy/dev.Containerfile')
  assert.equal(join('.devcontainer', container.build.context), '.')
  const recipe = read('deploy/dev.Containerfile').replace(/^#.*\n/gm, '')
  assert.doesNotMatch(recipe, /apt(-get)? install/)
  assert.match(recipe, /^FROM \$\{DEBIAN\}$/m)
  assert.match(recipe, /^COPY scripts \/tmp\/scripts$/m)
  const wanted = /^ARG PURPOSES="(.*)"$/m.exec(recipe)[1].split(' ')
  assert.deepEqual(wanted, ['container', 'build', 'test', 'check', 'docs'])
  for (const purpose of wanted) assert.ok(purposes.has(purpose), `scripts/install-packages knows no purpose ${purpose}`)
})

test('the form of OSS-Fuzz takes the packages of a build, and builds for the engine and with each sanitizer that it names', () => {
  assert.match(read('.clusterfuzzlite/Dockerfile'), /^RUN \$SRC\/agent-access\/scripts\/install-packages build && /m)
  assert.match(read('.clusterfuzzlite/Dockerfile'), /^COPY \.clusterfuzzlite\/build\.sh \$SRC\/$/m)
  const { language, fuzzing_engines, sanitizers } = load(read('.clusterfuzzlite/project.yaml'))
  assert.deepEqual([language, fuzzing_engines], ['c++', ['libfuzzer']])
  const tried = read('scripts/oss-fuzz')
  for (const sanitizer of sanitizers) assert.match(tried, new RegExp(`^ {2}${sanitizer}\\) sanitize=`, 'm'))
})

test('every package purpose that the Makefile and the scripts name exists', () => {
  const scripts = globSync('scripts/{,*/}*', { cwd: root, withFileTypes: true }).filter((file) => file.isFile() && file.name !== 'install-packages')
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
  const asked = ['Makefile', ...scripts].flatMap((path) => [...read(path).matchAll(/scripts\/install-packages ([a-z0-9 ]+)$/gm)]).flatMap(([, names]) => names.split(' '))
  assert.ok(asked.length > 10, `only ${asked.length} found`)
  for (const purpose of asked) assert.ok(purposes.has(purpose), purpose)
})

test('make unit and make test need no server and no browser', () => {
  const more = ['apache2-bin', 'caddy', 'chromium-headless-shell', 'faketime', 'haproxy', 'nginx-light', 'prometheus', 'strace', 'valgrind']
  const missing = (purpose) => more.filter((name) => !purposes.get(purpose).includes(name))
  assert.deepEqual(missing('rest'), [])
  for (const purpose of ['build', 'unit', 'sanitizers', 'format', 'test']) assert.deepEqual(missing(purpose), more, purpose)
  for (const [target, names] of [['unit', 'build unit'], ['test', 'build test']]) {
    assert.match(read('Makefile'), new RegExp(`^${target}:.*\\n\\t@scripts/install-packages ${names}$`, 'm'))
  }
})

test('the templates have what a forge needs, and what they name exists', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  assert.equal(load(read(`${folder}/config.yml`)).blank_issues_enabled, true)
  for (const name of ['bug_report.md', 'proposal.md']) {
    const [, head] = /^---\n([\s\S]*?)\n---\n/.exec(read(`${folder}/${name}`))
    const { name: title, about } = load(head)
    assert.ok(title && about, name)
  }
  const change = read('.github/PULL_REQUEST_TEMPLATE.md')
  const targets = [...change.matchAll(/`make ([a-z0-9-]+)`/g)].map(([, target]) => target)
  assert.deepEqual(targets, ['test-all', 'check', 'bench-check'])
  for (const target of targets) assert.match(read('Makefile'), new RegExp(`^${target}:`, 'm'))
  for (const path of ['SECURITY.md', 'CHANGELOG.md', 'docs/decisions']) assert.ok(existsSync(join(root, path)), path)
})

test('every make target and every file that README, CONTRIBUTING and the release recipe name exists', () => {
  const targets = new Set([...read('Makefile').matchAll(/^([a-z0-9-]+):/gm)].map(([, target]) => target))
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/development/releasing.md']) {
    const named = [...read(page).matchAll(/(?:^|`)make ([a-z0-9-]+)/gm)].map(([, target]) => target)
    assert.ok(named.length > 0, page)
    for (const target of named) assert.ok(targets.has(target), `${page}: make ${target}`)
  }
  const paths = [...read('CONTRIBUTING.md').matchAll(/`((?:[\w.-]+\/)+[\w-]+(?:\.[a-z]+)?)`/g)].map(([, path]) => path)
  assert.ok(paths.length > 30, `only ${paths.length} found`)
  const exists = (path) => ['', 'src/'].some((folder) => existsSync(join(root, folder, path)) || existsSync(join(root, folder, `${path}.hpp`)))
  assert.deepEqual(paths.filter((path) => !path.startsWith('build/') && !exists(path)), [])
})
