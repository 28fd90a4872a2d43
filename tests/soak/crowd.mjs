// The connections of one attack: opened from attackers' addresses, limited in number and time, all closed at its end.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { attackerAddress } from './addresses.mjs'

const kBatch = 50
const kMostBuffered = 256 * 1024
const kConnectMs = 5_000

let lastAddress = 0

/** Closes with RST if the socket supports it; one with TLS does not. */
export const reset = (socket) => (socket.encrypted ? socket.destroy() : socket.resetAndDestroy())

export class Crowd {
  opened = 0
  answered = 0 // received bytes
  #sockets = new Set()

  /** @param {{ port: number, host: string, tls: boolean }} target  @param {number} seconds */
  constructor(target, seconds) {
    this.target = target
    this.deadline = performance.now() + seconds * 1000
  }

  get isOver() { return performance.now() >= this.deadline }
  get sockets() { return [...this.#sockets] }
  nextAddress() { return attackerAddress(lastAddress++) }
  /** The field that requests to this target must have. */
  get hostLine() { return `Host: ${this.target.host}\r\n` }

  /** A connected socket, also when it failed. `raw`: no TLS whatever the target; `paused`: never read. */
  async open({ from = this.nextAddress(), raw = false, paused = false, alpn = ['http/1.1'] } = {}) {
    const where = { port: this.target.port, host: '127.0.0.1', localAddress: from }
    const secure = this.target.tls && !raw
    const socket = secure ? connectTls({ ...where, rejectUnauthorized: false, ALPNProtocols: alpn }) : connect(where)
    ++this.opened
    this.#sockets.add(socket)
    socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket))
    const late = pause(kConnectMs, undefined, { ref: false })
    await Promise.race([once(socket, secure ? 'secureConnect' : 'connect'), once(socket, 'close'), late]).catch(() => {})
    if (paused) socket.pause()
    else socket.on('data', (bytes) => { this.answered += bytes.length })
    return socket
  }

  /** `count` of them, a few at a time; fewer when the time is over. `prepare` is called with each. */
  async openMany(count, options, prepare = () => {}) {
    for (let done = 0; done < count && !this.isOver; done += kBatch) {
      const batch = Array.from({ length: Math.min(kBatch, count - done) }, () => this.open(options))
      for (const socket of await Promise.all(batch)) prepare(socket)
    }
  }

  /** Writes unless the peer has closed or much is buffered already. */
  send(socket, bytes) {
    if (socket.writable && socket.writableLength < kMostBuffered) socket.write(bytes, typeof bytes === 'string' ? 'latin1' : undefined)
  }

  /** Calls `act` with 0, 1, ... every `period` ms, at most `most` times, until the time is over. */
  async repeat(period, act, most = Infinity) {
    for (let index = 0; index < most && !this.isOver; ++index) {
      await act(index)
      await pause(Math.max(0, Math.min(period, this.deadline - performance.now())))
    }
  }

  hold() { return pause(Math.max(0, this.deadline - performance.now())) }

  /** Closes every connection, half of them with a reset. */
  end() {
    for (const [index, socket] of this.sockets.entries()) {
      if (index % 2 === 0) reset(socket)
      else socket.destroy()
    }
  }
}
