// What a reload changes, and which changes it reports as needing a restart: trusted proxies, and the settings of listen, limits and log.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { freePort, startServe, until } from '../support/server.mjs'

const kCap = 3
const kDocument = '/api/site.json'
/** SIGHUP with further settings; resolves to the names that the log reports as needing a restart. */
async function reload(server, settings) {
  const names = server.program.logged('restart_needed').length
  await server.writeConfig(settings)
  await server.program.reload()
  return server.program.logged('restart_needed').slice(names).map(({ setting }) => setting)
}

/** The bytes received on a new connection; '' if it is only closed. */
async function answerTo(server, bytes) {
  const socket = connect(server.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (part) => { text += part }).on('error', () => {})
  socket.write(bytes)
  await new Promise((closed) => { socket.once('close', closed) }) // also after a reset
  return text
}

const statusOf = (text) => /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 'closed'

/** Opens twice as many connections as the cap allows: how many get a response. */
async function openAtOnce(server) {
  const sockets = []
  try {
    const answers = []
    for (let count = 0; count < 2 * kCap; ++count) {
      const socket = connect(server.port, '127.0.0.1')
      sockets.push(socket)
      socket.on('error', () => {}).write(`GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
      const [data] = await once(socket, 'data')
      answers.push(statusOf(data.toString('latin1')))
    }
    return answers.filter((status) => status === '200').length
  } finally {
    for (const socket of sockets) {
      if (socket.destroyed) continue
      socket.destroy()
      await once(socket, 'close')
    }
  }
}

/** RateLimit-Remaining of a request with these fields, on a connection that is closed when this returns. */
async function remaining(server, fields) {
  const lines = Object.entries({ Host: `127.0.0.1:${server.port}`, Connection: 'close', ...fields }).map(([name, value]) => `${name}: ${value}\r\n`)
  let value
  // The connections before may still count, and one above the cap is refused without being charged.
  await until(async () => {
    const text = await answerTo(server, `GET ${kDocument} HTTP/1.1\r\n${lines.join('')}\r\n`)
    value = /^RateLimit-Remaining: (\d+)\r$/m.exec(text)?.[1]
    return value !== undefined
  }, 'a connection that is not refused')
  return value
}

test('a reload changes the exemption from the connection cap and the trusted forwarded field together', async () => {
  const limits = { requests: 100, window: '1h', connections_per_address: kCap }
  await using server = await startServe({ settings: { listen: { threads: 1 }, limits: { ...limits, trusted_proxies: [] } } })
  const isCapped = async () => (await openAtOnce(server)) === kCap
  await until(isCapped, 'the cap')
  const own = Number(await remaining(server, { 'X-Forwarded-For': '198.51.100.1' }))
  assert.equal(await remaining(server, {}), String(own - 1)) // the field was ignored

  assert.deepEqual(await reload(server, { limits: { ...limits, trusted_proxies: ['127.0.0.1/32'] } }), [])
  await until(async () => (await openAtOnce(server)) === 2 * kCap, 'no cap for the proxy')
  assert.equal(await remaining(server, { 'X-Forwarded-For': '198.51.100.1' }), '99')
  assert.equal(await remaining(server, { Forwarded: 'for=198.51.100.2' }), String(own - 2))

  assert.deepEqual(await reload(server, { limits: { ...limits, trusted_proxies: ['127.0.0.1/32'], forwarded_field: 'Forwarded' } }), [])
  await until(async () => (await remaining(server, { Forwarded: 'for=198.51.100.3' })) !== String(own - 3), 'the other field')
  assert.equal(await remaining(server, { Forwarded: 'for=198.51.100.4', 'X-Forwarded-For': '198.51.100.1' }), '99')

  assert.deepEqual(await reload(server, { limits: { ...limits, trusted_proxies: ['198.51.100.0/24'] } }), [])
  await until(isCapped, 'the cap again')
  assert.notEqual(await remaining(server, { 'X-Forwarded-For': '203.0.113.5' }), '99')
})

test('a refused reload changes none of them', async () => {
  const limits = { requests: 100, window: '1h' }
  await using server = await startServe({ settings: { listen: { threads: 1 }, limits: { ...limits, trusted_proxies: [] } } })
  await server.writeConfig({ limits: { ...limits, trusted_proxies: ['127.0.0.1/32'] }, content: { profile: server.path('none.json') } })
  await server.program.reload('reload_failed')
  assert.equal(await remaining(server, { 'X-Forwarded-For': '198.51.100.1' }), '99')
  assert.equal(await remaining(server, { 'X-Forwarded-For': '198.51.100.2' }), '98')
})

test('a reload logs each changed setting that needs a restart, and no other', async () => {
  // No setting has its default value here, so that one whose current value was not kept would be named each time.
  const running = {
    listen: { threads: 3 },
    limits: {
      requests: 50, window: '2m', ceiling: 500, wide_networks: ['198.51.100.0/24=2'], trusted_proxies: ['192.0.2.0/24'], forwarded_field: 'Forwarded',
      request_line: '4KiB', header_block: '6KiB', header_fields: 50, body: '8KiB', handshake_deadline: '4s', header_deadline: '8s',
      body_deadline: '9s', write_deadline: '20s', idle_deadline: '40s', requests_per_connection: 5000, connections_per_address: 200,
      handshakes: 64, handshakes_per_address: 16, connections: 1000,
    },
    log: { level: 'debug', format: 'json', refusals: 500, client_address: 'none' },
  }
  await using server = await startServe({ settings: running })
  assert.deepEqual(await reload(server, {}), [])
  const changed = await reload(server, {
    listen: { ...running.listen, address: `127.0.0.1:${await freePort()}`, threads: 2 },
    limits: {
      requests: 60, window: '3m', ceiling: 600, wide_networks: [], trusted_proxies: [], forwarded_field: 'X-Forwarded-For',
      request_line: '5KiB', header_block: '7KiB', header_fields: 60, body: '9KiB', handshake_deadline: '3s', header_deadline: '7s',
      body_deadline: '8s', write_deadline: '21s', idle_deadline: '41s', requests_per_connection: 6000, connections_per_address: 201,
      handshakes: 65, handshakes_per_address: 17, connections: 1001,
    },
    log: { level: 'info', format: 'json', refusals: 501, client_address: 'full' },
  })
  assert.deepEqual(changed.toSorted(), [
    'limits.body', 'limits.body_deadline', 'limits.connections', 'limits.connections_per_address', 'limits.handshake_deadline',
    'limits.handshakes', 'limits.handshakes_per_address', 'limits.header_block', 'limits.header_deadline', 'limits.header_fields',
    'limits.idle_deadline', 'limits.request_line', 'limits.requests_per_connection', 'limits.write_deadline', 'listen.address',
    'listen.threads', 'log.client_address', 'log.level', 'log.refusals',
  ])
})
