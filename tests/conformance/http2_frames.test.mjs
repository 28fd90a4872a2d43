// HTTP/2 frame by frame through the running program: the published cases of the h2spec suite that concern a server, over TLS
// and in clear text. After each the server answers somebody else.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { after, before, test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import {
  block, coded, continuation, data, frame, FramePeer, goaway, headers, integer, join, kError, kFlag, kPreface, kType, literal, number, openFrames, openSocket,
  padded, ping, priority, reset, settings, windowUpdate,
} from '../support/http2_frames.mjs'
import { askHttp2, openHttp2 } from '../support/http2.mjs'
import { startServe } from '../support/server.mjs'

const kText = '/llms.txt'
const kForm = ['content-type', 'application/x-www-form-urlencoded']
const kWindowSetting = 4
const kStreams = 100

let directory
let ca
const servers = {}
before(async () => {
  directory = await mkdtemp(joinPath(tmpdir(), 'agent-access-frames-'))
  const authority = await makeAuthority(directory)
  ca = await readFile(authority.file)
  const pair = await authority.issue('server')
  servers.TLS = await startServe({ scheme: 'https', settings: { tls: { certificate: pair.certificate, key: pair.key } } })
  servers['clear text'] = await startServe({ settings: { listen: { http2_prior_knowledge: true } } })
  for (const [transport, server] of Object.entries(servers)) {
    server.ca = transport === 'TLS' ? ca : undefined
    server.good = await openHttp2(server.baseUrl, { ca })
  }
})
after(async () => {
  for (const server of Object.values(servers)) {
    server.good?.destroy()
    await server.stop()
  }
  await rm(directory, { recursive: true, force: true })
})

/** What a case is written with: requests for this server. */
function wordsFor(server) {
  const authority = `127.0.0.1:${server.port}`
  const request = (method = 'GET', path = kText, more = []) =>
    [[':method', method], [':scheme', server.ca ? 'https' : 'http'], [':path', path], [':authority', authority], ...more]
  const post = (more = []) => request('POST', '/oauth/token', [kForm, ...more])
  return {
    authority,
    request,
    get: (stream) => headers(stream, request()),
    /** A request without its body. A stream that a case goes on with must not be answered before. */
    post: (stream, more = []) => headers(stream, post(more), kFlag.endHeaders),
    /** A GET without END_HEADERS. */
    opened: (...more) => join(headers(1, request(), kFlag.endStream), ...more),
    /** A GET whose block ends with `bytes`. */
    raw: (stream, ...bytes) => headers(stream, join(block(request()), ...bytes)),
  }
}

// Outcomes: what must be seen for what was sent.
/** An answer on the stream, and the connection goes on. */
const answered = (stream, status) => async (peer, server) => {
  const answer = await peer.answered(stream)
  assert.equal(answer.status, status, answer.body.toString())
  assert.equal(answer.reset, undefined)
  return goesOn(peer, server)
}
/** Neither a fault nor the end: the next request is answered. */
async function goesOn(peer, server) {
  await peer.echo('next one')
  peer.send(settings([[kWindowSetting, 60_000]]), wordsFor(server).get(1_001))
  assert.equal((await peer.answered(1_001)).status, 200)
  assert.equal(peer.goaway, undefined)
}
/** GOAWAY with one of the codes, and the end. */
const broken = (...codes) => async (peer) => {
  await peer.gone()
  assert.ok(codes.includes(peer.goaway), `goaway ${peer.goaway}`)
}
/** RST_STREAM with the code; as RFC 9113 section 5.4.2 allows, the connection may end with it instead. */
const refused = (stream, ...codes) => async (peer, server) => {
  await peer.until(() => peer.answer(stream).reset !== undefined || peer.goaway !== undefined, `the end of stream ${stream}`)
  assert.equal(peer.answer(stream).status, undefined, 'no answer')
  if (peer.goaway !== undefined) return broken(...codes)(peer)
  assert.ok(codes.includes(peer.answer(stream).reset), `reset ${peer.answer(stream).reset}`)
  return goesOn(peer, server)
}
/** What the action itself has judged. */
const judged = async () => {}

