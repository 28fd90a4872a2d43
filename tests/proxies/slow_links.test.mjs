// Honest clients on a slow link: many slow downloads arrive completely, from a trusted address and behind the proxies.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { behindFront, kFronts } from '../support/fronts.mjs'
import { ask, openFront } from '../support/front_client.mjs'
import { startServe } from '../support/server.mjs'
import { startSlowLink } from '../support/slow_link.mjs'

const isLong = process.env.AGENT_ACCESS_PROXIES === 'long'
const kTimeout = 600_000
const { ca, pair } = await temporaryAuthority()
process.setMaxListeners(50) // one for each process that must end with this one

/**
 * Reads `downloads` files of `bytes` at once over one connection, on a link of `bytesPerSecond` to `port`; each must be complete. `host` is
 * the authority of the requests, because the port of the link differs from the service's.
 */
async function download({ port, trusted, host, downloads, bytesPerSecond, file }) {
  const link = await startSlowLink({ target: port, bytesPerSecond })
  const client = await openFront({ front: link.port, ca: trusted })
  try {
    const faults = []
    await Promise.all(Array.from({ length: downloads }, async (_, at) => {
      try {
        const { status, body } = await client.ask({ path: '/large.bin', headers: { ':authority': host }, timeout: kTimeout })
        if (status !== 200 || !file.equals(body)) throw new Error(`${status}, ${body.length} bytes`)
      } catch (error) {
        faults.push(`download ${at}: ${error.message}`)
      }
    }))
    assert.deepEqual(faults, [], `${faults.length} of ${downloads} lost`)
    // Otherwise the link did not limit the speed.
    assert.ok(link.carried >= downloads * file.length)
  } finally {
    client.close()
    await link.close()
  }
}

const limitsOf = (deadline) => (deadline === undefined ? {} : { write_deadline: deadline })

describe('slow links', { concurrency: isLong ? 3 : 8 }, () => {
  const trusted = isLong ? { bytesPerSecond: 25_000, kib: 48 } : { bytesPerSecond: 150_000, kib: 48, deadline: '6s' }
  test(`50 downloads at ${trusted.bytesPerSecond / 1000} KB a second in all arrive completely at a trusted address`, { timeout: kTimeout }, async () => {
    const { bytesPerSecond, kib, deadline } = trusted
    const file = randomBytes(kib * 1024)
    await using server = await startServe({
      scheme: 'https', files: { 'public/large.bin': file },
      // The 50 handshakes together take the link about five seconds, the default.
      settings: { tls: pair, content: { root: 'public' }, limits: { trusted_proxies: ['127.0.0.1/32'], handshake_deadline: '1m', ...limitsOf(deadline) } },
    })
    const link = await startSlowLink({ target: server.port, bytesPerSecond })
    try {
      const headers = { Host: `127.0.0.1:${server.port}` }
      const all = await Promise.all(Array.from({ length: 50 }, () => ask({ front: link.port, ca, path: '/large.bin', headers, timeout: kTimeout })))
      assert.deepEqual(all.filter(({ status, body }) => status !== 200 || !file.equals(body)).map(({ status, body }) => [status, body.length]), [])
      assert.ok(link.carried >= 50 * file.length)
    } finally {
      await link.close()
    }
  })

  const behind = isLong ? { downloads: 2, bytesPerSecond: 10_000, kib: 384 } : { downloads: 6, bytesPerSecond: 20_000, kib: 96, deadline: '4s' }
  for (const kind of kFronts) {
    test(`behind ${kind.name} downloads over a link of ${behind.bytesPerSecond / 1000} KB a second arrive completely`, { skip: kind.skip, timeout: kTimeout }, async () => {
      // More than a proxy buffers, so that the program itself has to wait.
      const { downloads, bytesPerSecond, kib, deadline } = behind
      const file = randomBytes(kib * 1024)
      await behindFront(kind, { files: { 'public/large.bin': file }, settings: { limits: limitsOf(deadline) } }, ({ front, ca: trusted }) =>
        download({ port: front, trusted, host: `127.0.0.1:${front}`, downloads, bytesPerSecond, file }))
    })
  }
})
