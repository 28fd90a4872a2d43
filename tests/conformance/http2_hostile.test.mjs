// HTTP/2 as an attacker speaks it: floods, slow peers, requests that HTTP/1.1 would refuse. Each attack ends as written here
// while an honest client on another connection is answered as ever.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import {
  block, continuation, data, frame, FramePeer, headers, join, kError, kFlag, kPreface, kType, literal, openFrames, openSocket, padded, ping, priority, reset,
  settings, settingsAck, windowUpdate,
} from '../support/http2_frames.mjs'
import { askHttp2, openHttp2 } from '../support/http2.mjs'
import { exampleProfile, startServe, until } from '../support/server.mjs'
import { basic } from '../support/steps.mjs'

const kText = '/llms.txt'
const kProfile = '/api/agent/full-profile'
const kForm = ['content-type', 'application/x-www-form-urlencoded']
const kFlood = 1_000
const kDeadlineMs = 300
const kPolls = 10

const { authority, ca, pair } = await temporaryAuthority()

async function withServer({ isTls = true, settings: more = {}, profile = exampleProfile }, use) {
  const tls = isTls ? { tls: { certificate: pair.certificate, key: pair.key } } : { listen: { http2_prior_knowledge: true } }
  // The peers are clients of their own, and no proxy's: those are in http2_shared.
  const limits = { trusted_proxies: ['192.0.2.1/32'], ...more.limits }
  const server = await startServe({ scheme: isTls ? 'https' : 'http', profile, settings: { ...more, ...tls, limits } })
  server.ca = isTls ? ca : undefined
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

const request = (server, method = 'GET', path = kText, more = []) =>
  [[':method', method], [':scheme', server.ca ? 'https' : 'http'], [':path', path], [':authority', `127.0.0.1:${server.port}`], ...more]
const get = (server, stream) => headers(stream, request(server))
const post = (server, stream, more = []) => headers(stream, request(server, 'POST', '/oauth/token', [kForm, ...more]), kFlag.endHeaders)

/** Runs `attack` with a connection of its own while an honest client polls over another one; all its answers are 200. */
async function whileServing(server, attack, entries = []) {
  const good = await openHttp2(server.baseUrl, { ca })
  let isOver = false
  const polling = (async () => {
    let count = 0
    for (; !isOver || count < kPolls; ++count) assert.equal((await askHttp2(good, kText)).status, 200)
    return count
  })()
  const peer = await openFrames(server.port, server.ca, entries)
  try {
    await attack(peer)
  } finally {
    isOver = true
    peer.destroy()
    await polling
    good.destroy()
  }
}

async function metric(server, name) {
  const answer = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(answer)?.[1] ?? NaN)
}

// Floods: [what, the bytes or a function that sends them]. Each ends with ENHANCE_YOUR_CALM.
const repeated = (count, each) => join(Array.from({ length: count }, (_, index) => each(index)))
const odd = (index) => 2 * index + 1
const floods = [
  ['PING', () => repeated(kFlood, () => ping())],
  ['answers to no PING', () => repeated(kFlood, () => ping('12345678', kFlag.ack))],
  ['SETTINGS', () => repeated(kFlood, () => settings([[3, 100]]))],
  ['empty SETTINGS', () => repeated(kFlood, () => settings())],
  ['empty DATA', (server) => join(post(server, 1), repeated(kFlood, () => data(1, '', kFlag.none)))],
  ['DATA of one byte', (server) => join(post(server, 1), repeated(kFlood, () => data(1, 'x', kFlag.none)))],
  ['DATA of padding alone', (server) => join(post(server, 1), repeated(kFlood, () => padded(kType.data, kFlag.none, 1, '', 10)))],
  ['empty CONTINUATION', (server) => join(headers(1, request(server), kFlag.endStream), repeated(kFlood, () => continuation(1, '', kFlag.none)))],
  ['CONTINUATION', (server) => join(headers(1, request(server), kFlag.endStream), repeated(kFlood, () => continuation(1, literal('x-a', '1'), kFlag.none)))],
  ['WINDOW_UPDATE of the connection', () => repeated(kFlood, () => windowUpdate(0, 1))],
  ['WINDOW_UPDATE of a stream', (server) => join(post(server, 1), repeated(kFlood, () => windowUpdate(1, 1)))],
  ['PRIORITY', () => repeated(kFlood, (index) => priority(odd(index), 0))],
  ['unknown frames', () => repeated(kFlood, () => frame(0xee, 0, 0, 'x'))],
  ['requests and RST_STREAM', (server) => repeated(kFlood, (index) => join(get(server, odd(index)), reset(odd(index))))],
  ['unfinished requests and RST_STREAM', (server) => repeated(kFlood, (index) => join(post(server, odd(index)), reset(odd(index))))],
  // The server is made to reset: each of these streams breaks a rule of its own.
  ['requests that are malformed', (server) => repeated(kFlood, (index) => headers(odd(index), request(server, 'GET', kText, [['connection', 'close']])))],
  ['streams whose window overflows', (server) =>
    repeated(kFlood, (index) => join(post(server, odd(index)), windowUpdate(odd(index), 0x7fff_ffff)))],
  ['requests with two lengths', (server) =>
    repeated(kFlood, (index) => join(post(server, odd(index), [['content-length', '1']]), data(odd(index), 'xx')))],
  ['streams above the limit', (server) => join(settings([[4, 0]]), repeated(kFlood, (index) => get(server, odd(index))))],
]
for (const [name, flood] of floods) {
  test(`a flood of ${name} is told to calm down and hurts nobody else`, () => withServer({}, (server) => whileServing(server, async (peer) => {
    peer.send(flood(server))
    await peer.gone()
    assert.equal(peer.goaway, kError.enhanceYourCalm)
    assert.equal(await metric(server, 'agent_access_http2_abused_total'), 1)
  })))
}

