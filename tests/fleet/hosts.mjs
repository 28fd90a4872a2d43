// The machines of the fleet: network namespaces with one network card each, on a bridge. All of it is in a network, mount and process
// namespace of its own (inside.mjs), which the kernel removes with everything in it when its first process ends.
import { spawnSync } from 'node:child_process'

const kNetwork = '10.77'
/** The first process is a host of the network, too, so that it can query admin listeners. */
export const kObserver = `${kNetwork}.0.1`

function ip(...words) {
  const done = spawnSync('ip', words, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`ip ${words.join(' ')}: ${done.error ?? done.stderr}`)
}

/** The bridge and its address. */
export function makeNetwork(address = `${kObserver}/16`) {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'bridge', 'type', 'bridge')
  ip('address', 'add', address, 'dev', 'bridge')
  ip('link', 'set', 'bridge', 'up')
}

/** A machine at the bridge: { name, address, wrap, addAddress }. `wrap` is the command that runs another one in it. */
export const makeHost = (name, last) => makeHostAt(name, `${kNetwork}.${last}`, 16)

/** The same at any address, in a network of so many bits. */
export function makeHostAt(name, address, bits) {
  ip('netns', 'add', name)
  ip('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', `to-${name}`, 'master', 'bridge', 'up')
  ip('-n', name, 'address', 'add', `${address}/${bits}`, 'dev', 'eth0')
  for (const card of ['lo', 'eth0']) ip('-n', name, 'link', 'set', card, 'up')
  return {
    name,
    address,
    wrap: ['ip', 'netns', 'exec', name],
    addAddress: (more) => ip('-n', name, 'address', 'add', `${more}/${bits}`, 'dev', 'eth0'),
  }
}

/** The address of agent `index`: a network of its own as IPv4 limits count them, /32. */
export const agentAddress = (index) => `10.77.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`