const E = kError
const F = kFlag
const closedWindow = settings([[kWindowSetting, 0]])
const byte = (value) => Buffer.from([value])
const bothFlags = F.endStream | F.endHeaders
const codedKey = coded(Buffer.from('25a849e95ba97d7f', 'hex')) // custom-key
const codedValue = coded(Buffer.from('25a849e95bb8e8b4bf', 'hex')) // custom-value
const kUserAgent = 58 // of the static table

/** A GET with one more field in the representation that begins with `first`, by index or with a new name. */
const field = (first, prefix, name, value) => ({ raw }) => raw(1, name === undefined ? integer(first, prefix, kUserAgent) : [byte(first), name], value)
const plain = (word) => join(byte(word.length), word)

const generic = [
  ['generic 1', 'a preface', ({ get }) => get(1), answered(1, 200)],
  ['generic 2', 'PRIORITY on an idle stream', ({ get }) => join(priority(1, 0), get(1)), answered(1, 200)],
  ['generic 2', 'WINDOW_UPDATE on a half-closed stream', ({ get }) => join(closedWindow, get(1), windowUpdate(1, 60_000)), answered(1, 200)],
  ['generic 2', 'PRIORITY on a half-closed stream', ({ get }) => join(closedWindow, get(1), priority(1, 0), windowUpdate(1, 60_000)), answered(1, 200)],
  ['generic 2', 'RST_STREAM on a half-closed stream', ({ get }) => join(closedWindow, get(1), reset(1), settings([[kWindowSetting, 60_000]])), goesOn],
  ['generic 2', 'PRIORITY on a closed stream', async (peer, { get }) => { peer.send(get(1)); await peer.answered(1); peer.send(priority(1, 0)) }, goesOn],
  ['generic 3.1', 'DATA', ({ post }) => join(post(1), data(1, 'x=1')), answered(1, 400)],
  ['generic 3.1', 'several DATA', ({ post }) => join(post(1), data(1, 'x', F.none), data(1, '=', F.none), data(1, '1')), answered(1, 400)],
  ['generic 3.1', 'padded DATA', ({ post }) => join(post(1), padded(kType.data, F.endStream, 1, 'x=1', 6)), answered(1, 400)],
  ['generic 3.2', 'HEADERS', ({ get }) => get(1), answered(1, 200)],
  ['generic 3.2', 'padded HEADERS', ({ request }) => padded(kType.headers, bothFlags, 1, block(request()), 9), answered(1, 200)],
  ['generic 3.2', 'HEADERS with a priority', ({ request }) => frame(kType.headers, bothFlags | F.priority, 1, join(number(0), byte(15), block(request()))), answered(1, 200)],
  ['generic 3.3', 'PRIORITY of weight 1', ({ get }) => join(priority(1, 0, 0), get(1)), answered(1, 200)],
  ['generic 3.3', 'PRIORITY of weight 256', ({ get }) => join(priority(1, 0, 255), get(1)), answered(1, 200)],
  ['generic 3.3', 'PRIORITY with a dependency', ({ get }) => join(priority(1, 0), priority(3, 1), get(1)), answered(1, 200)],
  ['generic 3.3', 'exclusive PRIORITY', ({ get }) => join(priority(1, 0x8000_0000), get(1)), answered(1, 200)],
  ['generic 3.3', 'PRIORITY, then a lower stream', ({ get }) => join(priority(7, 0), get(5)), answered(5, 200)],
  ['generic 3.4', 'RST_STREAM', ({ post }) => join(post(1), reset(1)), goesOn],
  ['generic 3.5', 'SETTINGS', () => settings([[3, 50]]), goesOn],
  ['generic 3.7', 'PING', () => ping(), goesOn],
  ['generic 3.8', 'GOAWAY: what is open is answered, then the end', ({ post }) => join(post(1), goaway(), data(1, 'x=1')), async (peer) => {
    await peer.gone()
    assert.equal(peer.answer(1).status, 400)
    assert.ok(peer.answer(1).ended)
  }],
  ['generic 3.9', 'WINDOW_UPDATE of the connection', ({ get }) => join(windowUpdate(0, 1), get(1)), answered(1, 200)],
  ['generic 3.9', 'WINDOW_UPDATE of a stream', ({ post }) => join(post(1), windowUpdate(1, 1), data(1, 'x=1')), answered(1, 400)],
  ['generic 3.10', 'CONTINUATION', ({ opened }) => opened(continuation(1, literal('x-a', '1'))), answered(1, 200)],
  ['generic 3.10', 'several CONTINUATION', ({ opened }) => opened(continuation(1, literal('x-a', '1'), F.none), continuation(1, literal('x-b', '1'))), answered(1, 200)],
  ['generic 4', 'GET', ({ get }) => get(1), answered(1, 200)],
  ['generic 4', 'HEAD', ({ request }) => headers(1, request('HEAD')), async (peer, server) => {
    await answered(1, 200)(peer, server)
    assert.equal(peer.answer(1).body.length, 0)
  }],
  ['generic 4', 'POST', ({ request }) => join(headers(1, request('POST', '/oauth/register', [['content-type', 'application/json']]), F.endHeaders), data(1, '{}')), answered(1, 201)],
  ['generic 4', 'POST with trailers', ({ post }) => join(post(1), data(1, 'x=1', F.none), headers(1, [['x-trailer', 'test']])), answered(1, 400)],
]

