// Runs a test file of JavaScript on a program and the sources of a tree.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const killers = new Map()
const kMostMs = 120_000
const kExitWithChildren = 'data:text/javascript,process.once("SIGTERM", () => process.exit(1))' // at an exit tests end what they started

// The name of a test that failed, how the run ended otherwise, or nothing when all passed. Tests that failed for other mutants of `source` are run first.
export function firstFailureOf (file, program, tree, source) {
  const first = killers.get(source) ?? new Set()
  if (source) killers.set(source, first)
  const env = { ...process.env, AGENT_ACCESS_BIN: program, WORKER_SOURCES: tree }
  const patternOf = (names) => `--test-name-pattern=^(${[...names].map((name) => name.replace(/[^\w ]/g, '\\$&')).join('|')})$`
  const runs = first.size > 0 ? [[patternOf(first)], []] : [[]]
  for (const filter of runs) {
    const args = ['--import', path.join(tree, 'tests/support/ending.mjs'), '--import', kExitWithChildren, '--test-reporter=tap', ...filter, file]
    const run = spawnSync(process.execPath, args, { cwd: path.join(tree, 'tests'), encoding: 'utf8', env, timeout: kMostMs, maxBuffer: 1 << 26 })
    if (run.status === 0) continue
    const failed = /^ *not ok \d+ - (.*)$/m.exec(run.stdout)?.[1]
    if (failed) first.add(failed)
    return failed ?? `${file} ended with ${run.signal ?? run.status}`
  }
  return undefined
}
