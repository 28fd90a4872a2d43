// HAProxy with the site that `check` prints: its health check, and HTTP/2 to clients.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { kHaproxy } from '../support/haproxy.mjs'
import { startHaproxyBefore } from '../support/haproxy_site.mjs'
import { askHttp2, openHttp2 } from '../support/http2.mjs'
import { joinedCertificate } from '../support/printed_sites.mjs'
import { exampleProfile, freePort, startServe, until } from '../support/server.mjs'

const kRequests = 3

const noHaproxy = existsSync(kHaproxy) ? false : 'skipped: haproxy is not installed'
const { directory, authority, ca } = await temporaryAuthority()
const certificate = await joinedCertificate(authority, directory)

/** A command to HAProxy's own socket. */
async function tell(path, command) {
  const socket = connect(path)
  let text = ''
  socket.setEncoding('utf8').on('data', (piece) => { text += piece })
  socket.write(`${command}\n`)
  await once(socket, 'close')
  return text
}

/** The last result of HAProxy's health check: 'L7OK 200'. */
async function health(path) {
  const [head, ...rows] = (await tell(path, 'show stat')).replace(/^# /, '').trim().split('\n').map((line) => line.split(','))
  const row = rows.find((each) => each[head.indexOf('svname')] === 'r0')
  return `${row[head.indexOf('check_status')]} ${row[head.indexOf('check_code')]}`
}

/** Runs `use` with the program behind HAProxy; `change` rewrites what is printed. */
async function behindHaproxy({ change }, use) {
  const front = await freePort()
  await using server = await startServe({
    settings: {
      base_urls: [`https://localhost:${front}`, `https://127.0.0.1:${front}`],
      limits: { requests: kRequests, window: '60s', trusted_proxies: ['127.0.0.1/32'] },
    },
  })
  const statistics = join(server.directory, 'haproxy.sock')
  await using proxy = await startHaproxyBefore([server], { directory: server.directory, front, certificate, change, main: `  stats socket ${statistics} mode 600 level admin\n` })
  // HAProxy gives the socket its name after it listens at its ports.
  await until(() => existsSync(statistics), 'the socket for statistics')
  return await use({ server, front, statistics })
}

/** POST /oauth/register from an address of its own: the status. */
async function registerFrom(front, localAddress, headers = {}) {
  const call = request({ host: '127.0.0.1', port: front, path: '/oauth/register', method: 'POST', localAddress, ca, agent: false, headers })
  call.end()
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

test('HAProxy passes on and checks as it is printed', { skip: noHaproxy }, () => behindHaproxy({}, async ({ server, front, statistics }) => {
  await until(async () => (await health(statistics)) === 'L7OK 200', 'a health check that is content')
  const session = await openHttp2(`https://127.0.0.1:${front}`, { ca })
  try {
    const client = JSON.parse((await askHttp2(session, '/oauth/register', { method: 'POST' })).text)
    assert.equal(client.token_endpoint, `https://127.0.0.1:${front}/oauth/token`)
    const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
    const granted = await askHttp2(session, '/oauth/token', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
    const profile = await askHttp2(session, '/api/agent/full-profile', { headers: { authorization: `Bearer ${JSON.parse(granted.text).access_token}` } })
    assert.equal(profile.status, 200, profile.text)
    assert.equal(JSON.parse(profile.text).name, exampleProfile.name)
  } finally {
    session.destroy()
  }
  // Each client has a budget of its own, whatever fields it sends.
  for (let count = 0; count < kRequests; ++count) assert.equal(await registerFrom(front, '127.0.0.2', { 'X-Forwarded-For': `198.51.100.${count}` }), 201)
  for (const headers of [{}, { 'X-Forwarded-For': '198.51.100.9' }, { Forwarded: 'for=198.51.100.9' }]) assert.equal(await registerFrom(front, '127.0.0.2', headers), 429)
  assert.equal(await registerFrom(front, '127.0.0.3'), 201)
}))

test('the health check fails without what is printed for it', { skip: noHaproxy }, async () => {
  const change = (text) => {
    const without = text.replace(/^ {2}http-check .*\n/m, '')
    assert.notEqual(without, text)
    return without
  }
  await behindHaproxy({ change }, async ({ statistics }) => {
    await until(async () => (await health(statistics)) === 'L7STS 400', 'a health check that fails')
  })
})
