// Attacks with connections and handshakes alone. Each attack: { name, run(crowd), on(target)? }.
import { randomBytes } from 'node:crypto'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { reset } from './crowd.mjs'

const kPeriod = 50

const churn = {
  name: 'connection churn',
  run(crowd) {
    const request = `GET /llms.txt HTTP/1.1\r\n${crowd.hostLine}Connection: close\r\n\r\n`
    const ways = [
      (socket) => socket.destroy(),
      reset,
      (socket) => socket.end(),
      (socket) => { socket.end(request) },
      (socket) => { crowd.send(socket, request); setTimeout(() => socket.destroy(), 1) },
    ]
    return crowd.repeat(kPeriod, (tick) => {
      for (let index = 0; index < 10; ++index) {
        // A handshake costs the attacker as much as the server, so only one in five is completed.
        crowd.open({ raw: index % 5 !== 0 }).then((socket) => ways[(tick + index) % ways.length](socket))
      }
    })
  },
}

const oneAddress = {
  name: 'connections of one address',
  async run(crowd) {
    const from = crowd.nextAddress()
    await crowd.repeat(500, async () => {
      if (crowd.opened < 2_000) await crowd.openMany(Math.min(100, 400 - crowd.sockets.length), { from, raw: true })
    })
  },
}

/** The first bytes of a handshake of node's client. */
function clientHello() {
  return new Promise((resolve) => {
    const stream = new Duplex({ read() {}, write(chunk, encoding, done) { resolve(chunk); done() } })
    connectTls({ socket: stream, servername: 'localhost', rejectUnauthorized: false }).on('error', () => {})
  })
}

const brokenHandshakes = {
  name: 'TLS handshakes broken off',
  on: (target) => target.tls,
  async run(crowd) {
    const hello = await clientHello()
    const pieces = [
      hello, hello.subarray(0, 5), hello.subarray(0, 60), Buffer.concat([hello, hello]), Buffer.concat([hello, randomBytes(200)]),
      Buffer.concat([Buffer.from('1603010200', 'hex'), randomBytes(512)]), Buffer.from('15030100020228', 'hex'),
      Buffer.from('1603014000', 'hex'), Buffer.from('14030300010100', 'hex'), Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    ]
    let next = 0
    await crowd.repeat(kPeriod, () => {
      for (let index = 0; index < 4; ++index) {
        const bytes = pieces[next++ % pieces.length]
        crowd.open({ raw: true }).then((socket) => {
          crowd.send(socket, bytes)
          if (next % 3 === 0) setTimeout(() => reset(socket), 5)
        })
      }
      crowd.open().then((socket) => socket.destroy())
    })
  },
}

export const connectionAttacks = [churn, oneAddress, brokenHandshakes]
