// HTTP/1 as bytes: sends anything, also what a client library would correct or refuse, and checks responses strictly.
import assert from 'node:assert/strict'
import { connect } from 'node:net'

const kTimeoutMs = 30_000 // on a busy machine, too
const kTickMs = 50
const kFieldLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/

/** One answer at the start of `bytes`, or null while it is incomplete. Throws if they are not a response. */
function takeAnswer(bytes, bodyless) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const match = /^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(statusLine)
  assert.ok(match, `no status line: ${JSON.stringify(statusLine)}`)
  const status = Number(match[1])
  const headers = {}
  for (const line of lines) {
    const field = kFieldLine.exec(line)
    assert.ok(field, `no field line: ${JSON.stringify(line)}`)
    const name = field[1].toLowerCase()
    assert.ok(!(name in headers) || name === 'link', `field twice: ${name}`)
    headers[name] = field[2]
  }
  assert.equal(headers['transfer-encoding'], undefined, 'no answer is chunked')
  const hasNoBody = status < 200 || status === 204 || status === 304
  if (status < 200 || status === 204) assert.equal(headers['content-length'], undefined, `Content-Length with ${status}`)
  if (!hasNoBody) assert.match(headers['content-length'] ?? '', /^\d+$/, 'Content-Length')
  const length = hasNoBody || bodyless ? 0 : Number(headers['content-length'])
  const start = end + 4
  if (bytes.length < start + length) return null
  return { answer: { status, headers, body: bytes.subarray(start, start + length) }, rest: bytes.subarray(start + length) }
}

/**
 * Sends `chunks` (one string or Buffer, or several, each after the one before was handed over) and reads until the server
 * closes. After `expected` final responses this side is shut down, so that a surplus response is still detected.
 * Returns { answers, interim, closedByServer, leftover }; an abrupt reset counts as closed.
 * With `holdForInterim` the second chunk waits for a 1xx response.
 * @param {{ port: number, expected?: number, head?: boolean, holdForInterim?: boolean, timeout?: number }} options
 */
export function exchange(chunks, { port, expected = 1, head = false, holdForInterim = false, timeout = kTimeoutMs }) {
  const pieces = (Array.isArray(chunks) ? chunks : [chunks]).map((piece) => Buffer.from(piece, 'latin1'))
  return new Promise((resolve, reject) => {
    const result = { answers: [], interim: [], closedByServer: false, leftover: Buffer.alloc(0) }
    const socket = connect(port, '127.0.0.1')
    let shut = false
    let release
    const interim = new Promise((resolveInterim) => { release = resolveInterim })
    const finish = () => { clearInterval(timer); socket.destroy(); resolve(result) }
    // Counted in turns of this process: when the whole machine stands still, that is one.
    let left = timeout / kTickMs
    const timer = setInterval(() => { if (--left <= 0) finish() }, kTickMs)
    const fail = (error) => { clearInterval(timer); socket.destroy(); reject(error) }
    socket.setNoDelay(true)
    socket.once('connect', async () => {
      for (const [index, piece] of pieces.entries()) {
        if (holdForInterim && index === 1) await interim
        if (socket.destroyed || shut) return
        await new Promise((written) => socket.write(piece, written))
      }
    })
    socket.on('data', (data) => {
      result.leftover = Buffer.concat([result.leftover, data])
      try {
        for (let taken; (taken = takeAnswer(result.leftover, head)); result.leftover = taken.rest) {
          const { answer } = taken
          if (answer.status >= 200) {
            result.answers.push(answer)
            continue
          }
          result.interim.push(answer)
          release()
        }
      } catch (error) {
        fail(error)
        return
      }
      if (result.answers.length >= expected && !shut) {
        shut = true
        socket.end()
      }
    })
    socket.once('end', () => { result.closedByServer = true })
    socket.once('error', () => { result.closedByServer = true; finish() })
    socket.once('close', finish)
  })
}

/** Checks the rules of every error: JSON with both members, `no-store`, no HTML. */
export function assertProblem(answer, status, error) {
  const text = answer.body.toString('utf8')
  assert.equal(answer.status, status, text)
  assert.match(answer.headers['content-type'] ?? '', /^application\/json(;|$)/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.doesNotMatch(text, /<html/i)
  const body = JSON.parse(text)
  assert.equal(typeof body.error, 'string')
  assert.equal(typeof body.error_description, 'string')
  // RFC 6749 section 5.2: %x20-21 / %x23-5B / %x5D-7E
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  if (error !== undefined) assert.equal(body.error, error)
  return body
}

/** Exactly one final response and nothing after it. Errors are checked with assertProblem. */
export async function exchangeOne(bytes, options) {
  const result = await exchange(bytes, options)
  assert.equal(result.answers.length, 1, `answers: ${result.answers.map((answer) => answer.status)}`)
  assert.equal(result.leftover.length, 0, 'bytes behind the answer')
  const [answer] = result.answers
  if (answer.status >= 400 && !options.head) assertProblem(answer, answer.status)
  return { ...result, answer }
}

/** A request text with Host; `fields` are lines without their end. */
export function request(method, target, { port, host = `127.0.0.1:${port}`, fields = [], body = '', version = '1.1' }) {
  const lines = [`${method} ${target} HTTP/${version}`, ...(host === null ? [] : [`Host: ${host}`]), ...fields]
  if (body.length > 0 && !fields.some((line) => /^(content-length|transfer-encoding)\s*:/i.test(line))) {
    lines.push(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
