// What the scripts that build and install say while they work, and that they leave nothing running.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { run } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('after SIGKILL nothing of a step is left', async () => {
  const child = spawn('scripts/lib/with-progress', ['a step', 'sleep', '1000'], {
    cwd: root, detached: true, env: { ...process.env, PROGRESS_SECONDS: '0.1' }, stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  process.kill(-child.pid, 'SIGKILL')
  // The pipe closes when every process that could write to it has ended.
  assert.deepEqual(await once(child, 'close'), [null, 'SIGKILL'])
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

describe('a file that leaves something open', { concurrency: true, timeout: 60_000 }, () => {
  test('loses no result', async () => {
    const folder = temporaryFolder('runs')
    const file = join(folder, 'many.test.mjs')
    // More than a pipe holds, written faster than it is read.
    await writeFile(file, "import { test } from 'node:test'\nsetInterval(() => {}, 1000)\nfor (let count = 0; count < 2000; ++count) test(`test ${count} ${'x'.repeat(200)}`, () => {})\n")
    const summary = join(folder, 'summary')
    await run(process.execPath, [join(root, 'tests/run.mjs'), file], { cwd: join(root, 'tests'), env: { PATH: process.env.PATH, TEST_SUMMARY: summary }, maxBuffer: 1 << 26 })
    assert.equal(JSON.parse(await readFile(summary, 'utf8')).passed, 2000)
  })
  test('ends in status 1 if a test fails', async () => {
    const file = join(temporaryFolder('runs'), 'fails.test.mjs')
    await writeFile(file, "import { createServer } from 'node:http'\nimport { test } from 'node:test'\ntest('fails', () => { createServer().listen(0, '127.0.0.1'); throw new Error('wrong') })\n")
    const ending = join(root, 'tests/support/ending.mjs')
    await assert.rejects(run(process.execPath, ['--import', ending, '--test-reporter=tap', file], { env: { PATH: process.env.PATH } }), ({ code, stdout }) => {
      assert.equal(code, 1)
      assert.match(stdout, /^not ok 1 - fails$[^]*^# fail 1$/m)
      return true
    })
  })
})
