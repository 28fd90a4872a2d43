// The program of an earlier commit, built from git in a temporary folder and kept in build/fleet.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Until there is a release: a commit whose configuration and tokens are those of 1.0.0.
const kBeforeReleases = '2b5fb8dd5e128100138efd08027ba7ad3e824069'

/** The commit of the release before this one. */
function olderCommit(root) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const named = process.env.OLDER
  const [release] = git('tag', '--list', 'v*', '--merged', 'HEAD~1', '--sort=-version:refname').split('\n')
  return git('rev-parse', '--short=7', `${named || release || kBeforeReleases}^{commit}`)
}

/** { olderFile, olderName } of that program, which is built unless it was already. OLDER names another commit. */
export function olderProgram(root) {
  const commit = olderCommit(root)
  const kept = join(root, 'build', 'fleet', `agent-access-${commit}`)
  if (existsSync(kept)) return { olderFile: kept, olderName: commit }
  const folder = mkdtempSync(join(tmpdir(), 'agent-access-older-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    execFileSync('scripts/cmake-build', ['release', 'agent-access'], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    mkdirSync(join(root, 'build', 'fleet'), { recursive: true })
    copyFileSync(join(folder, 'build', 'release', 'agent-access'), kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { olderFile: kept, olderName: commit }
}
