// Takes each check of mutants/ away in a copy of the tree, one at a time, and runs the unit tests that know the file.
// A mutant that no test notices fails the run; docs/mutation.md lists every mutant with the first test that killed it.
//
// Arguments: areas, or words that the file or the description must contain; only what the chosen mutants need is built.
// With --open, of these only the mutants that were not killed before on the source as it is.
// MUTATION_JOBS is how many compilers run at once. docs/mutation.md is written when every mutant has a verdict on the
// sources as they are.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { mutants } from './mutants.mjs'
import { sync } from './sync.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const work = process.env.MUTATION_FOLDER ?? path.join(root, 'build/mutation')
const tree = path.join(work, 'tree')
const build = path.join(work, 'build')
const jobs = process.env.MUTATION_JOBS ?? String(availableParallelism())

// Verdicts are kept with what they were given on, so that a few mutants can be tried again without all the others.
const verdictFile = path.join(work, 'verdicts.json')
const digest = (text) => createHash('sha256').update(text).digest('hex')
const keyOf = (mutant) => digest(JSON.stringify([mutant.file, mutant.text, mutant.instead, mutant.also ?? '',
  digest(readFileSync(path.join(root, mutant.file)))]))
const loadVerdicts = () => (existsSync(verdictFile) ? JSON.parse(readFileSync(verdictFile, 'utf8')) : {})

function make (targets) {
  return spawnSync('ninja', ['-j', jobs, '-C', build, ...targets.map((name) => `test_${name}`)], { encoding: 'utf8' })
}

// The name of the first test that failed, how the program ended otherwise, or nothing when all passed. A mutant may
// make a program wait for ever; it is given ten times what the program takes without any.
const patience = new Map()
function firstFailure (program) {
  const options = { cwd: tree, encoding: 'utf8', timeout: patience.get(program) ?? 300_000, maxBuffer: 1 << 26 }
  const run = spawnSync(path.join(build, `test_${program}`), ['--gtest_fail_fast', '--gtest_brief=1'], options)
  if (run.status === 0) return undefined
  const failed = /^\[ {2}FAILED {2}\] ([^\s,]+)/m.exec(run.stdout)
  return failed ? failed[1] : `${program} ended with ${run.signal ?? run.status}`
}

function judge (mutant) {
  const file = path.join(tree, mutant.file)
  const source = readFileSync(file, 'utf8')
  if (source.split(mutant.text).length !== 2) return { state: 'stale', detail: 'its text does not occur exactly once' }
  const without = mutant.also === undefined ? source : source.replace(mutant.also, () => '')
  if (mutant.also !== undefined && without === source) return { state: 'stale', detail: 'its other text does not occur' }
  writeFileSync(file, without.replace(mutant.text, () => mutant.instead))
  try {
    for (const program of mutant.programs) {
      const made = make([program])
      if (made.status !== 0) {
        return { state: 'stale', detail: 'does not compile: ' + (/error: .*/.exec(made.stdout)?.[0] ?? 'see ninja') }
      }
      const test = firstFailure(program)
      if (test) return { state: 'killed', detail: test }
    }
    return { state: 'SURVIVED', detail: '' }
  } finally {
    writeFileSync(file, source)
  }
}

function render (results) {
  const lines = [
    '# Mutation check', '',
    'Each row is one check: of the token verifier, client authentication and the key schedule, of the framing rules and',
    'the body readers, of the limits, the client address and the HTTP/2 guard, of what is remembered and what is published.',
    '`make mutation` takes it away in a copy of the tree, builds the unit tests that know the file and runs them: the test',
    'named is the first that failed. A row without a test fails the run. Written by that command; do not edit.',
    'What is left out and why stands at the top of the areas in tests/mutation/mutants/.', '',
    `${results.length} mutants, ${results.filter((result) => result.state === 'killed').length} killed.`
  ]
  for (const file of new Set(results.map((result) => result.file))) {
    lines.push('', `## ${file}`, '', '| Without the check | Killed by |', '|---|---|')
    for (const result of results.filter((each) => each.file === file)) {
      lines.push(`| ${result.removed.replaceAll('|', '\\|')} | ${result.state === 'killed' ? result.detail : result.state} |`)
    }
  }
  return lines.join('\n') + '\n'
}

const known = loadVerdicts()
const onlyOpen = process.argv.includes('--open')
const words = process.argv.slice(2).filter((word) => word !== '--open')
const isOpen = (mutant) => known[keyOf(mutant)]?.state !== 'killed'
const areas = new Set(mutants.map((mutant) => mutant.area))
const fits = (mutant, word) =>
  areas.has(word) ? mutant.area === word : `${mutant.file} ${mutant.removed}`.includes(word)
const isMeant = (mutant) => words.every((word) => fits(mutant, word))
const chosen = mutants.filter((mutant) => isMeant(mutant) && (!onlyOpen || isOpen(mutant)))
if (chosen.length === 0) {
  console.log(onlyOpen && mutants.some(isMeant) ? 'nothing is open' : 'no mutant has these words')
  process.exit(onlyOpen && mutants.some(isMeant) ? 0 : 1)
}
sync(root, tree, ['build', '.git', 'tests/node_modules'])
const flags = ['-DCMAKE_BUILD_TYPE=Debug', '-DAGENT_ACCESS_TESTS=ON', '-DCMAKE_CXX_FLAGS_DEBUG=-O0 -w']
execFileSync('cmake', ['-S', tree, '-B', build, '-G', 'Ninja', ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
const programs = [...new Set(chosen.flatMap((mutant) => mutant.programs))]
const base = make(programs)
if (base.status !== 0) throw new Error('the tests do not build:\n' + base.stdout.slice(-4000))
for (const program of programs) {
  const start = performance.now()
  const failed = firstFailure(program)
  patience.set(program, Math.ceil(Math.max(20_000, 10 * (performance.now() - start))))
  if (failed) throw new Error(`${failed} fails without any mutant`)
}
const results = []
for (const mutant of chosen) {
  const verdict = judge(mutant)
  const result = { ...mutant, ...verdict }
  results.push(result)
  known[keyOf(mutant)] = verdict
  writeFileSync(verdictFile, JSON.stringify(known, null, 1))
  console.log(`${result.state.padEnd(8)} ${result.file}: ${result.removed}${result.detail ? ` (${result.detail})` : ''}`)
}
const all = mutants.map((mutant) => ({ ...mutant, ...known[keyOf(mutant)] }))
if (all.every(({ state }) => state !== undefined)) writeFileSync(path.join(root, 'docs/mutation.md'), render(all))
const alive = results.filter((result) => result.state !== 'killed').length
console.log(`${results.length} mutants, ${results.length - alive} killed, ${alive} not`)
process.exitCode = alive === 0 ? 0 : 1
