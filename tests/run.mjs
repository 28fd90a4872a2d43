// Runs test files with node's test runner, several at a time: tests mostly wait. Those of kAlone come last, one at a time.
//
// Arguments: test files. --skip=PATTERN leaves out the tests whose names match it.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

// What measures short times or memory while it uses both processors: beside others it would measure those too.
const kAlone = ['faults/exhaustion', 'faults/handshakes', 'faults/memory', 'faults/slow_peers', 'faults/timing', 'faults/tls']
// What takes longest begins first, so that nothing long is left at the end: what waits beside what computes.
const kLongest = ['package/fleet', 'package/booted', 'conformance/fleet_rotation', 'browser/own_pages', 'proxies/slow_links', 'browser/pages', 'fleet/fleet', 'conformance/fleet', 'conformance/testssl', 'deploy/compose_fleet',
  'faults/rolling', 'proxies/attacks', 'conformance/openapi_property', 'faults/system_calls', 'faults/watchdog', 'docs/blocks', 'docs/capacity', 'browser/status_page', 'browser/lighthouse', 'clients/openapi_client', 'conformance/try']

const kAtOnce = availableParallelism() + 2
// Several times what the longest test takes on a slow machine: one that hangs fails, and the others are reported.
const kMostMinutes = 20

for (const name of [...kAlone, ...kLongest]) {
  if (!existsSync(new URL(`${name}.test.mjs`, import.meta.url))) throw new Error(`run.mjs names ${name}, which does not exist`)
}

const nameOf = (file) => file.replace(/\.test\.mjs$/, '')

/** `files` in the order of their start: the longest first, the others as they were given. */
const inOrder = (files) => files.toSorted((one, other) => placeOf(one) - placeOf(other))
const placeOf = (file) => (kLongest.includes(nameOf(file)) ? kLongest.indexOf(nameOf(file)) : kLongest.length)

/** Whether no test of `files` failed. */
async function passes(files, concurrency, skipped) {
  if (files.length === 0) return true
  let hasPassed = true
  const events = run({ files: files.map((file) => resolve(file)), concurrency, timeout: kMostMinutes * 60_000, testSkipPatterns: skipped })
  events.on('test:summary', ({ success }) => { hasPassed &&= success })
  await pipeline(events, new spec(), process.stdout, { end: false })
  return hasPassed
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { skip: { type: 'string', multiple: true } } })
if (positionals.length === 0) throw new Error('run.mjs: name test files')
const isAlone = (file) => kAlone.includes(nameOf(file))
const beside = await passes(inOrder(positionals.filter((file) => !isAlone(file))), kAtOnce, values.skip)
const alone = await passes(positionals.filter(isAlone), 1, values.skip)
process.exitCode = beside && alone ? 0 : 1
