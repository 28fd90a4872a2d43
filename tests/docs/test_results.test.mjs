// The last lines of scripts/test: they name and count every program that failed, however it ended. In a copy of the scripts, with programs that print
// what Google Test and the sanitizers print; the steps that build are left out.
import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { run } from '../support/server.mjs'

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))
const kReal = ['test', 'unit-tests', 'lib/unit-results', 'lib/sanitizer-reports', 'lib/TestResults.pm', 'lib/with-progress', 'lib/environment']
const kNothing = 'exit 0'
const kSummary = (counts) => `echo '${JSON.stringify({ passed: 0, failed: 0, cancelled: 0, skipped: 0, failures: [], reasons: {}, ...counts })}' >>"$TEST_SUMMARY"`

/** A folder with the scripts of kReal, `stubs` in place of others, and `programs` as the tests of preset asan: name → lines of sh. */
function checkout(stubs, programs) {
  const root = join(temporaryFolder('results'), 'with a späce')
  const script = (path, text) => {
    writeFileSync(join(root, path), `#!/bin/sh\n${text}\n`)
    chmodSync(join(root, path), 0o755)
  }
  for (const folder of ['scripts/lib', 'build/asan']) mkdirSync(join(root, folder), { recursive: true })
  for (const name of kReal) copyFileSync(join(scripts, name), join(root, 'scripts', name))
  for (const [name, text] of Object.entries(stubs)) script(`scripts/${name}`, text)
  const tests = Object.entries(programs).map(([name, text]) => {
    script(`build/asan/${name}`, text)
    return `add_test(${name} "${root}/build/asan/${name}")\nset_tests_properties(${name} PROPERTIES TIMEOUT ${name === 'hangs' ? 1 : 60} WORKING_DIRECTORY "${root}")\n`
  })
  writeFileSync(join(root, 'build/asan/CTestTestfile.cmake'), tests.join(''))
  return root
}

/** scripts/test in that folder: whether it passed, and what it printed from "Skipped" or "Failed" on. */
async function lastLines(root) {
  const { TEST_SUMMARY: _, ...env } = process.env
  env.PATH = `${join(root, 'scripts')}:${dirname(process.execPath)}:${env.PATH}`
  const { stdout, code } = await run('scripts/test', [], { cwd: root, env }).catch((error) => error)
  return { code, lines: stdout.slice(stdout.search(/^(Skipped, with|Failed:|\d+ passed, )/m)).trimEnd().split('\n') }
}

const say = (...lines) => `cat <<'END'\n${lines.join('\n')}\nEND`
const kPassing = ['[ RUN      ] Good.Adds', '[       OK ] Good.Adds (0 ms)']
const kEnd = '[==========] 2 tests from 1 test suite ran. (0 ms total)'

