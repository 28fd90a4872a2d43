// HTTP/2 frames, header compression and messages through the running program: a case of the h2spec suite for each kind of fault. All of them are in
// unit/net/http2/spec_test.cpp and its neighbours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, bothFlags, broken, byte, ca, closedWindow, E, F, goesOn, checkedByAction, kText, refused, server, testCases, wordsFor } from '../support/h2spec.mjs'
import {
  block, coded, continuation, data, frame, FramePeer, goaway, headers, integer, join, kPreface, kType, literal, number, openSocket, padded, ping, priority, reset,
  settings, windowUpdate,
} from '../support/http2_frames.mjs'
import { askHttp2 } from '../support/http2.mjs'

const kStreams = 100

const frames = [
  ['4.1', 'an unknown type', () => frame(0xee, 0, 0, '12345678'), goesOn],
  ['4.2', 'DATA of 16384 bytes', ({ post }) => join(post(1), data(1, 'x'.repeat(16_384))), answered(1, 400)],
  ['4.2', 'DATA above the largest frame', ({ post }) => join(post(1), data(1, 'x'.repeat(16_385))), broken(E.frameSize)],
  ['4.3', 'a broken block', () => headers(1, Buffer.alloc(9, 0xff)), broken(E.compression)],
  ['4.3', 'PRIORITY inside a block', ({ opened }) => opened(priority(1, 0)), broken(E.protocol)],
  ['5.1.2', 'one stream too many', ({ get }) => join(closedWindow, Array.from({ length: kStreams + 1 }, (_, index) => get(2 * index + 1))),
    async (peer) => {
      const last = 2 * kStreams + 1
      await peer.until(() => peer.answer(last).reset !== undefined, 'a refusal')
      assert.equal(peer.settings.get(3), kStreams)
      assert.equal(peer.answer(last).reset, E.refusedStream)
      await peer.echo()
      assert.deepEqual([...peer.answers].filter(([, answer]) => answer.status !== 200).map(([stream]) => stream), [last])
    }],
  ['5.1', 'idle: DATA', () => data(1, 'x'), broken(E.protocol)],
  ['5.1', 'half closed: HEADERS', ({ get }) => join(closedWindow, get(1), get(1)), broken(E.streamClosed)],
  ['5.1', 'reset by the peer: DATA', ({ post }) => join(post(1), reset(1), data(1, 'x')), broken(E.streamClosed)],
  ...[['DATA', () => data(1, 'x'), [E.streamClosed]], ['HEADERS', ({ get }) => get(1), [E.streamClosed]],
    ['CONTINUATION', () => continuation(1, literal('x-a', '1')), [E.streamClosed, E.protocol]]].map(([name, late, codes]) =>
    ['5.1', `closed: ${name}`, async (peer, words) => { peer.send(words.get(1)); await peer.answered(1); peer.send(late(words)) }, broken(...codes)]),
  ['5.3.1', 'HEADERS that depend on themselves', ({ request }) => frame(kType.headers, bothFlags | F.priority, 1, join(number(1), byte(15), block(request()))), refused(1, E.protocol)],
  ['5.4.1', 'after an invalid PING a GOAWAY with the last stream', async (peer, { get }) => { peer.send(get(5)); await peer.answered(5); peer.send(ping('123456')) }, async (peer) => {
    await broken(E.frameSize)(peer)
    assert.equal(peer.frames.at(-1).type, kType.goaway)
    assert.equal(peer.frames.at(-1).payload.readUInt32BE(), 5)
  }],
  ['5.5', 'an unknown frame', ({ get }) => join(frame(0x16, 0xff, 1, '123'), get(1)), answered(1, 200)],
  ['6.1', 'DATA with more padding than bytes', ({ post }) => join(post(1), padded(kType.data, F.endStream, 1, 'x', 4, 6)), broken(E.protocol)],
  ['6.2', 'HEADERS on stream 0', ({ get }) => get(0), broken(E.protocol)],
  ['6.3', 'PRIORITY of four bytes', ({ post }) => join(post(1), frame(kType.priority, 0, 1, '\x80\0\0\x01')), refused(1, E.frameSize)],
  ['6.4', 'RST_STREAM of three bytes', ({ post }) => join(post(1), frame(kType.reset, 0, 1, '123')), broken(E.frameSize)],
  ['6.5', 'SETTINGS on a stream', () => frame(kType.settings, 0, 1), broken(E.protocol)],
  ['6.5.2', 'INITIAL_WINDOW_SIZE above the largest', () => settings([[4, 0x8000_0000]]), broken(E.flowControl)],
  ['6.7', 'PING is answered with its bytes', async (peer) => {
    peer.send(ping('\0\x01\x02\xfd\xfe\xffAB'))
    await peer.until(() => peer.frames.at(-1).type === kType.ping, 'an answer')
    assert.equal(peer.frames.at(-1).payload.toString('hex'), '000102fdfeff4142')
  }, goesOn],
  ['6.7', 'an answer to a PING is not answered', () => ping('unasked!', F.ack), async (peer, server) => {
    await goesOn(peer, server)
    assert.equal(peer.frames.filter((one) => one.type === kType.ping).length, 1)
  }],
  ['6.9', 'an increment of 0', () => windowUpdate(0, 0), broken(E.protocol)],
  ['6.9.1', 'no DATA beyond a window of one byte', async (peer, { get }) => {
    peer.send(settings([[4, 1]]), get(1))
    await peer.until(() => peer.answer(1).body.length > 0, 'DATA')
    await peer.echo()
    assert.equal(peer.answer(1).body.length, 1)
    peer.send(windowUpdate(1, 60_000))
  }, answered(1, 200)],
  ['6.9.1', 'a stream window above the largest', ({ post }) => join(post(1), windowUpdate(1, 0x7fff_ffff), windowUpdate(1, 0x7fff_ffff)), refused(1, E.flowControl)],
  ['6.9.2', 'INITIAL_WINDOW_SIZE opens the windows of open streams', async (peer, { get }) => {
    peer.send(closedWindow, get(1))
    await peer.until(() => peer.answer(1).status === 200, 'HEADERS')
    await peer.echo()
    assert.equal(peer.answer(1).body.length, 0)
    peer.send(settings([[4, 1]]))
    await peer.until(() => peer.answer(1).body.length > 0, 'DATA')
    await peer.echo('and then')
    assert.equal(peer.answer(1).body.length, 1)
  }, checkedByAction],
  ['6.9.2', 'INITIAL_WINDOW_SIZE above the largest while a stream is open', ({ get }) => join(closedWindow, get(1), settings([[4, 0x8000_0000]])), broken(E.flowControl)],
  ['6.10', 'several CONTINUATION behind HEADERS', ({ opened }) => opened(continuation(1, literal('x-a', '1'), F.none), continuation(1, literal('x-b', '1'))), answered(1, 200)],
  ['6.10', 'CONTINUATION on stream 0', ({ opened }) => opened(continuation(0, literal('x-a', '1'))), broken(E.protocol)],
  ['7', 'GOAWAY with an unknown code', ({ post }) => join(post(1), goaway(0xff), data(1, 'x=1')), async (peer) => {
    await peer.gone()
    assert.equal(peer.answer(1).status, 400)
    assert.ok(peer.goaway === undefined || peer.goaway === E.no, `goaway ${peer.goaway}`)
  }],
  ['8.2', 'PUSH_PROMISE', ({ request }) => frame(kType.pushPromise, F.endHeaders, 1, join(number(2), block(request()))), broken(E.protocol)],
]

