// Several requests on one connection, requests that arrive in pieces, 100-continue, and the end of a connection: RFC 9112 section 9.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chunk, chunked, kJwks, requestsFor } from '../support/http1_requests.mjs'
import { assertProblem, exchange, exchangeOne, request } from '../support/raw.mjs'
import { startDev } from '../support/server.mjs'
import { kProfilePath, register } from '../support/steps.mjs'

const server = await startDev()
const port = server.port
const client = await register(server.baseUrl)
const { get, tokenBody, postToken, smuggled } = requestsFor(port, client)
after(() => server.stop())

test('pipelined requests get responses in order', async () => {
  const targets = [kJwks, '/nowhere', '/.well-known/oauth-protected-resource', kProfilePath]
  const { answers, leftover } = await exchange(targets.map((target) => get(target)).join(''), { port, expected: 4 })
  assert.deepEqual(answers.map((answer) => answer.status), [200, 404, 200, 401])
  assert.ok(JSON.parse(answers[0].body).keys)
  assert.equal(JSON.parse(answers[2].body).resource, server.baseUrl)
  assert.equal(leftover.length, 0)
})

test('500 requests in one segment get 500 responses', async () => {
  const { answers } = await exchange(get('/nowhere').repeat(500), { port, expected: 500 })
  assert.equal(answers.length, 500)
  for (const answer of answers) assertProblem(answer, 404, 'not_found')
})

test('chunked requests between others get responses in order', async () => {
  const post = postToken(['Transfer-Encoding: chunked'], chunked(tokenBody()))
  const { answers, leftover } = await exchange(get(kJwks) + post + post + get('/nowhere'), { port, expected: 4 })
  assert.deepEqual(answers.map((answer) => answer.status), [200, 200, 200, 404])
  assert.equal(leftover.length, 0)
})

test('a chunked request split at any byte gets the same response', async () => {
  const bytes = postToken(['Transfer-Encoding: chunked'], `${tokenBody().replaceAll(/.{1,60}/g, chunk)}0\r\n\r\n`)
  for (let cut = 1; cut < bytes.length; cut += 3) {
    const { answer } = await exchangeOne([bytes.slice(0, cut), bytes.slice(cut)], { port })
    assert.equal(answer.status, 200, `cut at ${cut}`)
  }
})

test('Expect: 100-continue gets 100 before the chunks are sent', async () => {
  const bytes = postToken(['Expect: 100-continue', 'Transfer-Encoding: chunked'], chunked(tokenBody()))
  const at = bytes.indexOf('\r\n\r\n') + 4
  const { answers, interim } = await exchange([bytes.slice(0, at), bytes.slice(at)], { port, holdForInterim: true })
  assert.deepEqual(interim.map((answer) => answer.status), [100])
  assert.deepEqual(answers.map((answer) => answer.status), [200])
})

test('a request split at any byte gets the same response', async () => {
  const bytes = postToken([])
  for (let cut = 1; cut < bytes.length; cut += 7) {
    const { answer } = await exchangeOne([bytes.slice(0, cut), bytes.slice(cut)], { port })
    assert.equal(answer.status, 200, `cut at ${cut}`)
  }
})

test('a body that looks like a request is read as a body', async () => {
  const { answers } = await exchange(get(kJwks, [], { body: smuggled() }) + get(kJwks), { port, expected: 2 })
  assert.deepEqual(answers.map((answer) => answer.status), [200, 200])
})

test('requests after Connection: close get no response', async () => {
  const { answers, closedByServer } = await exchange(get(kJwks, ['Connection: close']) + get(kJwks), { port, expected: 2 })
  assert.equal(answers.length, 1)
  assert.equal(answers[0].headers.connection, 'close')
  assert.ok(closedByServer)
})

test('requests after a malformed one get no response', async () => {
  const { answers } = await exchange(get(kJwks, ['A : b']) + get(kJwks), { port, expected: 2 })
  assert.deepEqual(answers.map((answer) => answer.status), [400])
})

test('an HTTP/1.0 connection closes unless keep-alive is requested', async () => {
  const plain = await exchange(get(kJwks, [], { version: '1.0' }).repeat(2), { port, expected: 2 })
  assert.equal(plain.answers.length, 1)
  const kept = await exchange(get(kJwks, ['Connection: keep-alive'], { version: '1.0' }).repeat(2), { port, expected: 2 })
  assert.equal(kept.answers.length, 2)
})

test('HEAD gets no body: the next response follows the head', async () => {
  const bytes = request('HEAD', kJwks, { port }).repeat(2)
  const { answers, leftover } = await exchange(bytes, { port, expected: 2, head: true })
  assert.deepEqual(answers.map((answer) => answer.status), [200, 200])
  assert.ok(Number(answers[0].headers['content-length']) > 0)
  assert.equal(leftover.length, 0)
})

test('Expect: 100-continue gets 100 before the body is sent', async () => {
  const bytes = postToken(['Expect: 100-continue'])
  const at = bytes.indexOf('\r\n\r\n') + 4
  const { answers, interim } = await exchange([bytes.slice(0, at), bytes.slice(at)], { port, holdForInterim: true })
  assert.deepEqual(interim.map((answer) => answer.status), [100])
  assert.deepEqual(answers.map((answer) => answer.status), [200])
})

test('a body above the limit is refused before it is asked for', async () => {
  const bytes = postToken(['Expect: 100-continue', `Content-Length: ${1 << 20}`], '')
  const { answers, interim } = await exchange(bytes, { port })
  assert.equal(interim.length, 0)
  assertProblem(answers[0], 413, 'payload_too_large')
})

test('every response has its own request id and a date', async () => {
  const before = Date.now()
  const { answers } = await exchange(get(kJwks).repeat(20), { port, expected: 20 })
  const ids = answers.map((answer) => answer.headers['x-request-id'])
  for (const id of ids) assert.match(id, /^[0-9a-f]{16}$/)
  assert.equal(new Set(ids).size, 20)
  for (const date of answers.map((answer) => Date.parse(answer.headers.date))) assert.ok(date > before - 2000 && date <= Date.now())
})

test('responses do not name the software', async () => {
  const { answer } = await exchangeOne(get(kJwks), { port })
  assert.equal(answer.headers['x-powered-by'], undefined)
  assert.doesNotMatch(answer.headers.server ?? '', /\d/)
})
