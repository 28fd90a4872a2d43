// The program of an earlier commit, built from git in a temporary folder, with the packages that it needed then, and kept in build/fleet.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Until there is a release: a commit with the documents and the refusals of this one.
const kBeforeReleases = '067e08f095666e5ce887b0c0227c8433c947626b'

/** The commit of the release before this one, or the one that OLDER names. */
function olderCommit(root) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  try {
    const named = process.env.OLDER
    const [release] = git('tag', '--list', 'v*', '--merged', 'HEAD~1', '--sort=-version:refname').split('\n')
    return git('rev-parse', '--short=7', `${named || release || kBeforeReleases}^{commit}`)
  } catch (error) {
    const reason = String(error.stderr || error.message).trim().split('\n')[0]
    throw new Error(`git does not find the commit of the version before (${reason}); OLDER names one, git fetch --unshallow --tags gets all`)
  }
}

/** Where that program is kept: { olderFile, olderName }, whether it is built or not. Throws if git does not find the commit. */
export function olderPlace(root) {
  const commit = olderCommit(root)
  return { olderFile: join(root, 'build', 'fleet', `agent-access-${commit}`), olderName: commit }
}

/** The same, built unless it was already. */
export function olderProgram(root) {
  const place = olderPlace(root)
  if (existsSync(place.olderFile)) return place
  const folder = mkdtempSync(join(tmpdir(), 'agent-access-older-'))
  try {
    const archive = execFileSync('git', ['archive', place.olderName], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    for (const [command, ...words] of [['scripts/install-packages', 'build'], ['scripts/cmake-build', 'release', 'agent-access']]) {
      execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    }
    mkdirSync(dirname(place.olderFile), { recursive: true })
    copyFileSync(join(folder, 'build', 'release', 'agent-access'), `${place.olderFile}.part`)
    renameSync(`${place.olderFile}.part`, place.olderFile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return place
}
