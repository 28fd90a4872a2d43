// Removes each check of mutants/ in a copy of the tree, one at a time, and runs the tests that its row names: unit tests, and files of tests/, which run
// the program that is built with the mutant. Those of the worker take the data of an export from the program of build/release, and the modules and files of hosts
// from the copy.
// The run fails if a mutant passes all of them; build/mutation.md lists every mutant with a test that failed.
//
// Arguments: areas, or words that the file or the description must contain; only what the chosen mutants need is built.
// With --open, of these only the mutants that were not killed before on the present source, by a test that still exists.
// MUTATION_JOBS is how many compilers run at once. build/mutation.md is written when every mutant has a verdict on the
// present sources.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { mutants } from './mutants.mjs'
import { firstFailureOf } from './scripts.mjs'
import { sync } from './sync.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const work = process.env.MUTATION_FOLDER ?? path.join(root, 'build/mutation')
const tree = path.join(work, 'tree')
const build = path.join(tree, 'build/dev')
const jobs = process.env.MUTATION_JOBS ?? String(availableParallelism())

// Verdicts are kept with what they were given on, so that a few mutants can be tried again without all the others.
const verdictFile = path.join(work, 'verdicts.json')
const digest = (text) => createHash('sha256').update(text).digest('hex')
const keyOf = (mutant) => digest(JSON.stringify([mutant.file, mutant.text, mutant.instead, mutant.also ?? '',
  digest(readFileSync(path.join(root, mutant.file)))]))
const loadVerdicts = () => (existsSync(verdictFile) ? JSON.parse(readFileSync(verdictFile, 'utf8')) : {})

// Without a mutant everything is compiled as by `scripts/cmake-build dev`, so that ccache has most of it.
const plain = { ...process.env, CCACHE_BASEDIR: tree, CCACHE_NOHASHDIR: '1' }

// The environment of tests/mutation/compile. Includes are compiled before only where several mutants share them.
const precompiled = path.join(work, 'precompiled')
function mutated ({ file }) {
  const isWorthIt = file.endsWith('.cpp') && chosen.filter((mutant) => mutant.file === file).length > 3
  return { ...process.env, MUTANT: path.join(tree, file), PRECOMPILED: isWorthIt ? precompiled : '' }
}

function make (targets, env) {
  return spawnSync('ninja', ['-j', jobs, '-C', build, ...targets], { encoding: 'utf8', env })
}

const isCompiled = ({ file }) => /\.[ch]pp$/.test(file)
const targetOf = (program) => `test_${program}`
const binaryOf = (mutant) => (isCompiled(mutant) ? path.join(build, 'agent-access') : path.join(root, 'build/release/agent-access'))

// The quickest linker that is installed; debug information is left out.
function linkerFlags () {
  const linker = ['mold', 'lld', 'gold'].find((name) => spawnSync(`ld.${name}`, ['--version']).status === 0)
  return `-DCMAKE_EXE_LINKER_FLAGS=-Wl,-S${linker === undefined ? '' : ` -fuse-ld=${linker}`}`
}

// The name of a test that failed, how the program ended otherwise, or nothing when all passed. Tests that failed for other
// mutants of the file are run first. A mutant may make a program wait for ever; its time limit is ten times what the
// program takes without a mutant.
const patience = new Map()
const killers = new Map()
function firstFailure (program, file) {
  const first = killers.get(file) ?? new Set()
  killers.set(file, first)
  const runs = first.size > 0 ? [[`--gtest_filter=${[...first].join(':')}`], []] : [[]]
  for (const filter of runs) {
    const options = { cwd: tree, encoding: 'utf8', timeout: patience.get(program) ?? 300_000, maxBuffer: 1 << 26 }
    const run = spawnSync(path.join(build, `test_${program}`), ['--gtest_fail_fast', '--gtest_brief=1', ...filter], options)
    if (run.status === 0) continue
    const failed = /^\[ {2}FAILED {2}\] ([^\s,]+)/m.exec(run.stdout)
    if (failed) first.add(failed[1])
    return failed ? failed[1] : `${program} ended with ${run.signal ?? run.status}`
  }
  return undefined
}

