// HTTP/2 requests that are refused because they would be malformed or ambiguous as HTTP/1.1 requests; trailers; the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, kForm, kProfile, newToken, odd, request, withServer } from '../support/http2_attack.mjs'
import { data, headers, kError, kFlag, openFrames, ping } from '../support/http2_frames.mjs'
import { until } from '../support/server.mjs'
import { basic } from '../support/steps.mjs'

// Requests that HTTP/1.1 refuses (framing.test.mjs) are refused here too. Each row would register a client if it were accepted.
const kReset = 'reset'
const kRegister = '/oauth/register'
const register = (server, more = [], path = kRegister) => request(server, 'POST', path, more)
const changed = (server, name, value) => register(server).map((field) => (field[0] === name ? [name, value] : field))
const dropped = (server, ...names) => register(server).filter(([name]) => !names.includes(name))
const refusals = [
  ...['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'].map((name) => [`the field ${name}`, (server) => register(server, [[name, 'x']]), kReset]),
  ['transfer-encoding: chunked', (server) => register(server, [['transfer-encoding', 'chunked']]), kReset],
  ['te: gzip', (server) => register(server, [['te', 'gzip']]), kReset],
  ['a name in upper case', (server) => register(server, [['X-Name', '1']]), kReset],
  ['one upper-case letter in authorization', (server) => register(server, [['authorizatioN', 'Bearer a']]), kReset],
  ...[['CR', '\r'], ['LF', '\n'], ['NUL', '\0']].flatMap(([name, character]) => [
    [`${name} in a value`, (server) => register(server, [['x-a', `a${character}b`]]), kReset],
    [`${name} at the end of a value`, (server) => register(server, [['x-a', `a${character}`]]), kReset],
    [`${name} in a name`, (server) => register(server, [[`x-a${character}b`, 'a']]), kReset],
    [`${name} in :path`, (server) => changed(server, ':path', `${kRegister}${character}`), kReset],
    [`${name} in :authority`, (server) => changed(server, ':authority', `127.0.0.1:${server.port}${character}`), kReset],
    [`${name} in :method`, (server) => changed(server, ':method', `POST${character}`), kReset],
  ]),
  ['a request line in a value', (server) => register(server, [['x-a', `a\r\n\r\nPOST ${kRegister} HTTP/1.1\r\n`]]), kReset],
  ['a colon in a name', (server) => register(server, [['x:a', '1']]), kReset],
  ['a space in a name', (server) => register(server, [['x a', '1']]), kReset],
  ['an empty name', (server) => register(server, [['', '1']]), kReset],
  ['a byte above ASCII in a name', (server) => register(server, [['x-\xc4', '1']]), kReset],
  ['white space before a value', (server) => register(server, [['x-a', ' 1']]), kReset],
  ['white space behind a value', (server) => register(server, [['x-a', '1\t']]), kReset],
  ['a delete byte in a value', (server) => register(server, [['x-a', 'b\x7fc']]), kReset],
  ['a fragment in :path', (server) => changed(server, ':path', `${kRegister}#x`), 400],
  ['a space in :path', (server) => changed(server, ':path', `${kRegister} x`), kReset],
  ['a version in :path', (server) => changed(server, ':path', `${kRegister} HTTP/1.1`), kReset],
  ['a :path without a slash', (server) => changed(server, ':path', kRegister.slice(1)), kReset],
  ['an absolute :path', (server) => changed(server, ':path', server.baseUrl + kRegister), kReset],
  ['an asterisk as :path', (server) => changed(server, ':path', '*'), kReset],
  ['an empty :path', (server) => changed(server, ':path', ''), kReset],
  ['a byte above ASCII in :path', (server) => changed(server, ':path', `${kRegister}\xe9`), 400],
  ...[':method', ':scheme', ':path'].map((name) => [`no ${name}`, (server) => dropped(server, name), kReset]),
  ...[':method', ':scheme', ':path', ':authority'].map((name) =>
    [`two ${name}`, (server) => [register(server).find(([each]) => each === name), ...register(server)], kReset]),
  ['neither :authority nor host', (server) => dropped(server, ':authority'), kReset],
  ['a pseudo-field behind a field', (server) => [...dropped(server, ':path'), ['x-a', '1'], [':path', kRegister]], kReset],
  ['an unknown pseudo-field', (server) => [[':protocol2', 'x'], ...register(server)], kReset],
  ['a :scheme of another protocol', (server) => changed(server, ':scheme', 'gopher'), 400],
  ['a method that is not a token', (server) => changed(server, ':method', 'PO ST'), kReset],
  ['CONNECT', (server) => [[':method', 'CONNECT'], [':authority', `127.0.0.1:${server.port}`]], 400],
  ['another host beside :authority', (server) => register(server, [['host', 'evil.example']]), 400],
  ['the other one of our hosts beside :authority', (server) => register(server, [['host', `localhost:${server.port}`]]), 400],
  ['two host', (server) => [...dropped(server, ':authority'), ['host', `127.0.0.1:${server.port}`], ['host', `127.0.0.1:${server.port}`]], kReset],
  ['a foreign :authority', (server) => changed(server, ':authority', 'evil.example'), 421],
  ['a foreign host alone', (server) => [...dropped(server, ':authority'), ['host', 'evil.example']], 421],
  // Newer versions of libnghttp2 refuse it themselves.
  ['user information in :authority', (server) => changed(server, ':authority', `a@127.0.0.1:${server.port}`), [400, kReset]],
  ['a list in :authority', (server) => changed(server, ':authority', `127.0.0.1:${server.port},evil.example`), 400],
  ['two authorization', (server) => register(server, [['authorization', 'Bearer a'], ['authorization', 'Bearer b']]), 400],
  ['two equal authorization', (server) => register(server, [['authorization', 'Bearer a'], ['authorization', 'Bearer a']]), 400],
  ['two content-type', (server) => register(server, [['content-type', 'application/json'], ['content-type', 'application/json']]), 400],
  ['a disguised authorization', (server) => register(server, [['authorization', 'Bearer a'], ['x_forwarded_for', '198.51.100.1']]), 400],
  ['an expectation other than 100-continue', (server) => register(server, [['expect', '200-ok']]), 417],
  ['101 fields', (server) => register(server, Array.from({ length: 101 }, (_, index) => [`a${index}`, 'b'])), 431],
  ['a name of 300 characters', (server) => register(server, [['a'.repeat(300), 'b']]), 431],
  ['fields above 8 KiB', (server) => register(server, [['a', 'b'.repeat(8 * 1024)]]), 431],
  ['a :path above 8 KiB', (server) => changed(server, ':path', `${kRegister}?${'a'.repeat(8 * 1024)}`), 414],
  ...[['a sign', '+0'], ['hexadecimal', '0x0'], ['a list', '0, 0'], ['nothing', ''], ['2^64', '18446744073709551616']].map(([name, length]) =>
    [`content-length: ${name}`, (server) => register(server, [['content-length', length]]), kReset]),
  ['two content-length', (server) => register(server, [['content-length', '0'], ['content-length', '0']]), kReset],
  ['a content-length without DATA', (server) => register(server, [['content-length', '2']]), kReset],
]

