// An HTTP/2 client that writes bytes: frames are composed here, header blocks are HPACK literals without indexing, and frames of the server
// are checked against RFC 9113. It shares no code with the library under test or with node's client.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

export const kPreface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')
export const kType = { data: 0, headers: 1, priority: 2, reset: 3, settings: 4, pushPromise: 5, ping: 6, goaway: 7, windowUpdate: 8, continuation: 9 }
export const kFlag = { none: 0, endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 }
export const kError = {
  no: 0, protocol: 1, internal: 2, flowControl: 3, streamClosed: 5, frameSize: 6, refusedStream: 7, cancel: 8, compression: 9, enhanceYourCalm: 11,
}
const kBoth = kFlag.endStream | kFlag.endHeaders
const kWindow = 65_535
const kLargestFrame = 16_384
const kTimeoutMs = 8_000

const latin = (text) => (Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'))
export const join = (...parts) => Buffer.concat(parts.flat(Infinity).map(latin))
export const number = (value, bytes = 4) => Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex')

export function frame(type, flags, stream, payload = '') {
  const bytes = latin(payload)
  return join(number(bytes.length, 3), [Buffer.from([type, flags])], number(stream), bytes)
}

/** An integer of RFC 7541 section 5.1. */
export function integer(first, prefix, value) {
  const most = (1 << prefix) - 1
  if (value < most) return Buffer.from([first | value])
  const out = [first | most]
  for (value -= most; value >= 128; value = Math.floor(value / 128)) out.push((value % 128) + 128)
  return Buffer.from([...out, value])
}

const text = (value) => join(integer(0, 7, latin(value).length), value)
/** Text that is Huffman coded already. */
export const coded = (bytes) => join(integer(0x80, 7, bytes.length), bytes)
/** "Literal Header Field without Indexing -- New Name" (RFC 7541 section 6.2.2). */
export const literal = (name, value) => join([Buffer.from([0])], text(name), text(value))
export const block = (pairs) => join(pairs.map(([name, value]) => literal(name, value)))

export const headers = (stream, pairs, flags = kBoth) => frame(kType.headers, flags, stream, Array.isArray(pairs) ? block(pairs) : pairs)
export const continuation = (stream, payload = '', flags = kFlag.endHeaders) => frame(kType.continuation, flags, stream, payload)
export const data = (stream, bytes, flags = kFlag.endStream) => frame(kType.data, flags, stream, bytes)
export const reset = (stream, code = kError.cancel) => frame(kType.reset, 0, stream, number(code))
export const windowUpdate = (stream, increment) => frame(kType.windowUpdate, 0, stream, number(increment))
export const ping = (payload = '12345678', flags = 0, stream = 0) => frame(kType.ping, flags, stream, payload)
export const priority = (stream, parent, weight = 15) => frame(kType.priority, 0, stream, join(number(parent), [Buffer.from([weight])]))
export const settings = (entries = []) => frame(kType.settings, 0, 0, join(entries.map(([name, value]) => [number(name, 2), number(value)])))
export const settingsAck = () => frame(kType.settings, kFlag.ack, 0)
export const goaway = (code = kError.no, stream = 0) => frame(kType.goaway, 0, stream, join(number(0), number(code)))
/** A frame with the PADDED flag that declares `says` bytes of padding, followed by `padding` bytes. */
export const padded = (type, flags, stream, content, padding, says = padding) =>
  frame(type, flags | kFlag.padded, stream, join([Buffer.from([says])], content, [Buffer.alloc(padding)]))

// RFC 7541, appendix A: names 8 to 14, and appendix B: digits.
const kIndexedStatus = new Map([[8, 200], [9, 204], [10, 206], [11, 304], [12, 400], [13, 404], [14, 500]])
const kDigits = new Map(['00000', '00001', '00010', '011001', '011010', '011011', '011100', '011101', '011110', '011111'].map((code, digit) => [code, digit]))

function codedDigits(bytes) {
  let digits = ''
  let code = ''
  for (const bit of [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')) {
    code += bit
    if (!kDigits.has(code)) continue
    digits += kDigits.get(code)
    code = ''
  }
  assert.match(code, /^1{0,7}$/, 'the padding of a Huffman code')
  return digits
}

/** The first field of a response's block, which must be :status. This peer allows the server no dynamic table. */
function statusOf(bytes) {
  let at = 0
  while ((bytes[at] & 0xe0) === 0x20) {
    assert.equal(bytes[at], 0x20, 'a table of no bytes was allowed')
    ++at
  }
  if (kIndexedStatus.has(bytes[at] & 0x7f) && (bytes[at] & 0x80) !== 0) return kIndexedStatus.get(bytes[at] & 0x7f)
  const index = (bytes[at] & 0x40) !== 0 ? bytes[at] & 0x3f : bytes[at] & 0x0f
  assert.ok(index >= 8 && index <= 14, `the first field is no :status: ${bytes.subarray(0, 8).toString('hex')}`)
  const length = bytes[at + 1] & 0x7f
  const value = bytes.subarray(at + 2, at + 2 + length)
  const digits = (bytes[at + 1] & 0x80) !== 0 ? codedDigits(value) : value.toString('latin1')
  assert.match(digits, /^[1-5]\d\d$/)
  return Number(digits)
}

/** The first frame of `bytes`: { type, flags, stream, payload }; undefined while it is incomplete. */
export function firstFrame(bytes) {
  if (bytes.length < 9 || bytes.length < 9 + bytes.readUIntBE(0, 3)) return undefined
  return { type: bytes[3], flags: bytes[4], stream: bytes.readUInt32BE(5), payload: Buffer.from(bytes.subarray(9, 9 + bytes.readUIntBE(0, 3))) }
}

/**
 * One connection. Everything received is in `frames` ({ type, flags, stream, payload }) and `answers` (by stream: status,
 * interim, body, ended, reset); the next wait throws if a frame violated RFC 9113.
 */
export class FramePeer {
  frames = []
  answers = new Map()
  goaway = undefined // the error code of the last one
  closed = false
  #bytes = Buffer.alloc(0)
  #fault = undefined
  #wake = () => {}
  #granted = new Map() // by stream: the sum of WINDOW_UPDATE minus received bytes
  #firstWindow = undefined // the largest of the settings: which of them the server used is not known

  constructor(socket) {
    this.socket = socket
    socket.on('data', (bytes) => this.#take(bytes)).on('error', () => {})
    socket.on('end', () => { this.closed = true; this.#wake() })
    socket.on('close', () => { this.closed = true; this.#wake() })
  }

  /** Counts the granted window, so that a server that sends more is detected. */
  send(...parts) {
    const bytes = join(parts)
    this.#note(bytes)
    if (!this.socket.destroyed && this.socket.writable) this.socket.write(bytes)
  }

  answer(stream) {
    if (!this.answers.has(stream)) this.answers.set(stream, { status: undefined, interim: [], body: Buffer.alloc(0), ended: false, reset: undefined })
    return this.answers.get(stream)
  }

  /** Waits until `condition` is true; fails after a timeout, at the end of the connection, or at a fault of the server. */
  async until(condition, what, milliseconds = kTimeoutMs) {
    const deadline = performance.now() + milliseconds
    for (;;) {
      if (this.#fault) throw this.#fault
      if (condition()) return
      const left = deadline - performance.now()
      const state = `${this.closed ? 'closed' : 'open'}, goaway ${this.goaway}, ${this.frames.map((one) => `${one.type}@${one.stream}`).join(' ')}`
      if (this.closed || left <= 0) throw new Error(`waited for ${what}: ${state}`)
      let timer
      await new Promise((resolve) => { this.#wake = resolve; timer = setTimeout(resolve, left) })
      clearTimeout(timer)
    }
  }

  gone(milliseconds) { return this.until(() => this.closed, 'the end of the connection', milliseconds) }
  /** The complete response on a stream. */
  async answered(stream) {
    await this.until(() => this.answer(stream).ended || this.answer(stream).reset !== undefined, `an answer on stream ${stream}`)
    return this.answer(stream)
  }
  /** Returns when the server has processed everything that was sent before. */
  async echo(payload = 'go on ..') {
    this.send(ping(payload))
    await this.until(() => this.frames.some((one) => one.type === kType.ping && one.payload.toString('latin1') === payload), 'the answer to a ping')
  }
  destroy() { this.socket.destroy() }

  #note(bytes) {
    for (let at = 0; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) {
      if (at === 0 && bytes.subarray(0, kPreface.length).equals(kPreface)) at += kPreface.length
      if (at + 9 > bytes.length) return
      const type = bytes[at + 3]
      const stream = bytes.readUInt32BE(at + 5) & 0x7fff_ffff
      const payload = bytes.subarray(at + 9, at + 9 + bytes.readUIntBE(at, 3))
      if (type === kType.windowUpdate && payload.length === 4) this.#grant(stream, payload.readUInt32BE())
      if (type !== kType.settings || payload.length % 6 !== 0) continue
      for (let each = 0; each < payload.length; each += 6) {
        if (payload.readUInt16BE(each) === 4) this.#firstWindow = Math.max(payload.readUInt32BE(each + 2), this.#firstWindow ?? 0)
      }
      this.#firstWindow ??= kWindow
    }
  }

  #grant(stream, bytes) { this.#granted.set(stream, (this.#granted.get(stream) ?? 0) + bytes) }

  #take(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    try {
      while (this.#bytes.length >= 9) {
        const length = this.#bytes.readUIntBE(0, 3)
        assert.ok(length <= kLargestFrame, `a frame of ${length} bytes`)
        const one = firstFrame(this.#bytes)
        if (!one) break
        this.#bytes = this.#bytes.subarray(9 + length)
        this.#check(one)
        this.frames.push(one)
      }
    } catch (error) {
      this.#fault ??= error
    }
    this.#wake()
  }

  #check({ type, flags, stream, payload }) {
    const isAck = type === kType.settings && flags === kFlag.ack
    if (this.frames.length === 0) assert.ok(type === kType.settings && !isAck, 'the first frame is SETTINGS')
    assert.ok(stream < 0x8000_0000, 'the reserved bit')
    assert.ok(stream === 0 || stream % 2 === 1, `stream ${stream}`)
    assert.ok(!this.frames.some((one) => one.type === kType.goaway) || type !== kType.settings || isAck, 'SETTINGS behind GOAWAY')
    switch (type) {
      case kType.data: return this.#checkData(flags, stream, payload)
      case kType.headers: return this.#checkHeaders(flags, stream, payload)
      case kType.reset:
        assert.ok(stream !== 0 && payload.length === 4 && flags === 0)
        this.answer(stream).reset = payload.readUInt32BE()
        return undefined
      case kType.settings:
        assert.ok(stream === 0 && (flags === 0 || isAck) && payload.length % 6 === 0 && (!isAck || payload.length === 0))
        if (!isAck) this.settings = new Map(Array.from({ length: payload.length / 6 }, (_, at) => [payload.readUInt16BE(6 * at), payload.readUInt32BE(6 * at + 2)]))
        return undefined
      case kType.ping: return assert.ok(stream === 0 && payload.length === 8 && flags === kFlag.ack, 'PING')
      case kType.goaway:
        assert.ok(stream === 0 && payload.length >= 8 && flags === 0)
        this.goaway = payload.readUInt32BE(4)
        return undefined
      case kType.windowUpdate: return assert.ok(payload.length === 4 && payload.readUInt32BE() > 0, 'WINDOW_UPDATE')
      default: return assert.fail(`a frame of type ${type}`)
    }
  }

  #checkHeaders(flags, stream, payload) {
    const answer = this.answer(stream)
    assert.equal(flags & ~kBoth, 0, 'flags of HEADERS')
    assert.ok((flags & kFlag.endHeaders) !== 0 && stream !== 0 && !answer.ended && answer.reset === undefined && answer.status === undefined)
    const status = statusOf(payload)
    if (status < 200) answer.interim.push(status)
    else answer.status = status
    answer.ended = (flags & kFlag.endStream) !== 0
    assert.ok(status >= 200 || !answer.ended)
  }

  #checkData(flags, stream, payload) {
    const answer = this.answer(stream)
    assert.ok((flags & ~kFlag.endStream) === 0 && answer.status !== undefined && !answer.ended && answer.reset === undefined, 'DATA')
    for (const window of [0, stream]) {
      this.#grant(window, -payload.length)
      const first = window === 0 ? kWindow : this.#firstWindow
      assert.ok(first + this.#granted.get(window) >= 0, `more than the window of ${window} allows`)
    }
    answer.body = Buffer.concat([answer.body, payload])
    answer.ended = (flags & kFlag.endStream) !== 0
  }
}

/** A socket on which HTTP/2 begins: TLS with ALPN when there is a `ca`, else clear text. */
export async function openSocket(port, ca) {
  const socket = ca === undefined ? connect(port, '127.0.0.1') : connectTls({ host: '127.0.0.1', port, ca, servername: 'localhost', ALPNProtocols: ['h2'] })
  await once(socket, ca === undefined ? 'connect' : 'secureConnect')
  if (ca !== undefined) assert.equal(socket.alpnProtocol, 'h2')
  socket.setNoDelay(true)
  return socket
}

/** A connection with both prefaces exchanged; `entries` are more of this side's settings. */
export async function openFrames(port, ca, entries = []) {
  const peer = new FramePeer(await openSocket(port, ca))
  peer.send(kPreface, settings([[1, 0], ...entries])) // no dynamic table: blocks can be decoded without one
  await peer.until(() => peer.frames.some((one) => one.type === kType.settings && one.flags === kFlag.ack), 'SETTINGS and their acknowledgement')
  peer.send(settingsAck())
  return peer
}
