// What the scripts that build and install say while they work, and that they leave nothing running.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { run } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const withProgress = (args, seconds = '0.1') =>
  run('scripts/lib/with-progress', args, { cwd: root, env: { ...process.env, PROGRESS_SECONDS: seconds } })

test('a fast step says nothing, a slow one its time', async () => {
  assert.deepEqual(await withProgress(['a step', 'true'], '30'), { stdout: '', stderr: '' })
  // The step ends when it has been told of: it reads what the script prints.
  const child = spawn('scripts/lib/with-progress', ['a step', 'sh', '-c', 'read line; echo ended'], {
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

test('after SIGKILL nothing of a step is left', async () => {
  const child = spawn('scripts/lib/with-progress', ['a step', 'sleep', '1000'], {
    cwd: root, detached: true, env: { ...process.env, PROGRESS_SECONDS: '0.1' }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  process.kill(-child.pid, 'SIGKILL')
  // The pipe closes when every process that could write to it has ended.
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL'])
})

test('a compiler that was killed is named, with the remedy', async () => {
  const folder = temporaryFolder('steps', join(root, 'build'))
  await writeFile(join(folder, 'build.ninja'), '')
  const killed = 'g++: fatal error: Killed signal terminated program cc1plus'
  const tools = await folderOf({ ninja: `echo "$@"; echo '[1/2] one'; echo '${killed}'; exit 1` })
  const preset = basename(folder)
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` }
  delete env.JOBS
  const sentence = 'cmake-build: a compiler was killed, as the kernel does if memory runs out; with JOBS=1 before the command one runs at a time, which needs 1 GB\n'
  await assert.rejects(run('scripts/cmake-build', [preset, 'all'], { cwd: root, env }), { code: 1, stdout: `-C build/${preset} all\n${killed}\n`, stderr: sentence })
  env.JOBS = '1'
  await assert.rejects(run('scripts/cmake-build', [preset, 'all'], { cwd: root, env }), { code: 1, stdout: `-C build/${preset} -j 1 all\n${killed}\n`, stderr: sentence })
  // On a terminal, where ninja's output is not read.
  const onTerminal = run('script', ['--quiet', '--return', '--command', `scripts/cmake-build ${preset} all`, '/dev/null'], { cwd: root, env })
  await assert.rejects(onTerminal, ({ code, stdout }) => code === 1 && stdout.replaceAll('\r', '').endsWith(`${killed}\n${sentence}`))
})

/** A folder with programs: name → text of sh. */
async function folderOf(programs) {
  const folder = temporaryFolder('programs')
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text.replaceAll('FOLDER', folder)}\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

/** What install-packages reads as /etc/os-release. */
const systemIs = (text) => `[ "$1" = /etc/os-release ] || exec /bin/cat "$@"\nprintf '${text}'`
const kBookworm = systemIs('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\\nVERSION_CODENAME=bookworm\\n')

/** Runs install-packages where no package is installed and apt-get is a script: its output. */
async function install(aptGet, purpose = 'micro', programs = {}) {
  const folder = await folderOf({ 'dpkg-query': 'exit 1', 'apt-cache': 'exit 0', sudo: 'exec "$@"', sleep: 'exit 0', cat: kBookworm, 'apt-get': aptGet, ...programs })
  return await run('scripts/install-packages', [purpose], { cwd: root, env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } })
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

test('install-packages prints names that can be pasted, also before apt has lists', async () => {
  for (const [codename, llhttp] of [['bookworm', 'node-llhttp'], ['trixie', 'libllhttp-dev']]) {
    const cat = systemIs(`VERSION_CODENAME=${codename}\\n`)
    const { stdout } = await install('exit 0', 'unit', { 'apt-cache': 'exit 100', cat })
    assert.equal(stdout, `Installing Debian packages: libgtest-dev libgmock-dev ${llhttp} perl\n`)
    const command = `apt-get install --no-install-recommends libgtest-dev libgmock-dev ${llhttp} perl\n`
    // A shell function, because sudo may be installed.
    const folder = await folderOf({ 'dpkg-query': 'exit 1', 'apt-cache': 'exit 100', cat, id: 'echo 1000', 'apt-get': 'exit 0' })
    for (const name of ['sh', 'sed', 'tr', 'grep', 'awk']) await symlink(`/usr/bin/${name}`, join(folder, name))
    await assert.rejects(run('scripts/install-packages', ['unit'], { cwd: root, env: { PATH: folder } }), { code: 1, stderr: `install-packages: without sudo; as root, run: ${command}` })
  }
})

test('elsewhere than on Debian the first line says what is needed', async () => {
  const first = 'install-packages: needs Debian 12 or 13, and this is Fedora Linux 43; deploy/dev.Containerfile makes a container that has everything\n'
  const cat = systemIs('PRETTY_NAME="Fedora Linux 43"\\nVERSION_CODENAME=""\\n')
  const { stderr } = await install('exit 0', 'micro', { cat })
  assert.equal(stderr, first)
  const folder = await folderOf({ cat })
  for (const name of ['sh', 'sed', 'tr', 'grep', 'awk']) await symlink(`/usr/bin/${name}`, join(folder, name))
  await assert.rejects(run('scripts/install-packages', ['unit'], { cwd: root, env: { PATH: folder } }), {
    code: 1, stdout: '', stderr: `${first}install-packages: without apt-get, install what Debian calls: libgtest-dev libgmock-dev libllhttp-dev perl\n`,
  })
})

test('what the environment of the caller has reaches no build and no test', async () => {
  const caller = {
    PATH: process.env.PATH, GIT_DIR: '/elsewhere', GIT_INDEX_FILE: '/elsewhere/index', CDPATH: '/', CXXFLAGS: '-m32', NODE_ENV: 'production',
    FORCE_COLOR: '1', LC_ALL: 'en_US.UTF-8', http_proxy: 'http://proxy.example:3128', no_proxy: 'intranet.example', TMPDIR: `/tmp/${'long'.repeat(20)}`,
  }
  const { stdout } = await run('sh', ['-c', '. scripts/lib/environment; . scripts/lib/environment; env'], { cwd: root, env: caller })
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
  assert.deepEqual((await readdir(folder)).toSorted(), ['configure.log', 'ninja.log'])
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
  const { failures, skips, ...counts } = JSON.parse(await readFile(summary, 'utf8'))
  assert.deepEqual(counts, { passed: 1, failed: 0, cancelled: 1, skipped: 1, reasons: { 'no such machine': 1 } })
  assert.deepEqual(failures.map(({ name, message }) => [name, message]), [['hangs', 'test timed out after 3000ms']])
  assert.deepEqual(skips.map(({ name }) => name), ['needs more'])
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
