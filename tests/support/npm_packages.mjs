// Packages of npm that only some tests need, each lot in a folder of tests with its lock file. scripts/npm-install installs them.
import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modulesOf = (folder) => join(fileURLToPath(new URL('..', import.meta.url)), folder, 'node_modules')

/** Why tests that need the packages of a folder are skipped; false if they are installed. */
export const missingPackages = (folder) => (existsSync(join(modulesOf(folder), '.complete')) ? false : `skipped: the packages of tests/${folder} are not installed`)

/** Lets programs in `place` find the packages of a folder. */
export const linkPackages = (folder, place) => symlink(modulesOf(folder), join(place, 'node_modules'))
