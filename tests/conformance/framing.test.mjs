// Framing of single requests, each on a new connection: RFC 9112, and the framing and limit rows of the decisions.
// Each stream gets exactly one response; a malformed request never succeeds and closes the connection.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chunk, chunked, kJwks, requestsFor } from '../support/http1_requests.mjs'
import { assertProblem, exchange, exchangeOne, request } from '../support/raw.mjs'
import { accepts, startDev } from '../support/server.mjs'
import { kProfilePath, register, token } from '../support/steps.mjs'

let server
let client
let port
let get, tokenBody, postToken, postChunks, smuggled
before(async () => {
  server = await startDev()
  port = server.port
  client = await register(server.baseUrl)
  ;({ get, tokenBody, postToken, postChunks, smuggled } = requestsFor(port, client))
})
after(() => server?.stop())

const malformed = [
  // request line
  ['no version', () => `GET ${kJwks}\r\nHost: x\r\n\r\n`, 400],
  ['two spaces before the target', () => get(` ${kJwks}`), 400],
  ['two spaces behind the target', () => get(`${kJwks} `), 400],
  ['a tab in the request line', () => `GET\t${kJwks}\tHTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 400],
  ['a lower-case version', () => get(kJwks).replace('HTTP/1.1', 'http/1.1'), 400],
  ['a version of three digits', () => get(kJwks).replace('HTTP/1.1', 'HTTP/1.10'), 400],
  ['a version without a dot', () => get(kJwks).replace('HTTP/1.1', 'HTTP/11'), 400],
  ['HTTP/2.0', () => get(kJwks).replace('HTTP/1.1', 'HTTP/2.0'), 505],
  ['HTTP/0.9', () => get(kJwks).replace('HTTP/1.1', 'HTTP/0.9'), 505],
  ['HTTP/1.2', () => get(kJwks).replace('HTTP/1.1', 'HTTP/1.2'), 505],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ['another protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 400],
  ['a TLS handshake', () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n', 400],
  ['an empty method', () => ` ${kJwks} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`, 400],
  ['a method that is not a token', () => get(kJwks).replace('GET', 'G(T'), 400],
  ['a null byte in the target', () => get(`${kJwks}\0`), 400],
  ['a byte above ASCII in the target', () => get('/caf\xe9'), 400],
  ['an overlong UTF-8 slash', () => get('/\xc0\xaf'), 400],
  ['a fragment', () => get(`${kJwks}#x`), [400, 404]],
  ['the asterisk form', () => get('*'), 400],
  ['the absolute form', () => get(`http://evil.example${kJwks}`), 400],
  ['the authority form', () => get('evil.example:80'), 400],
  ['CONNECT', () => request('CONNECT', 'evil.example:443', { port }), 400],
  ['a target without a slash', () => get('jwks.json'), 400],
  ['a request line above 8 KiB', () => get(`/${'a'.repeat(8 * 1024)}`), 414],
  // line ends
  ['bare LF after the request line', () => get(kJwks).replace('\r\n', '\n'), 400],
  ['bare LF after a field', () => get(kJwks, ['A: b']).replace('A: b\r\n', 'A: b\n'), 400],
  ['bare LF alone', () => get(kJwks).replaceAll('\r\n', '\n'), 400],
  ['bare CR in the request line', () => get(kJwks).replace(' HTTP', '\r HTTP'), 400],
  ['bare CR in a value', () => get(kJwks, ['A: b\rc']), 400],
  ['a null byte in a value', () => get(kJwks, ['A: b\0c']), 400],
  ['a control byte in a value', () => get(kJwks, ['A: b\x01c']), 400],
  ['a delete byte in a value', () => get(kJwks, ['A: b\x7fc']), 400],
  ['CR CR LF', () => get(kJwks).replace('\r\n', '\r\r\n'), 400],
  // fields
  ['obs-fold', () => get(kJwks, ['A: b', ' c']), 400],
  ['obs-fold with a tab', () => get(kJwks, ['A: b', '\tc']), 400],
  ['obs-fold that hides Content-Length', () => postToken(['X: y', ' Content-Length: 38']), 400],
  ['white space before the first field', () => get(kJwks).replace('Host', ' Host'), 400],
  ['a space before the colon', () => get(kJwks, ['A : b']), 400],
  ['a tab before the colon', () => get(kJwks, ['A\t: b']), 400],
  ['a line without a colon', () => get(kJwks, ['nonsense']), 400],
  ['an empty name', () => get(kJwks, [': b']), 400],
  ['a byte above ASCII in a name', () => get(kJwks, ['\xc4: b']), 400],
  ['a name with a bracket', () => get(kJwks, ['A[]: b']), 400],
  ['101 fields', () => get(kJwks, Array.from({ length: 100 }, (_, index) => `A${index}: b`)), 431],
  ['a header block above 8 KiB', () => get(kJwks, [`A: ${'b'.repeat(8 * 1024)}`]), 431],
  ['many fields above 8 KiB', () => get(kJwks, Array.from({ length: 90 }, () => `A: ${'b'.repeat(100)}`)), 431],
  ['a name of 300 characters', () => get(kJwks, [`${'a'.repeat(300)}: b`]), 431],
  // Host
  ['no Host', () => get(kJwks, [], { host: null }), 400],
  ['no Host with HTTP/1.0', () => get(kJwks, [], { host: null, version: '1.0' }), 400],
  ['two Hosts', () => get(kJwks, [`Host: 127.0.0.1:${port}`]), 400],
  ['two different Hosts', () => get(kJwks, ['Host: evil.example']), 400],
  ['an empty Host', () => get(kJwks, [], { host: '' }), [400, 421]],
  ['user information in Host', () => get(kJwks, [], { host: `a@127.0.0.1:${port}` }), 400],
  ['a space in Host', () => get(kJwks, [], { host: `127.0.0.1:${port} x` }), 400],
  ['a list in Host', () => get(kJwks, [], { host: `127.0.0.1:${port},evil.example` }), 400],
  ['a path in Host', () => get(kJwks, [], { host: `127.0.0.1:${port}/x` }), 400],
  // Content-Length
  ['a plus sign', () => postToken(['Content-Length: +4']), 400],
  ['a minus sign', () => postToken(['Content-Length: -1']), 400],
  ['hexadecimal', () => postToken(['Content-Length: 0x4']), 400],
  ['two numbers', () => postToken(['Content-Length: 4 4']), 400],
  ['a list', () => postToken(['Content-Length: 4, 4']), 400],
  ['an empty length', () => postToken(['Content-Length:']), 400],
  ['a decimal point', () => postToken(['Content-Length: 4.0']), 400],
  ['two equal lengths', () => postToken(['Content-Length: 4', 'Content-Length: 4']), 400],
  ['two different lengths', () => postToken(['Content-Length: 0', 'Content-Length: 4']), 400],
  ['2^64', () => postToken(['Content-Length: 18446744073709551616']), [400, 413]],
  ['2^63', () => postToken(['Content-Length: 9223372036854775808']), 413],
  ['a length above the limit', () => postToken([`Content-Length: ${16 * 1024 + 1}`]), 413],
  ['a length with an underscore beside the right one', () => postToken(['Content_Length: 5']), 400],
  // Transfer-Encoding
  ['chunked and a length', () => postToken(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked(tokenBody())), 400],
  ['a length and chunked', () => postToken(['Content-Length: 4', 'Transfer-Encoding: chunked'], chunked(tokenBody())), 400],
  ['chunked and the length 0', () => postToken(['Content-Length: 0', 'Transfer-Encoding: chunked'], chunked(tokenBody())), 400],
  ['chunked with HTTP/1.0', () => postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()), { version: '1.0' }), 400],
  ['identity', () => postToken(['Transfer-Encoding: identity', 'Content-Length: 4']), 400],
  ['xchunked with a request behind it', () => postToken(['Transfer-Encoding: xchunked'], smuggled()), 400],
  ['chunked, identity', () => postToken(['Transfer-Encoding: chunked, identity'], smuggled()), 400],
  ['identity, chunked', () => postToken(['Transfer-Encoding: identity, chunked'], chunked(smuggled())), 400],
  ['gzip, chunked', () => postToken(['Transfer-Encoding: gzip, chunked'], chunked(smuggled())), 400],
  ['chunked, chunked', () => postToken(['Transfer-Encoding: chunked, chunked'], chunked(smuggled())), 400],
  ['chunked with a parameter', () => postToken(['Transfer-Encoding: chunked;q=1'], chunked(smuggled())), 400],
  ['quoted chunked', () => postToken(['Transfer-Encoding: "chunked"'], smuggled()), 400],
  ['an empty coding', () => postToken(['Transfer-Encoding:'], smuggled()), 400],
  ['a comma and chunked', () => postToken(['Transfer-Encoding: ,chunked'], smuggled()), 400],
  ['chunked behind a no-break space', () => postToken(['Transfer-Encoding: \xa0chunked'], smuggled()), 400],
  ['chunked behind a vertical tab', () => postToken(['Transfer-Encoding: \x0bchunked'], smuggled()), 400],
  ['chunked behind a tab', () => postToken(['Transfer-Encoding:\tchunked'], chunked(smuggled())), 400],
  ['chunked before a tab', () => postToken(['Transfer-Encoding: chunked\t'], chunked(smuggled())), 400],
  ['chunked on a folded line', () => postToken(['Transfer-Encoding:', ' chunked'], chunked(smuggled())), 400],
  ['two codings in two fields', () => postToken(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], smuggled()), 400],
  ['chunked in two fields', () => postToken(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunked(smuggled())), 400],
  ['a coding with an underscore', () => postToken(['Transfer_Encoding: chunked'], smuggled()), 400],
  ['a coding with a space before the colon', () => postToken(['Transfer-Encoding : chunked'], smuggled()), 400],
  // chunks
  ['a trailer', () => postChunks('0\r\nA: b\r\n\r\n'), 400],
  ['a trailer of 32 KiB', () => postChunks(`0\r\nA: ${'b'.repeat(32 * 1024)}\r\n\r\n`), 400],
  ['a chunk extension', () => postChunks('1;a=b\r\nx\r\n0\r\n\r\n'), 400],
  ['a chunk extension without a name', () => postChunks('1;\r\nx\r\n0\r\n\r\n'), 400],
  ['an extension of the last chunk', () => postChunks('0;a=b\r\n\r\n'), 400],
  ['a chunk extension of 32 KiB', () => postChunks(`1;a=${'b'.repeat(32 * 1024)}\r\nx\r\n0\r\n\r\n`), 400],
  ['a bare LF behind a size', () => postChunks('1\nx\r\n0\r\n\r\n'), 400],
  ['a bare LF behind data', () => postChunks('1\r\nx\n0\r\n\r\n'), 400],
  ['bare LFs behind the last chunk', () => postChunks('0\n\n'), 400],
  ['a bare CR behind a size', () => postChunks('1\rx\r\n0\r\n\r\n'), 400],
  ['a space before a size', () => postChunks(' 1\r\nx\r\n0\r\n\r\n'), 400],
  ['a space behind a size', () => postChunks('1 \r\nx\r\n0\r\n\r\n'), 400],
  ['a tab behind a size', () => postChunks('1\t\r\nx\r\n0\r\n\r\n'), 400],
  ['a size with a sign', () => postChunks('+1\r\nx\r\n0\r\n\r\n'), 400],
  ['a size with a prefix', () => postChunks('0x1\r\nx\r\n0\r\n\r\n'), 400],
  ['a size with a leading zero', () => postChunks('01\r\nx\r\n0\r\n\r\n'), 400],
  ['a last chunk of two zeros', () => postChunks('00\r\n\r\n'), 400],
  ['no size', () => postChunks('\r\nx\r\n0\r\n\r\n'), 400],
  ['a chunk longer than its size', () => postChunks('1\r\nxy\r\n0\r\n\r\n'), 400],
  ['a chunk shorter than its size', () => postChunks('3\r\nxy\r\n0\r\n\r\n'), 400],
  ['a request in place of the empty line', () => postChunks(`0\r\n${smuggled()}`), 400],
  ['a chunk above the limit', () => postChunks(`4001\r\n${'x'.repeat(0x4001)}\r\n0\r\n\r\n`), 413],
  ['a size of 2^64', () => postChunks('10000000000000000\r\n'), 413],
  ['chunks above the limit together', () => postChunks(`${chunk('x'.repeat(0x3000)).repeat(2)}0\r\n\r\n`), 413],
  ['4,000 chunks of one byte', () => postChunks(`${chunk('x').repeat(4000)}0\r\n\r\n`), 413],
  // others
  ['two Authorization fields', () => get(kProfilePath, ['Authorization: Bearer a', 'Authorization: Bearer b']), 400],
  ['an expectation other than 100-continue', () => postToken(['Expect: 200-ok']), 417],
]
for (const [name, bytes, status] of malformed) {
  test(`refuses ${name}: ${status}`, async () => {
    const { answer, closedByServer } = await exchangeOne(bytes(), { port })
    if (Array.isArray(status)) assert.ok(status.includes(answer.status), String(answer.status))
    else assert.equal(answer.status, status, answer.body.toString())
    if (answer.status !== 404 && answer.status !== 421) {
      assert.equal(answer.headers.connection, 'close')
      assert.ok(closedByServer)
    }
    assert.doesNotMatch(answer.body.toString() + JSON.stringify(answer.headers), /evil|smuggled/)
  })
}

