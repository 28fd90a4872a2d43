// TLS: what the server accepts, refuses and sends, as openssl, curl and node see it. Certificates are in tls_certificates.test.mjs.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { askHttps } from '../support/https.mjs'
import { exampleProfile, runProgram, startEach, untilItHolds } from '../support/server.mjs'
import { authority, ca, directory, run, startTls, withTls } from '../support/tls.mjs'

const kHsts = 'max-age=31536000'

const ask = (url, options) => askHttps(url, { ca, ...options })

const sClient = (port, ...args) => run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', authority.file, ...args])

test('a client registers, gets its token and reads the profile over https', () => withTls({}, async (server) => {
  for (const base of [server.baseUrl, server.otherBaseUrl]) {
    const client = JSON.parse((await ask(`${base}/oauth/register`, { method: 'POST' })).text)
    const form = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
    const answer = await ask(`${base}/oauth/token`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: form })
    assert.equal(answer.status, 200, answer.text)
    const profile = await ask(`${base}/api/agent/full-profile`, { headers: { Authorization: `Bearer ${JSON.parse(answer.text).access_token}` } })
    assert.equal(profile.status, 200)
    assert.equal(JSON.parse(profile.text).name, exampleProfile.name)
  }
}))

test('curl accepts the certificate', () => withTls({}, async (server) => {
  const args = ['-sS', '--noproxy', '*', '--cacert', authority.file, '-o', '/dev/null', '-w', '%{http_code} %{ssl_verify_result}']
  assert.equal((await run('curl', [...args, `${server.baseUrl}/llms.txt`])).output, '200 0')
}))

test('every step of try passes', () => withTls({}, async (server) => {
  const result = await runProgram(['try', server.otherBaseUrl, '--ca-file', authority.file])
  assert.equal(result.code, 0, result.output)
}))

test('HSTS is on every response', () => withTls({}, async (server) => {
  const answers = [
    [200, await ask(`${server.baseUrl}/llms.txt`)],
    [404, await ask(`${server.baseUrl}/nothing`)],
    [400, await ask(`${server.baseUrl}/oauth/token`, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'x=1' })],
    [417, await ask(`${server.baseUrl}/oauth/token`, { method: 'POST', headers: { Expect: 'x' }, body: 'x' })],
  ]
  for (const [status, answer] of answers) {
    assert.equal(answer.status, status)
    assert.equal(answer.headers['strict-transport-security'], kHsts, `with ${status}`)
  }
}))

test('tls.hsts = "0s" disables HSTS', () => withTls({ tls: { hsts: '0s' } }, async (server) => {
  assert.equal((await ask(`${server.baseUrl}/llms.txt`)).headers['strict-transport-security'], undefined)
}))

test('old versions, weak suites and unknown ALPN protocols are refused', () => withTls({}, async (server) => {
  const weak = [['-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'], ['-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0'],
    ['-tls1_2', '-cipher', 'AES128-GCM-SHA256:@SECLEVEL=0'], ['-alpn', 'spdy/3']]
  for (const args of weak) {
    const { code, output } = await sClient(server.port, ...args)
    assert.notEqual(code, 0, `${args}`)
    assert.match(output, /alert|Cipher is \(NONE\)/, `${args}`)
  }
  for (const args of [['-tls1_2'], ['-tls1_3'], ['-alpn', 'http/1.1']]) assert.equal((await sClient(server.port, ...args)).code, 0, `${args}`)
}))

test('a session is resumed at every replica with the same secret and at no other', async () => {
  const secret = randomBytes(32)
  await using servers = await startEach([() => startTls({ secret }), () => startTls({ secret }), () => startTls()])
  const [one, two, other] = servers
  for (const version of ['-tls1_2', '-tls1_3']) {
    const file = join(directory, `ticket${version}`)
    // The ticket of TLS 1.3 comes behind the handshake: the answer to a request shows that it is there.
    const input = `GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1:${one.port}\r\nConnection: close\r\n\r\n`
    await run('openssl', ['s_client', '-connect', `127.0.0.1:${one.port}`, version, '-ign_eof', '-sess_out', file], { input })
    assert.match((await sClient(two.port, version, '-sess_in', file)).output, /^Reused, /m, version)
    assert.match((await sClient(other.port, version, '-sess_in', file)).output, /^New, /m, version)
  }
})

