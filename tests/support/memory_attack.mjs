// An attack on memory: connections with incomplete requests, whose bodies the server must keep until their rest comes.
import { once } from 'node:events'
import { connect } from 'node:tls'

const kBody = 200_000 // the server needs limits.body of 256 KiB

/** The bytes that one connection sends: a head and most of its body. */
const unfinished = (port) =>
  `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${kBody + 1}\r\n\r\n${'a'.repeat(kBody)}`

/**
 * Opens `count` connections over TLS, each from the address from(index), and sends these bytes on each. Resolves, when
 * all is sent or refused, to { bytes, refused, end }: bytes on the wire, connections that the server has closed at once,
 * and what closes all of them.
 */
export async function attackMemory(port, { ca, count, from }) {
  const bytes = unfinished(port)
  const sockets = []
  let sent = 0
  const one = async (index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from(index), ca, ALPNProtocols: ['http/1.1'] })
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
