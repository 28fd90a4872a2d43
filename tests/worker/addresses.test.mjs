// Who a client is, on each host: the address that the host names, whatever the client writes, and the same for all spellings of it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { exportSite } from '../support/exported_site.mjs'
import table from '../support/client_addresses.json' with { type: 'json' }

const kRequests = 10
const kQuiet = { level: 'error' }
const settings = { limits: { requests: kRequests, window: '1h' }, log: kQuiet }

/** Each host with the function that it calls, and how it names the client: { ask(request, address) }. */
const kHosts = {
  async cloudflare({ load, secret }) {
    const { default: worker } = await load('worker/worker.js')
    return (request, address) => {
      request.headers.set('CF-Connecting-IP', address)
      return worker.fetch(request, { AGENT_ACCESS_SECRET: secret })
    }
  },
  async vercel({ load, secret }) {
    process.env.AGENT_ACCESS_SECRET = secret
    after(() => delete process.env.AGENT_ACCESS_SECRET)
    const { default: middleware } = await load('middleware.js')
    return (request, address) => {
      for (const name of ['X-Real-IP', 'X-Forwarded-For', 'X-Vercel-Forwarded-For']) request.headers.set(name, address)
      return middleware(request, {})
    }
  },
  async netlify({ load, secret }) {
    globalThis.Netlify = { env: { get: (name) => ({ AGENT_ACCESS_SECRET: secret })[name] } }
    after(() => delete globalThis.Netlify)
    const { default: edge } = await load('netlify/edge-functions/agent-access.js')
    return (request, address) => edge(request, { ip: address })
  },
  async deno({ load, secret }) {
    let handler
    globalThis.Deno = { env: { get: (name) => ({ AGENT_ACCESS_SECRET: secret })[name] }, serve: (_, given) => { handler = given } }
    after(() => delete globalThis.Deno)
    await load('main.js')
    return (request, address) => handler(request, { remoteAddr: { transport: 'tcp', hostname: address, port: 50_000 } })
  },
}

const kFields = ['CF-Connecting-IP', 'X-NF-Client-Connection-IP', 'X-Real-IP', 'X-Forwarded-For', 'Forwarded', 'X-Vercel-Forwarded-For', 'True-Client-IP', 'X-Client-IP']
const fieldsOf = (last) => kFields.map((name) => [name, name === 'Forwarded' ? `for=198.51.100.${last}` : `198.51.100.${last}`])

for (const [host, start] of Object.entries(kHosts)) {
  describe(host, async () => {
    const site = await exportSite(host, { settings })
    const ask = await start(site)
    const statusOf = async (address, fields = []) => (await ask(new Request(`${site.url}/oauth/register`, { method: 'POST', headers: fields }), address)).status
    const admitted = async (addresses) => {
      let sum = 0
      for (const address of addresses) sum += Number(await statusOf(address) === 201)
      return sum
    }

    test('no field that a client can write makes it another client', async () => {
      let sum = 0
      for (let last = 1; last <= 2 * kRequests; ++last) sum += Number(await statusOf('203.0.113.1', fieldsOf(last)) === 201)
      assert.equal(sum, kRequests)
      assert.equal(await statusOf('203.0.113.2', fieldsOf(1)), 201)
    })
    test('an IPv4 address is one client in every spelling', async () => {
      const spellings = ['192.0.2.1', '192.0.2.1:50000', '::ffff:192.0.2.1', '::ffff:c000:201', '::FFFF:C000:0201', '0:0:0:0:0:ffff:192.0.2.1', '[::ffff:192.0.2.1]', '[::ffff:c000:201]:443']
      assert.equal(await admitted([...spellings, ...spellings]), kRequests)
      assert.equal(await statusOf('192.0.2.2'), 201)
    })
    test('an IPv6 /64 is one client, and the next /64 another', async () => {
      assert.equal(await admitted(Array.from({ length: 12 }, (_, at) => `2001:db8::${at.toString(16)}:1`)), kRequests)
      assert.deepEqual([await statusOf('[2001:db8::9]:443'), await statusOf('2001:DB8:0:0::9'), await statusOf('2001:db8:0:1::1')], [429, 429, 201])
    })
    test('all that is no address is one client', async () => {
      const garbage = ['', 'unknown', '_hidden', '192.0.2.256', '192.0.2', '192.0.2.01', '1.2.3.4.5', '::1::2', '1:2:3:4:5:6:7:8:9', ':::', 'fe80::1%eth0', '[192.0.2.9]', '[::1', '::1]', '192.0.2.9:port', '12345::', '1:2:3:4::5:6:7:8', '1::2:3:4:5:6:7:8:9']
      assert.equal(await admitted(garbage), kRequests)
      assert.equal(await statusOf('something else'), 429)
    })
  })
}

