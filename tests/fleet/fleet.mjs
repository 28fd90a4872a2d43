// The whole fleet: clients, HAProxy, four replicas (a fifth one waits), each on a machine of its own.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '../support/certificates.mjs'
import { eventually } from '../support/faults.mjs'
import { joinedCertificate } from '../support/printed_sites.mjs'
import { startBalancer } from './balancer.mjs'
import { startCrowd } from './crowd.mjs'
import { makeHost, makeNetwork } from './hosts.mjs'
import { Replica } from './replica.mjs'
import { measure } from './steady.mjs'

export const kReplicas = 4
const kHost = 'fleet.example'
const kPatienceMs = 60_000
const kShortestRotation = 3600
const kLongestRotation = 40 * 86_400

/** The shortest permitted `keys.rotation` of which an epoch begins at this time or soon after: { seconds, begins }. */
export function rotationFor(time) {
  for (let begins = Math.ceil(time); ; ++begins) {
    for (let seconds = kShortestRotation; seconds <= kLongestRotation; ++seconds) if (begins % seconds === 0) return { seconds, begins }
  }
}

export const newSecret = () => `${randomBytes(32).toString('base64url')}\n`

async function makeReplicas(hosts, { drain, limit, epochIn }) {
  const epoch = rotationFor(Date.now() / 1000 + epochIn)
  const secret = newSecret()
  const settings = {
    base_urls: [`https://${kHost}`],
    listen: { drain_delay: drain },
    keys: { rotation: `${epoch.seconds}s` },
    limits: { requests: limit.requests, window: `${limit.window}s`, trusted_proxies: [`${hosts.proxy.address}/32`] },
  }
  const replicas = []
  for (const host of hosts.replicas) replicas.push(await Replica.make(host, settings, secret))
  return { replicas, secret, epoch }
}

/**
 * Starts all of it: { replicas, spare, all, hosts, balancer, crowd, secret, epoch, waitUntilWhole, inUse, stop }. `plan` has `drain`, `inter`,
 * `limit` { requests, window }, `agents`, `idleMs`, how long the fleet is measured without load (`idle`), and `epochIn`, after how many seconds an epoch
 * begins.
 */
export async function startFleet(plan) {
  makeNetwork()
  const hosts = {
    proxy: makeHost('proxy', '0.10'), clients: makeHost('clients', '0.30'),
    replicas: Array.from({ length: kReplicas + 1 }, (_, index) => makeHost(`r${index + 1}`, `0.${41 + index}`)),
  }
  const directory = await mkdtemp(join(tmpdir(), 'agent-access-fleet-'))
  const fleet = { hosts, inUse: [] }
  const stops = [() => rm(directory, { recursive: true, force: true })]
  fleet.stop = async () => { for (const stop of stops.splice(0).reverse()) await stop() }
  try {
    const authority = await makeAuthority(directory)
    authority.issue = ((issue) => (name) => issue(name, { names: [`DNS:${kHost}`] }))(authority.issue)
    const certificate = await joinedCertificate(authority, directory)
    const { replicas: all, secret, epoch } = await makeReplicas(hosts, plan)
    Object.assign(fleet, { all, secret, epoch, replicas: all.slice(0, kReplicas), spare: all[kReplicas] })
    stops.push(() => Promise.all(all.map((replica) => replica.stop())))
    fleet.balancer = await startBalancer(hosts.proxy, fleet.replicas, { directory, certificate, inter: plan.inter })
    stops.push(() => fleet.balancer.stop())
    await Promise.all(fleet.replicas.map((replica) => replica.start()))
    fleet.inUse.push(...fleet.replicas)
    fleet.isWhole = async () => {
      const statistics = await fleet.balancer.statistics()
      return fleet.inUse.every(({ name }) => statistics.get(name)?.status === 'UP')
    }
    /** HAProxy uses every replica. */
    fleet.waitUntilWhole = () => eventually(fleet.isWhole, 'all replicas to be used', kPatienceMs)
    await fleet.waitUntilWhole()
    fleet.idle = await measure(fleet, plan.idleMs)
    fleet.crowd = await startCrowd(hosts.clients, { agents: plan.agents, address: hosts.proxy.address, host: kHost, ca: authority.file })
  } catch (error) {
    await fleet.stop()
    throw error
  }
  return fleet
}