test('a refused request of 3 MiB is not read to its end', async () => {
  for (const body of [`0\r\nA: ${'b'.repeat(3 << 20)}\r\n\r\n`, `1;a=${'b'.repeat(3 << 20)}\r\nx\r\n0\r\n\r\n`]) {
    const { answers, closedByServer } = await exchange(postToken(['Transfer-Encoding: chunked'], body), { port })
    // The connection may be reset before such a slow reader gets the response; it never gets success or a second response.
    assert.ok(answers.length <= 1)
    for (const answer of answers) assertProblem(answer, 400, 'invalid_request')
    assert.ok(closedByServer)
  }
})

test('the process is running after all of them', async () => {
  assert.equal(server.program.exited, null)
  assert.ok(await accepts(port))
})

const allowed = [
  ['a field name in any case', () => get(kJwks).replace('Host:', 'hOsT:')],
  ['no space behind a colon', () => get(kJwks).replace('Host: ', 'Host:')],
  ['white space around a value', () => get(kJwks).replace(/Host: (.*)\r/, 'Host: \t $1 \t\r')],
  ['an empty value', () => get(kJwks, ['A:'])],
  ['bytes above ASCII in a value', () => get(kJwks, ['A: caf\xe9'])],
  ['100 fields', () => get(kJwks, Array.from({ length: 99 }, (_, index) => `A${index}: b`))],
  ['a query', () => get(`${kJwks}?a=b&c`)],
  ['a GET with a body', () => get(kJwks, [], { body: smuggled() })],
  ['HTTP/1.0', () => get(kJwks, [], { version: '1.0' })],
  ['an offer of h2c, declined', () => get(kJwks, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'])],
  ['an offer of WebSocket, declined', () => get(kJwks, ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13'])],
  ['a token request', () => postToken([])],
  ['a chunked token request', () => postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()))],
  ['a chunked token request, in capitals', () => postToken(['TRANSFER-ENCODING: CHUNKED'], chunked(tokenBody()))],
  ['a token request in chunks of seven bytes', () => postToken(['Transfer-Encoding: chunked'], `${tokenBody().replaceAll(/.{1,7}/g, chunk)}0\r\n\r\n`)],
  ['a size in capitals', () => postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()).replace(/^\w+/, (size) => size.toUpperCase()))],
  ['a GET with a chunked body', () => get(kJwks, ['Transfer-Encoding: chunked'], { body: chunked(smuggled()) })],
  ['a token request with zeros before the length', () => postToken([`Content-Length: 000${tokenBody().length}`])],
]
for (const [name, bytes] of allowed) {
  test(`accepts ${name}`, async () => {
    const { answer } = await exchangeOne(bytes(), { port })
    assert.equal(answer.status, 200, answer.body.toString())
  })
}

