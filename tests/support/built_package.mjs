// The Debian package that `make package` built of this tree. AGENT_ACCESS_PACKAGES names another folder with one, such as that of another
// Debian release for package/booted.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missing } from './faults.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const folder = process.env.AGENT_ACCESS_PACKAGES ?? join(root, 'build/package')

const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^agent-access_.*\.deb$/.test(name)) : []
const program = join(root, 'build/release/agent-access')
const isStale = () => process.env.AGENT_ACCESS_PACKAGES === undefined && existsSync(program) && statSync(program).mtimeMs > statSync(join(folder, names[0])).mtimeMs

/** Why there is nothing to test, or false. */
export const noPackage = missing('dpkg-deb', '--version') || (names.length !== 1 ? `skipped: ${folder} has no package; run make package` : false) ||
  (isStale() ? 'skipped: the package is older than the program; run make package' : false)

export const deb = join(folder, names[0] ?? '')
/** A field of the package, such as Version. */
export const field = (name) => spawnSync('dpkg-deb', ['-f', deb, name], { encoding: 'utf8' }).stdout.trim()
/** The lines of `dpkg-deb -c`: { type, mode, owner, name } without the leading dot of the name. */
export const contents = () => spawnSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' }).stdout.trim().split('\n').map((line) => {
  const [mode, owner, , , , name] = line.split(/\s+/)
  return { type: mode[0], mode: mode.slice(1), owner, name: name.slice(1) }
})
/** The bytes and the text of a file of the package. */
export const bytesOf = (name) => {
  const archive = spawnSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 1 << 28 }).stdout
  return spawnSync('tar', ['-xO', `.${name}`], { input: archive, maxBuffer: 1 << 28 }).stdout
}
export const fileOf = (name) => bytesOf(name).toString('utf8')

/** Writes the same program as a package of a lower version to `file`. */
export function packBefore(file) {
  const tree = `${file}.tree`
  assert.equal(spawnSync('dpkg-deb', ['-R', deb, tree]).status, 0)
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: (.*)$/m, 'Version: $1~before'))
  assert.equal(spawnSync('dpkg-deb', ['--root-owner-group', '-b', tree, file]).status, 0)
  rmSync(tree, { recursive: true })
}
