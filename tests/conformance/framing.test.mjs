// Framing of single requests, each on a new connection: RFC 9112, one row for each kind of fault. The edges are in unit/net/http1.
// Each stream gets exactly one response; a malformed request never succeeds and closes the connection.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chunk, chunked, kJwks, requestsFor } from '../support/http1_requests.mjs'
import { assertProblem, exchange, exchangeOne, request } from '../support/raw.mjs'
import { accepts, startDev, startServe } from '../support/server.mjs'
import { kProfilePath, register, token } from '../support/steps.mjs'

const server = await startDev()
const port = server.port
const client = await register(server.baseUrl)
const { get, tokenBody, postToken, postChunks, smuggled } = requestsFor(port, client)
after(() => server.stop())

const malformed = [
  // request line
  ['no version', () => `GET ${kJwks}\r\nHost: x\r\n\r\n`, 400],
  ['HTTP/2.0', () => get(kJwks).replace('HTTP/1.1', 'HTTP/2.0'), 505],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ['a TLS handshake', () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n', 400],
  ['a null byte in the target', () => get(`${kJwks}\0`), 400],
  ['a fragment', () => get(`${kJwks}#x`), [400, 404]],
  ['the absolute form without an authority', () => get(`http://${kJwks}`), 400],
  ['CONNECT', () => request('CONNECT', 'evil.example:443', { port }), 400],
  ['a request line above 8 KiB', () => get(`/${'a'.repeat(8 * 1024)}`), 414],
  // line ends
  ['bare LF alone', () => get(kJwks).replaceAll('\r\n', '\n'), 400],
  ['bare CR in a value', () => get(kJwks, ['A: b\rc']), 400],
  // fields
  ['obs-fold that hides Content-Length', () => postToken(['X: y', ' Content-Length: 38']), 400],
  ['a space before the colon', () => get(kJwks, ['A : b']), 400],
  ['an empty name', () => get(kJwks, [': b']), 400],
  ['101 fields', () => get(kJwks, Array.from({ length: 100 }, (_, index) => `A${index}: b`)), 431],
  ['a header block above 16 KiB', () => get(kJwks, [`A: ${'b'.repeat(16 * 1024)}`]), 431],
  ['a name of 300 characters', () => get(kJwks, [`${'a'.repeat(300)}: b`]), 431],
  // Host
  ['no Host', () => get(kJwks, [], { host: null }), 400],
  ['two different Hosts', () => get(kJwks, ['Host: evil.example']), 400],
  ['an empty Host', () => get(kJwks, [], { host: '' }), [400, 421]],
  ['two empty lines before the request line', () => `\r\n\r\n${get(kJwks)}`, 400],
  ['an empty line with a bare LF before the request line', () => `\n${get(kJwks)}`, 400],
  ['user information in Host', () => get(kJwks, [], { host: `a@127.0.0.1:${port}` }), 400],
  // Content-Length
  ['a plus sign', () => postToken(['Content-Length: +4']), 400],
  ['two different lengths', () => postToken(['Content-Length: 0', 'Content-Length: 4']), 400],
  ['a length above the limit', () => postToken([`Content-Length: ${16 * 1024 + 1}`]), 413],
  ['a length with an underscore beside the right one', () => postToken(['Content_Length: 5']), 400],
  // Transfer-Encoding
  ['chunked and a length', () => postToken(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked(tokenBody())), 400],
  ['chunked with HTTP/1.0', () => postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()), { version: '1.0' }), 400],
  ['identity', () => postToken(['Transfer-Encoding: identity', 'Content-Length: 4']), 400],
  ['gzip and a length', () => postToken(['Transfer-Encoding: gzip', 'Content-Length: 4']), 400],
  ['xchunked with a request behind it', () => postToken(['Transfer-Encoding: xchunked'], smuggled()), 501],
  ['identity, chunked', () => postToken(['Transfer-Encoding: identity, chunked'], chunked(smuggled())), 501],
  ['gzip, chunked', () => postToken(['Transfer-Encoding: gzip, chunked'], chunked(smuggled())), 501],
  ['gzip in a field before chunked', () => postToken(['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], chunked(smuggled())), 501],
  ['gzip alone', () => postToken(['Transfer-Encoding: gzip'], smuggled()), 501],
  ['chunked, gzip', () => postToken(['Transfer-Encoding: chunked, gzip'], chunked(smuggled())), 400],
  ['chunked, chunked', () => postToken(['Transfer-Encoding: chunked, chunked'], chunked(smuggled())), 400],
  ['quoted chunked', () => postToken(['Transfer-Encoding: "chunked"'], smuggled()), 400],
  ['chunked behind a tab', () => postToken(['Transfer-Encoding:\tchunked'], chunked(smuggled())), 400],
  ['chunked in two fields', () => postToken(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunked(smuggled())), 400],
  ['a coding with an underscore', () => postToken(['Transfer_Encoding: chunked'], smuggled()), 400],
  // chunks
  ['a trailer of 32 KiB', () => postChunks(`0\r\nA: ${'b'.repeat(32 * 1024)}\r\n\r\n`), 400],
  ['a chunk extension of 257 bytes', () => postChunks(`1;a=${'b'.repeat(254)}\r\nx\r\n0\r\n\r\n`), 400],
  ['chunk extensions of 257 bytes together', () => postChunks(`1;a=${'b'.repeat(125)}\r\nx\r\n0;a=${'b'.repeat(126)}\r\n\r\n`), 400],
  ['a chunk extension with blanks', () => postChunks('1 ; a = b\r\nx\r\n0\r\n\r\n'), 400],
  ['a chunk extension without a name', () => postChunks('1;\r\nx\r\n0\r\n\r\n'), 400],
  ['a chunk extension whose quotes do not end', () => postChunks('1;a="b\r\nx\r\n0\r\n\r\n'), 400],
  ['a bare LF in the quotes of a chunk extension', () => postChunks('1;a="b\nx"\r\nx\r\n0\r\n\r\n'), 400],
  ['a blank behind a size', () => postChunks('1 \r\nx\r\n0\r\n\r\n'), 400],
  ['a size with 0x', () => postChunks('0x1\r\nx\r\n0\r\n\r\n'), 400],
  ['a size beyond 64 bits', () => postChunks('10000000000000001\r\nx\r\n0\r\n\r\n'), 413],
  ['20,000 leading zeros', () => postChunks(`${'0'.repeat(20_000)}1\r\nx\r\n0\r\n\r\n`), 413],
  ['a bare LF behind a size', () => postChunks('1\nx\r\n0\r\n\r\n'), 400],
  ['a request in place of the empty line', () => postChunks(`0\r\n${smuggled()}`), 400],
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
  ['white space around a value', () => get(kJwks).replace(/Host: (.*)\r/, 'Host: \t $1 \t\r')],
  ['bytes above ASCII in a value', () => get(kJwks, ['A: caf\xe9'])],
  ['cookies of 15 KiB', () => get(kJwks, [`Cookie: a=${'b'.repeat(15 * 1024)}`])],
  ['100 fields', () => get(kJwks, Array.from({ length: 99 }, (_, index) => `A${index}: b`))],
  ['a GET with a body', () => get(kJwks, [], { body: smuggled() })],
  ['HTTP/1.0', () => get(kJwks, [], { version: '1.0' })],
  ['an offer of h2c, declined', () => get(kJwks, ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'])],
  ['an offer of WebSocket, declined', () => get(kJwks, ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: eA==', 'Sec-WebSocket-Version: 13'])],
  ['the absolute form of an own host, whose authority counts', () => get(`http://LOCALHOST:${port}${kJwks}`, [], { host: 'other.example' })],
  ['a name that ends with a dot', () => get(kJwks, [], { host: `localhost.:${port}` })],
  ['an empty line before the request line', () => `\r\n${get(kJwks)}`],
  ['two equal media types', () => postToken(['Content-Type: application/x-www-form-urlencoded'])],
  ['a token request', () => postToken([])],
  ['a chunked token request', () => postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()))],
  ['a token request in chunks of seven bytes', () => postToken(['Transfer-Encoding: chunked'], `${tokenBody().replaceAll(/.{1,7}/g, chunk)}0\r\n\r\n`)],
  ['sizes with leading zeros and a last chunk of zeros', () => postChunks(`${chunk(tokenBody()).replace(/^/, '00000')}0000\r\n\r\n`)],
  ['chunk extensions of 256 bytes', () => postChunks(`${chunk(tokenBody()).replace('\r', `;a;b=c;d="e \\";f";g=${'h'.repeat(231)}\r`)}0;last\r\n\r\n`)],
  ['a GET with a chunked body', () => get(kJwks, ['Transfer-Encoding: chunked'], { body: chunked(smuggled()) })],
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

const kAddresses = ['[2001:db8::1]', '[2001:DB8::1]', '[2001:db8:0:0:0:0:0:1]', '[2001:0db8:0000:0000:0000:0000:0000:0001]:443', '[2001:db8::0.0.0.1]']
const kMetadata = '/.well-known/oauth-authorization-server'

/** Asks the service of https://[2001:db8::1] and https://example.com; a row is [target, Host, status]. */
async function askByAddress(rows) {
  await using other = await startServe({ settings: { base_urls: ['https://[2001:DB8:0:0::1]', 'https://example.com'] } })
  for (const [target, host, status] of rows) {
    const { answer } = await exchangeOne(request('GET', target, { port: other.port, host }), { port: other.port })
    assert.equal(answer.status, status, `${target} ${host}`)
    if (status === 200) assert.equal(JSON.parse(answer.body).issuer, 'https://[2001:db8::1]')
  }
}

test('an IPv6 address is the same host in every spelling', async () => {
  await askByAddress([...kAddresses.map((host) => [kMetadata, host, 200]), ...['[2001:db8::2]', '[2001:db8::1]:8443', '[::1]'].map((host) => [kMetadata, host, 421])])
})

test('an IPv6 address is the same host in every spelling, in the target too', async () => {
  await askByAddress(kAddresses.map((host) => [`http://${host}${kMetadata}`, 'example.com', 200]))
})

test('the authority of an absolute target that is not ours gets 421, whatever Host says', async () => {
  for (const authority of ['evil.example', `evil.example:${port}`, 'localhost..', `localhost.evil:${port}`]) {
    const { answer } = await exchangeOne(get(`http://${authority}${kJwks}`), { port })
    assertProblem(answer, 421, 'misdirected_request')
    assert.doesNotMatch(answer.body.toString() + JSON.stringify(answer.headers), /evil/)
  }
})

test('OPTIONS * says which methods the server knows', async () => {
  const { answer } = await exchangeOne(request('OPTIONS', '*', { port }), { port })
  assert.deepEqual([answer.status, answer.headers.allow, answer.body.length], [204, 'GET, HEAD, POST, OPTIONS', 0])
})

test('an empty line behind a body belongs to no request, and the connection goes on', async () => {
  const { answers } = await exchange(`${postToken([])}\r\n${get(kJwks, ['Connection: close'])}`, { port })
  assert.deepEqual(answers.map(({ status }) => status), [200, 200])
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