function verdictOf (mutant) {
  const file = path.join(tree, mutant.file)
  const source = readFileSync(file, 'utf8')
  if (source.split(mutant.text).length !== 2) return { state: 'stale', detail: 'its text does not occur exactly once' }
  const without = mutant.also === undefined ? source : source.replace(mutant.also, () => '')
  if (mutant.also !== undefined && without === source) return { state: 'stale', detail: 'its other text does not occur' }
  writeFileSync(file, without.replace(mutant.text, () => mutant.instead))
  try {
    const stale = (made) => ({ state: 'stale', detail: 'does not compile: ' + (/error: .*/.exec(made.stdout)?.[0] ?? 'see ninja') })
    for (const program of mutant.programs) {
      const made = make([targetOf(program)], mutated(mutant))
      if (made.status !== 0) return stale(made)
      const test = firstFailure(program, mutant.file)
      if (test) return { state: 'killed', detail: test }
    }
    if (isCompiled(mutant) && mutant.tests.length > 0) {
      const made = make(['agent-access'], mutated(mutant))
      if (made.status !== 0) return stale(made)
    }
    for (const file of mutant.tests) {
      const test = firstFailureOf(file, binaryOf(mutant), tree, mutant.file)
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
    'Each row is one mutant, the program without one check or with one changed, and a test that failed. Written by `make mutation`.', '',
    `${results.length} mutants, ${results.filter((result) => result.state === 'killed').length} killed.`
  ]
  for (const file of new Set(results.map((result) => result.file))) {
    lines.push('', `## ${file}`, '', '| Change | Test that fails |', '|---|---|')
    for (const result of results.filter((each) => each.file === file)) {
      lines.push(`| ${result.removed.replaceAll('|', '\\|')} | ${result.state === 'killed' ? result.detail : result.state} |`)
    }
  }
  return lines.join('\n') + '\n'
}

// "Suite.Name" of every test; that of a parameterised test stands between a prefix and a parameter.
const testNames = new Set(readdirSync(path.join(root, 'tests'), { recursive: true })
  .filter((name) => name.endsWith('_test.cpp'))
  .flatMap((name) => [...readFileSync(path.join(root, 'tests', name), 'utf8').matchAll(/^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)/gm)])
  .map(([, suite, test]) => `${suite}.${test}`))
const isGone = (name) => {
  const [, test] = /^(?:\w+\/)?(\w+\.\w+)(?:\/.*)?$/.exec(name ?? '') ?? []
  return test !== undefined && !testNames.has(test)
}

const known = loadVerdicts()
const onlyOpen = process.argv.includes('--open')
const words = process.argv.slice(2).filter((word) => word !== '--open')
const isOpen = (mutant) => known[keyOf(mutant)]?.state !== 'killed' || isGone(known[keyOf(mutant)].detail)
const areas = new Set(mutants.map((mutant) => mutant.area))
const fits = (mutant, word) =>
  areas.has(word) ? mutant.area === word : `${mutant.file} ${mutant.removed}`.includes(word)
const isMeant = (mutant) => words.every((word) => fits(mutant, word))
function writeDocument () {
  const all = mutants.map((mutant) => ({ ...mutant, ...known[keyOf(mutant)] }))
  if (all.every(({ state }) => state !== undefined)) writeFileSync(path.join(root, 'build/mutation.md'), render(all))
}
const chosen = mutants.filter((mutant) => isMeant(mutant) && (!onlyOpen || isOpen(mutant)))
if (chosen.length === 0) {
  writeDocument()
  console.log(onlyOpen && mutants.some(isMeant) ? 'nothing is open' : 'no mutant has these words')
  process.exit(onlyOpen && mutants.some(isMeant) ? 0 : 1)
}
const packages = 'tests/node_modules'
sync(root, tree, ['build', '.git', packages])
if (!existsSync(path.join(tree, packages))) symlinkSync(path.join(root, packages), path.join(tree, packages))
function buildTargets (targets) {
  if (targets.length === 0) return
  const flags = ['--preset', 'dev', `-DCCACHE=${path.join(tree, 'tests/mutation/compile')}`,
    '-DCMAKE_SUPPRESS_REGENERATION=ON', '-DAGENT_ACCESS_UNITY=tests', linkerFlags()]
  execFileSync('cmake', flags, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  const base = make(targets, plain)
  if (base.status !== 0) throw new Error('the tests do not build:\n' + base.stdout.slice(-4000))
}

const programs = [...new Set(chosen.flatMap((mutant) => mutant.programs))]
const ofProgram = chosen.filter((mutant) => isCompiled(mutant) && mutant.tests.length > 0)
buildTargets([...programs.map(targetOf), ...(ofProgram.length > 0 ? ['agent-access'] : [])])
for (const program of programs) {
  const start = performance.now()
  const failed = firstFailure(program)
  patience.set(program, Math.ceil(Math.max(20_000, 10 * (performance.now() - start))))
  if (failed) throw new Error(`${failed} fails without any mutant`)
}
for (const some of [ofProgram, chosen.filter((mutant) => !isCompiled(mutant))]) {
  for (const file of new Set(some.flatMap((mutant) => mutant.tests))) {
    const failed = firstFailureOf(file, binaryOf(some[0]), tree)
    if (failed) throw new Error(`${file}: ${failed} fails without any mutant`)
  }
}
const results = []
let last = ''
for (const mutant of chosen) {
  if (mutant.file !== last) rmSync(precompiled, { recursive: true, force: true })
  last = mutant.file
  const verdict = verdictOf(mutant)
  const result = { ...mutant, ...verdict }
  results.push(result)
  known[keyOf(mutant)] = verdict
  writeFileSync(verdictFile, JSON.stringify(known, null, 1))
  console.log(`${result.state.padEnd(8)} ${result.file}: ${result.removed}${result.detail ? ` (${result.detail})` : ''}`)
}
writeDocument()
const alive = results.filter((result) => result.state !== 'killed').length
console.log(`${results.length} mutants, ${results.length - alive} killed, ${alive} not`)
process.exitCode = alive === 0 ? 0 : 1
