// The Redis, or Valkey, of shared limits as operators run it: with TLS, with a user of its own, and as a primary that fails over to its replica.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { kServers, startRedis } from '../support/redis.mjs'
import { freePort, runProgram, startEach, startServe, until } from '../support/server.mjs'
import { inStep, isIn, request, sharedMetric } from '../support/shared_limits.mjs'

const kRequests = 20
const kNoTls = 'Redis does not use TLS, or its certificate is not trusted or not for this host'
const { authority, pair } = await temporaryAuthority()

const startReplica = (url, secret = randomBytes(32)) => startServe({ secret, settings: { limits: { requests: kRequests, window: '1h', shared: url } } })
const checkOf = (url, server) => runProgram(['check', '--config', server.configFile], { environment: { AGENT_ACCESS_LIMITS_SHARED: url } })

/** Two replicas together admit no more than one would, whichever is asked. */
async function expectOneLimit(one, two, address) {
  for (let count = 0; count < kRequests; ++count) assert.equal(await request(one, address), 200)
  await until(async () => await request(two, address) === 429, 'the limit at the other replica')
}

async function withTls(program, body) {
  const port = await freePort()
  await using redis = await startRedis({ program, more: ['--tls-port', String(port), '--tls-cert-file', pair.certificate, '--tls-key-file', pair.key, '--tls-ca-cert-file', authority.file, '--tls-auth-clients', 'no', '--bind', '127.0.0.1', '127.0.0.2',
    '--user', 'limits', 'on', '>a/b@c', '~aa:*', '-@all', '+auth', '+select', '+script|load', '+evalsha', '+time', '+get', '+set'] })
  await body(redis, port)
}

for (const { title, program, skip } of kServers) {
  test(`replicas share a limit over TLS with ${title}, as a user with few permissions`, { skip }, () => withTls(program, async (redis, port) => {
    const secret = randomBytes(32)
    const url = `rediss://limits:a%2Fb%40c@localhost:${port}/0?ca=${authority.file}`
    await using servers = await startEach([() => startReplica(url, secret), () => startReplica(url, secret)])
    for (const server of servers) await inStep(server)
    await expectOneLimit(...servers, '198.51.100.1')
    const { output } = await checkOf(url, servers[0])
    assert.match(output, /^ok {4}limits\.shared /m)
    await redis.command('CLIENT', 'KILL', 'TYPE', 'normal')
    for (const server of servers) await until(async () => await sharedMetric(server, 'failures_total{kind="connection_lost"}') >= 1 && await isIn(server, 'in_step'), 'a new connection')
    for (const server of servers) assert.ok(!server.program.output.includes('a/b@c'), 'no password in the log')
  }))

  test(`${title} with a certificate that is not trusted or not for the host is refused, and one without TLS`, { skip }, () => withTls(program, async (redis, port) => {
    const plain = await freePort()
    await using other = await startRedis({ program, port: plain })
    await using server = await startServe()
    for (const [url, ...reasons] of [
      [`rediss://limits:a%2Fb%40c@localhost:${port}`, kNoTls],
      [`rediss://limits:a%2Fb%40c@127.0.0.2:${port}?ca=${authority.file}`, kNoTls],
      // A server without TLS waits for the end of the line that it takes for a command. With OpenSSL 3.5 the length of the ClientHello, 0x060a, ends it.
      [`rediss://localhost:${plain}?ca=${authority.file}`, 'Redis did not answer in time', kNoTls],
      [`redis://localhost:${port}`, 'Redis closed the connection'],
      [`rediss://localhost:${port}?ca=/none/ca.pem`, 'the file after ?ca= in limits.shared cannot be read or has no certificate'],
      [`rediss://limits:wrong@localhost:${port}?ca=${authority.file}`, 'Redis refused the credentials or the user lacks a permission'],
    ]) {
      const { output } = await checkOf(url, server)
      assert.ok(reasons.some((reason) => output.includes(reason)), `${url}\n${output}`)
    }
  }))

  test(`after a failover of ${title} every replica writes to the new primary`, { skip }, async () => {
    const [first, second] = [await freePort(), await freePort()]
    await using primary = await startRedis({ program, port: first })
    await using standby = await startRedis({ program, port: second, more: ['--replicaof', '127.0.0.1', String(first)] })
    const secret = randomBytes(32)
    // One begins with the server that refuses writes.
    const urls = [`redis://127.0.0.1:${first},127.0.0.1:${second}`, `redis://127.0.0.1:${second},127.0.0.1:${first}`]
    await until(async () => (await standby.command('INFO', 'replication')).includes('master_link_status:up'), 'the replication')
    await using servers = await startEach(urls.map((url) => () => startReplica(url, secret)))
    for (const server of servers) await inStep(server)
    await expectOneLimit(...servers, '198.51.100.2')
    await primary.kill()
    await standby.command('REPLICAOF', 'NO', 'ONE')
    for (const server of servers) {
      const before = await sharedMetric(server, 'batches_total')
      await until(async () => await isIn(server, 'in_step') && await sharedMetric(server, 'batches_total') > before, 'a replica in step with the new primary')
    }
    await expectOneLimit(...servers, '198.51.100.3')
    // What the first primary had counted is known to the second one.
    assert.equal(await request(servers[1], '198.51.100.2'), 429)
  })
}