const hpackAccepted = [
  ['an index', ({ authority }) => headers(1, join(byte(0x82), byte(0x87), literal(':path', kText), literal(':authority', authority)))],
  ['incremental indexing, indexed name', field(0x40, 6, undefined, plain('v'))],
  ['incremental indexing, indexed name, Huffman', field(0x40, 6, undefined, codedValue)],
  ['incremental indexing, new name', field(0x40, 6, plain('x-a'), plain('v'))],
  ['incremental indexing, new name, Huffman', field(0x40, 6, codedKey, codedValue)],
  ['without indexing, indexed name', field(0x00, 4, undefined, plain('v'))],
  ['without indexing, indexed name, Huffman', field(0x00, 4, undefined, codedValue)],
  ['without indexing, new name', field(0x00, 4, plain('x-a'), plain('v'))],
  ['without indexing, new name, Huffman', field(0x00, 4, codedKey, codedValue)],
  ['never indexed, indexed name', field(0x10, 4, undefined, plain('v'))],
  ['never indexed, indexed name, Huffman', field(0x10, 4, undefined, codedValue)],
  ['never indexed, new name', field(0x10, 4, plain('x-a'), plain('v'))],
  ['never indexed, new name, Huffman', field(0x10, 4, codedKey, codedValue)],
  ['a table size update', ({ request }) => headers(1, join(integer(0x20, 5, 128), block(request())))],
  ['two table size updates', ({ request }) => headers(1, join(integer(0x20, 5, 128), integer(0x20, 5, 4096), block(request())))],
].map(([name, action]) => ['generic 5', name, action, answered(1, 200)])

const hpackBroken = [
  ['2.3.3', 'an index beyond both tables', ({ raw }) => raw(1, integer(0x80, 7, 70))],
  ['2.3.3', 'a name beyond both tables', ({ raw }) => raw(1, integer(0x40, 6, 70), plain('v'))],
  ['4.2', 'a table size update at the end', ({ raw }) => raw(1, byte(0x20))],
  ['5.2', 'Huffman padding of eight bits', ({ raw }) => raw(1, byte(0), plain('x-a'), coded(Buffer.from('25a849e95bb8e8b4bfff', 'hex')))],
  ['5.2', 'Huffman padding of zeros', ({ raw }) => raw(1, byte(0), plain('x-a'), coded(Buffer.from('2f91d35d055c87a0', 'hex')))],
  ['5.2', 'the end-of-string symbol', ({ raw }) => raw(1, byte(0), plain('x-a'), coded(Buffer.from('ffffffff', 'hex')))],
  ['6.1', 'index 0', ({ raw }) => raw(1, byte(0x80))],
  ['6.3', 'a table size update above the setting', ({ request }) => headers(1, join(integer(0x20, 5, 4097), block(request())))],
].map(([section, name, action]) => [`hpack ${section}`, name, action, broken(E.compression)])

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
  }, judged],
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
  }, judged],
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
  }, judged],
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

