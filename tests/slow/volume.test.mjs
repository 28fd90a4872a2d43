// Tests that need many requests: distribution of identifiers, random tokens, slow bodies, and
// verification of signatures by code that is not shared with the service.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { processorSeconds, residentKib } from '../support/faults.mjs'
import { assertProblem, exchange, request } from '../support/raw.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { startServe } from '../support/server.mjs'
import { call, kJson, kProfilePath, kUuid4, readProfile, register, token } from '../support/steps.mjs'

const secret = randomBytes(32)
const servers = await Promise.all([startServe({ secret }), startServe({ secret })])
after(() => Promise.all(servers.map((server) => server.stop())))

const kBatch = 500
async function identifiers({ port }, count) {
  const ids = []
  const bytes = request('POST', '/oauth/register', { port }).repeat(kBatch)
  while (ids.length < count) {
    const { answers } = await exchange(bytes, { port, expected: kBatch, timeout: 20_000 })
    assert.equal(answers.length, kBatch)
    for (const answer of answers) {
      const client = JSON.parse(answer.body)
      assert.match(client.client_id, kUuid4)
      ids.push(client.client_id)
    }
  }
  return ids
}

/** The sum of (seen - expected)^2 / expected over the characters at one position. */
function chiSquare(ids, place, alphabet) {
  const seen = new Map([...alphabet].map((character) => [character, 0]))
  for (const id of ids) seen.set(id[place], seen.get(id[place]) + 1)
  const expected = ids.length / alphabet.length
  return [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

test('100,000 identifiers of two replicas started at once, one of them twice, are distinct and evenly spread', async () => {
  const kEach = 25_000
  const [one, two] = servers
  const ids = (await Promise.all([identifiers(one, kEach), identifiers(two, kEach)])).flat()
  await Promise.all(servers.map((server) => server.killAndRestart()))
  ids.push(...(await Promise.all([identifiers(one, kEach), identifiers(two, kEach)])).flat())
  assert.equal(new Set(ids).size, 4 * kEach)
  for (let place = 0; place < 36; ++place) {
    if ([8, 13, 14, 18, 23].includes(place)) continue // hyphens and the version
    // Random numbers exceed these with a probability of 10^-9: 75 with 15 degrees of freedom, 46 with 3.
    const [alphabet, bound] = place === 19 ? ['89ab', 46] : ['0123456789abcdef', 75]
    const value = chiSquare(ids, place, alphabet)
    assert.ok(value < bound, `place ${place}: ${value.toFixed(1)}`)
  }
})

test('100,000 random tokens are refused, and memory and service stay as before', async () => {
  const kCount = 100_000
  const kAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
  const [server] = servers
  const { port, program } = server
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  const [header, payload] = jwt.split('.')
  let seed = 7
  const next = (limit) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % limit }
  const garbage = (length) => Array.from({ length }, () => kAlphabet[next(kAlphabet.length)]).join('')
  // Half of them are refused only at the signature.
  const one = (index) => (index % 2 === 0 ? garbage(1 + next(120)) : `${header}.${payload}.${garbage(85)}A`)
  const get = (text) => request('GET', kProfilePath, { port, fields: [`Authorization: Bearer ${text}`] })
  const kib = residentKib(program.pid)
  for (let done = 0; done < kCount; done += kBatch) {
    const { answers } = await exchange(Array.from({ length: kBatch }, (_, index) => get(one(index))).join(''), { port, expected: kBatch, timeout: 20_000 })
    assert.equal(answers.length, kBatch)
    for (const answer of answers) assert.equal(answer.status, 401)
    assertProblem(answers[0], 401, 'invalid_token')
  }
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  assert.ok(residentKib(program.pid) - kib < 16 * 1024, `grew by ${residentKib(program.pid) - kib} KiB`)
})

test('every body of the largest size is refused quickly', async () => {
  const kSize = 16 * 1024
  const kRounds = 50
  const kMostMilliseconds = isSanitized ? 100 : 10
  const [{ port, program }] = servers
  const filled = (start, piece, end = '') => `${start}${piece.repeat(Math.floor((kSize - start.length - end.length) / piece.length))}${end}`
  const names = Array.from({ length: 1_500 }, (_, index) => `"n${index}":1`).join(',')
  const bodies = {
    brackets: filled('', '['), objects: filled('', '{"":'), escapes: filled('{"client_name":"', '\\u0000', '"}'), digits: filled('{"a":', '1', '}'),
    exponents: filled('{"a":1e', '9', '}'), names: `{${names}}`, 'equal names': filled('{', '"a":1,', '"a":1}'), spaces: filled('', ' '),
    strings: filled('{"client_name":"', 'a', '"}'), 'lone surrogates': filled('{"client_name":"', '\\ud800', '"}'), commas: filled('[', ',', ']'),
  }
  for (const [name, body] of Object.entries(bodies)) {
    assert.ok(body.length <= kSize, name)
    const bytes = request('POST', '/oauth/register', { port, fields: [`Content-Type: ${kJson}`], body })
    const spent = processorSeconds(program.pid)
    const { answers } = await exchange(bytes.repeat(kRounds), { port, expected: kRounds })
    const each = ((processorSeconds(program.pid) - spent) * 1_000) / kRounds
    assert.equal(answers.length, kRounds, name)
    for (const answer of answers) assert.ok([201, 400].includes(answer.status), `${name}: ${answer.status}`)
    assert.ok(each < kMostMilliseconds, `${name}: ${each.toFixed(2)} ms of a processor`)
  }
})

// The curve of FIPS 186-4 D.1.2.3 and ECDSA verification with BigInt: slow, and independent of any library.
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const g = [0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n, 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n]
const mod = (value, modulus) => ((value % modulus) + modulus) % modulus
function inverse(value, modulus) {
  let [a, b, x, y] = [mod(value, modulus), modulus, 1n, 0n]
  while (a !== 0n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x]
  return mod(y, modulus)
}
function add(left, right) {
  if (left === null || right === null) return left ?? right
  const [[x1, y1], [x2, y2]] = [left, right]
  if (x1 === x2 && mod(y1 + y2, p) === 0n) return null
  const slope = x1 === x2 ? 3n * (x1 * x1 - 1n) * inverse(2n * y1, p) : (y2 - y1) * inverse(x2 - x1, p)
  const x = mod(slope * slope - x1 - x2, p)
  return [x, mod(slope * (x1 - x) - y1, p)]
}
function multiply(point, scalar) {
  let sum = null
  for (let base = point; scalar > 0n; scalar >>= 1n, base = add(base, base)) if (scalar & 1n) sum = add(sum, base)
  return sum
}
const numberOf = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
function verifies(text, signature, key) {
  const [r, s] = [numberOf(signature.subarray(0, 32)), numberOf(signature.subarray(32))]
  if (r <= 0n || r >= n || s <= 0n || s >= n) return false
  const w = inverse(s, n)
  const e = numberOf(createHash('sha256').update(text).digest())
  const point = add(multiply(g, mod(e * w, n)), multiply(key, mod(r * w, n)))
  return point !== null && mod(point[0], n) === r
}

test('the P-256 arithmetic of this test agrees with RFC 7515 A.3', () => {
  const key = [numberOf(Buffer.from('f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'base64url')), numberOf(Buffer.from('x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0', 'base64url'))]
  const text = 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'
  const signature = Buffer.from('DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q', 'base64url')
  assert.ok(verifies(text, signature, key))
  assert.ok(!verifies(`${text}x`, signature, key))
})

test('tokens verify against the published key with the arithmetic of this test', async () => {
  const [server] = servers
  const { keys } = (await call(`${server.baseUrl}/.well-known/jwks.json`)).json
  const client = await register(server.baseUrl)
  for (let count = 0; count < 5; ++count) {
    const jwt = await token(server.baseUrl, client)
    const at = jwt.lastIndexOf('.')
    const { kid } = JSON.parse(Buffer.from(jwt.split('.')[0], 'base64url'))
    const jwk = keys.find((key) => key.kid === kid)
    const point = ['x', 'y'].map((name) => numberOf(Buffer.from(jwk[name], 'base64url')))
    const signature = Buffer.from(jwt.slice(at + 1), 'base64url')
    assert.ok(verifies(jwt.slice(0, at), signature, point))
    signature[40] ^= 1
    assert.ok(!verifies(jwt.slice(0, at), signature, point))
  }
})
