// HTTP/2 frames through the running program: the published cases of the h2spec suite about RFC 9113 sections 3 to 8.2.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, bothFlags, broken, byte, ca, closedWindow, E, F, goesOn, checkedByAction, kText, refused, server, testCases, wordsFor } from '../support/h2spec.mjs'
import {
  block, continuation, data, frame, FramePeer, goaway, headers, join, kPreface, kType, literal, number, openSocket, padded, ping, priority, reset,
  settings, windowUpdate,
} from '../support/http2_frames.mjs'
import { askHttp2 } from '../support/http2.mjs'

const kStreams = 100

const frames = [
  ['4.1', 'an unknown type', () => frame(0xee, 0, 0, '12345678'), goesOn],
  ['4.1', 'undefined flags', () => ping('12345678', 0xfe), goesOn],
  ['4.1', 'the reserved bit', () => ping('12345678', F.none, 0x8000_0000), goesOn],
  ['4.2', 'DATA of 16384 bytes', ({ post }) => join(post(1), data(1, 'x'.repeat(16_384))), answered(1, 400)],
  ['4.2', 'DATA above the largest frame', ({ post }) => join(post(1), data(1, 'x'.repeat(16_385))), broken(E.frameSize)],
  ['4.2', 'HEADERS above the largest frame', ({ raw }) => raw(1, literal('x-a', 'x'.repeat(16_385))), broken(E.frameSize)],
  ['4.3', 'a broken block', () => headers(1, Buffer.alloc(9, 0xff)), broken(E.compression)],
  ['4.3', 'PRIORITY inside a block', ({ opened }) => opened(priority(1, 0)), broken(E.protocol)],
  ['4.3', 'HEADERS of another stream inside a block', ({ opened, get }) => opened(get(3)), broken(E.protocol)],
  ['5.1.1', 'an even stream', ({ get }) => get(2), broken(E.protocol)],
  ['5.1.1', 'a stream below the last', ({ get }) => join(get(5), get(3)), broken(E.protocol)],
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
  ['5.1', 'idle: RST_STREAM', () => reset(1), broken(E.protocol)],
  ['5.1', 'idle: WINDOW_UPDATE', () => windowUpdate(1, 100), broken(E.protocol)],
  ['5.1', 'idle: CONTINUATION', ({ request }) => continuation(1, block(request())), broken(E.protocol)],
  ['5.1', 'half closed: DATA', ({ get }) => join(closedWindow, get(1), data(1, 'x')), broken(E.streamClosed)],
  ['5.1', 'half closed: HEADERS', ({ get }) => join(closedWindow, get(1), get(1)), broken(E.streamClosed)],
  ['5.1', 'half closed: CONTINUATION', ({ get }) => join(closedWindow, get(1), continuation(1, literal('x-a', '1'))), broken(E.streamClosed, E.protocol)],
  ['5.1', 'reset by the peer: DATA', ({ post }) => join(post(1), reset(1), data(1, 'x')), broken(E.streamClosed)],
  ['5.1', 'reset by the peer: HEADERS', ({ post, get }) => join(post(1), reset(1), get(1)), broken(E.streamClosed)],
  ['5.1', 'reset by the peer: CONTINUATION', ({ post }) => join(post(1), reset(1), continuation(1, literal('x-a', '1'))), broken(E.streamClosed, E.protocol)],
  ...[['DATA', () => data(1, 'x'), [E.streamClosed]], ['HEADERS', ({ get }) => get(1), [E.streamClosed]],
    ['CONTINUATION', () => continuation(1, literal('x-a', '1')), [E.streamClosed, E.protocol]]].map(([name, late, codes]) =>
    ['5.1', `closed: ${name}`, async (peer, words) => { peer.send(words.get(1)); await peer.answered(1); peer.send(late(words)) }, broken(...codes)]),
  ['5.3.1', 'HEADERS that depend on themselves', ({ request }) => frame(kType.headers, bothFlags | F.priority, 1, join(number(1), byte(15), block(request()))), refused(1, E.protocol)],
  ['5.3.1', 'PRIORITY that depends on itself', () => priority(1, 1), refused(1, E.protocol)],
  ['5.4.1', 'after an invalid PING the end', () => ping('123456'), broken(E.frameSize)],
  ['5.4.1', 'after an invalid PING a GOAWAY with the last stream', async (peer, { get }) => { peer.send(get(5)); await peer.answered(5); peer.send(ping('123456')) }, async (peer) => {
    await broken(E.frameSize)(peer)
    assert.equal(peer.frames.at(-1).type, kType.goaway)
    assert.equal(peer.frames.at(-1).payload.readUInt32BE(), 5)
  }],
  ['5.5', 'an unknown frame', ({ get }) => join(frame(0x16, 0xff, 1, '123'), get(1)), answered(1, 200)],
  ['5.5', 'an unknown frame inside a block', ({ opened }) => opened(frame(0x16, 0, 1, '123')), broken(E.protocol)],
  ['6.1', 'DATA on stream 0', () => data(0, 'x'), broken(E.protocol)],
  ['6.1', 'DATA on a stream that is not open', ({ get }) => join(get(1), data(1, 'x')), broken(E.streamClosed)],
  ['6.1', 'DATA with more padding than bytes', ({ post }) => join(post(1), padded(kType.data, F.endStream, 1, 'x', 4, 6)), broken(E.protocol)],
  ['6.2', 'PRIORITY behind HEADERS without END_HEADERS', ({ opened }) => opened(priority(1, 0), continuation(1)), broken(E.protocol)],
  ['6.2', 'HEADERS behind HEADERS without END_HEADERS', ({ opened, get }) => opened(get(3), continuation(1)), broken(E.protocol)],
  ['6.2', 'HEADERS on stream 0', ({ get }) => get(0), broken(E.protocol)],
  ['6.2', 'HEADERS with more padding than bytes', () => padded(kType.headers, bothFlags, 1, 'x', 0, 255), broken(E.protocol)],
  ['6.3', 'PRIORITY on stream 0', () => priority(0, 1), broken(E.protocol)],
  ['6.3', 'PRIORITY of four bytes', ({ post }) => join(post(1), frame(kType.priority, 0, 1, '\x80\0\0\x01')), refused(1, E.frameSize)],
  ['6.4', 'RST_STREAM on stream 0', () => reset(0), broken(E.protocol)],
  ['6.4', 'RST_STREAM on an idle stream', () => reset(7), broken(E.protocol)],
  ['6.4', 'RST_STREAM of three bytes', ({ post }) => join(post(1), frame(kType.reset, 0, 1, '123')), broken(E.frameSize)],
  ['6.5', 'an acknowledgement with a payload', () => frame(kType.settings, F.ack, 0, '123456'), broken(E.frameSize)],
  ['6.5', 'SETTINGS on a stream', () => frame(kType.settings, 0, 1), broken(E.protocol)],
  ['6.5', 'SETTINGS of three bytes', () => frame(kType.settings, 0, 0, '123'), broken(E.frameSize)],
  ['6.5.2', 'ENABLE_PUSH of 2', () => settings([[2, 2]]), broken(E.protocol)],
  ['6.5.2', 'INITIAL_WINDOW_SIZE above the largest', () => settings([[4, 0x8000_0000]]), broken(E.flowControl)],
  ['6.5.2', 'MAX_FRAME_SIZE below the first', () => settings([[5, 16_383]]), broken(E.protocol)],
  ['6.5.2', 'MAX_FRAME_SIZE above the largest', () => settings([[5, 16_777_216]]), broken(E.protocol)],
  ['6.5.2', 'an unknown setting', () => settings([[0xff, 1]]), goesOn],
  ['6.5.3', 'several INITIAL_WINDOW_SIZE, in their order', async (peer, { get }) => {
    peer.send(settings([[4, 100], [4, 1]]), get(1))
    await peer.until(() => peer.answer(1).body.length > 0, 'DATA')
    await peer.echo()
    assert.equal(peer.answer(1).body.length, 1)
  }, checkedByAction],
  ['6.5.3', 'SETTINGS are acknowledged', async (peer) => {
    const acknowledged = () => peer.frames.filter((one) => one.type === kType.settings && one.flags === F.ack).length
    peer.send(settings([[3, 10]]), settings())
    await peer.until(() => acknowledged() === 3, 'acknowledgements of the first and these two')
  }, goesOn],
  ['6.7', 'PING is answered with its bytes', async (peer) => {
    peer.send(ping('\0\x01\x02\xfd\xfe\xffAB'))
    await peer.until(() => peer.frames.at(-1).type === kType.ping, 'an answer')
    assert.equal(peer.frames.at(-1).payload.toString('hex'), '000102fdfeff4142')
  }, goesOn],
  ['6.7', 'an answer to a PING is not answered', () => ping('unasked!', F.ack), async (peer, server) => {
    await goesOn(peer, server)
    assert.equal(peer.frames.filter((one) => one.type === kType.ping).length, 1)
  }],
  ['6.7', 'PING on a stream', () => ping('12345678', F.none, 1), broken(E.protocol)],
  ['6.7', 'PING of six bytes', () => ping('123456'), broken(E.frameSize)],
  ['6.8', 'GOAWAY on a stream', () => goaway(E.no, 1), broken(E.protocol)],
  ['6.9', 'an increment of 0', () => windowUpdate(0, 0), broken(E.protocol)],
  ['6.9', 'an increment of 0 on a stream', ({ post }) => join(post(1), windowUpdate(1, 0)), refused(1, E.protocol)],
  ['6.9', 'WINDOW_UPDATE of three bytes', () => frame(kType.windowUpdate, 0, 0, '123'), broken(E.frameSize)],
  ['6.9.1', 'no DATA beyond a window of one byte', async (peer, { get }) => {
    peer.send(settings([[4, 1]]), get(1))
    await peer.until(() => peer.answer(1).body.length > 0, 'DATA')
    await peer.echo()
    assert.equal(peer.answer(1).body.length, 1)
    peer.send(windowUpdate(1, 60_000))
  }, answered(1, 200)],
  ['6.9.1', 'a connection window above the largest', () => join(windowUpdate(0, 0x7fff_ffff), windowUpdate(0, 0x7fff_ffff)), broken(E.flowControl)],
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
  ['6.9.2', 'a window may become negative', async (peer, { get }) => {
    peer.send(settings([[4, 3]]), get(1))
    await peer.until(() => peer.answer(1).body.length === 3, 'three bytes')
    peer.send(settings([[4, 2]]), windowUpdate(1, 1))
    await peer.echo()
    assert.equal(peer.answer(1).body.length, 3)
    peer.send(windowUpdate(1, 1))
    await peer.until(() => peer.answer(1).body.length > 3, 'one more')
    await peer.echo('and then')
    assert.equal(peer.answer(1).body.length, 4)
  }, checkedByAction],
  ['6.9.2', 'INITIAL_WINDOW_SIZE above the largest while a stream is open', ({ get }) => join(closedWindow, get(1), settings([[4, 0x8000_0000]])), broken(E.flowControl)],
  ['6.10', 'several CONTINUATION behind HEADERS', ({ opened }) => opened(continuation(1, literal('x-a', '1'), F.none), continuation(1, literal('x-b', '1'))), answered(1, 200)],
  ['6.10', 'DATA inside a block', ({ opened }) => opened(continuation(1, literal('x-a', '1'), F.none), data(1, 'x')), broken(E.protocol)],
  ['6.10', 'CONTINUATION on stream 0', ({ opened }) => opened(continuation(0, literal('x-a', '1'))), broken(E.protocol)],
  ['6.10', 'CONTINUATION behind HEADERS with END_HEADERS', ({ post }) => join(post(1), continuation(1, literal('x-a', '1'))), broken(E.protocol)],
  ['6.10', 'CONTINUATION behind CONTINUATION with END_HEADERS', ({ request }) =>
    join(headers(1, request(), F.none), continuation(1, literal('x-a', '1')), continuation(1, literal('x-b', '1'))), broken(E.protocol)],
  ['6.10', 'CONTINUATION behind DATA', ({ post }) => join(post(1), data(1, 'x', F.none), continuation(1, literal('x-a', '1'))), broken(E.protocol)],
  ['7', 'GOAWAY with an unknown code', ({ post }) => join(post(1), goaway(0xff), data(1, 'x=1')), async (peer) => {
    await peer.gone()
    assert.equal(peer.answer(1).status, 400)
    assert.ok(peer.goaway === undefined || peer.goaway === E.no, `goaway ${peer.goaway}`)
  }],
  ['7', 'RST_STREAM with an unknown code', ({ post }) => join(post(1), reset(1, 0xff)), goesOn],
  ['8.2', 'PUSH_PROMISE', ({ request }) => frame(kType.pushPromise, F.endHeaders, 1, join(number(2), block(request()))), broken(E.protocol)],
]

testCases(frames)

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
