// Booted Debian machines on one private network, which reach each other by name and, from the first one, by ssh as root. The network is a
// bridge in the first machine with a cable to each other one: nothing of it is outside of their namespaces.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BootedDebian, cannotBoot, scriptsIn } from '../support/booted_debian.mjs'
import { onlyRoot } from '../support/faults.mjs'

const kPrograms = ['sbin/haproxy', 'bin/socat', 'sbin/sshd', 'sbin/nft', 'sbin/nginx', 'bin/certbot', 'bin/pebble']

/** Why machines with these programs cannot be booted here, or false. */
export function cannotConnect(root) {
  const lacking = kPrograms.filter((name) => !existsSync(join(root, 'usr', name)))
  return onlyRoot || cannotBoot(root) || (lacking.length === 0 ? false : `skipped: ${root} has no ${lacking.join(', ')}; make package-test makes it anew`)
}

function run(...words) {
  const { status, error, stderr } = spawnSync(words[0], words.slice(1), { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${words.join(' ')}: ${error ?? stderr}`)
}
const inNetworkOf = ({ pid }, ...words) => run('nsenter', '-t', String(pid), '-n', ...words)

/** A bridge in `hub`, with `address`, and a cable from it to each of `others`. */
function connect(hub, address, others) {
  inNetworkOf(hub, 'ip', 'link', 'add', 'bridge', 'type', 'bridge')
  inNetworkOf(hub, 'ip', 'address', 'add', `${address}/24`, 'dev', 'bridge')
  inNetworkOf(hub, 'ip', 'link', 'set', 'bridge', 'up')
  for (const [index, { machine, address: own }] of others.entries()) {
    const port = `port${index}`
    run('nsenter', '-t', String(hub.pid), '-n', 'ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(machine.pid))
    inNetworkOf(hub, 'ip', 'link', 'set', port, 'master', 'bridge', 'up')
    inNetworkOf(machine, 'ip', 'address', 'add', `${own}/24`, 'dev', 'eth0')
    inNetworkOf(machine, 'ip', 'link', 'set', 'eth0', 'up')
  }
}

/** The first machine can become root on the others; no question is asked. */
function trust(machines) {
  const [desk, ...others] = machines
  desk.ok("mkdir -p -m 700 ~root/.ssh; ssh-keygen -q -t ed25519 -N '' -f ~root/.ssh/id_ed25519; printf 'StrictHostKeyChecking accept-new\\nLogLevel ERROR\\n' > ~root/.ssh/config")
  const key = desk.ok('cat ~root/.ssh/id_ed25519.pub').trim()
  for (const { ok } of others) ok(`mkdir -p -m 700 ~root/.ssh; echo '${key}' > ~root/.ssh/authorized_keys`)
}

/**
 * Boots machines from `root`: { desk: { machine, ok, fails }, …, stop }. `addresses` has their names and addresses, in their order; `names` are
 * lines for /etc/hosts besides.
 */
export async function startMachines(root, binds, addresses, names) {
  const started = []
  const fleet = { stop: () => Promise.all(started.map((machine) => machine.stop())) }
  try {
    for (const name of Object.keys(addresses)) {
      const machine = await BootedDebian.boot(root, binds, name)
      started.push(machine)
      fleet[name] = { machine, address: addresses[name], ...scriptsIn(machine) }
    }
    const [desk, ...others] = Object.keys(addresses).map((name) => fleet[name])
    connect(desk.machine, desk.address, others)
    const lines = Object.entries(addresses).map(([name, address]) => `${address} ${name}`)
    for (const { ok } of [desk, ...others]) ok(`printf '%s\\n' '127.0.0.1 localhost' ${[...lines, ...names].map((line) => `'${line}'`).join(' ')} > /etc/hosts`)
    trust([desk, ...others])
  } catch (error) {
    await fleet.stop()
    throw error
  }
  return fleet
}
