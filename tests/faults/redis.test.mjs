// The Redis of shared limits is killed, paused and disconnected, or another server is in its place, while a good client polls. The
// effects on the limits themselves, and a Redis that is full or read-only, are in conformance/fleet.test.mjs.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startWrongRedis } from '../redis/wrong_redis.mjs'
import { afterRequests, eventually, missing, noMount, startVictim, whileServing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { startRedis } from '../support/redis.mjs'
import { disposable, freePort, startServe } from '../support/server.mjs'
import { admitted, batchesSent, inStep } from '../support/shared_limits.mjs'

const skip = missing('redis-server', '--version')
const kBackInStepMs = 5_000
const kBrokenRequests = 20

/** Forwards to a unix socket until it is cut: then nothing arrives on either side, and no side is notified. */
async function startLink(target) {
  const link = { isCut: false, sockets: new Set() }
  const listener = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [[near, far], [far, near]]) {
      link.sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => { link.sockets.delete(from); to.destroy() })
      from.on('data', (bytes) => { if (!link.isCut && !to.destroyed) to.write(bytes) })
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  link.port = listener.address().port
  link.stop = async () => {
    for (const socket of link.sockets) socket.destroy()
    listener.close()
    await once(listener, 'close')
  }
  return link
}

let redis
let link
let server
before(async () => {
  if (skip) return
  redis = await startRedis()
  link = await startLink(redis.socket)
  const limits = { requests: 100_000, window: '60s', shared: `redis://127.0.0.1:${link.port}` }
  server = await startVictim({ settings: { limits } })
})
after(async () => {
  await server?.stop()
  await link?.stop()
  await redis?.stop()
})

const isIn = async (state) => (await server.metric(`agent_access_shared_limits_state{state="${state}"}`)) === 1

const faults = {
  killed: [() => redis.kill(), () => redis.start()],
  paused: [() => redis.signal('SIGSTOP'), () => redis.signal('SIGCONT')],
  'cut off': [() => { link.isCut = true }, () => { link.isCut = false }],
}
for (const [name, [damage, mend]] of Object.entries(faults)) {
  test(`with Redis ${name} every request is served`, { skip }, async () => {
    await eventually(() => isIn('in_step'), 'the beginning in step')
    await whileServing(server, async (good) => {
      await damage()
      try {
        await eventually(() => isIn('disconnected'), 'the loss to be seen')
        await afterRequests(good, kBrokenRequests)
      } finally {
        await mend()
      }
      await eventually(() => isIn('in_step'), 'being in step again', kBackInStepMs)
    })
    assert.ok(!server.program.output.includes('"event":"adopt_failed"'))
  })
}

async function failures(server) {
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return [...text.matchAll(/^agent_access_shared_limits_failures_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

test('10,000 wrong replies lose no debt, charge nobody and leave nothing behind, and a true Redis is used again', { skip }, async () => {
  const port = await freePort()
  await using wrong = disposable(await startWrongRedis('every kind in turn', port))
  // The program waits after it was refused by all hosts.
  const shared = `redis://${Array(8).fill(`127.0.0.1:${port}`).join()}`
  const settings = { limits: { requests: 20, window: '1h', wide_networks: ['127.0.0.0/8=1000'], shared } }
  const secret = randomBytes(32)
  await using victim = await startVictim({ secret, settings })
  await whileServing(victim, async () => {
    assert.equal(await admitted(victim, '198.51.100.1', 15), 15)
    await eventually(async () => wrong.replies >= 10_000 && (await failures(victim)) >= 5, '10,000 wrong replies to be counted', 60_000)
    assert.equal(await admitted(victim, '198.51.100.1', 10), 5)
    assert.equal(await admitted(victim, '198.51.100.2', 25), 20)
    await wrong.stop()
    await using trueRedis = await startRedis({ port })
    await using other = await startServe({ secret, settings })
    for (const server of [victim, other]) await inStep(server)
    assert.equal(await admitted(victim, '198.51.100.3', 12), 12)
    await batchesSent(victim)
    // With its first charge a replica receives the debts at the other one.
    assert.equal(await admitted(other, '198.51.100.3', 1), 1)
    await batchesSent(other)
    assert.equal(await admitted(other, '198.51.100.3', 20), 7)
    assert.equal(victim.program.output.match(/"event":"shared_limits_/g).length, 2, 'a line when it was lost, and one when it is back')
  }, { growthKib: 8 * 1024 })
})

const noNamespace = noMount
const kResolverSeconds = 60 // twice the time that the system's resolver waits for a DNS server
const kPromptMs = 8_000

/**
 * A server whose shared limits name a host, in its own mount namespace: there the only DNS server receives every
 * query and answers none. `check` is called after the first query.
 */
async function withSilentNameServer(check) {
  const folder = temporaryFolder('resolver')
  const nameServer = createSocket('udp4')
  let questions = 0
  nameServer.on('message', () => { ++questions })
  let victim
  try {
    const address = '127.91.7.53' // a loopback address that nothing else uses: the port of DNS servers cannot be chosen
    nameServer.bind({ address, port: 53 })
    await once(nameServer, 'listening')
    const resolvConf = join(folder, 'resolv.conf')
    await writeFile(resolvConf, `nameserver ${address}\noptions timeout:${kResolverSeconds / 2} attempts:2\n`)
    const wrap = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolvConf]
    const limits = { requests: 100_000, window: '60s', shared: 'redis://redis.example:6379' }
    victim = await startVictim({ settings: { limits }, wrap })
    await eventually(() => questions > 0, 'a question to the name server')
    await check(victim)
  } finally {
    await victim?.stop()
    nameServer.close()
  }
}

test('a DNS server that does not answer does not delay a stop', { skip: noNamespace }, async () => {
  await withSilentNameServer(async (victim) => {
    const begun = performance.now()
    victim.program.signal('SIGTERM')
    assert.deepEqual(await victim.program.ended, { code: 0, signal: null })
    const milliseconds = performance.now() - begun
    assert.ok(milliseconds < kPromptMs, `${milliseconds} ms`)
    assert.match(victim.program.output, /"event":"stopped","aborted":false/)
  })
})

test('a DNS server that does not answer delays no reload and no request', { skip: noNamespace }, async () => {
  await withSilentNameServer(async (victim) => {
    await whileServing(victim, async () => {
      victim.program.signal('SIGHUP')
      await eventually(() => victim.program.output.includes('"event":"reload"'), 'a reload', kPromptMs)
      const failures = 'agent_access_shared_limits_failures_total{kind="unresolved"}'
      await eventually(async () => (await victim.metric(failures)) > 0, 'the fault to be counted')
    })
    assert.match(victim.program.output, /"event":"shared_limits_lost","reason":"the host name of Redis could not be resolved"/)
  })
})

test('Redis is reached by a host name that the system resolves', { skip }, async () => {
  await using reachable = await startVictim({ settings: { limits: { requests: 100_000, window: '60s', shared: `redis://localhost:${link.port}` } } })
  await eventually(async () => (await reachable.metric('agent_access_shared_limits_state{state="in_step"}')) === 1, 'being in step')
})