const codedKey = coded(Buffer.from('25a849e95ba97d7f', 'hex')) // custom-key
const codedValue = coded(Buffer.from('25a849e95bb8e8b4bf', 'hex')) // custom-value
const kUserAgent = 58 // index in the static table

/** A GET with one more field in the representation that begins with `first`, by index or with a new name. */
const field = (first, prefix, name, value) => ({ raw }) => raw(1, name === undefined ? integer(first, prefix, kUserAgent) : [byte(first), name], value)
const plain = (word) => join(byte(word.length), word)

const generic = [
  ['generic 3.1', 'padded DATA', ({ post }) => join(post(1), padded(kType.data, F.endStream, 1, 'x=1', 6)), answered(1, 400)],
  ['generic 3.2', 'HEADERS with a priority', ({ request }) => frame(kType.headers, bothFlags | F.priority, 1, join(number(0), byte(15), block(request()))), answered(1, 200)],
  ['generic 3.3', 'PRIORITY, then a lower stream', ({ get }) => join(priority(7, 0), get(5)), answered(5, 200)],
  ['generic 3.8', 'GOAWAY: what is open is answered, then the end', ({ post }) => join(post(1), goaway(), data(1, 'x=1')), async (peer) => {
    await peer.gone()
    assert.equal(peer.answer(1).status, 400)
    assert.ok(peer.answer(1).ended)
  }],
  ['generic 4', 'HEAD', ({ request }) => headers(1, request('HEAD')), async (peer, server) => {
    await answered(1, 200)(peer, server)
    assert.equal(peer.answer(1).body.length, 0)
  }],
  ['generic 4', 'POST', ({ request }) => join(headers(1, request('POST', '/oauth/register', [['content-type', 'application/json']]), F.endHeaders), data(1, '{}')), answered(1, 201)],
  ['generic 4', 'POST with trailers', ({ post }) => join(post(1), data(1, 'x=1', F.none), headers(1, [['x-trailer', 'test']])), answered(1, 400)],
]