/** What a plain socket gets for some bytes, to the end of the stream. */
async function sendPlainly(port, bytes) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => { text += data.toString('latin1') }).on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

test('plain HTTP on the TLS port gets a plain 400 and is closed', () => withTls({}, async (server) => {
  const text = await sendPlainly(server.port, `GET / HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`)
  assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(text, /\r\nConnection: close\r\n/)
  assert.doesNotMatch(text, /Strict-Transport-Security|Location/i)
}))

test('a slow handshake is closed at its deadline, counted and not logged', () =>
  withTls({ settings: { limits: { handshake_deadline: '300ms' } } }, async (server) => {
    assert.equal(await sendPlainly(server.port, Buffer.from([0x16, 0x03, 0x01])), '')
    await untilItHolds(async () => {
      const metrics = await (await fetch(`${server.adminUrl}/metrics`)).text()
      assert.match(metrics, /^agent_access_tls_handshakes_total\{outcome="timed_out"\} 1$/m)
      assert.match(metrics, /^agent_access_certificate_expiry_seconds 155\d{5}$/m)
    })
    assert.doesNotMatch(server.program.output, /handshake/)
  }))

test('renegotiation is refused', () => withTls({}, async (server) => {
  const { code, output } = await run('openssl', ['s_client', '-connect', `127.0.0.1:${server.port}`, '-CAfile', authority.file, '-tls1_2'], { input: 'R\n' })
  assert.match(output, /^RENEGOTIATING$/m, 'it was tried')
  assert.match(output, /no renegotiation/)
  assert.equal(code, 1)
}))

/** The length bytes of DER, in their shortest form. */
function derLength(length) {
  if (length < 128) return Buffer.from([length])
  return length < 256 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}

/** The elements of a DER sequence. */
function derElements(bytes) {
  const at = (offset) => (bytes[offset + 1] < 128 ? [2, bytes[offset + 1]] : [2 + (bytes[offset + 1] & 0x7f), bytes.readUIntBE(offset + 2, bytes[offset + 1] & 0x7f)])
  const [head, length] = at(0)
  const elements = []
  for (let offset = head; offset < head + length;) {
    const [more, size] = at(offset)
    elements.push(bytes.subarray(offset, offset + more + size))
    offset += more + size
  }
  return elements
}

/** The session file of a client that believes that its ticket allows 16 KiB of early data: member [15] of SSL_SESSION. */
function allowEarlyData(pem) {
  const elements = derElements(Buffer.from(pem.replace(/-----[^-]*-----/g, ''), 'base64'))
  assert.ok(!elements.some(([tag]) => tag === 0xaf), 'the server allows none')
  const behind = elements.findIndex(([tag]) => tag > 0xaf)
  elements.splice(behind < 0 ? elements.length : behind, 0, Buffer.from('af0402024000', 'hex'))
  const content = Buffer.concat(elements)
  const text = Buffer.concat([Buffer.from([0x30]), derLength(content.length), content]).toString('base64')
  return `-----BEGIN SSL SESSION PARAMETERS-----\n${text.match(/.{1,64}/g).join('\n')}\n-----END SSL SESSION PARAMETERS-----\n`
}

test('early data is rejected and not served, even if the client sends it', () => withTls({}, async (server) => {
  const peer = ['s_client', '-connect', `127.0.0.1:${server.port}`, '-CAfile', authority.file, '-tls1_3', '-ign_eof']
  const session = join(directory, 'early-session')
  const early = join(directory, 'early-request')
  const input = `GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`
  await run('openssl', [...peer, '-sess_out', session], { input })
  await writeFile(session, allowEarlyData(await readFile(session, 'utf8')))
  await writeFile(early, `POST /oauth/register HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
  const { output } = await run('openssl', [...peer, '-sess_in', session, '-early_data', early], { input })
  assert.match(output, /^Reused, /m)
  assert.match(output, /^Early data was rejected$/m)
  assert.match(output, /^HTTP\/1\.1 200 OK/m, 'what came behind the handshake is served')
  assert.match(await (await fetch(`${server.adminUrl}/metrics`)).text(), /^agent_access_registrations_total 0$/m)
}))
