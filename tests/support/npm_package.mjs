// The npm package that `make npm-package` built of this tree.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const npmPackage = fileURLToPath(new URL('../../build/npm/package', import.meta.url))
/** Its program. */
export const npmProgram = join(npmPackage, 'cli.mjs')
/** Why there is nothing to test, or false. */
export const noNpmPackage = existsSync(npmProgram) ? false : 'skipped: there is no build/npm/package; run make npm-package'
