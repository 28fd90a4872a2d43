// A link with a limit of bytes a second between clients and a port, for both directions and all connections together.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

const kTickMs = 25
const kMostQueued = 4_096 // small: bytes beyond it stay with the sender

/** A link to `target` on the loopback interface: { port, carried, close }. */
export async function startSlowLink({ target, bytesPerSecond }) {
  const pipes = new Set()
  const sockets = new Set()
  const link = { carried: 0 }
  let allowance = 0
  let counted = performance.now()

  const pipe = (from, to) => {
    const one = { from, to, queued: [], size: 0, hasEnded: false }
    pipes.add(one)
    from.on('data', (bytes) => {
      one.queued.push(bytes)
      one.size += bytes.length
      if (one.size > kMostQueued) from.pause()
    })
    from.on('end', () => { one.hasEnded = true })
  }
  const carry = (one, most) => {
    const [first] = one.queued
    const piece = first.subarray(0, most)
    if (piece.length === first.length) one.queued.shift()
    else one.queued[0] = first.subarray(piece.length)
    one.size -= piece.length
    allowance -= piece.length
    link.carried += piece.length
    one.to.write(piece)
    if (one.size <= kMostQueued) one.from.resume()
  }
  const timer = setInterval(() => {
    const now = performance.now() // timers are late on a busy machine
    allowance = Math.min(allowance + (bytesPerSecond * (now - counted)) / 1_000, bytesPerSecond / 4)
    counted = now
    // Whoever had a turn goes to the end, so that the next tick begins with the others.
    for (const one of pipes) {
      if (allowance < 1) break
      if (one.size === 0) continue
      carry(one, Math.min(512, Math.floor(allowance)))
      pipes.delete(one)
      pipes.add(one)
    }
    for (const one of pipes) {
      if (one.hasEnded && one.size === 0) { one.to.end(); pipes.delete(one) }
    }
  }, kTickMs)

  const server = createServer({ allowHalfOpen: true, highWaterMark: kMostQueued }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, localAddress: near.remoteAddress })
    for (const [socket, other] of [[near, far], [far, near]]) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket))
      pipe(socket, other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  link.port = server.address().port
  link.close = async () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return link
}
