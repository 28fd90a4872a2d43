// The states of a Redis of shared limits for which the latency of requests is measured. A real redis-server where one can be in that state.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startRedis } from '../support/redis.mjs'
import { freePort } from '../support/server.mjs'
import { startWrongRedis } from './wrong_redis.mjs'

async function withRedis(damage = async () => {}) {
  const redis = await startRedis()
  await damage(redis)
  return redis
}

/** A real Redis whose replies arrive after `milliseconds`. */
async function startDelayed(milliseconds) {
  const redis = await startRedis()
  const sockets = new Set()
  const link = createServer((near) => {
    const far = connect(redis.socket)
    for (const [socket, other] of [[near, far], [far, near]]) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => { sockets.delete(socket); other.destroy() })
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', async (bytes) => {
      await pause(milliseconds)
      if (!near.destroyed) near.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(link, 'listening')
  return {
    url: `redis://127.0.0.1:${link.address().port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      link.close()
      await once(link, 'close')
      await redis.stop()
    },
  }
}

const wrong = (kind, fault) => ({ name: `hostile: ${kind}`, fault, start: () => startWrongRedis(kind) })

/**
 * Each { name, fault, start }: start() resolves to { url, stop }; `fault` is the kind of failure that the program then counts again and
 * again, undefined if it shares its limits.
 */
export const kStates = [
  { name: 'healthy', start: () => withRedis() },
  { name: 'absent', fault: 'unreachable', start: async () => ({ url: `redis://127.0.0.1:${await freePort()}`, stop: async () => {} }) },
  { name: 'slow: each reply after 0.1 s', start: () => startDelayed(100) },
  { name: 'slow: each reply after 3 s', fault: 'too_slow', start: () => startDelayed(3_000) },
  { name: 'silent', fault: 'too_slow', start: () => withRedis((redis) => redis.signal('SIGSTOP')) },
  { name: 'full', fault: 'full', start: () => withRedis((redis) => redis.command('CONFIG', 'SET', 'maxmemory', '1', 'maxmemory-policy', 'noeviction')) },
  wrong('another protocol', 'garbled'),
  wrong('a reply without end', 'garbled'),
  wrong('replies of wrong types', 'wrong_answer'),
]
