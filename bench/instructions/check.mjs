// check.mjs FOLDER [--record]: compares the dumps that bench/check made there with the record for the compiler of this machine.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { readDump } from './callgrind.mjs'
import { compare, isGood, table, tolerance } from './comparison.mjs'

const recordFile = new URL('../instructions.json', import.meta.url)
const [folder, ...options] = process.argv.slice(2)

const output = (command, ...words) => {
  try { return execFileSync(command, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() } catch { return '' }
}
/** The version of the package that is installed under one of these names. */
const version = (...names) => names.map((name) => output('dpkg-query', '-W', '-f=${Version}', name)).find(Boolean) ?? 'unknown'

// Packages that the counts depend on besides the source.
const surroundings = () => ({
  compiler: output('g++', '-dumpfullversion'),
  libssl: version('libssl3', 'libssl3t64'),
  libc: version('libc6'),
  'libstdc++': version('libstdc++6'),
  valgrind: version('valgrind')
})

const count = () => {
  const repeats = new Map(readFileSync(`${folder}/scripts`, 'utf8').trim().split('\n').map((line) => line.split(' ')))
  const dumps = readdirSync(folder).filter((name) => /^dump\.\d+$/.test(name)).map((name) => readDump(readFileSync(`${folder}/${name}`, 'utf8')))
  return Object.fromEntries([...repeats].map(([script, repeat]) => {
    const found = dumps.find((dump) => dump.script === script)
    if (!found || found.all === 0) throw new Error(`callgrind counted nothing for ${script}`)
    return [script, { own: Math.round(found.own / repeat), all: Math.round(found.all / repeat) }]
  }))
}

const records = JSON.parse(readFileSync(recordFile, 'utf8'))
const counted = { unit: 'instructions a request; own: outside libcrypto', counted_with: surroundings(), scripts: count() }
writeFileSync(`${folder}/counts.json`, JSON.stringify(counted, null, 2) + '\n')
// Debian 12 and 13 have different compilers, whose counts differ by up to 10 %.
const compiler = `g++ ${counted.counted_with.compiler.split('.')[0]}`
const recorded = records[compiler] ?? { counted_with: {}, scripts: {} }
const rows = compare(recorded.scripts, counted.scripts)
console.log(table(rows))
for (const [name, now] of Object.entries(counted.counted_with)) {
  const before = recorded.counted_with[name]
  if (before && before !== now) console.log(`recorded with ${name} ${before}, counted with ${now}: that alone can move the counts`)
}
if (options.includes('--record')) {
  writeFileSync(recordFile, JSON.stringify({ ...records, [compiler]: counted }, null, 2) + '\n')
  console.log(`recorded for ${compiler} in bench/instructions.json`)
} else if (!(compiler in records)) {
  console.log(`bench-check: nothing is recorded for ${compiler}, so nothing was compared; make bench-check RECORD=1 records`)
} else if (!isGood(rows)) {
  console.log(`bench-check: above +${tolerance} %, or without a recorded count. If it must be: make bench-check RECORD=1, and say why in the commit`)
  process.exitCode = 1
} else {
  console.log(`bench-check: ${Object.keys(counted.scripts).length} scripts within +${tolerance} %`)
}
