// The client of a request behind a proxy is the peer of the proxy, whatever clients write into forwarded fields.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindFront, kFronts } from '../support/fronts.mjs'
import { openFront } from '../support/front_client.mjs'
import { kJson } from '../support/steps.mjs'

const kRequests = 30
const kLimits = { requests: kRequests, window: '12h' } // refilled every 24 minutes: counts are exact
const kAttacker = '127.0.2.1'
const kVictims = ['127.0.1.1', '127.0.1.2']

/** Fields by which a client pretends to be another client, no client, or the proxy. */
const kForged = [
  {}, ...[kVictims[0], '198.51.100.7', '127.0.0.1', 'unknown', '2001:db8::1', `${kVictims[1]}, ${kVictims[0]}`].flatMap((address) => [
    { 'x-forwarded-for': address }, { forwarded: `for=${address.includes(':') ? `"[${address}]"` : address.split(',')[0]}` },
    { 'x-forwarded-for': address, forwarded: `for=${address.split(',')[0]};proto=https` }, { 'x-real-ip': address },
  ]),
  { forwarded: 'for=_hidden, for=127.0.0.1' }, { forwarded: ';;;' }, { 'x-forwarded-for': ',,' }, { 'x-forwarded-for': `${kVictims[0]}, 127.0.0.1` },
]

/** Registers `count` times from an address: how many were admitted; any status but 201 and 429 fails. */
async function register({ front, ca, from, count, fields = () => ({}) }) {
  const client = await openFront({ front, ca, from })
  try {
    const statuses = []
    for (let at = 0; at < count; ++at) {
      const { status, body } = await client.ask({ path: '/oauth/register', method: 'POST', headers: { 'content-type': kJson, ...fields(at) }, body: '{}' })
      assert.ok(status === 201 || status === 429, `${status} ${body} for ${JSON.stringify(fields(at))}`)
      statuses.push(status)
    }
    return statuses.filter((status) => status === 201).length
  } finally {
    client.close()
  }
}

for (const kind of kFronts) {
  test(`behind ${kind.name} every client is charged itself, whatever it writes into forwarded fields`, { skip: kind.skip, timeout: 120_000 }, () =>
    behindFront(kind, { settings: { limits: kLimits } }, async ({ front, ca }) => {
      const forging = { front, ca, from: kAttacker, count: 3 * kForged.length, fields: (at) => kForged[at % kForged.length] }
      assert.ok(forging.count > 2 * kRequests)
      assert.equal(await register(forging), kRequests, 'the attacker had one budget')
      for (const from of kVictims) assert.equal(await register({ front, ca, from, count: kRequests + 5 }), kRequests, `${from} has its own`)
      // Nor was the proxy's own address charged, which clients would share if it counted as the client.
      assert.equal(await register({ front, ca, from: '127.0.1.3', count: kRequests, fields: () => ({ forwarded: 'for=198.51.100.9' }) }), kRequests)
    }))
}
