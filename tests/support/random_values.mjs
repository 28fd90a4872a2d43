// Random values, the same for the same seed: numbers, choices, and values that a JSON Schema of the description allows.
import { randomBytes } from 'node:crypto'

/** A new seed, for AGENT_ACCESS_SEED=random. */
export const seedOf = (text, usual) => (text === 'random' ? randomBytes(4).readUInt32BE() : Number(text ?? usual))

/** mulberry32: 32 bits of state, enough for some thousand requests. */
export class Random {
  constructor(seed) { this.state = seed >>> 0 }

  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit) { return Math.floor(this.next() * limit) }
  chance(share) { return this.next() < share }
  pick(list) { return list[this.below(list.length)] }
  text(alphabet, least, most) {
    const letters = [...alphabet]
    return Array.from({ length: least + this.below(most - least + 1) }, () => this.pick(letters)).join('')
  }
  hex(length) { return this.text('0123456789abcdef', length, length) }
  uuid() { return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${this.pick([...'89ab'])}${this.hex(3)}-${this.hex(12)}` }
}

const kLetters = 'abcXYZ019 -_.~!"#$%&\'()*+,/:;<=>?@[]^`{|}\\äßéΩ中文🙂\u00a0\u2028'
const kMostDepth = 3

/** A value that is valid by `schema`; `resolve` follows references. */
export function valueOf(schema, random, resolve, depth = 0) {
  const one = resolve(schema)
  if (one.anyOf) return valueOf(random.pick(one.anyOf), random, resolve, depth)
  if (one.const !== undefined) return one.const
  if (one.enum) return random.pick(one.enum)
  const type = Array.isArray(one.type) ? random.pick(one.type) : one.type ?? random.pick(['string', 'integer', 'boolean', 'null', 'array', 'object'])
  const deeper = (inner) => valueOf(inner, random, resolve, depth + 1)
  switch (type) {
    case 'string': return textOf(one, random)
    case 'integer': return (one.minimum ?? 0) + random.below(1_000_000)
    case 'boolean': return random.chance(0.5)
    case 'null': return null
    case 'array': return depth >= kMostDepth ? [] : Array.from({ length: random.below(3) }, () => deeper(one.items ?? {}))
    case 'object': return objectOf(one, random, deeper, depth)
    default: throw new Error(`no value for ${JSON.stringify(one)}`)
  }
}

function textOf(schema, random) {
  if (schema.format === 'uuid') return random.uuid()
  const least = schema.minLength ?? 0
  const text = random.text(kLetters, least, Math.min(schema.maxLength ?? 40, random.chance(0.1) ? 200 : least + 20))
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(text)) throw new Error(`no text for ${schema.pattern}`)
  return text
}

function objectOf(schema, random, deeper, depth) {
  const properties = Object.entries(schema.properties ?? {})
  const chosen = properties.filter(([name]) => schema.required?.includes(name) || random.chance(0.5))
  const object = Object.fromEntries(chosen.map(([name, inner]) => [name, deeper(inner)]))
  if (schema.additionalProperties !== false && depth < kMostDepth && random.chance(0.3)) object[`x_${random.hex(4)}`] = deeper({})
  return object
}
