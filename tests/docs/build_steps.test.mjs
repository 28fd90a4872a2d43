// What the scripts that build and install say while they work, and that they leave nothing running.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { run } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const withProgress = (args, seconds = '0.1') =>
  run('scripts/with-progress', args, { cwd: root, env: { ...process.env, PROGRESS_SECONDS: seconds } })

test('a fast step says nothing, a slow one its time', async () => {
  assert.deepEqual(await withProgress(['a step', 'true'], '30'), { stdout: '', stderr: '' })
  // The step ends when it has been told of: it reads what the script prints.
  const child = spawn('scripts/with-progress', ['a step', 'sh', '-c', 'read line; echo ended'], {
    cwd: root, env: { ...process.env, PROGRESS_SECONDS: '0.1' }, stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (bytes) => {
    output += bytes
    if (output.endsWith('\n')) child.stdin.end('go\n')
  })
  await once(child, 'close')
  assert.match(output, /^( {2}a step: \d+ s so far\n)+ended\n/)
})

test('the status of a step is kept, and its output is in the named file', async () => {
  const folder = temporaryFolder('steps')
  const log = join(folder, 'log')
  await assert.rejects(withProgress(['-o', log, 'a step', 'sh', '-c', 'echo said; exit 7'], '30'), { code: 7, stdout: '' })
  assert.equal(await readFile(log, 'utf8'), 'said\n')
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL']) {
  test(`after ${signal} nothing of a step is left`, async () => {
    const child = spawn('scripts/with-progress', ['a step', 'sleep', '1000'], {
      cwd: root, detached: true, env: { ...process.env, PROGRESS_SECONDS: '0.1' }, stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    process.kill(-child.pid, signal)
    // The pipe closes when every process that could write to it has ended.
    assert.deepEqual(await once(child, 'close'), [null, signal])
  })
}

test('a build prints each tenth part when it is reached', async () => {
  const folder = temporaryFolder('steps', join(root, 'build'))
  await writeFile(join(folder, 'build.ninja'), '')
  await writeFile(join(folder, 'ninja'), '#!/bin/sh\necho "[20/40] one"; read line; echo "[40/40] two"\n')
  await chmod(join(folder, 'ninja'), 0o755)
  const preset = basename(folder)
  const child = spawn('scripts/cmake-build', [preset, 'all'], { cwd: root, env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } })
  const [half] = await once(child.stdout, 'data')
  assert.equal(`${half}`, `  ${preset}: 50 %\n`)
  child.stdin.end('go\n')
  const [whole] = await once(child.stdout, 'data')
  assert.equal(`${whole}`, `  ${preset}: 100 %\n`)
  assert.deepEqual(await once(child, 'close'), [0, null])
})

/** Runs install-packages where no package is installed and apt-get is a script: its output. */
async function install(aptGet) {
  const folder = temporaryFolder('apt')
  const programs = { 'dpkg-query': 'exit 1', 'apt-cache': 'exit 0', sudo: 'exec "$@"', sleep: 'exit 0', 'apt-get': aptGet.replaceAll('FOLDER', folder) }
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`)
    await chmod(join(folder, name), 0o755)
  }
  return await run('scripts/install-packages', ['micro'], { cwd: root, env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } })
}
const kLocked = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'

test('install-packages waits while another program holds a lock of apt', async () => {
  const { stdout } = await install(`[ "$1" = update ] && [ ! -e FOLDER/asked ] && { : >FOLDER/asked; echo "${kLocked}"; exit 100; }; exit 0`)
  assert.equal(stdout, 'Installing Debian packages: libbenchmark-dev\n' +
    '  waiting: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)\n')
})

test('install-packages fails at once with the reason if apt fails otherwise', async () => {
  const failing = '[ "$1" = update ] && exit 0; echo "E: Unable to locate package"; exit 100'
  await assert.rejects(install(failing), { code: 1, stderr: 'E: Unable to locate package\n' })
})

test('install-packages goes on with the lists that are there if one source cannot be read', async () => {
  const { stdout, stderr } = await install('[ "$1" = update ] || exit 0; echo "E: The repository has no Release file"; exit 100')
  assert.equal(stdout, 'Installing Debian packages: libbenchmark-dev\n')
  assert.equal(stderr, 'E: The repository has no Release file\ninstall-packages: apt-get update failed; trying with the lists that are there\n')
})

test('what the environment of the caller has reaches no build and no test', async () => {
  const caller = {
    PATH: process.env.PATH, GIT_DIR: '/elsewhere', GIT_INDEX_FILE: '/elsewhere/index', CDPATH: '/', CXXFLAGS: '-m32', NODE_ENV: 'production',
    FORCE_COLOR: '1', LC_ALL: 'en_US.UTF-8', http_proxy: 'http://proxy.example:3128', no_proxy: 'intranet.example', TMPDIR: `/tmp/${'long'.repeat(20)}`,
  }
  const { stdout } = await run('sh', ['-c', '. scripts/environment; . scripts/environment; env'], { cwd: root, env: caller })
  const kept = Object.fromEntries(stdout.trim().split('\n').map((line) => line.split(/=(.*)/s)).filter(([name]) => name in caller || name === 'NO_PROXY'))
  assert.deepEqual(kept, {
    PATH: process.env.PATH, LC_ALL: 'C.UTF-8', http_proxy: 'http://proxy.example:3128', TMPDIR: '/tmp',
    no_proxy: 'intranet.example,127.0.0.1,localhost,::1', NO_PROXY: 'intranet.example,127.0.0.1,localhost,::1',
  })
})

test('a build folder of another place begins anew', async () => {
  const folder = temporaryFolder('steps', join(root, 'build'))
  await writeFile(join(folder, 'CMakeCache.txt'), 'CMAKE_HOME_DIRECTORY:INTERNAL=/nonexistent/agent-access\n')
  const tools = temporaryFolder('tools')
  for (const name of ['cmake', 'ninja']) {
    await writeFile(join(tools, name), '#!/bin/sh\nexit 0\n')
    await chmod(join(tools, name), 0o755)
  }
  const preset = basename(folder)
  const { stdout } = await run('scripts/cmake-build', [preset, 'all'], { cwd: root, env: { ...process.env, PATH: `${tools}:${process.env.PATH}` } })
  assert.equal(stdout, `build/${preset} was made for /nonexistent/agent-access: begins anew\n`)
  assert.deepEqual(await readdir(folder), ['configure.log'])
})

test('a test that does not end is named and fails the run, and the others are counted', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder('runs')
  const file = (name) => join(folder, `${name}.test.mjs`)
  await writeFile(file('ends'), "import { test } from 'node:test'\ntest('ends', () => {})\ntest('needs more', { skip: 'no such machine' }, () => {})\n")
  await writeFile(file('hangs'), "import { test } from 'node:test'\ntest('hangs', () => new Promise(() => setInterval(() => {}, 1000)))\n")
  const program = join(root, 'tests/run.mjs')
  const summary = join(folder, 'summary')
  await assert.rejects(run(process.execPath, [program, '--minutes=0.05', file('ends'), file('hangs')],
    { cwd: join(root, 'tests'), env: { PATH: process.env.PATH, FORCE_COLOR: '1', TEST_SUMMARY: summary } }), { code: 1 })
  const { failures, ...counts } = JSON.parse(await readFile(summary, 'utf8'))
  assert.deepEqual(counts, { passed: 1, failed: 0, cancelled: 1, skipped: 1, reasons: { 'no such machine': 1 } })
  assert.deepEqual(failures.map(({ name, message }) => [name, message]), [['hangs', 'test timed out after 3000ms']])
})

test('no result of a file is lost, also if it leaves a timer behind', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder('runs')
  const file = join(folder, 'many.test.mjs')
  // More than a pipe holds, written faster than it is read.
  await writeFile(file, "import { test } from 'node:test'\nsetInterval(() => {}, 1000)\nfor (let count = 0; count < 2000; ++count) test(`test ${count} ${'x'.repeat(200)}`, () => {})\n")
  const summary = join(folder, 'summary')
  await run(process.execPath, [join(root, 'tests/run.mjs'), file], { cwd: join(root, 'tests'), env: { PATH: process.env.PATH, TEST_SUMMARY: summary }, maxBuffer: 1 << 26 })
  assert.equal(JSON.parse(await readFile(summary, 'utf8')).passed, 2000)
})

test('make build ends with the path of the program, and what needs the program does not', async () => {
  const { MAKEFLAGS: _, MAKELEVEL: __, ...env } = process.env // of a make that runs this test
  const commands = async (target) => (await run('make', ['--dry-run', target], { cwd: root, env })).stdout.trimEnd().split('\n')
  const ready = 'echo "build/release/agent-access is ready. To try it: build/release/agent-access dev"'
  assert.equal((await commands('build')).at(-1), ready)
  assert.ok(!(await commands('run')).includes(ready))
})
