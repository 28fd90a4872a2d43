// A wall clock that a test sets while a server runs.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faketime, missing } from './faults.mjs'

const kSource = fileURLToPath(new URL('./shifted_clock.c', import.meta.url))
/** False, or why no shifted clock can be made here. */
export const noShiftedClock = missing('cc', '--version')

/** Compiles shifted_clock.c in a folder: the library to preload. */
export function makeShiftedClock(folder) {
  const library = join(folder, 'shifted_clock.so')
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, kSource], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return library
}

/**
 * For the tests of one file: { setClock, jumping, shifting }. `jumping()` is the environment of servers that follow the clock, with libfaketime;
 * `shifting()` that of programs in which libfaketime deadlocks, with shifted_clock.c.
 */
export async function settableClock() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-access-clock-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  /** Sets how many seconds the wall clock is ahead. Written by a rename, so that no partial file is read. */
  const setClock = async (seconds) => {
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
    await rename(`${file}.next`, file)
  }
  await setClock(0)
  let library
  const shifting = () => ({ LD_PRELOAD: (library ??= makeShiftedClock(folder)), SHIFTED_CLOCK_FILE: file })
  return { setClock, jumping: () => faketime({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }), shifting }
}
