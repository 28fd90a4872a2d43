// The package in a chroot of a bare Debian, on machines that cannot boot one: files, users and the program itself. What systemd does
// (start, reload, sockets, watchdog) is tested in package/booted only.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { cannotBoot, noDebian } from '../support/booted_debian.mjs'
import { deb, noPackage, root } from '../support/built_package.mjs'
import { propagation } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'

const bare = process.env.AGENT_ACCESS_ROOT ?? join(root, 'build/bare-debian')
const skip = noPackage || noDebian(bare) || (cannotBoot(bare) || process.env.AGENT_ACCESS_CHROOT ? false : 'skipped: this machine boots a Debian, see package/booted')

const folder = temporaryFolder('chroot')
before(async () => {
  if (skip) return
  for (const name of ['upper', 'work', 'merged']) await mkdir(join(folder, name))
  await mkdir(join(folder, 'upper/packages'))
  await copyFile(deb, join(folder, 'upper/packages/agent-access.deb'))
})

/** Runs a script that must succeed, in the overlay; its output. Mounts and processes end with it. */
function ok(script) {
  const mounted = `mount -t overlay overlay -o lowerdir=${bare},upperdir=${folder}/upper,workdir=${folder}/work ${folder}/merged
mount -t proc proc ${folder}/merged/proc; mount -t tmpfs tmpfs ${folder}/merged/run; ip link set lo up 2>/dev/null || true
exec chroot ${folder}/merged /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$1"`
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', '--pid', '--fork', '--kill-child', '--net', '--propagation', propagation, 'bash', '-euc', mounted, '_', script], { encoding: 'utf8', timeout: 120_000 })
  assert.equal(status, 0, `${script}\n${stdout}${stderr}`)
  return stdout
}

test('it installs, with the user and the folder of the service', { skip }, () => {
  const output = ok('dpkg -i /packages/agent-access.deb')
  assert.match(output, /\n {2}systemctl enable --now agent-access\n/)
  assert.equal(ok("stat -c '%U:%G %a' /etc/agent-access"), 'root:agent-access 2750\n')
})

test('init writes what the user of the service may read, and serve runs as that user', { skip }, () => {
  ok('agent-access init /etc/agent-access --base-url http://127.0.0.1:8080')
  assert.equal(ok("stat -c '%U:%G %a' /etc/agent-access/secret"), 'root:agent-access 640\n')
  assert.match(ok('agent-access check --config /etc/agent-access/agent-access.toml'), /^ok {4}user +files are read with the rights of user agent-access /m)
  assert.match(ok(`setpriv --reuid=agent-access --regid=agent-access --init-groups agent-access serve --config /etc/agent-access/agent-access.toml 2>/dev/null &
until agent-access health --config /etc/agent-access/agent-access.toml >/dev/null; do kill -0 $!; done
agent-access reload --config /etc/agent-access/agent-access.toml --pid $!; curl -sSf http://127.0.0.1:8080/llms.txt >/dev/null; kill $!; wait $!; echo stopped`), /^process \d+ reloads; its log says how it went\nstopped\n$/)
})

test('an upgrade and a removal keep the configuration, a purge leaves only the secret, and names it', { skip }, () => {
  ok('dpkg -i /packages/agent-access.deb; dpkg -r agent-access')
  assert.match(ok('ls /etc/agent-access'), /^secret$/m)
  assert.match(ok('dpkg -P agent-access 2>&1'), /^agent-access: kept the master secret \/etc\/agent-access\/secret; /m)
  assert.equal(ok('ls /etc/agent-access'), 'secret\n')
  ok('rm -r /etc/agent-access')
  assert.equal(ok('find / -xdev -name "*agent-access*" -not -path "/packages/*" -not -path "/var/log/*"'), '')
})
