// Makes one folder equal to another. A file that is equal already keeps its time, so that nothing is built anew for it; one
// that a mutant was left in differs, is written, and is new to ninja.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

function isEqual (from, to) {
  const there = statSync(to, { throwIfNoEntry: false })
  const here = statSync(from)
  return there !== undefined && there.isFile() && there.size === here.size && there.mode === here.mode &&
    readFileSync(from).equals(readFileSync(to))
}

function copy (from, to) {
  rmSync(to, { recursive: true, force: true })
  copyFileSync(from, to)
  chmodSync(to, statSync(from).mode)
}

// `left` are the paths that are left out: they are neither copied nor removed.
export function sync (from, to, left, below = '') {
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from, { withFileTypes: true })
    .filter((entry) => (entry.isFile() || entry.isDirectory()) && !left.includes(path.join(below, entry.name)))
  const kept = new Set(names.map((entry) => entry.name))
  for (const name of readdirSync(to)) {
    if (!kept.has(name) && !left.includes(path.join(below, name))) rmSync(path.join(to, name), { recursive: true })
  }
  for (const entry of names) {
    const here = path.join(from, entry.name)
    const there = path.join(to, entry.name)
    if (entry.isFile()) {
      if (!isEqual(here, there)) copy(here, there)
      continue
    }
    if (statSync(there, { throwIfNoEntry: false })?.isFile()) rmSync(there)
    sync(here, there, left, path.join(below, entry.name))
  }
}
