// A wall clock that a test sets while a server runs, with libfaketime.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { faketime } from './faults.mjs'

/** For the tests of one file: { setClock, jumping }; `jumping()` is the environment of servers that follow the clock. */
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
  return { setClock, jumping: () => faketime({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }) }
}
