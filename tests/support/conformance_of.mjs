// Runs tests of conformance/ against another form of the program and compares what fails with a list of exceptions: another failure is a fault, and so
// is an exception that is no longer needed. What the tests print goes into a file: most of what fails there is expected, and would look like faults.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const tests = fileURLToPath(new URL('..', import.meta.url))

/** What run.mjs counted, with the failures as [{ file, name, message }] and the skips as [{ file, name }]. */
async function runTests({ form, slug, program, minutes, files }) {
  const summaryFile = join(tests, '../build', `${slug}.json`)
  mkdirSync(join(tests, '../build'), { recursive: true })
  rmSync(summaryFile, { force: true })
  const environment = {
    ...process.env, AGENT_ACCESS_BIN: join(tests, program), TEST_SUMMARY: summaryFile,
    PATH: `${join(tests, 'node_modules/.bin')}${delimiter}${process.env.PATH}`, // its first line asks for a node of the path
  }
  const log = `build/${slug}.log`
  const output = openSync(join(tests, '..', log), 'w')
  console.log(`${form}: ${files.length} files of tests; the output is in ${log}`)
  const child = spawn(process.execPath, ['run.mjs', `--minutes=${minutes}`, ...files], { cwd: tests, stdio: ['ignore', output, output], env: environment })
  await once(child, 'close')
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8'))
  const named = (list) => list.map((test) => ({ ...test, name: test.name.replace(tests, '') }))
  return { ...summary, failures: named(summary.failures), skips: named(summary.skips) }
}

const isOf = (test) => ({ file, name }) => file === test.file && (name instanceof RegExp ? name.test(test.name) : name === test.name)

/**
 * `minutes` is the most for a test: one that waits for what the form does not do is ended. `form` as in sentences, `slug` as in names of files, `program` below tests/, `exceptions` as [{ by, reason, sometimes, tests: { file: [name] } }]. Prints
 * what is wrong. The counts of run.mjs, `countBy(by)` of what is excepted, and how many failures and exceptions are wrong.
 */
export async function conformanceOf({ form, slug, program, minutes = 2, files, exceptions: given }) {
  const exceptions = given
    .flatMap(({ by, sometimes, tests: list }) => Object.entries(list).flatMap(([file, names]) => names.map((name) => ({ by, sometimes, name, file: `conformance/${file}.test.mjs` }))))
    .filter(({ file }) => files.includes(file))
  const { failures, skips, ...counts } = await runTests({ form, slug, program, minutes, files })
  const found = failures.map((failure) => ({ ...failure, exception: exceptions.find(isOf(failure)) }))
  const unexpected = found.filter(({ exception }) => exception === undefined)
  // A test that this machine cannot run says nothing about its exception.
  const unknown = new Set(skips.map((test) => exceptions.find(isOf(test))))
  const needless = exceptions.filter((exception) => !exception.sometimes && !unknown.has(exception) && !found.some((failure) => failure.exception === exception))
  for (const { file, name, message } of unexpected) console.log(`fails on ${form}: ${file}: ${name}: ${message.slice(0, 2000)}`)
  for (const { file, name } of needless) console.log(`no longer needed: the exception of ${file}: ${name}`)
  return { ...counts, countBy: (by) => found.filter(({ exception }) => exception?.by === by).length, unexpected: unexpected.length, needless: needless.length }
}
