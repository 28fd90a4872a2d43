// Oversized or malformed HTTP, and other protocols. Each attack: { name, run(crowd) }.
import { randomBytes } from 'node:crypto'

const kEach = 5 // connections each 50 ms
const kPeriod = 50

/** A few new connections each period, each with the next of `texts`. */
async function spread(crowd, texts) {
  let next = 0
  await crowd.repeat(kPeriod, () => {
    for (let index = 0; index < kEach; ++index) {
      const bytes = texts[next++ % texts.length]
      crowd.open().then((socket) => {
        crowd.send(socket, bytes)
        // The server closes refused connections; those that it waits for are closed here.
        setTimeout(() => socket.destroy(), 2_000).unref()
      })
    }
  })
}

const post = (host, lines, body = '') => `POST /oauth/token HTTP/1.1\r\n${host}${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`

const oversized = {
  name: 'oversized heads and bodies',
  run(crowd) {
    const { hostLine: host } = crowd
    const long = 'a'.repeat(100_000)
    return spread(crowd, [
      `GET /${long} HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}X-Long: ${long}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}${'X-Many: 1\r\n'.repeat(500)}\r\n`,
      `GET / HTTP/1.1\r\n${host}Cookie: ${'a=b; '.repeat(20_000)}`,
      post(host, ['Content-Type: application/json', 'Content-Length: 1000000000'], long),
      post(host, ['Content-Type: application/json', 'Content-Length: 100000'], long),
      post(host, ['Content-Type: application/json', 'Transfer-Encoding: chunked'], `186a0\r\n${long}\r\n`.repeat(3)),
      post(host, ['Content-Type: application/json', 'Transfer-Encoding: chunked'], '1;ext=aaaaaaaaaaaaaaaa\r\na\r\n'.repeat(5_000)),
      post(host, ['Content-Type: application/json', 'Content-Length: 16000'], '['.repeat(16_000)),
      post(host, ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 16000'], 'a=b&'.repeat(4_000)),
      post(host, ['Expect: 100-continue', 'Content-Length: 1000000000']),
    ])
  },
}

const malformed = {
  name: 'malformed framing',
  run(crowd) {
    const { hostLine: host } = crowd
    return spread(crowd, [
      post(host, ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n'),
      post(host, ['Content-Length: 5', 'Content-Length: 6'], 'abcdef'),
      post(host, ['Content-Length: +5'], 'abcde'),
      post(host, ['Content-Length: 0x5'], 'abcde'),
      post(host, ['Content-Length: 99999999999999999999']),
      post(host, ['Content-Length : 5'], 'abcde'),
      post(host, ['Transfer-Encoding: xchunked'], '0\r\n\r\n'),
      post(host, ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
      post(host, ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\na\r\n'),
      post(host, ['Transfer-Encoding: chunked'], '-1\r\n'),
      post(host, ['Transfer-Encoding: chunked'], '1\na\n0\n\n'),
      'GET / HTTP/1.1\r\n\r\n',
      `GET / HTTP/1.1\r\n${host}${host}\r\n`,
      `GET / HTTP/1.1\r\n${host} folded: line\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}Bad\0Name: x\r\n\r\n`,
      `GET / HTTP/1.1\n${host}\n`,
      `GET  /  HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/9.9\r\n${host}\r\n`,
      'GET /\r\n',
      `GET http://[::1/ HTTP/1.1\r\n${host}\r\n`,
      `GET /%zz/../..%2f HTTP/1.1\r\n${host}\r\n`,
      `CONNECT example.org:443 HTTP/1.1\r\n${host}\r\n`,
      'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      '\r\n\r\n\r\n\r\n\r\n',
      '\x16\x03\x01\x00\x05hello',
      `PROXY TCP4 198.51.100.1 203.0.113.1 1 2\r\nGET / HTTP/1.1\r\n${host}\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      randomBytes(2_000),
    ])
  },
}

export const httpAttacks = [oversized, malformed]
