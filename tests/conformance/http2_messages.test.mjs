// HTTP/2 messages and header compression through the running program: the published cases of the h2spec suite about well-formed
// connections, RFC 7541 and RFC 9113 section 8.1.
import assert from 'node:assert/strict'
import { answered, bothFlags, broken, byte, closedWindow, E, F, goesOn, kText, kWindowSetting, refused, testCases } from '../support/h2spec.mjs'
import {
  block, coded, continuation, data, frame, goaway, headers, integer, join, kType, literal, number, padded, ping, priority, reset, settings, windowUpdate,
} from '../support/http2_frames.mjs'

const codedKey = coded(Buffer.from('25a849e95ba97d7f', 'hex')) // custom-key
const codedValue = coded(Buffer.from('25a849e95bb8e8b4bf', 'hex')) // custom-value
const kUserAgent = 58 // index in the static table

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

testCases([...generic, ...hpackAccepted, ...hpackBroken, ...messages])
