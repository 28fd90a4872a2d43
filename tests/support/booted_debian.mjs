// A bare Debian of this machine's release, with systemd, for tests of the package. Booted by systemd-nspawn without a network of its
// own; what is changed in it is lost when it stops. Needs root, mmdebstrap and systemd-container; scripts/release/package-test makes the root.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, missing, onlyRoot } from './faults.mjs'

const kBootMs = 60_000
const kStopMs = 30_000

/** Why there is no bare Debian to use, or false. */
export const noDebian = (root) => onlyRoot || (existsSync(join(root, 'usr/bin/systemctl')) ? false : `skipped: no Debian at ${root}; make package-test makes it`)
const kInContainer = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--volatile=overlay']
/** Why it cannot be booted here, or false. A container has a folder of its name in /run, which it removes: each process has its own name. */
export const cannotBoot = (root) => noDebian(root) || missing('nsenter', '--version') ||
  missing('systemd-nspawn', ...kInContainer, `--machine=agent-access-check-${process.pid}`, '--directory', root, '/bin/true')

/**
 * Control groups of this name below those of this process, in the hierarchies that systemd uses: without them Debians that are booted at the same
 * time would share those of their services, and end each other's. Where none can be made, only one Debian at a time works.
 */
function makeGroups(name) {
  const own = new Map(readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n').map((line) => line.split(':')).map(([, kind, ...path]) => [kind, path.join(':')]))
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n').map((line) => line.split(' '))
  const groups = mounts.flatMap(([, folder, type, options]) => {
    if (type === 'cgroup2') return [join(folder, own.get('') ?? '/', name)]
    return type === 'cgroup' && /(^|,)name=systemd(,|$)/.test(options) ? [join(folder, own.get('name=systemd') ?? '/', name)] : []
  })
  return groups.filter((group) => { try { mkdirSync(group); return true } catch { return false } })
}
function removeGroup(group) {
  for (const { name } of readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory())) removeGroup(join(group, name))
  rmdirSync(group)
}
const kInGroups = 'while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs"; shift; done; shift; exec "$@"'

/** Scripts in a booted Debian: ok() must succeed, fails() must not; both return the output. */
export function scriptsIn(debian) {
  return {
    ok(script) {
      const { status, output } = debian.run(`set -euo pipefail\n${script}`)
      assert.equal(status, 0, `${script}\n${output}${debian.run('journalctl --no-pager -n 300 -o cat -u agent-access | grep -v event.:.access | tail -n 20').output}`)
      return output
    },
    fails(script) {
      const { status, output } = debian.run(script)
      assert.notEqual(status, 0, `${script}\n${output}`)
      return output
    },
  }
}

export class BootedDebian {
  output = ''

  /** `binds` are read-only mounts: { '/packages': '/path/on/this/machine' }; `name` is the host name, of one of several. */
  static async boot(root, binds, name = `agent-access-${process.pid}`) {
    const debian = new BootedDebian()
    const mounts = Object.entries(binds).map(([inside, outside]) => `--bind-ro=${outside}:${inside}`)
    const args = [...kInContainer,
      // Without this systemd-nspawn forbids to lock memory.
      '--system-call-filter=@memlock', `--machine=${name}`,
      '--directory', root, ...mounts, '--boot', '--console=pipe']
    // Both Debian releases run on the unified hierarchy; a machine with the old one would pass that on.
    debian.groups = makeGroups(`agent-access-${process.pid}-${name}`)
    debian.nspawn = spawn('sh', ['-c', kInGroups, 'sh', ...debian.groups, '--', 'systemd-nspawn', ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' } })
    for (const stream of [debian.nspawn.stdout, debian.nspawn.stderr]) stream.setEncoding('utf8').on('data', (text) => { debian.output += text })
    debian.ended = once(debian.nspawn, 'close')
    debian.atExit = () => debian.nspawn.kill('SIGKILL')
    process.once('exit', debian.atExit)
    try {
      await eventually(() => debian.#leader() !== undefined && debian.#isUp(), 'the boot of Debian', kBootMs)
    } catch (error) {
      await debian.stop()
      throw new Error(`${error.message}: ${debian.output}`)
    }
    return debian
  }

  /** The id of its first process here. */
  get pid() { return Number(this.#leader()) }

  #leader() {
    if (this.nspawn.exitCode !== null) throw new Error('systemd-nspawn ended')
    const { pid } = this.nspawn
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').find((child) => child !== '')
  }

  #isUp() {
    return ['running', 'degraded'].includes(this.run('systemctl is-system-running').output.trim())
  }

  /** A bash script as root inside: { status, output }. */
  run(script) {
    const environment = ['HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_PAGER=cat', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
    const { status, stdout, stderr } = spawnSync('nsenter', ['-t', this.#leader(), '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w', '--',
      '/usr/bin/env', '-i', ...environment, 'bash', '-c', script], { encoding: 'utf8', timeout: 120_000 })
    return { status, output: `${stdout}${stderr}`.replaceAll('\r', '') }
  }

  async stop() {
    process.removeListener('exit', this.atExit)
    if (this.nspawn.exitCode === null) this.nspawn.kill('SIGTERM')
    const timer = setTimeout(() => this.nspawn.kill('SIGKILL'), kStopMs)
    await this.ended
    clearTimeout(timer)
    for (const group of this.groups) await eventually(() => { try { removeGroup(group); return true } catch { return false } }, `the end of ${group}`)
  }
}
