// What Traefik and Envoy send to the endpoint about gated paths, byte for byte (questions/README.md has the sources): the answer, the budget that is charged,
// and what their clients get.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { kGateSettings, kReadScope, tokenWith } from '../support/gates.mjs'
import { startServe } from '../support/server.mjs'
import { challengeIn } from '../support/steps.mjs'

const kAddress = '198.51.100.7'
const kLimit = 1000
const server = await startServe({ settings: { ...kGateSettings, limits: { requests: kLimit, window: '1h', trusted_proxies: ['127.0.0.1/32', '172.17.0.0/16'] } } })
const reader = await tokenWith(server.baseUrl, `read:extended ${kReadScope}`)
const plain = await tokenWith(server.baseUrl)
after(() => server.stop())

/** The answer to a fixture: { status, fields, body }. */
async function answerTo(file, { token, address = kAddress, change = (text) => text }) {
  const text = change(readFileSync(new URL(`questions/${file}.http`, import.meta.url), 'utf8'))
    .replace('127.0.0.1:PORT', `gate.internal:${server.port}`).replace('HOST', `127.0.0.1:${server.port}`).replaceAll('ADDRESS', address)
  const withToken = token === undefined ? text.replace(/^authorization: .*\n/im, '') : text.replace('TOKEN', token)
  const socket = connect(server.port, '127.0.0.1')
  socket.write(withToken.replaceAll('\n', '\r\n'))
  let received = ''
  for await (const piece of socket.setEncoding('latin1')) {
    received += piece
    const [, length] = /^content-length: (\d+)\r$/im.exec(received) ?? []
    const end = received.indexOf('\r\n\r\n')
    if (end >= 0 && received.length >= end + 4 + Number(length)) break
  }
  const [head, body] = received.split('\r\n\r\n')
  const [line, ...lines] = head.split('\r\n')
  const fields = Object.fromEntries(lines.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]))
  return { status: Number(line.split(' ')[1]), fields, body }
}

for (const [file, path] of [['traefik', '/data/x.csv'], ['traefik_all_fields', '/data/x.csv'], ['envoy', '/data/x.csv']]) {
  test(`${file}: passes with a token of the scope, else gets the refusal`, async () => {
    const passed = await answerTo(file, { token: reader.token })
    assert.deepEqual([passed.status, passed.body, passed.fields['x-agent-client-id'], passed.fields['x-agent-scope']], [200, '', reader.client.client_id, `read:extended ${kReadScope}`])
    assert.equal(passed.fields['ratelimit-limit'], String(kLimit))
    const missing = await answerTo(file, {})
    assert.deepEqual([missing.status, JSON.parse(missing.body).error], [401, 'invalid_token'])
    assert.ok(challengeIn({ headers: missing.fields }).includes(`resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${path}"`), missing.body)
    const scope = await answerTo(file, { token: plain.token })
    assert.deepEqual([scope.status, JSON.parse(scope.body).error], [403, 'insufficient_scope'])
  })

  test(`${file}: the address of the client is charged`, async () => {
    const remaining = async (address) => Number((await answerTo(file, { token: reader.token, address })).fields['ratelimit-remaining'])
    const address = { traefik: '198.51.100.11', traefik_all_fields: '198.51.100.12', envoy: '198.51.100.13' }[file]
    assert.deepEqual([await remaining(address), await remaining(address)], [kLimit - 1, kLimit - 2])
  })
}

for (const file of ['traefik_method', 'envoy_put']) {
  test(`${file}: an upload passes where the gate lists the method`, async () => {
    assert.equal((await answerTo(file, { token: plain.token })).status, 200)
    const elsewhere = await answerTo(file, { token: plain.token, change: (text) => text.replace('/data/inbox/1', '/data/1') })
    assert.deepEqual([elsewhere.status, elsewhere.fields.allow], [405, 'GET, HEAD'])
  })
}

test('a path that Envoy has not normalised is refused', async () => {
  const answer = await answerTo('envoy', { token: reader.token, change: (text) => text.replace('/data/x.csv', '/data/../secret.txt') })
  assert.deepEqual([answer.status, JSON.parse(answer.body).error], [400, 'invalid_request'])
})