test('the last lines name and count every test and every program that failed', async () => {
  const report = [
    '==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x5020 at pc 0x55 bp 0x7f sp 0x7e', 'WRITE of size 4 at 0x5020 thread T0',
    '    #0 0x55 in write_it(int*) /another/clone/build/asan/../../src/base/it.cpp:5:50', '    #1 0x56 in testing::Test::Run() (/usr/bin/x+0x1) (BuildId: 1)',
    '    #2 0x57 in main /another/clone/build/asan/../../tests/support/main.cpp:10:10', 'freed by thread T0 here:',
    '    #0 0x58 in free_it() /another/clone/build/asan/../../src/base/it.cpp:4:2', 'SUMMARY: AddressSanitizer: heap-use-after-free',
  ]
  const failing = say(...kPassing, '[ RUN      ] Bad.Adds', '../../tests/unit/bad_test.cpp:3: Failure', 'Expected equality of these values:', '  1', '  2',
    '[  FAILED  ] Bad.Adds (0 ms)', '[ RUN      ] Bad.Row/1', '../../tests/unit/bad_test.cpp:9: Failure', '[  FAILED  ] Bad.Row/1, where GetParam() = 7 (0 ms)', kEnd) + '\nexit 1'
  const programs = {
    fails: failing,
    crashes: say(...kPassing, '[ RUN      ] Bad.Indexes', 'Assertion `at < size\' failed.') + '\nkill -SEGV $$',
    reports: say(...kPassing, '[ RUN      ] Bad.Writes', ...report) + '\nexit 1',
    leaks: say(...kPassing, kEnd, '[  PASSED  ] 1 test.', '==9==ERROR: LeakSanitizer: detected memory leaks', 'Direct leak of 4 byte(s) in 1 object(s) allocated from:', '    #1 0x55 in keep() ../../src/base/it.cpp:8:1') + '\nexit 1',
    hangs: say(...kPassing, '[ RUN      ] Bad.Waits') + '\nexec tail -f /dev/null',
    leaves: say(...kPassing, '[ RUN      ] Bad.Exits') + '\nexit 0',
    ends: say(...kPassing, '[ RUN      ] Good.Skips', 'good_test.cpp:1: Skipped', 'no such machine', '[  SKIPPED ] Good.Skips (0 ms)', kEnd),
    'FuzzCorpus.good': say('3 files replayed'),
    'FuzzCorpus.bad': say('0 files replayed') + '\nexit 1',
  }
  const blackbox = kSummary({ passed: 2, failed: 1, cancelled: 1, failures: [{ file: 'a.test.mjs', name: 'adds', message: '1 !== 2' }, { file: 'b.test.mjs', name: 'ends', message: 'timed out' }] }) + '\nexit 1'
  const { code, lines } = await lastLines(checkout({ 'cmake-build': kNothing, 'npm-install': kNothing, suite: blackbox, check: 'exit 1' }, programs))
  assert.equal(code, 1)
  const blocks = lines.join('\n').split(/\n(?=\S+ \(asan\): |[ab]\.test|scripts\/|\d+ passed)/)
  assert.deepEqual(blocks.slice(0, 1), ['Skipped, with the number of tests and the reason:\n      1 no such machine\nFailed:'])
  assert.deepEqual(blocks.slice(1, -4).toSorted(), [
    'FuzzCorpus.bad (asan): the program: failed\n0 files replayed',
    'crashes (asan): Bad.Indexes: was ended by a signal: SEGFAULT\nAssertion `at < size\' failed.',
    'fails (asan): Bad.Adds: tests/unit/bad_test.cpp:3: Failure\nExpected equality of these values:\n  1\n  2',
    'fails (asan): Bad.Row/1: tests/unit/bad_test.cpp:9: Failure',
    'hangs (asan): Bad.Waits: did not end within its limit of time',
    'leaks (asan): the program: LeakSanitizer: detected memory leaks\n  Direct leak of 4 byte(s) in 1 object(s) allocated from:\n    keep() src/base/it.cpp:8:1',
    'leaves (asan): Bad.Exits: ended before all its tests had run',
    'reports (asan): Bad.Writes: AddressSanitizer: heap-use-after-free\n    write_it(int*) src/base/it.cpp:5:50\n  freed by thread T0 here:\n    free_it() src/base/it.cpp:4:2',
  ])
  assert.deepEqual(blocks.slice(-4), ['a.test.mjs: adds: 1 !== 2', 'b.test.mjs: ends: timed out', 'scripts/check --format', '10 passed, 11 failed, 1 skipped'])
})

test('a suite that could not begin counts as failed', async () => {
  const root = checkout({ 'cmake-build': '[ "$1" = release ]', 'npm-install': 'exit 1', suite: 'exit 3', check: kNothing }, {})
  assert.deepEqual(await lastLines(root), { code: 1, lines: [
    'Failed:', 'scripts/npm-install', 'asan: exit code 1 before all tests had run', 'blackbox: exit code 3 before all tests had run', '1 passed, 3 failed, 0 skipped',
  ] })
})

test('the reports of a sanitizer are failures, beside tests that failed', async () => {
  const root = checkout({}, {})
  const report = join(root, 'report.7')
  const summary = join(root, 'summary')
  writeFileSync(report, `WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 4 at 0x7b by thread T1:\n    #0 add() ${root}/build/tsan/../../src/base/it.cpp:5:9\n\nSUMMARY: ThreadSanitizer: data race\n`)
  const { stdout } = await run('scripts/lib/sanitizer-reports', ['tsan', report], { cwd: root, env: { ...process.env, TEST_SUMMARY: summary } })
  assert.match(stdout, /^ {4}#0 add\(\) src\/base\/it\.cpp:5:9$/m)
  assert.deepEqual(JSON.parse(await readFile(summary, 'utf8')), {
    passed: 0, failed: 1, cancelled: 0, skipped: 0, reasons: {},
    failures: [{ file: 'agent-access (tsan)', name: 'its sanitizer', message: 'ThreadSanitizer: data race\n  Write of size 4 at 0x7b by thread T1:\n    add() src/base/it.cpp:5:9' }],
  })
})
