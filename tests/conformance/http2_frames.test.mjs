// HTTP/2 frames over TLS: what a peer of the running program sees of the published cases of h2spec. All cases are in tests/unit/net/http2;
// those here need the end of a real connection, or two of its steps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, kText, post, request, whileServing, withServer } from '../support/http2_attack.mjs'
import {
  block, coded, continuation, data, frame, FramePeer, headers, integer, join, kError, kFlag, kPreface, kType, literal, openSocket, ping, reset, settings, windowUpdate,
} from '../support/http2_frames.mjs'

const bothFlags = kFlag.endStream | kFlag.endHeaders
const byte = (value) => Buffer.from([value])

// Expected outcomes of a case.
/** GOAWAY with one of the codes, then the connection is closed. */
const broken = (...codes) => async (peer) => {
  await peer.gone()
  assert.ok(codes.includes(peer.goaway), `goaway ${peer.goaway}`)
}
/** A response on stream 1, and the connection stays open. */
const answered = (status) => async (peer, server) => {
  assert.equal((await peer.answered(1)).status, status)
  return goesOn(peer, server)
}
/** RST_STREAM of stream 1 with the code, and the connection stays open. */
const refused = (code) => async (peer, server) => {
  const answer = await peer.answered(1)
  assert.deepEqual([answer.status, answer.reset], [undefined, code])
  return goesOn(peer, server)
}
async function goesOn(peer, server) {
  peer.send(get(server, 1_001))
  assert.equal((await peer.answered(1_001)).status, 200)
  assert.equal(peer.goaway, undefined)
}

// RFC 7541: a field in every representation, with its name from the static table or new, and each as it is or in Huffman's code.
const kUserAgent = 58
const plain = (word) => join(byte(word.length), word)
const names = [plain('custom-key'), coded(Buffer.from('25a849e95ba97d7f', 'hex'))]
const values = [plain('custom-value'), coded(Buffer.from('25a849e95bb8e8b4bf', 'hex'))]
const representations = [[0x40, 6], [0x00, 4], [0x10, 4]].flatMap(([first, prefix]) =>
  [integer(first, prefix, kUserAgent), ...names.map((name) => join(byte(first), name))].flatMap((name) => values.map((value) => join(name, value))))

const cases = [
  ['4.2, DATA of 16384 bytes', (server) => join(post(server, 1), data(1, 'x'.repeat(16_384))), answered(400)],
  ['4.2, DATA above the largest frame', (server) => join(post(server, 1), data(1, 'x'.repeat(16_385))), broken(kError.frameSize)],
  ['5.1, half closed: CONTINUATION', (server) => join(settings([[4, 0]]), get(server, 1), continuation(1, literal('x-a', '1'))), broken(kError.streamClosed, kError.protocol)],
  ['6.9.1, a stream window above the largest', (server) => join(post(server, 1), windowUpdate(1, 0x7fff_ffff)), refused(kError.flowControl)],
  ['6.9.2, INITIAL_WINDOW_SIZE above the largest while a stream is open', (server) => join(settings([[4, 0]]), get(server, 1), settings([[4, 0x8000_0000]])), broken(kError.flowControl)],
  ['hpack 6, every representation of a field', (server) => headers(1, join(block(request(server)), representations)), answered(200)],
  ['hpack 6.1, index 0', (server) => headers(1, join(block(request(server)), byte(0x80))), broken(kError.compression)],
]
for (const [name, bytes, outcome] of cases) {
  test(`h2spec ${name}`, () => withServer({}, (server) => whileServing(server, async (peer) => {
    peer.send(bytes(server))
    await outcome(peer, server)
  })))
}

test('h2spec 5.4.1, GOAWAY after an invalid PING has the last stream and ends the connection', () => withServer({}, (server) => whileServing(server, async (peer) => {
  peer.send(get(server, 5))
  await peer.answered(5)
  peer.send(ping('123456'))
  await broken(kError.frameSize)(peer)
  assert.equal(peer.frames.at(-1).type, kType.goaway)
  assert.equal(peer.frames.at(-1).payload.readUInt32BE(), 5)
})))

test('h2spec 6.5.3, all SETTINGS are acknowledged', () => withServer({}, (server) => whileServing(server, async (peer) => {
  const acknowledged = () => peer.frames.filter((one) => one.type === kType.settings && one.flags === kFlag.ack).length
  peer.send(settings([[3, 10]]), settings())
  await peer.until(() => acknowledged() === 3, 'acknowledgements of the first and these two')
  await goesOn(peer, server)
})))

test('h2spec 3.5, the first frame of the server is SETTINGS, before and after the preface of the client', () => withServer({}, async ({ port, ca }) => {
  const peer = new FramePeer(await openSocket(port, ca))
  peer.send(kPreface, settings())
  await peer.until(() => peer.frames.length > 0, 'a frame')
  assert.deepEqual([peer.frames[0].type, peer.frames[0].flags, peer.frames[0].stream], [kType.settings, kFlag.none, 0])
  peer.destroy()
}))

test('h2spec 3.5, a wrong preface closes the connection', () => withServer({}, (server) => whileServing(server, async () => {
  const { port, ca } = server
  for (const wrong of ['INVALID CONNECTION PREFACE\r\n\r\n', `GET ${kText} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r']) {
    const peer = new FramePeer(await openSocket(port, ca))
    peer.socket.write(wrong)
    await peer.gone()
    assert.equal(peer.goaway, kError.protocol, wrong)
    assert.equal(peer.answers.size, 0)
  }
  const peer = new FramePeer(await openSocket(port, ca))
  peer.socket.write(Buffer.concat([kPreface, get(server, 1)]))
  await peer.gone()
  assert.equal(peer.goaway, kError.protocol, 'HEADERS before SETTINGS')
})))

test('the test client detects a server that sends invalid frames', async () => {
  const good = [settings(), frame(kType.settings, kFlag.ack, 0)]
  const wrong = [
    [ping('12345678', kFlag.ack)], [...good, ping()], [...good, data(1, 'x')], [...good, frame(kType.headers, bothFlags, 1, byte(0x82))],
    [...good, frame(kType.headers, bothFlags, 2, byte(0x88))], [...good, frame(kType.headers, bothFlags, 1, byte(0x88)), frame(kType.headers, bothFlags, 1, byte(0x88))],
    [...good, frame(kType.headers, kFlag.endHeaders, 1, byte(0x88)), Array.from({ length: 4 }, () => data(1, 'x'.repeat(16_384), kFlag.none))],
    [...good, reset(0)], [...good, frame(kType.data, 0, 1, 'x'.repeat(16_385))], [...good, windowUpdate(1, 0)], [...good, frame(0x16, 0, 0)],
  ]
  const { PassThrough } = await import('node:stream')
  for (const [index, bytes] of wrong.entries()) {
    const socket = new PassThrough()
    const peer = new FramePeer(socket)
    socket.emit('data', join(bytes))
    await assert.rejects(peer.until(() => false, 'nothing', 1), (error) => !error.message.startsWith('waited'), `row ${index}`)
  }
})