test('a flood of HEADERS for a stream that the server ended is told to calm down', () => withServer({}, (server) => whileServing(server, async (peer) => {
  const large = repeated(2, () => data(1, 'x'.repeat(16_000), kFlag.none))
  peer.send(post(server, 1), large)
  const answer = await peer.answered(1)
  assert.equal(answer.status, 413)
  await peer.until(() => answer.reset !== undefined, 'the end of the stream')
  peer.send(repeated(kFlood, () => headers(1, [['x-a', '1']])))
  await peer.gone()
  assert.equal(peer.goaway, kError.enhanceYourCalm)
})))

test('HEADERS for a stream that its own peer ended break the connection', () => withServer({}, (server) => whileServing(server, async (peer) => {
  peer.send(get(server, 1))
  await peer.answered(1)
  peer.send(repeated(kFlood, () => get(server, 1)))
  await peer.gone()
  assert.equal(peer.goaway, kError.streamClosed)
})))

test('a block that unpacks to far more than the limits is told to calm down', () => withServer({}, (server) => whileServing(server, async (peer) => {
  const large = literal('x-large', 'x'.repeat(3_000))
  large[0] = 0x40 // into the table, from where one byte repeats it
  peer.send(headers(1, join(block(request(server)), large, [Buffer.alloc(12_000, 0xbe)])))
  await peer.gone()
  assert.equal(peer.goaway, kError.enhanceYourCalm)
  assert.equal(peer.answers.get(1)?.status, undefined)
})))

// Readers that are slow: what they hold is let go at the write deadline.
const large = { ...exampleProfile, large: 'x'.repeat(1_000_000) }
const impatient = { profile: large, settings: { limits: { write_deadline: `${kDeadlineMs}ms` } } }

/** A token, by an honest client. */
async function newToken(server) {
  const session = await openHttp2(server.baseUrl, { ca })
  try {
    const client = JSON.parse((await askHttp2(session, '/oauth/register', { method: 'POST' })).text)
    const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
    return { client, token: JSON.parse((await askHttp2(session, '/oauth/token', { method: 'POST', headers: Object.fromEntries([kForm]), body })).text).access_token }
  } finally {
    session.destroy()
  }
}
const getProfile = (server, stream, token) => headers(stream, request(server, 'GET', kProfile, [['authorization', `Bearer ${token}`]]))

test('a reader with a window of one byte loses its stream at the write deadline', () => withServer(impatient, async (server) => {
  const { token } = await newToken(server)
  await whileServing(server, async (peer) => {
    const begun = performance.now()
    peer.send(getProfile(server, 1, token))
    await peer.until(() => peer.answer(1).body.length === 1, 'one byte')
    const timer = setInterval(() => peer.send(windowUpdate(1, 1)), 20)
    try {
      await peer.until(() => peer.answer(1).reset !== undefined, 'the end of the stream')
    } finally {
      clearInterval(timer)
    }
    assert.equal(peer.answer(1).reset, kError.cancel)
    assert.ok(performance.now() - begun >= kDeadlineMs - 20)
    assert.ok(peer.answer(1).body.length < 1_000)
    await peer.echo()
  }, [[4, 1]])
}))

