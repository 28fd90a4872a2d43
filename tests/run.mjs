// Runs test files with node's test runner, several at a time: tests mostly wait. Those of kAlone come last, one at a time.
//
// Arguments: test files. --skip=PATTERN leaves out the tests whose names match it; --minutes=N is the most that a test may take;
// --at-once=N files run beside each other. A line is added to the file that TEST_SUMMARY names:
// {"passed", "failed", "cancelled", "skipped", "failures": [{"file", "name", "message"}], "skips": [{"file", "name"}], "reasons": {REASON: COUNT}}.
import { appendFileSync, existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

// What measures short times or memory while it uses both processors: beside others it would measure those too.
const kAlone = ['faults/exhaustion', 'faults/handshakes', 'faults/memory', 'faults/slow_peers', 'faults/timing', 'faults/tls']
// What takes longest begins first, so that nothing long is left at the end: what waits beside what computes.
const kLongest = ['package/fleet', 'package/booted', 'frameworks/builds', 'browser/own_pages', 'proxies/slow_links', 'browser/pages', 'fleet/fleet', 'deploy/compose_fleet',
  'faults/rolling', 'slow/worker_beside', 'proxies/attacks', 'slow/openapi_property', 'faults/system_calls', 'faults/watchdog', 'docs/blocks', 'docs/capacity', 'browser/lighthouse', 'clients/openapi_client', 'conformance/try', 'worker/node']

const kAtOnce = String(availableParallelism() + 2)
const kEnding = new URL('support/ending.mjs', import.meta.url).href
// Several times what the longest test takes on a slow machine: one that hangs fails, and the others are reported.
const kMostMinutes = '30'

for (const name of [...kAlone, ...kLongest]) {
  if (!existsSync(new URL(`${name}.test.mjs`, import.meta.url))) throw new Error(`run.mjs names ${name}, which does not exist`)
}

const nameOf = (file) => file.replace(/\.test\.mjs$/, '')

/** `files` in the order of their start: the longest first, the others as they were given. */
const inOrder = (files) => files.toSorted((one, other) => placeOf(one) - placeOf(other))
const placeOf = (file) => (kLongest.includes(nameOf(file)) ? kLongest.indexOf(nameOf(file)) : kLongest.length)

/** What became of all tests so far. A test that does not end is cancelled, which is a failure, too. */
const summary = { passed: 0, failed: 0, cancelled: 0, skipped: 0, failures: [], skips: [], reasons: {} }

function addFailure({ file, name, details }) {
  if (details.error?.failureType === 'subtestsFailed') return // they are named themselves
  summary.failures.push({ file: relative('.', file ?? name), name, message: String(details.error?.cause?.message ?? details.error?.message) })
}

function addSkipped({ file, name, skip }) {
  if (skip === undefined) return
  summary.skips.push({ file: relative('.', file ?? name), name })
  const reason = typeof skip === 'string' && skip !== '' ? skip : 'no reason given'
  summary.reasons[reason] = (summary.reasons[reason] ?? 0) + 1
}

/** Runs the tests of `files` and adds to the summary. */
async function runTests(files, concurrency, skipped) {
  if (files.length === 0) return
  const events = run({ files: files.map((file) => resolve(file)), concurrency, timeout: Number(values.minutes) * 60_000, testSkipPatterns: skipped, execArgv: ['--import', kEnding] })
  events.on('test:fail', addFailure)
  events.on('test:pass', addSkipped)
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return // of one file
    for (const name of ['passed', 'failed', 'cancelled', 'skipped']) summary[name] += counts[name]
  })
  await pipeline(events, new spec(), process.stdout, { end: false })
}

const { TEST_SUMMARY: summaryFile } = process.env
delete process.env.TEST_SUMMARY // of this run, not of one that a test starts
const { positionals, values } = parseArgs({ allowPositionals: true, options: { skip: { type: 'string', multiple: true }, minutes: { type: 'string', default: kMostMinutes }, 'at-once': { type: 'string', default: kAtOnce } } })
if (positionals.length === 0) throw new Error('run.mjs: name test files')
const isAlone = (file) => kAlone.includes(nameOf(file))
await runTests(inOrder(positionals.filter((file) => !isAlone(file))), Number(values['at-once']), values.skip)
await runTests(positionals.filter(isAlone), 1, values.skip)
if (summaryFile) appendFileSync(summaryFile, `${JSON.stringify(summary)}\n`)
process.exitCode = summary.failed + summary.cancelled === 0 ? 0 : 1
