// Peers that make the process use as much memory as possible: together they get limits.memory, others are not affected, and the
// memory is returned to the kernel.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { assertNoSecret, eventually, residentKib, startVictim } from '../support/faults.mjs'
import { startGoodCrowd } from '../support/good_crowd.mjs'
import { attackMemory } from '../support/memory_attack.mjs'

const kConnections = 800 // each has 200 KB of an incomplete request: more than twice limits.memory in all
const kGoodClients = 60
const kMostHeldKib = 150_000_000 / 1024
const kMostLeftKib = 60_000_000 / 1024
const kMostLeftAfterMs = 20_000

const { ca, pair } = await temporaryAuthority()
// The memory of requests is tested, not that of handshakes, which this one process makes slowly for all of its clients.
const kHandshakes = { handshakes: 20_000, handshakes_per_address: 20_000, handshake_deadline: '60s', header_deadline: '60s' }

// Loopback addresses are not trusted proxies here.
const settings = (limits) => ({ limits: { trusted_proxies: [], connections: 20_000, body: '256KiB', ...limits } })

/** Samples the resident memory until stop(), which returns the maximum. */
function watchMemory(pid) {
  let most = 0
  const timer = setInterval(() => { most = Math.max(most, residentKib(pid)) }, 20)
  return { stop: () => { clearInterval(timer); return most } }
}

/** Waves of attackers while good clients send requests: the maximum of resident memory. */
async function underAttack(server, t, { from, waves, count = kConnections }) {
  const crowd = await startGoodCrowd({ port: server.port, ca, count: kGoodClients })
  const memory = watchMemory(server.program.pid)
  const attacks = []
  try {
    for (let wave = 0; wave < waves; ++wave) {
      const attack = await attackMemory(server.port, { ca, count, from })
      t.diagnostic(`${(attack.bytes / 1e6).toFixed(1)} MB on the wire, ${attack.refused} of ${count} connections closed`)
      attacks.push(attack)
      const accepted = await server.metric('agent_access_connections_total')
      // After some rounds of the good clients every connection has been admitted or refused.
      await eventually(async () => (await server.metric('agent_access_connections_total')) >= accepted + kGoodClients, 'good clients beside it', 20_000)
    }
  } finally {
    for (const attack of attacks) attack.end()
  }
  const result = await crowd.stop()
  const most = memory.stop()
  t.diagnostic(`${most} KiB resident at most, ${result.rounds} rounds of good clients`)
  assert.deepEqual(result.errors.slice(0, 5), [], `${result.errors.length} failures beside ${result.rounds} rounds`)
  assert.ok(result.rounds >= kGoodClients, `${result.rounds} rounds`)
  return most
}

async function assertGivenBack(server, t) {
  const begun = performance.now()
  await eventually(() => residentKib(server.program.pid) < kMostLeftKib, `less than ${kMostLeftKib.toFixed(0)} KiB`, kMostLeftAfterMs)
    .catch((error) => { throw new Error(`${error.message}: ${residentKib(server.program.pid)} KiB`) })
  t.diagnostic(`${residentKib(server.program.pid)} KiB resident ${((performance.now() - begun) / 1000).toFixed(1)} s after it`)
  await eventually(async () => (await server.metric('agent_access_memory_held_bytes')) < 4_000_000, 'nothing held any more')
  assertNoSecret(server)
}

const kSources = [
  // Together they stay below limits.connections_per_address.
  ['the address that good clients have, too, as behind the NAT of a carrier', { waves: 1, count: 150, from: () => '127.0.0.1' }],
  ['many addresses', { waves: 2, from: (index) => `127.66.${index % 250}.${1 + (index % 7)}` }],
]
for (const [name, attack] of kSources) {
  test(`incomplete requests of ${name} use less than 150 MB, affect no other client, and leave less than 60 MB`, async (t) => {
    await using server = await startVictim({ scheme: 'https', ca, settings: { ...settings(kHandshakes), tls: pair } })
    const most = await underAttack(server, t, attack)
    assert.ok(most < kMostHeldKib, `${most} KiB resident`)
    const shed = await server.metric('agent_access_connections_shed_total')
    t.diagnostic(`${shed} connections shed`)
    if (attack.waves > 1) assert.ok(shed > 0, 'connections were shed')
    await assertGivenBack(server, t)
  })
}
