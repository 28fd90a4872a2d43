// One connection of a client, as a stream for the HTTP server of Node. It hands over what it received so that one request at a time is in
// progress: Node would begin all that a client sends at once, each with its own file and response in memory. It ends what a peer does not read in
// time, and closes so that a peer that is still sending can read the last response.
import { Duplex } from 'node:stream'

const kSlice = 1_024 // is parsed at once: a few dozen of the shortest requests
const kPart = 65_536 // of a response, which has the deadline for itself
const kLingerMs = 1_000
const kMostDiscarded = 1_048_576

/** Buffers to send one after the other, small ones as one. */
function partsOf(chunks) {
  if (chunks.reduce((size, { length }) => size + length, 0) <= kPart) return [Buffer.concat(chunks)]
  return chunks.flatMap((chunk) => Array.from({ length: Math.ceil(chunk.length / kPart) }, (_, at) => chunk.subarray(at * kPart, (at + 1) * kPart)))
}

export class Connection extends Duplex {
  #socket
  #writeMs
  #received = Buffer.alloc(0) // and not parsed; the socket is paused meanwhile
  #isWanted = false // the parser waits for bytes
  #hasEnded = false // the peer sends no more
  #waiting = []
  #current // { incoming, run } in progress
  #isLast = false // nothing more is answered
  #isStopping = false
  #discarded = 0

  constructor(socket, writeMs) {
    super({ readableHighWaterMark: kSlice })
    this.#socket = socket
    this.#writeMs = writeMs
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('end', () => {
      this.#hasEnded = true
      if (this.#isLast) this.#socket.end()
      else this.#feed()
    })
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', () => {}) // it is closed next
    socket.on('close', () => this.destroy())
  }

  get remoteAddress() { return this.#socket.remoteAddress ?? '' }
  setTimeout(milliseconds) { this.#socket.setTimeout(milliseconds) }

  // ---- Requests

  /** The request whose body has not arrived yet, or undefined. */
  get unfinished() { return this.#current?.incoming?.complete === false ? this.#current.incoming : undefined }

  /** Calls `run(done)` when all before it are done. `incoming`: the request, if it is one. */
  take(incoming, run) {
    if (this.#isLast) return
    this.#waiting.push({ incoming, run })
    if (this.#current === undefined) this.#next()
  }

  #next() {
    this.#current = this.#isLast ? undefined : this.#waiting.shift()
    if (this.#current === undefined) return this.#isStopping ? this.destroySoon() : this.#feed()
    this.#current.run(() => this.#next())
  }

  /** Closes when what is in progress has been answered. */
  stop() {
    this.#isStopping = true
    if (this.#current === undefined) this.destroySoon()
  }

  /** Sends the last bytes: a refusal of malformed HTTP. */
  close(bytes) {
    this.write(bytes)
    this.destroySoon()
  }

  /** As the HTTP server calls it after the last response. */
  destroySoon() {
    this.#isLast = true
    this.#waiting = []
    this.end()
  }

  // ---- What the peer sends

  _read() {
    this.#isWanted = true
    this.#feed()
  }

  #receive(chunk) {
    if (this.#isLast) return this.#discard(chunk)
    this.#socket.pause()
    this.#received = chunk
    this.#feed()
  }

  #feed() {
    if (!this.#isWanted || this.#isLast || this.#waiting.length > 0) return
    if (this.#received.length > 0) {
      this.#isWanted = false
      const slice = this.#received.subarray(0, kSlice)
      this.#received = this.#received.subarray(kSlice)
      this.push(slice)
    } else if (!this.#hasEnded) {
      this.#socket.resume()
    } else if (this.#current === undefined || this.unfinished) {
      this.push(null) // earlier, the server would drop the response in progress
    }
  }

  #discard(chunk) {
    this.#discarded += chunk.length
    if (this.#discarded > kMostDiscarded) this.#socket.pause()
  }

  // ---- What the peer gets

  _write(chunk, _, done) { this.#send(partsOf([chunk]), done) }
  _writev(chunks, done) { this.#send(partsOf(chunks.map(({ chunk }) => chunk)), done) }

  #send([part, ...others], done) {
    const deadline = setTimeout(() => this.destroy(), this.#writeMs)
    this.#socket.write(part, (error) => {
      clearTimeout(deadline)
      if (error || others.length === 0) done(error)
      else this.#send(others, done)
    })
  }

  /** A close with unread bytes resets the connection, and a peer that is still sending would not read the response: what it sends is discarded. */
  _final(done) {
    this.#socket.end()
    if (this.#isLast) {
      const linger = setTimeout(() => this.destroy(), kLingerMs)
      this.once('close', () => clearTimeout(linger))
      this.#socket.resume()
    }
    done()
  }

  _destroy(_, done) {
    this.#isLast = true
    this.#waiting = []
    this.#socket.destroy()
    done()
  }
}