/** The outcome: a status, or 'reset' for RST_STREAM with PROTOCOL_ERROR. */
async function outcomeOf(peer, stream) {
  const { status, reset: code, body } = await peer.answered(stream)
  if (status === undefined) {
    assert.equal(code, kError.protocol)
    return kReset
  }
  assert.equal(code, undefined)
  assert.equal(typeof JSON.parse(body).error, 'string')
  assert.doesNotMatch(body.toString(), /evil/)
  return status
}

test('requests that HTTP/1.1 refuses are refused and never reach the service', async (context) => withServer({}, async (server) => {
  for (const [name, fields, outcome] of refusals) {
    await context.test(`refuses ${name}: ${[outcome].flat().join(' or ')}`, async () => {
      const peer = await openFrames(server.port, server.ca)
      try {
        peer.send(headers(1, fields(server)))
        assert.ok([outcome].flat().includes(await outcomeOf(peer, 1)))
        peer.send(get(server, 3)) // the connection goes on
        assert.equal((await peer.answered(3)).status, 200)
      } finally {
        peer.destroy()
      }
      assert.equal(await server.metric('agent_access_registrations_total'), 0)
    })
  }
  for (const [name, length, pieces] of [['below', 1, ['{}']], ['above', 3, ['{}']], ['below, in pieces', 1, ['{', '}']], ['above, in pieces', 3, ['{', '}']]]) {
    await context.test(`refuses a content-length ${name} the DATA`, async () => {
      const peer = await openFrames(server.port, server.ca)
      peer.send(headers(1, register(server, [['content-type', 'application/json'], ['content-length', String(length)]]), kFlag.endHeaders),
        pieces.map((piece, index) => data(1, piece, index === pieces.length - 1 ? kFlag.endStream : kFlag.none)))
      assert.equal(await outcomeOf(peer, 1), kReset)
      peer.destroy()
      assert.equal(await server.metric('agent_access_registrations_total'), 0)
    })
  }
  await context.test('accepts the same request without the fault', async () => {
    const peer = await openFrames(server.port, server.ca)
    const host = `127.0.0.1:${server.port}`
    const allowed = [register(server), register(server, [['host', host]]), register(server, [['te', 'trailers']]), [...dropped(server, ':authority'), ['host', host]],
      register(server, [['content-length', '0']]), register(server, [['x-a', '']]), register(server, [['x-a', 'caf\xe9']]), register(server, [], `${kRegister}?a=b`)]
    for (const [index, fields] of allowed.entries()) {
      peer.send(headers(odd(index), fields))
      assert.equal((await peer.answered(odd(index))).status, 201, `row ${index}`)
    }
    peer.destroy()
    // The count follows the last byte of the response.
    await until(async () => (await server.metric('agent_access_registrations_total')) >= allowed.length, 'the count of the last registration')
    assert.equal(await server.metric('agent_access_registrations_total'), allowed.length)
  })
}))