test('a reader that stalls again and again loses its connection', () => withServer(impatient, async (server) => {
  const { token } = await newToken(server)
  await whileServing(server, async (peer) => {
    peer.send(repeated(20, (index) => getProfile(server, odd(index), token)))
    await peer.gone()
    assert.equal(peer.goaway, kError.enhanceYourCalm)
  }, [[4, 0]])
}))

test('a reader that takes nothing at all is closed', () => withServer(impatient, async (server) => {
  const { token } = await newToken(server)
  await until(async () => (await metric(server, 'agent_access_connections_open')) === 0, 'the end of what brought the token')
  await whileServing(server, async (peer) => {
    peer.send(windowUpdate(0, 100_000_000), repeated(50, (index) => getProfile(server, odd(index), token)))
    await peer.until(() => peer.answers.size > 0, 'a first byte')
    peer.socket.pause()
    // A paused reader sees no end; that the server let go is seen in its count.
    const open = () => metric(server, 'agent_access_connections_open')
    assert.equal(await open(), 2, 'this and the honest one')
    await until(async () => (await open()) === 1, 'the end of the connection')
  }, [[4, 10_000_000]])
}))

// Heads and bodies that do not end.
const hurried = { settings: { limits: { header_deadline: `${kDeadlineMs}ms`, body_deadline: `${kDeadlineMs}ms` } } }

/** Sends each of the pieces after a while, until the connection or the stream is over. */
async function dribble(peer, piece, isOver, what) {
  const begun = performance.now()
  const timer = setInterval(() => peer.send(piece), 50)
  try {
    await peer.until(isOver, what)
  } finally {
    clearInterval(timer)
  }
  const passed = performance.now() - begun
  assert.ok(passed >= kDeadlineMs - 20 && passed < 5_000, `${passed} ms`)
}

const slowHeads = [
  ['a block without its end', (server) => headers(1, request(server), kFlag.endStream), ''],
  ['a block that grows byte by byte', (server) => join(headers(1, request(server), kFlag.endStream), continuation(1, literal('x-a', 'y'.repeat(200))).subarray(0, 20)), 'y'],
  ['half a frame header', (server) => get(server, 1).subarray(0, 5), ''],
  ['half a frame', (server) => get(server, 1).subarray(0, 20), ''],
]
for (const [name, bytes, more] of slowHeads) {
  test(`${name} ends the connection at the header deadline`, () => withServer(hurried, (server) => whileServing(server, async (peer) => {
    peer.send(bytes(server))
    await dribble(peer, more, () => peer.closed, 'the end of the connection')
    assert.equal(peer.goaway, kError.enhanceYourCalm)
    assert.equal(peer.answers.size, 0)
  })))
}

for (const isTls of [true, false]) {
  test(`a preface that does not go on is closed at the header deadline, ${isTls ? 'over TLS' : 'in clear text'}`, () => withServer({ isTls, ...hurried }, async (server) => {
    for (const size of [1, 10, 23, 24]) {
      const peer = new FramePeer(await openSocket(server.port, server.ca))
      peer.socket.on('data', () => {}).write(kPreface.subarray(0, size))
      if (size < kPreface.length) {
        const gone = new Promise((resolve) => peer.socket.once('end', resolve).once('close', resolve))
        await gone
      } else {
        peer.send(frame(kType.settings, 0, 0, '123456').subarray(0, 10))
        await peer.gone()
        assert.equal(peer.goaway, kError.enhanceYourCalm)
      }
      peer.destroy()
    }
  }))
}

test('a body that does not end gets 408 at the body deadline, and its connection goes on', () => withServer(hurried, (server) => whileServing(server, async (peer) => {
  peer.send(post(server, 1, [['content-length', '1000']]))
  await dribble(peer, data(1, 'x', kFlag.none), () => peer.answer(1).ended, 'an answer')
  assert.equal(peer.answer(1).status, 408)
  assert.equal(JSON.parse(peer.answer(1).body).error, 'request_timeout')
  peer.send(get(server, 3))
  assert.equal((await peer.answered(3)).status, 200)
})))

// What HTTP/1.1 refuses (framing.test.mjs) is refused here too. Each row would register a client if it were let through.
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
  ['a method that is no token', (server) => changed(server, ':method', 'PO ST'), kReset],
  ['CONNECT', (server) => [[':method', 'CONNECT'], [':authority', `127.0.0.1:${server.port}`]], 400],
  ['another host beside :authority', (server) => register(server, [['host', 'evil.example']]), 400],
  ['the other one of our hosts beside :authority', (server) => register(server, [['host', `localhost:${server.port}`]]), 400],
  ['two host', (server) => [...dropped(server, ':authority'), ['host', `127.0.0.1:${server.port}`], ['host', `127.0.0.1:${server.port}`]], kReset],
  ['a foreign :authority', (server) => changed(server, ':authority', 'evil.example'), 421],
  ['a foreign host alone', (server) => [...dropped(server, ':authority'), ['host', 'evil.example']], 421],
  ['user information in :authority', (server) => changed(server, ':authority', `a@127.0.0.1:${server.port}`), 400],
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

