// The Redis of shared limits killed, paused and cut off while a good client polls. What each fault means for the limits
// themselves, and the faults of a Redis that is full, read-only or lying, are in conformance/fleet.test.mjs.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually, missing, startVictim, whileServing } from '../support/faults.mjs'
import { startRedis } from '../support/redis.mjs'

const skip = missing('redis-server', '--version')
const kBackInStepMs = 5_000
const kBrokenMs = 1_000

/** Forwards to a unix socket until it is cut: from then on nothing arrives on either side, and nobody is told. */
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
  test(`Redis ${name}: no request notices`, { skip }, async () => {
    await eventually(() => isIn('in_step'), 'the beginning in step')
    await whileServing(server, async () => {
      await damage()
      try {
        await eventually(() => isIn('disconnected'), 'the loss to be seen')
        await pause(kBrokenMs)
      } finally {
        await mend()
      }
      await eventually(() => isIn('in_step'), 'being in step again', kBackInStepMs)
    })
    assert.ok(!server.program.output.includes('"event":"adopt_failed"'))
  })
}