const withFields = (...more) => ({ request }) => headers(1, request('GET', kText, more))
const without = (name) => ({ request }) => headers(1, request().filter(([each]) => each !== name))
const twice = (name) => ({ request }) => headers(1, [request().find(([each]) => each === name), ...request()])
const messages = [
  ['8.1', 'second HEADERS without END_STREAM', ({ post }) => join(post(1), headers(1, [['x-a', '1']], F.endHeaders))],
  ['8.1.2', 'a name in upper case', withFields(['X-A', '1'])],
  ['8.1.2.1', 'an unknown pseudo-field', withFields([':test', 'ok'])],
  ['8.1.2.1', 'a pseudo-field of answers', withFields([':status', '200'])],
  ['8.1.2.1', 'a pseudo-field in trailers', ({ post }) => join(post(1), headers(1, [[':method', 'POST']]))],
  ['8.1.2.1', 'a pseudo-field behind another field', ({ request }) => headers(1, [...request().slice(0, 3), ['x-a', '1'], request()[3]])],
  ['8.1.2.2', 'Connection', withFields(['connection', 'keep-alive'])],
  ['8.1.2.2', 'TE of more than trailers', withFields(['te', 'trailers, deflate;q=0.5'])],
  ['8.1.2.3', 'an empty :path', ({ request }) => headers(1, request('GET', ''))],
  ['8.1.2.3', 'no :method', without(':method')],
  ['8.1.2.3', 'no :scheme', without(':scheme')],
  ['8.1.2.3', 'no :path', without(':path')],
  ['8.1.2.3', 'two :method', twice(':method')],
  ['8.1.2.3', 'two :scheme', twice(':scheme')],
  ['8.1.2.3', 'two :path', twice(':path')],
  ['8.1.2.6', 'a content-length that the DATA does not have', ({ post }) => join(post(1, [['content-length', '1']]), data(1, 'test'))],
  ['8.1.2.6', 'a content-length that several DATA do not have', ({ post }) => join(post(1, [['content-length', '1']]), data(1, 'te', F.none), data(1, 'st'))],
].map(([section, name, action]) => [section, name, action, refused(1, E.protocol)])

for (const transport of ['TLS', 'clear text']) {
  for (const [section, name, action, outcome] of [...generic, ...hpackAccepted, ...hpackBroken, ...frames, ...messages]) {
    test(`h2spec ${section}, ${name} (${transport})`, async () => {
      const server = servers[transport]
      const words = wordsFor(server)
      const peer = await openFrames(server.port, server.ca)
      try {
        if (action.constructor === Function) peer.send(action(words))
        else await action(peer, words)
        await outcome(peer, server)
      } finally {
        peer.destroy()
      }
      assert.equal((await askHttp2(server.good, kText)).status, 200, 'somebody else is answered')
    })
  }
}

test('h2spec 3.5, the first frame of the server is SETTINGS, before and after the preface of the client', async () => {
  for (const server of Object.values(servers)) {
    const peer = new FramePeer(await openSocket(server.port, server.ca))
    peer.send(kPreface, settings())
    await peer.until(() => peer.frames.length > 0, 'a frame')
    assert.deepEqual([peer.frames[0].type, peer.frames[0].flags, peer.frames[0].stream], [kType.settings, F.none, 0])
    peer.destroy()
  }
})

test('h2spec 3.5, a wrong preface ends the connection', async () => {
  const { port } = servers.TLS
  for (const wrong of ['INVALID CONNECTION PREFACE\r\n\r\n', `GET ${kText} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r']) {
    const peer = new FramePeer(await openSocket(port, ca))
    peer.socket.write(wrong)
    await peer.gone()
    assert.equal(peer.goaway, E.protocol, wrong)
    assert.equal(peer.answers.size, 0)
  }
  const peer = new FramePeer(await openSocket(port, ca))
  peer.socket.write(Buffer.concat([kPreface, wordsFor(servers.TLS).get(1)]))
  await peer.gone()
  assert.equal(peer.goaway, E.protocol, 'HEADERS before SETTINGS')
  assert.equal((await askHttp2(servers.TLS.good, kText)).status, 200)
})

test('the tests notice a server that does not keep to the frames', async () => {
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