/** What came back: a status, or 'reset' for RST_STREAM with PROTOCOL_ERROR. */
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

test('what HTTP/1.1 refuses is refused, and never reaches the service', async (context) => withServer({}, async (server) => {
  for (const [name, fields, outcome] of refusals) {
    await context.test(`refuses ${name}: ${outcome}`, async () => {
      const peer = await openFrames(server.port, server.ca)
      try {
        peer.send(headers(1, fields(server)))
        assert.equal(await outcomeOf(peer, 1), outcome)
        peer.send(get(server, 3)) // the connection goes on
        assert.equal((await peer.answered(3)).status, 200)
      } finally {
        peer.destroy()
      }
      assert.equal(await metric(server, 'agent_access_registrations_total'), 0)
    })
  }
  for (const [name, length, pieces] of [['below', 1, ['{}']], ['above', 3, ['{}']], ['below, in pieces', 1, ['{', '}']], ['above, in pieces', 3, ['{', '}']]]) {
    await context.test(`refuses a content-length ${name} the DATA`, async () => {
      const peer = await openFrames(server.port, server.ca)
      peer.send(headers(1, register(server, [['content-type', 'application/json'], ['content-length', String(length)]]), kFlag.endHeaders),
        pieces.map((piece, index) => data(1, piece, index === pieces.length - 1 ? kFlag.endStream : kFlag.none)))
      assert.equal(await outcomeOf(peer, 1), kReset)
      peer.destroy()
      assert.equal(await metric(server, 'agent_access_registrations_total'), 0)
    })
  }
  await context.test('and lets the same request through without the fault', async () => {
    const peer = await openFrames(server.port, server.ca)
    const host = `127.0.0.1:${server.port}`
    const allowed = [register(server), register(server, [['host', host]]), register(server, [['te', 'trailers']]), [...dropped(server, ':authority'), ['host', host]],
      register(server, [['content-length', '0']]), register(server, [['x-a', '']]), register(server, [['x-a', 'caf\xe9']]), register(server, [], `${kRegister}?a=b`)]
    for (const [index, fields] of allowed.entries()) {
      peer.send(headers(odd(index), fields))
      assert.equal((await peer.answered(odd(index))).status, 201, `row ${index}`)
    }
    peer.destroy()
    assert.equal(await metric(server, 'agent_access_registrations_total'), allowed.length)
  })
}))

test('a trailer is no header: it brings neither token, type nor host', () => withServer({}, async (server) => {
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

test('a trailer is no header: it chooses no address', () => withServer({ settings: { limits: { requests: 3, window: '60s', trusted_proxies: ['127.0.0.1/32'] } } }, async (server) => {
  const peer = await openFrames(server.port, server.ca)
  let stream = -1
  const ask = async (head, trailer) => {
    stream += 2
    peer.send(headers(stream, request(server, 'POST', kRegister, head), kFlag.endHeaders), headers(stream, trailer))
    return (await peer.answered(stream)).status
  }
  const from = (last) => [['x-forwarded-for', `198.51.100.${last}`]]
  const statuses = []
  for (let last = 1; last <= 4; ++last) statuses.push(await ask([], from(last)))
  assert.deepEqual(statuses, [201, 201, 201, 429])
  for (let last = 1; last <= 4; ++last) assert.equal(await ask(from(last), [['x-forwarded-for', '127.0.0.1']]), 201, 'in the head it does')
  peer.destroy()
}))

test('no secret or token that came over HTTP/2 is in the log', async () => {
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
    peer.send(ping(secret.slice(0, 8), kFlag.none, 1)) // the end of the connection is in the log, or is not, but not for what it was
    await peer.gone()
    const lines = () => server.program.output.split('\n').filter((line) => line.includes('"event":"access"'))
    await until(() => lines().length >= 10, 'ten lines')
    await server.program.stop()
    const log = server.program.output
    for (const line of lines()) JSON.parse(line)
    for (const part of [secret, secret.toLowerCase(), secret.slice(0, 8), token, token.split('.')[2], basic(client.client_id, secret)]) assert.ok(!log.includes(part), log)
  })
})
