// Shell blocks of the documents, run as an owner does: with the program in the PATH.
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './folder.mjs'
import { binary, run } from './server.mjs'

const bin = temporaryFolder('bin')
await symlink(binary, join(bin, 'agent-access'))

/** Runs a block of shell commands, with further variables in its environment: its standard output. */
export async function shell(script, environment = {}) {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env: { PATH: `${bin}:/usr/sbin:${process.env.PATH}`, ...environment }, timeout: 60_000 })
  return stdout
}