test('a trailer is not read as a header: neither token, media type nor host', () => withServer({}, async (server) => {
  const { client, token } = await newToken(server)
  const peer = await openFrames(server.port, server.ca)
  const authorization = [['authorization', `Bearer ${token}`]]
  peer.send(headers(1, request(server, 'GET', kProfile), kFlag.endHeaders), headers(1, authorization))
  assert.equal((await peer.answered(1)).status, 401)
  peer.send(headers(3, request(server, 'GET', kProfile, authorization), kFlag.endHeaders), headers(3, [['authorization', 'Bearer a'], ['host', 'evil.example']]))
  assert.equal((await peer.answered(3)).status, 200)
  const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
  const send = (stream, more, trailer) =>
    peer.send(headers(stream, request(server, 'POST', '/oauth/token', more), kFlag.endHeaders), data(stream, body, kFlag.none), headers(stream, [trailer]))
  send(5, [], kForm)
  assert.equal((await peer.answered(5)).status, 415)
  send(7, [kForm], ['content-type', 'application/json'])
  assert.equal((await peer.answered(7)).status, 200)
  peer.destroy()
}))

test('no secret or token sent over HTTP/2 is in the log', async () => {
  await withServer({ settings: { log: { level: 'debug' } } }, async (server) => {
    const { client, token } = await newToken(server)
    const secret = client.client_secret
    const peer = await openFrames(server.port, server.ca)
    const bearer = ['authorization', `Bearer ${token}`]
    const asked = [
      [request(server, 'GET', kProfile, [bearer]), 200],
      [request(server, 'GET', `${kProfile}?access_token=${token}`), 401],
      [request(server, 'GET', `/${secret}`), 404],
      [request(server, 'POST', '/oauth/token', [['authorization', basic(client.client_id, secret)]]), 400],
      [request(server, 'GET', kProfile, [bearer, bearer]), 400],
      [request(server, 'GET', kProfile, [bearer, ['x-large', secret.repeat(200)]]), 431],
      [request(server, 'GET', `/${secret}#${token}`), 400],
      [request(server, 'GET', kProfile, [bearer, ['connection', secret]]), undefined],
      [request(server, 'GET', kProfile, [['authorization', `Bearer ${token}\r\n${secret}`]]), undefined],
      [request(server, 'GET', kProfile, [[`x-${secret}`, token]]), undefined],
      [[...request(server, 'GET', kProfile, [bearer]).slice(0, 3), [':authority', `${secret.toLowerCase()}.example`], bearer], 421],
    ]
    for (const [index, [fields, status]] of asked.entries()) {
      peer.send(headers(odd(index), fields))
      assert.equal((await peer.answered(odd(index))).status, status, `row ${index}`)
    }
    peer.send(ping(secret.slice(0, 8), kFlag.none, 1)) // closes the connection; the log must not contain these bytes
    await peer.gone()
    const lines = () => server.program.output.split('\n').filter((line) => line.includes('"event":"access"'))
    await until(() => lines().length >= 10, 'ten lines')
    await server.program.stop()
    const log = server.program.output
    for (const line of lines()) JSON.parse(line)
    for (const part of [secret, secret.toLowerCase(), secret.slice(0, 8), token, token.split('.')[2], basic(client.client_id, secret)]) assert.ok(!log.includes(part), log)
  })
})
