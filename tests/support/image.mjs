// The root file system of the container image, and programs started in it as a container engine does.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { propagation } from './faults.mjs'
import { binary } from './server.mjs'

export const rootScript = fileURLToPath(new URL('../../scripts/release/root-filesystem', import.meta.url))
export const kImageUser = 65532 // USER of deploy/Containerfile

/** Makes the root of the image in a temporary folder, which the caller removes: `join(root, '..')`. */
export async function makeImage() {
  const root = join(await mkdtemp(join(tmpdir(), 'agent-access-image-')), 'root')
  await promisify(execFile)(rootScript, [root], { env: { ...process.env, PROGRAM: binary } })
  await mkdir(join(root, 'proc'))
  return root
}

/**
 * For `wrap` of Program: replaces the program of the build by that of the image, in the image, with its own /proc and its user; `user`
 * as a Deployment may set it. `network: 'own'` gives it a network without interfaces that are up.
 */
export const inImage = (root, { user = kImageUser, group = user, network = 'shared' } = {}) => [
  'unshare', '--mount', ...(network === 'own' ? ['--net'] : []), '--propagation', propagation, 'sh', '-c',
  `mount -t proc proc "$0/proc" && shift && exec unshare --root="$0" --wd=/etc/agent-access --setgid=${group} --setuid=${user} /usr/bin/agent-access "$@"`, root,
]
