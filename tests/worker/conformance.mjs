// Runs the tests of conformance/ against an exported worker and compares what fails with exceptions.mjs: another failure is a fault, and so is an
// exception that is no longer needed. WORKER_RUNTIME=workerd selects the runtime of Cloudflare Workers instead of Node, WORKER_RUNTIME=module the one module in a
// server of node:http. Arguments: test files.
// What the tests print goes into a file: most of what fails there is expected, and would look like faults.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kExceptions } from './exceptions.mjs'

const kLeastShare = 0.9 // of the tests of what a worker could do
const kMinutes = 2 // the longest test takes seconds; one that waits for what a worker does not do is ended
const tests = fileURLToPath(new URL('..', import.meta.url))
const runtime = process.env.WORKER_RUNTIME ?? 'node'
const summaryFile = join(tests, '../build', `worker-conformance-${runtime}.json`)
const log = `build/worker-conformance-${runtime}.log`

/** Of the one module, whose requests a server that is not ours has read. */
const kOfModule = ['forged_tokens', 'mcp_results', 'mcp_revisions', 'profile', 'registration', 'resource_metadata', 'scopes', 'token', 'token_order'].map((name) => `conformance/${name}.test.mjs`)
/** Those that compare a worker with the service need no other one, and a worker watches no folder and loads no files. */
const files = process.argv.length > 2 ? process.argv.slice(2) : runtime === 'module' ? kOfModule
  : readdirSync(join(tests, 'conformance')).filter((name) => /^(?!worker|dev_site|warnings).*\.test\.mjs$/.test(name)).map((name) => `conformance/${name}`)

/** What run.mjs counted, with the failures as [{ file, name, message }] and the skips as [{ file, name }]. */
async function runTests() {
  mkdirSync(join(tests, '../build'), { recursive: true })
  rmSync(summaryFile, { force: true })
  const environment = {
    ...process.env, AGENT_ACCESS_BIN: join(tests, 'support/worker_program.mjs'), TEST_SUMMARY: summaryFile,
    PATH: `${join(tests, 'node_modules/.bin')}${delimiter}${process.env.PATH}`, // its first line asks for a node of the path
  }
  const output = openSync(join(tests, '..', log), 'w')
  console.log(`worker on ${runtime}: ${files.length} files of tests; the output is in ${log}`)
  const child = spawn(process.execPath, ['run.mjs', `--minutes=${kMinutes}`, ...files], { cwd: tests, stdio: ['ignore', output, output], env: environment })
  await once(child, 'close')
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8'))
  const named = (list) => list.map((test) => ({ ...test, name: test.name.replace(tests, '') }))
  return { ...summary, failures: named(summary.failures), skips: named(summary.skips) }
}

const exceptions = kExceptions.filter(({ on = runtime }) => on === runtime)
  .flatMap(({ by, sometimes, tests: list }) => Object.entries(list).flatMap(([file, names]) => names.map((name) => ({ by, sometimes, name, file: `conformance/${file}.test.mjs` }))))
  .filter(({ file }) => files.includes(file))
const isOf = (test) => ({ file, name }) => file === test.file && (name instanceof RegExp ? name.test(test.name) : name === test.name)

const { passed, failed, cancelled, failures, skips } = await runTests()
const found = failures.map((failure) => ({ ...failure, exception: exceptions.find(isOf(failure)) }))
const unexpected = found.filter(({ exception }) => exception === undefined)
// A test that this machine cannot run says nothing about its exception.
const unknown = new Set(skips.map((test) => exceptions.find(isOf(test))))
const needless = exceptions.filter((exception) => !exception.sometimes && !unknown.has(exception) && !found.some((failure) => failure.exception === exception))
for (const { file, name, message } of unexpected) console.log(`fails on ${runtime}: ${file}: ${name}: ${message.slice(0, 2000)}`)
for (const { file, name } of needless) console.log(`no longer needed: the exception of ${file}: ${name}`)
const countBy = (by) => found.filter(({ exception }) => exception?.by === by).length
const elsewhere = countBy('host') + countBy('program')
const share = passed / (passed + failed + cancelled - elsewhere)
console.log(`worker on ${runtime}: ${passed} tests of conformance hold, ${(100 * share).toFixed(1)} % of those of what a worker could do; ` +
  `${countBy('host')} fail for what the host does, ${countBy('program')} for what the process does, ${countBy('nothing')} for what a worker does not do, ${unexpected.length} for no reason in the list`)
process.exitCode = unexpected.length + needless.length === 0 && share >= kLeastShare ? 0 : 1
