// Runs the fleet, or another script, in namespaces of its own and returns what it saw. The kernel ends every process in them with the first one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missing, onlyRoot } from '../support/faults.mjs'
import { kHaproxy } from '../support/haproxy.mjs'

const kUnshare = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const kInside = fileURLToPath(new URL('./inside.mjs', import.meta.url))

const kTrial = 'mount -t tmpfs fleet /run && ip netns add one && ip link add card1 type veth peer name card2 netns one && ip link add card3 type bridge'

/** False, or why the fleet cannot run here. */
export const noFleet = onlyRoot || missing('ip', '-Version')
  || (existsSync(kHaproxy) ? false : 'skipped: haproxy is not installed')
  // Whether namespaces and cards of this kind may be made here.
  || missing('unshare', ...kUnshare, 'sh', '-c', kTrial)

/** Resolves to the record of a run (inside.mjs) as `plan` says. */
export const runFleet = (plan) => runInside(kInside, plan)

/** The same of another script, which gets the plan as its argument and writes its record into the file `plan.result`. */
export async function runInside(file, plan) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-access-fleet-result-'))
  const result = join(folder, 'run.json')
  // `ip netns` keeps its names in /run, which is an empty one here.
  const script = 'mount -t tmpfs fleet /run && exec "$@"'
  const child = spawn('unshare', [...kUnshare, 'sh', '-c', script, 'sh', process.execPath, file, JSON.stringify({ ...plan, result })],
    { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout.resume() // node's test runner, of which the helpers of tests use some parts, prints there
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  try {
    const [code, signal] = await once(child, 'close')
    if (!existsSync(result)) throw new Error(`${file} ended with ${code ?? signal}`)
    return JSON.parse(await readFile(result, 'utf8'))
  } finally {
    process.removeListener('exit', atExit)
    await rm(folder, { recursive: true, force: true })
  }
}
