// Oversized or malformed HTTP, and other protocols. Each attack: { name, run(crowd) }.
import { randomBytes } from 'node:crypto'

const kEach = 5 // connections each 50 ms
const kPeriod = 50

/** A few new connections each period, each with the next of `texts`. */
async function spread(crowd, texts, options = {}) {
  let next = 0
  await crowd.repeat(kPeriod, () => {
    for (let index = 0; index < kEach; ++index) {
      const bytes = texts[next++ % texts.length]
      crowd.open(typeof options === 'function' ? options(next) : options).then((socket) => {
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
      randomBytes(2_000),
    ])
  },
}

const kSignature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const proxy = (hex, more = '') => Buffer.concat([kSignature, Buffer.from(hex, 'hex'), Buffer.from(more)])

const proxyGarbage = {
  name: 'PROXY garbage',
  run(crowd) {
    const request = `GET / HTTP/1.1\r\n${crowd.hostLine}\r\n`
    return spread(crowd, [
      `PROXY TCP4 198.51.100.1 203.0.113.1 1 2\r\n${request}`,
      `PROXY UNKNOWN\r\n${request}`,
      `PROXY ${'x'.repeat(200)}`,
      proxy('2111000cc6336401cb71710100010002', request),
      proxy('2111ffff', 'a'.repeat(70_000)),
      proxy('2111000400000000', request),
      proxy('2121002400'),
      proxy('20000000', request),
      proxy('2f000000'),
      proxy('3111000c'),
      kSignature.subarray(0, 7),
      randomBytes(300),
    ], () => ({ raw: true }))
  },
}

const kPreface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

const prefaceGarbage = {
  name: 'HTTP/2 preface garbage',
  run(crowd) {
    const settings = Buffer.from('000000040000000000', 'hex')
    const texts = [
      kPreface,
      kPreface.slice(0, 11),
      kPreface.slice(0, 20),
      Buffer.concat([Buffer.from(kPreface), randomBytes(1_000)]),
      Buffer.concat([Buffer.from(kPreface), settings, randomBytes(1_000)]),
      Buffer.concat([Buffer.from(kPreface), Buffer.from('ffffff000000000000', 'hex')]),
      Buffer.concat([Buffer.from(kPreface), Buffer.from('000005040000000000aaaaaaaaaa', 'hex')]),
      `GET / HTTP/1.1\r\n${crowd.hostLine}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    ]
    return spread(crowd, texts, () => ({ alpn: ['http/1.1'] }))
  },
}

export const httpAttacks = [oversized, malformed, proxyGarbage, prefaceGarbage]