const hpackAccepted = [
  ['incremental indexing, new name, Huffman', field(0x40, 6, codedKey, codedValue)],
  ['without indexing, indexed name', field(0x00, 4, undefined, plain('v'))],
  ['never indexed, new name', field(0x10, 4, plain('x-a'), plain('v'))],
  ['two table size updates', ({ request }) => headers(1, join(integer(0x20, 5, 128), integer(0x20, 5, 4096), block(request())))],
].map(([name, action]) => ['generic 5', name, action, answered(1, 200)])

const hpackBroken = [
  ['2.3.3', 'an index beyond both tables', ({ raw }) => raw(1, integer(0x80, 7, 70))],
  ['5.2', 'Huffman padding of zeros', ({ raw }) => raw(1, byte(0), plain('x-a'), coded(Buffer.from('2f91d35d055c87a0', 'hex')))],
  ['6.3', 'a table size update above the setting', ({ request }) => headers(1, join(integer(0x20, 5, 4097), block(request())))],
].map(([section, name, action]) => [`hpack ${section}`, name, action, broken(E.compression)])

const withFields = (...more) => ({ request }) => headers(1, request('GET', kText, more))
const without = (name) => ({ request }) => headers(1, request().filter(([each]) => each !== name))
const twice = (name) => ({ request }) => headers(1, [request().find(([each]) => each === name), ...request()])
const messages = [
  ['8.1', 'second HEADERS without END_STREAM', ({ post }) => join(post(1), headers(1, [['x-a', '1']], F.endHeaders))],
  ['8.1.2', 'a name in upper case', withFields(['X-A', '1'])],
  ['8.1.2.1', 'a pseudo-field in trailers', ({ post }) => join(post(1), headers(1, [[':method', 'POST']]))],
  ['8.1.2.1', 'a pseudo-field behind another field', ({ request }) => headers(1, [...request().slice(0, 3), ['x-a', '1'], request()[3]])],
  ['8.1.2.2', 'Connection', withFields(['connection', 'keep-alive'])],
  ['8.1.2.2', 'TE of more than trailers', withFields(['te', 'trailers, deflate;q=0.5'])],
  ['8.1.2.3', 'no :method', without(':method')],
  ['8.1.2.3', 'no :scheme', without(':scheme')],
  ['8.1.2.3', 'no :path', without(':path')],
  ['8.1.2.3', 'two :method', twice(':method')],
  ['8.1.2.3', 'two :path', twice(':path')],
  ['8.1.2.6', 'a content-length that several DATA do not have', ({ post }) => join(post(1, [['content-length', '1']]), data(1, 'te', F.none), data(1, 'st'))],
].map(([section, name, action]) => [section, name, action, refused(1, E.protocol)])

testCases([...frames, ...generic, ...hpackAccepted, ...hpackBroken, ...messages])

test('h2spec 3.5, the first frame of the server is SETTINGS, before and after the preface of the client', async () => {
  const peer = new FramePeer(await openSocket(server.port, ca))
  peer.send(kPreface, settings())
  await peer.until(() => peer.frames.length > 0, 'a frame')
  assert.deepEqual([peer.frames[0].type, peer.frames[0].flags, peer.frames[0].stream], [kType.settings, F.none, 0])
  peer.destroy()
})

test('h2spec 3.5, a wrong preface closes the connection', async () => {
  const { port } = server
  for (const wrong of ['INVALID CONNECTION PREFACE\r\n\r\n', `GET ${kText} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r']) {
    const peer = new FramePeer(await openSocket(port, ca))
    peer.socket.write(wrong)
    await peer.gone()
    assert.equal(peer.goaway, E.protocol, wrong)
    assert.equal(peer.answers.size, 0)
  }
  const peer = new FramePeer(await openSocket(port, ca))
  peer.socket.write(Buffer.concat([kPreface, wordsFor(server).get(1)]))
  await peer.gone()
  assert.equal(peer.goaway, E.protocol, 'HEADERS before SETTINGS')
  assert.equal((await askHttp2(server.good, kText)).status, 200)
})

test('the test client detects a server that sends invalid frames', async () => {
  const good = [settings(), frame(kType.settings, F.ack, 0)]
  const wrong = [
    [ping('12345678', F.ack)], [...good, ping()], [...good, data(1, 'x')], [...good, frame(kType.headers, bothFlags, 1, byte(0x82))],
    [...good, frame(kType.headers, bothFlags, 2, byte(0x88))], [...good, frame(kType.headers, bothFlags, 1, byte(0x88)), frame(kType.headers, bothFlags, 1, byte(0x88))],
    [...good, frame(kType.headers, F.endHeaders, 1, byte(0x88)), Array.from({ length: 4 }, () => data(1, 'x'.repeat(16_384), F.none))],
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
