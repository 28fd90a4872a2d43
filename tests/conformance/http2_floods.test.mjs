// Floods of HTTP/2 frames: each closes its connection, while another client is served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, kText, odd, post, repeated, request, whileServing, withServer } from '../support/http2_attack.mjs'
import {
  block, continuation, data, frame, headers, join, kError, kFlag, kType, literal, padded, ping, priority, reset, settings, windowUpdate,
} from '../support/http2_frames.mjs'

const kFlood = 1_000

// Floods: [what, the bytes or a function that sends them]. Each ends with ENHANCE_YOUR_CALM.
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
  // The server must reset each of these streams, because it breaks a rule.
  ['requests that are malformed', (server) => repeated(kFlood, (index) => headers(odd(index), request(server, 'GET', kText, [['connection', 'close']])))],
  ['streams whose window overflows', (server) =>
    repeated(kFlood, (index) => join(post(server, odd(index)), windowUpdate(odd(index), 0x7fff_ffff)))],
  ['requests with two lengths', (server) =>
    repeated(kFlood, (index) => join(post(server, odd(index), [['content-length', '1']]), data(odd(index), 'xx')))],
  ['streams above the limit', (server) => join(settings([[4, 0]]), repeated(kFlood, (index) => get(server, odd(index))))],
]
for (const [name, flood] of floods) {
  test(`a flood of ${name} closes its connection with ENHANCE_YOUR_CALM and does not affect another client`, () => withServer({}, (server) => whileServing(server, async (peer) => {
    peer.send(flood(server))
    await peer.gone()
    assert.equal(peer.goaway, kError.enhanceYourCalm)
    assert.equal(await server.metric('agent_access_http2_abused_total'), 1)
  })))
}

test('a flood of HEADERS for a stream that the server ended closes the connection with ENHANCE_YOUR_CALM', () => withServer({}, (server) => whileServing(server, async (peer) => {
  const large = repeated(2, () => data(1, 'x'.repeat(16_000), kFlag.none))
  peer.send(post(server, 1), large)
  const answer = await peer.answered(1)
  assert.equal(answer.status, 413)
  await peer.until(() => answer.reset !== undefined, 'the end of the stream')
  peer.send(repeated(kFlood, () => headers(1, [['x-a', '1']])))
  await peer.gone()
  assert.equal(peer.goaway, kError.enhanceYourCalm)
})))

test('HEADERS for a stream that the client ended close the connection with STREAM_CLOSED', () => withServer({}, (server) => whileServing(server, async (peer) => {
  peer.send(get(server, 1))
  await peer.answered(1)
  peer.send(repeated(kFlood, () => get(server, 1)))
  await peer.gone()
  assert.equal(peer.goaway, kError.streamClosed)
})))

test('a header block that decodes to far more than the limits closes the connection with ENHANCE_YOUR_CALM', () => withServer({}, (server) => whileServing(server, async (peer) => {
  const large = literal('x-large', 'x'.repeat(3_000))
  large[0] = 0x40 // with incremental indexing: one byte repeats it from the table
  peer.send(headers(1, join(block(request(server)), large, [Buffer.alloc(12_000, 0xbe)])))
  await peer.gone()
  assert.equal(peer.goaway, kError.enhanceYourCalm)
  assert.equal(peer.answers.get(1)?.status, undefined)
})))
