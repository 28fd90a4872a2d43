// `check` says who holds a port that is in use: this service, the service of another site, or another program.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { freePort, runProgram, startServe } from '../support/server.mjs'

const own = await startServe()
const other = await startServe()
after(async () => { await own.stop(); await other.stop() })

/** The lines about ports, for the configuration of `own` with these addresses: { address, admin, code }. */
async function linesOf(address, admin) {
  const { code, output } = await runProgram(['check', '--config', own.configFile], { environment: { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${address}`, AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${admin}` } })
  const lineOf = (name) => new RegExp(`^(\\w+) +listen\\.${name} +127\\.0\\.0\\.1:\\d+ (.*)$`, 'm').exec(output)?.slice(1).join(': ')
  return { code, address: lineOf('address'), admin: lineOf('admin') }
}

test('its own ports are no fault while the service runs', async () => {
  const running = 'ok: is in use by this service, which is running'
  assert.deepEqual(await linesOf(own.port, own.adminPort), { code: 0, address: running, admin: running })
})

test('without base_urls the report goes on to the ports', async () => {
  const { code, output } = await runProgram(['check'], { environment: { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${other.port}` } })
  assert.equal(code, 1)
  assert.match(output, /^FAIL +base URLs +base_urls: not set/m)
  assert.match(output, /^warn +listen\.address +127\.0\.0\.1:\d+ is in use \(expected if the service is running\)/m)
})

test('the ports of another site are named as such', async () => {
  const colliding = 'warn: is in use by an agent-access with other base_urls; choose another port in [listen]'
  assert.deepEqual(await linesOf(other.port, other.adminPort), { code: 0, address: colliding, admin: colliding })
})

test('the ports of another program are named as such, whether it answers or not', async (t) => {
  const answering = () => createHttpServer((_, response) => response.end('ok\n'))
  const silent = () => createServer((socket) => socket.resume())
  const ports = []
  for (const server of [answering(), answering(), silent(), silent()]) {
    server.listen(0, '127.0.0.1')
    t.after(() => { server.close(); server.closeAllConnections?.() })
    await once(server, 'listening')
    ports.push(server.address().port)
  }
  const foreign = 'warn: is in use by another program; choose another port in [listen]'
  for (const [address, admin] of [ports.slice(0, 2), ports.slice(2)]) assert.deepEqual(await linesOf(address, admin), { code: 0, address: foreign, admin: foreign })
})

test('a free port is free', async () => {
  assert.deepEqual(await linesOf(await freePort(), await freePort()), { code: 0, address: 'ok: is free', admin: 'ok: is free' })
})