test('the limiter of Cloudflare is asked by the client, not by the spelling', async () => {
  const { load, url, secret } = await exportSite('cloudflare', { settings: { limits: { requests: 1_000 }, log: kQuiet } })
  const { default: worker } = await load('worker/worker.js')
  const keys = []
  const env = { AGENT_ACCESS_SECRET: secret, RATE_LIMITER: { limit: async ({ key }) => ({ success: keys.push(key) > 0 }) } }
  for (const address of ['192.0.2.1', '::ffff:c000:201', '192.0.2.2', '2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:1::1', 'x', '']) {
    await worker.fetch(new Request(`${url}/oauth/register`, { method: 'POST', headers: { 'CF-Connecting-IP': address } }), env)
  }
  assert.deepEqual(keys, ['192.0.2.1/32', '192.0.2.1/32', '192.0.2.2/32', '2001:db8::/64', '2001:db8::/64', '2001:db8:0:1::/64', 'unknown', 'unknown'])
})

describe('proxies of server.mjs', async () => {
  const { load } = await exportSite('node')
  const { addresses: { TrustedProxies, networksOf, parseNode } } = await load('worker/worker.js')
  const clientOf = (field, value, { peer = '127.0.0.1', networks = '127.0.0.0/8,::1/128,10.0.0.0/8' } = {}) =>
    new TrustedProxies(networks, field).clientOf(peer, new Headers(value === undefined ? [] : [[field, value]]))

  test('the client in each field is that of the table, which the service reads likewise', () => {
    const networks = table.trusted.join()
    for (const [field, rows] of Object.entries(table.clients)) {
      for (const [list, client] of rows) assert.equal(clientOf(field, list, { networks }), client, list)
    }
    for (const [field, entries] of Object.entries(table.no_address)) {
      const mark = field === 'Forwarded' ? 'for=' : ''
      for (const entry of entries) {
        assert.equal(clientOf(field, `${mark}192.0.2.66, ${entry}, ${mark}10.1.2.3`, { networks }), '10.1.2.3', entry)
        assert.equal(clientOf(field, `${mark}192.0.2.66, ${entry}`, { networks }), '127.0.0.1', entry)
      }
    }
  })
  test('a peer that is no proxy is the client', () => {
    assert.equal(clientOf('X-Forwarded-For', '192.0.2.1', { peer: '198.51.100.9' }), '198.51.100.9')
    assert.equal(clientOf('X-Forwarded-For', undefined), '127.0.0.1')
    assert.equal(clientOf('X-Forwarded-For', '192.0.2.1', { networks: '' }), '127.0.0.1')
    assert.equal(clientOf('X-Forwarded-For', '192.0.2.1', { peer: '::ffff:127.0.0.1' }), '192.0.2.1')
    assert.equal(clientOf('X-Forwarded-For', '192.0.2.1', { peer: 'fe80::1%eth0', networks: 'fe80::/10' }), '192.0.2.1')
    assert.equal(new TrustedProxies('127.0.0.1', undefined).clientOf('127.0.0.1', new Headers([['X-Forwarded-For', '192.0.2.1']])), '127.0.0.1')
  })
  test('a network that is none is named', () => {
    for (const text of ['10.0.0.0/33', '::1/129', 'proxy', '10.0.0.0/', '10.0.0.0/8/8']) assert.throws(() => new TrustedProxies(text, 'x'), { message: `TRUSTED_PROXIES: "${text}" is not an address or network, such as 10.0.0.0/8; separate several by commas` })
  })
  test('networks have their bits, in the form of RFC 5952', () => {
    const levels = { four: [[32, 1], [24, 4]], six: [[64, 1], [56, 4], [48, 16]] }
    const names = (text) => networksOf(parseNode(text), levels).map(({ name }) => name)
    assert.deepEqual(names('192.0.2.255'), ['192.0.2.255/32', '192.0.2.0/24'])
    assert.deepEqual(names('2001:db8:1:23ff::1'), ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48'])
    assert.deepEqual(names('1:0:0:2:3:0:0:0'), ['1:0:0:2::/64', '1::/56', '1::/48'])
    assert.deepEqual(names('::1'), ['::/64', '::/56', '::/48'])
    assert.deepEqual(names('no address'), ['unknown'])
  })
})
