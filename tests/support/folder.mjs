// A folder for the files of a test.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** The path of a new folder, which is removed after the test that asks for it, or after all tests of the file. */
export function temporaryFolder(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, `agent-access-${name}-`))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