const methods = ['TRACE', 'PROPFIND', 'get', 'X']
for (const method of methods) {
  test(`the method ${method} is refused and echoes nothing`, async () => {
    const { answer } = await exchangeOne(request(method, kJwks, { port, fields: ['X-Marker: echo-me'] }), { port })
    assertProblem(answer, 405, 'method_not_allowed')
    assert.match(answer.headers.allow, /\bGET\b/)
    assert.doesNotMatch(answer.body.toString(), /echo-me/)
  })
}

test('an unknown Host gets 421 and is not echoed', async () => {
  for (const host of ['evil.example', 'evil.example:80', `127.0.0.1:${port + 1}`, `127.0.0.1.evil.example:${port}`, `x.localhost:${port}`]) {
    for (const target of [kJwks, kProfilePath, '/oauth/register', '/nowhere']) {
      const { answer } = await exchangeOne(get(target, [], { host }), { port })
      assertProblem(answer, 421, 'misdirected_request')
      assert.doesNotMatch(answer.body.toString() + JSON.stringify(answer.headers), /evil/)
    }
  }
})

test('forwarding fields do not select a host', async () => {
  const fields = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example', 'X-Original-URL: /oauth/token', 'X-Forwarded-Proto: gopher']
  const { answer } = await exchangeOne(get('/.well-known/oauth-authorization-server', fields), { port })
  assert.equal(JSON.parse(answer.body).issuer, server.baseUrl)
  assert.doesNotMatch(answer.body.toString() + JSON.stringify(answer.headers), /evil/)
})

test('a trailer is not read as a header', async () => {
  const jwt = await token(server.baseUrl, client)
  const body = `0\r\nAuthorization: Bearer ${jwt}\r\n\r\n`
  const { answer } = await exchangeOne(get(kProfilePath, ['Transfer-Encoding: chunked'], { body }), { port })
  assertProblem(answer, 400, 'invalid_request')
})
