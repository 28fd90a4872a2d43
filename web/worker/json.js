// A strict reading of JSON (RFC 8259): no name twice in one object, compared after unescaping; no lone surrogates; finite numbers;
// limited depth; nothing after the value but white space. JSON.parse keeps the last of duplicate names and reads 1e400 as infinity.
import { protocol } from './protocol.js'

/** Why a text is refused. @typedef {'not_json' | 'duplicate_name' | 'too_deep'} JsonFault */

const kSpace = /[ \t\r\n]*/y
const kString = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y
const kNumber = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y
const kWords = { t: ['true', true], f: ['false', false], n: ['null', null] }

class Refusal extends Error {}

class Reader {
  at = 0

  constructor(text, mostDepth) {
    this.text = text
    this.mostDepth = mostDepth
  }

  refuse(fault) { throw new Refusal(fault) }

  take(pattern) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) this.refuse('not_json')
    this.at = pattern.lastIndex
    return found
  }

  /** The next character that is not white space; empty at the end. */
  peek() {
    this.take(kSpace)
    return this.text.charAt(this.at)
  }

  takeIf(character) {
    const isNext = this.peek() === character
    if (isNext) ++this.at
    return isNext
  }

  string() {
    const value = JSON.parse(this.take(kString)[0])
    if (/\p{Surrogate}/u.test(value)) this.refuse('not_json') // half of a pair
    return value
  }

  /** An integer of 64 bits as a number or a bigint, any other number as an object: no member that is read here may have one. */
  number() {
    const [text, fraction, exponent] = this.take(kNumber)
    const value = Number(text)
    if (!Number.isFinite(value)) this.refuse('not_json')
    if (fraction !== undefined || exponent !== undefined) return Object(value)
    if (Number.isSafeInteger(value)) return value
    const integer = BigInt(text)
    return integer >= -(2n ** 63n) && integer < 2n ** 64n ? integer : Object(value)
  }

  open(depth) {
    if (depth === this.mostDepth) this.refuse('too_deep')
    ++this.at
  }

  /** Calls `readItem` for each item up to `end`. */
  items(end, readItem) {
    if (this.takeIf(end)) return
    do readItem()
    while (this.takeIf(','))
    if (!this.takeIf(end)) this.refuse('not_json')
  }

  object(depth) {
    this.open(depth)
    const members = new Map()
    this.items('}', () => {
      if (this.peek() !== '"') this.refuse('not_json')
      const name = this.string()
      if (members.has(name)) this.refuse('duplicate_name')
      members.set(name, null)
      if (!this.takeIf(':')) this.refuse('not_json')
      members.set(name, this.value(depth + 1))
    })
    return members
  }

  array(depth) {
    this.open(depth)
    const values = []
    this.items(']', () => values.push(this.value(depth + 1)))
    return values
  }

  value(depth) {
    const first = this.peek()
    if (first === '{') return this.object(depth)
    if (first === '[') return this.array(depth)
    if (first === '"') return this.string()
    if (!Object.hasOwn(kWords, first)) return this.number()
    const [word, value] = kWords[first]
    if (!this.text.startsWith(word, this.at)) this.refuse('not_json')
    this.at += word.length
    return value
  }

  whole() {
    const value = this.value(0)
    if (this.peek() !== '') this.refuse('not_json')
    return value
  }
}

/**
 * Objects as Map. A text that is refused: { fault }.
 * @type {(text: string, mostDepth?: number) => { value?: any, fault?: JsonFault }}
 */
export function readJson(text, mostDepth = protocol.json_depth) {
  try {
    return { value: new Reader(text, mostDepth).whole() }
  } catch (error) {
    if (error instanceof Refusal) return { fault: /** @type {JsonFault} */ (error.message) }
    throw error
  }
}
