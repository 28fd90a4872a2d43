// Attackers behind a proxy: each attack is repeated until it is stopped, and counts its repetitions.
import { connect } from 'node:tls'
import { setTimeout as pause } from 'node:timers/promises'
import { frame, headers, join, kPreface, kType, reset, settings, settingsAck, windowUpdate } from './http2_frames.mjs'
import { kLargePath } from './victims.mjs'

const kBatch = 20
const kLargestStream = 400 // then a new connection to the proxy, which may lead to another one behind it
const kInFlightMs = 12 // so that requests have reached the program when they are canceled
const kHeldMs = 1_500

/** Resolves at the event or at the end of the socket. */
const next = (socket, event) => new Promise((resolve) => (socket.destroyed ? resolve() : socket.once(event, resolve).once('close', resolve)))

/** A TLS connection from an address of the attacker; errors only close it. */
async function openTls({ front, ca, from, protocol }) {
  const socket = connect({ host: '127.0.0.1', port: front, localAddress: from, ca, servername: 'localhost', ALPNProtocols: [protocol] })
  socket.on('error', () => {})
  await next(socket, 'secureConnect')
  return socket
}

async function openHttp2(target) {
  const socket = await openTls({ ...target, protocol: 'h2' })
  socket.resume().write(join(kPreface, settings(), settingsAck()))
  return socket
}
const openHttp1 = (target) => openTls({ ...target, protocol: 'http/1.1' })

const get = (front, path, more = []) => [[':method', 'GET'], [':scheme', 'https'], [':path', path], [':authority', `127.0.0.1:${front}`], ...more]
const head = (front, line, ...fields) => `${line} HTTP/1.1\r\nHost: 127.0.0.1:${front}\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`

/** RST_STREAM during responses, from the first request of a connection on. */
async function cancelStreams(target, work) {
  const socket = await openHttp2(target)
  for (let stream = 1; work.isOn && !socket.destroyed && stream < kLargestStream;) {
    const ids = Array.from({ length: kBatch }, () => { stream += 2; return stream - 2 })
    socket.write(join(ids.map((id) => headers(id, get(target.front, kLargePath)))))
    await pause(kInFlightMs)
    if (socket.destroyed) break
    socket.write(join(ids.map((id) => reset(id)), windowUpdate(0, kBatch * 16_384)))
    work.done += kBatch
  }
  socket.destroy()
}

/** Connections that are closed in the middle of a response. */
async function closeMidAnswer(target, work) {
  const socket = await openHttp1(target)
  socket.write(head(target.front, `GET ${kLargePath}`))
  await next(socket, 'data')
  socket.destroy()
  ++work.done
}

/** A body of which single bytes are sent from time to time, and which never ends. */
async function sendSlowly(target, work) {
  const socket = await openHttp1(target)
  socket.resume().write(head(target.front, 'POST /oauth/register', 'Content-Type: application/json', 'Content-Length: 100'))
  for (let count = 0; count < 15 && work.isOn && !socket.destroyed; ++count) {
    socket.write(' ')
    await pause(kHeldMs / 15)
  }
  socket.destroy()
  ++work.done
}

/** Bodies and heads above the limits: 413, 431. */
async function sendTooMuch(target, work) {
  const socket = await openHttp2(target)
  const fields = [['content-type', 'application/json'], ['content-length', '24000']]
  const post = get(target.front, '/oauth/register', fields)
  post[0][1] = 'POST'
  for (let stream = 1; work.isOn && !socket.destroyed && stream < 200; stream += 4) {
    socket.write(join(headers(stream, post, 4), frame(kType.data, 0, stream, Buffer.alloc(12_000, 32)), frame(kType.data, 1, stream, Buffer.alloc(12_000, 32)),
      headers(stream + 2, get(target.front, '/auth.md', [['x-large', 'a'.repeat(9_000)]]))))
    work.done += 2
    await pause(10)
  }
  socket.destroy()
}

const kBroken = [
  'GET /auth.md HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n', 'GET /auth.md HTTP/1.1\r\nHost: other.example\r\n\r\n', 'GET /%zz HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'GET /auth.md HTTP/1.1\r\nHost: HOST\r\nExpect: everything\r\n\r\n', 'BREW /auth.md HTTP/1.1\r\nHost: HOST\r\n\r\n', 'GET /auth.md HTTP/9.9\r\nHost: HOST\r\n\r\n',
  'POST /oauth/token HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!', '\0\x01\x02\x03\r\n\r\n', 'GET /auth.md HTTP/1.1\r\nHost: HOST\r\nBad Name: x\r\n\r\n',
  'POST /oauth/token HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
]

/** Heads that are malformed, for the proxy or for the program behind it. */
async function sendBroken(target, work) {
  const socket = await openHttp1(target)
  const closed = next(socket, 'close')
  socket.resume().end(kBroken[work.done % kBroken.length].replaceAll('HOST', `127.0.0.1:${target.front}`), 'latin1')
  const timer = setTimeout(() => socket.destroy(), kHeldMs)
  await closed
  clearTimeout(timer)
  ++work.done
}

/** Requests for large responses that are not read. */
async function stopReading(target, work) {
  const socket = await openTls({ ...target, protocol: 'h2' })
  socket.write(join(kPreface, settings(), Array.from({ length: 5 }, (_, at) => headers(2 * at + 1, get(target.front, kLargePath)))))
  work.done += 5
  await pause(kHeldMs)
  socket.destroy()
}

/** [attack, how many at once]. */
const kAttacks = [
  [cancelStreams, 3], [closeMidAnswer, 2], [sendSlowly, 4], [sendTooMuch, 1], [sendBroken, 2], [stopReading, 2],
]

/** Starts all attacks, each at an address of its own: { stop } → counts by the name of the attack. */
export function startAttackers({ front, ca }) {
  const works = []
  let address = 0
  const repeat = async (attack, work, from) => {
    while (work.isOn) {
      await attack({ front, ca, from }, work)
      await pause(1) // a refused connection must not make a busy loop
    }
  }
  for (const [attack, count] of kAttacks) {
    const work = { name: attack.name, isOn: true, done: 0 }
    work.ended = Promise.all(Array.from({ length: count }, () => repeat(attack, work, `127.0.2.${++address}`)))
    works.push(work)
  }
  return {
    stop: async () => {
      for (const work of works) work.isOn = false
      await Promise.all(works.map(({ ended }) => ended))
      return Object.fromEntries(works.map(({ name, done }) => [name, done]))
    },
  }
}
