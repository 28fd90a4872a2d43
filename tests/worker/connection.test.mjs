// A connection of server.mjs without a network: when bytes are handed over, which deadline a write has, and how it ends.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { exportSite } from '../support/exported_site.mjs'

const { load } = await exportSite('node')
const { Connection } = await load('node/connection.js')
const kWriteMs = 1_000
const kPart = 65_536

/** What a connection needs of a socket. What is written stays in `writes` until the test says that the peer has it. */
class Socket extends EventEmitter {
  writes = []
  isPaused = false
  hasEnded = false
  isDestroyed = false
  pause() { this.isPaused = true }
  resume() { this.isPaused = false }
  write(bytes, done) { this.writes.push({ size: bytes.length, done }) }
  end() { this.hasEnded = true }
  destroy() { this.isDestroyed = true }
}

function open() {
  const socket = new Socket()
  const connection = new Connection(socket, kWriteMs)
  const parsed = []
  connection.on('data', (bytes) => parsed.push(bytes.length))
  const size = () => parsed.reduce((sum, length) => sum + length, 0)
  return { socket, connection, size }
}

test('while a request waits no more is parsed, and then all is', async () => {
  const { socket, connection, size } = open()
  const done = []
  const take = () => connection.take({ complete: true }, (next) => done.push(next))
  connection.once('data', () => { take(); take() })
  await turn()
  socket.emit('data', Buffer.alloc(kPart))
  await turn()
  await turn()
  assert.ok(size() <= 2_048 && socket.isPaused, String(size()))
  assert.equal(done.length, 1)
  done[0]()
  done[1]()
  for (let turns = 0; turns < 200; ++turns) await turn()
  assert.deepEqual([size(), socket.isPaused], [kPart, false])
})

test('each part of a response has the whole deadline, and a peer that takes none is closed at it', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { socket, connection } = open()
  connection.write(Buffer.alloc(5 * kPart))
  for (let part = 0; part < 4; ++part) {
    context.mock.timers.tick(kWriteMs - 1)
    socket.writes[part].done()
  }
  assert.deepEqual([socket.writes.map(({ size }) => size), socket.isDestroyed], [Array(5).fill(kPart), false])
  context.mock.timers.tick(kWriteMs)
  assert.equal(socket.isDestroyed, true)
})

test('when the process stops, an idle connection ends at once, a busy one after what is in progress', async () => {
  const [idle, busy] = [open(), open()]
  idle.connection.stop()
  let done
  busy.connection.take({ complete: true }, (next) => { done = next })
  busy.connection.stop()
  await turn()
  assert.deepEqual([idle.socket.hasEnded, busy.socket.hasEnded], [true, false])
  done()
  await turn()
  assert.equal(busy.socket.hasEnded, true)
})

test('after the last response what the peer sends is discarded, within a time and a size', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { socket, connection, size } = open()
  connection.destroySoon()
  connection.take({ complete: true }, () => assert.fail('nothing more is answered'))
  await turn()
  for (let count = 0; count < 16; ++count) socket.emit('data', Buffer.alloc(kPart))
  assert.deepEqual([size(), socket.isPaused, socket.isDestroyed], [0, false, false])
  socket.emit('data', Buffer.alloc(1))
  assert.equal(socket.isPaused, true)
  context.mock.timers.tick(1_000)
  assert.equal(socket.isDestroyed, true)
})

test('a peer that has ended its side gets the response in progress', async () => {
  const { socket, connection } = open()
  let done
  connection.take({ complete: true }, (next) => { done = next })
  await turn()
  socket.emit('end')
  await turn()
  assert.equal(connection.readableEnded, false)
  done()
  await once(connection, 'end')
})

test('a connection that closes leaves nothing running', async () => {
  const { socket, connection } = open()
  let runs = 0
  connection.take({ complete: true }, () => { ++runs })
  connection.take({ complete: true }, () => { ++runs })
  socket.emit('close')
  await once(connection, 'close')
  assert.deepEqual([runs, socket.isDestroyed], [1, true])
})
