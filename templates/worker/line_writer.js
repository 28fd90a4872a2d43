// Writes lines to a descriptor without ever waiting for it: a pipe whose reader stands still would stop the process, and one whose reader has
// ended or a disk that is full would end it.
import { write } from 'node:fs'
import { promisify } from 'node:util'

const kMostHeld = 1_048_576
const writeTo = promisify(write)

export class LineWriter {
  #descriptor
  #held = '' // lines that wait for the write in progress
  #written = Promise.resolve() // when they are written
  #isTorn = false // the last line may be incomplete

  constructor(descriptor) { this.#descriptor = descriptor }

  /** Resolves when the line is written, and rejects if it is lost. */
  write(line) {
    if (this.#held.length + line.length > kMostHeld) return Promise.reject(new Error('the log is not read'))
    const isFirst = this.#held === ''
    this.#held += `${line}\n`
    if (isFirst) this.#written = this.#written.catch(() => {}).then(() => this.#flush())
    return this.#written
  }

  async #flush() {
    let bytes = Buffer.from(this.#isTorn ? `\n${this.#held}` : this.#held)
    this.#held = ''
    this.#isTorn = true
    while (bytes.length > 0) bytes = bytes.subarray((await writeTo(this.#descriptor, bytes)).bytesWritten)
    this.#isTorn = false
  }

  /** Resolves when nothing waits any more. */
  async flushed() { await this.#written.catch(() => {}) }
}
