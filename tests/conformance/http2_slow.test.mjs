// HTTP/2 peers that read slowly or do not finish what they send: they are closed at their deadline, while another client is served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { get, kProfile, newToken, odd, post, repeated, request, whileServing, withServer } from '../support/http2_attack.mjs'
import {
  continuation, data, frame, FramePeer, headers, join, kError, kFlag, kPreface, kType, literal, openSocket, windowUpdate,
} from '../support/http2_frames.mjs'
import { exampleProfile, until } from '../support/server.mjs'

const kDeadlineMs = 300

// Slow readers: their streams and connections are closed at the write deadline.
const large = { ...exampleProfile, large: 'x'.repeat(1_000_000) }
const impatient = { profile: large, settings: { limits: { write_deadline: `${kDeadlineMs}ms` } } }

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

test('a reader that stalls many streams loses its connection', () => withServer(impatient, async (server) => {
  const { token } = await newToken(server)
  await whileServing(server, async (peer) => {
    peer.send(repeated(20, (index) => getProfile(server, odd(index), token)))
    await peer.gone()
    assert.equal(peer.goaway, kError.enhanceYourCalm)
  }, [[4, 0]])
}))

test('a reader that reads nothing is closed', () => withServer(impatient, async (server) => {
  const { token } = await newToken(server)
  await until(async () => (await server.metric('agent_access_connections_open')) === 0, 'the end of what brought the token')
  await whileServing(server, async (peer) => {
    peer.send(windowUpdate(0, 100_000_000), repeated(50, (index) => getProfile(server, odd(index), token)))
    await peer.until(() => peer.answers.size > 0, 'a first byte')
    peer.socket.pause()
    // A paused socket reports no end; the metric shows that the server closed the connection.
    const open = () => server.metric('agent_access_connections_open')
    assert.equal(await open(), 2, 'this and the honest one')
    await until(async () => (await open()) === 1, 'the end of the connection')
  }, [[4, 10_000_000]])
}))

// Heads and bodies that do not end.
const hurried = { settings: { limits: { header_deadline: `${kDeadlineMs}ms`, body_deadline: `${kDeadlineMs}ms` } } }

/** Sends the piece every 50 ms until the connection or the stream has ended. */
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
  test(`${name} closes the connection at the header deadline`, () => withServer(hurried, (server) => whileServing(server, async (peer) => {
    peer.send(bytes(server))
    await dribble(peer, more, () => peer.closed, 'the end of the connection')
    assert.equal(peer.goaway, kError.enhanceYourCalm)
    assert.equal(peer.answers.size, 0)
  })))
}

test('an incomplete preface is closed at the header deadline', () => withServer(hurried, async (server) => {
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

test('a body that does not end gets 408 at the body deadline, and its connection stays open', () => withServer(hurried, (server) => whileServing(server, async (peer) => {
  peer.send(post(server, 1, [['content-length', '1000']]))
  await dribble(peer, data(1, 'x', kFlag.none), () => peer.answer(1).ended, 'an answer')
  assert.equal(peer.answer(1).status, 408)
  assert.equal(JSON.parse(peer.answer(1).body).error, 'request_timeout')
  peer.send(get(server, 3))
  assert.equal((await peer.answered(3)).status, 200)
})))
