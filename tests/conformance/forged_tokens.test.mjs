// Tokens that the service did not issue, signed with a key of keys.pem_files, which this test therefore has:
// specification sections 2.6, 4.3, 5.8, 7.
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { temporaryFolder } from '../support/folder.mjs'
import { startServe, until } from '../support/server.mjs'
import { assertError, call, challengeIn, decode, kProfilePath, readProfile, register, token } from '../support/steps.mjs'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const folder = temporaryFolder('key')
const pem = join(folder, 'key.pem')
await writeFile(pem, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const server = await startServe({ settings: { keys: { pem_files: [pem] } } })
const client = await register(server.baseUrl)
const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
after(() => server.stop())

const part = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims = (more = {}) => {
  const now = Math.floor(Date.now() / 1000)
  const all = {
    iss: server.baseUrl, sub: client.client_id, client_id: client.client_id,
    aud: [server.baseUrl, `${server.baseUrl}${kProfilePath}`], scope: 'read:extended', iat: now, exp: now + 900,
    jti: randomUUID(), ...more,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
const header = (more = {}) => {
  const all = { alg: 'ES256', typ: 'at+jwt', kid, ...more }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
const now = () => Math.floor(Date.now() / 1000)

const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // of P-256, FIPS 186-4 D.1.2.3
const numberOf = (bytes) => BigInt(`0x${bytes.toString('hex')}`)
const bytesOf = (number) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex')

/** The signature (r, n - s), which is mathematically as valid as (r, s). */
const negated = (signature) => Buffer.concat([signature.subarray(0, 32), bytesOf(kOrder - numberOf(signature.subarray(32)))])
/** The form with the lower s, the only one that the service makes and accepts, so that a token has one encoding. */
const lowForm = (signature) => (numberOf(signature.subarray(32)) > kOrder / 2n ? negated(signature) : signature)

/** Signed without a JWT library, so that any header can be sent. */
function sign(head, payload, key = pair.privateKey) {
  const input = `${part(head)}.${part(payload)}`
  const signature = lowForm(signBytes('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }))
  return `${input}.${signature.toString('base64url')}`
}

test("the owner's key signs and is published", async () => {
  const { header: head } = decode(await token(server.baseUrl, client))
  assert.equal(head.kid, kid)
  const { json } = await call(`${server.baseUrl}/.well-known/jwks.json`)
  assert.ok(json.keys.some((key) => key.kid === kid))
  assert.doesNotMatch(JSON.stringify(json), /"d"/)
})

const accepted = [
  ['a token as the service issues it', {}, {}],
  ['a single audience, the base URL', {}, { aud: () => server.baseUrl }],
  ['the other host', {}, { iss: () => server.otherBaseUrl, aud: () => [server.otherBaseUrl] }],
  ['more scopes than needed', {}, { scope: () => 'openid read:extended email' }],
  ['an iat 30 seconds ahead', {}, { iat: () => now() + 30, exp: () => now() + 930 }],
  ['additional claims', {}, { foo: () => 'bar' }],
]
const resolve = (more) => Object.fromEntries(Object.entries(more).map(([name, value]) => [name, typeof value === 'function' ? value() : value]))
for (const [name, head, payload] of accepted) {
  test(`accepts ${name}`, async () => {
    const answer = await readProfile(server.baseUrl, sign(header(resolve(head)), claims(resolve(payload))))
    assert.equal(answer.status, 200, answer.text)
  })
}

const invalid = [
  // 7: expired, of the wrong audience
  ['a token that expires now', {}, { exp: () => now() }],
  ['no exp', {}, { exp: undefined }],
  ['a lifetime of 901 seconds', {}, { exp: () => now() + 901, iat: () => now() }],
  ['an iat 90 seconds ahead', {}, { iat: () => now() + 90 }],
  ['another audience', {}, { aud: 'https://elsewhere.example' }],
  ['an audience that only begins right', {}, { aud: () => `${server.baseUrl}.evil.example` }],
  ['another issuer', {}, { iss: 'https://elsewhere.example' }],
  ['no client_id', {}, { client_id: undefined }],
  // header
  ['typ JWT', { typ: 'JWT' }, {}],
  ['alg none with a signature', { alg: 'none' }, {}],
  ['alg ES384', { alg: 'ES384' }, {}],
  ['an unknown kid', { kid: 'x'.repeat(43) }, {}],
  ['no kid', { kid: undefined }, {}],
  ['an unknown critical extension', { crit: ['exp'] }, {}],
]
for (const [name, head, payload] of invalid) {
  test(`7 ${name}: 401 invalid_token`, async () => {
    const answer = await readProfile(server.baseUrl, sign(header(resolve(head)), claims(resolve(payload))))
    assertError(answer, 401, 'invalid_token')
    assert.match(challengeIn(answer), /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="[^"]+"$/)
  })
}

const scopes = [['another scope', 'read:basic'], ['a scope that only begins so', 'read:extended2'], ['a scope in capitals', 'READ:EXTENDED'], ['an empty scope', ''], ['no scope', undefined]]
for (const [name, scope] of scopes) {
  test(`4.3 ${name}: 403 insufficient_scope`, async () => {
    const answer = await readProfile(server.baseUrl, sign(header(), claims({ scope })))
    assertError(answer, 403, 'insufficient_scope')
    assert.match(challengeIn(answer), /^Bearer error="insufficient_scope", /)
    assert.match(challengeIn(answer), /resource_metadata="/)
  })
}

test('the log reports a token whose lifetime is too long', async () => {
  const jwt = sign(header(), claims({ exp: 1_700_000_900_000, iat: 1_700_000_000 }))
  assertError(await readProfile(server.baseUrl, jwt), 401, 'invalid_token')
  await until(() => server.program.output.includes('"reason":"lives_too_long"'), 'the line of the log')
})

test('alg none without a signature', async () => {
  const jwt = `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims())}.`
  assertError(await readProfile(server.baseUrl, jwt), 401, 'invalid_token')
})

test('HS256 with the public key as its secret', async () => {
  const secret = pair.publicKey.export({ type: 'spki', format: 'pem' })
  const input = `${part(header({ alg: 'HS256' }))}.${part(claims())}`
  const jwt = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  assertError(await readProfile(server.baseUrl, jwt), 401, 'invalid_token')
})

test("an unknown key, also with a published kid and in a jwk header", async () => {
  const jwk = await exportJWK(stranger.publicKey)
  for (const head of [header(), header({ jwk }), header({ jku: 'https://evil.example/jwks.json' })]) {
    assertError(await readProfile(server.baseUrl, sign(head, claims(), stranger.privateKey)), 401, 'invalid_token')
  }
})

test('a signature of zeros, and one in DER', async () => {
  const jwt = sign(header(), claims())
  const input = jwt.slice(0, jwt.lastIndexOf('.'))
  const der = signBytes('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'der' })
  for (const signature of [Buffer.alloc(64), der]) {
    assertError(await readProfile(server.baseUrl, `${input}.${signature.toString('base64url')}`), 401, 'invalid_token')
  }
})

test('the high-S form of a valid signature is refused', async () => {
  const good = sign(header(), claims())
  assert.equal((await readProfile(server.baseUrl, good)).status, 200)
  const at = good.lastIndexOf('.') + 1
  const other = negated(Buffer.from(good.slice(at), 'base64url')).toString('base64url')
  assertError(await readProfile(server.baseUrl, good.slice(0, at) + other), 401, 'invalid_token')
})

test('a duplicate claim', async () => {
  const text = JSON.stringify(claims())
  for (const payload of [text.replace('{', '{"exp":9999999999,'), text.replace('{', '{"scope":"x",')]) {
    assertError(await readProfile(server.baseUrl, sign(header(), payload)), 401, 'invalid_token')
  }
})

test('a token whose payload is not a JSON object', async () => {
  for (const payload of ['[]', '"x"', '1', '{', '']) {
    assertError(await readProfile(server.baseUrl, sign(header(), payload)), 401, 'invalid_token')
  }
})

test('a cached token is refused from its exp on, and with another signature', async () => {
  const exp = now() + 3
  const jwt = sign(header(), claims({ exp }))
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  const forged = `${jwt.slice(0, jwt.lastIndexOf('.'))}.${Buffer.alloc(64, 1).toString('base64url')}`
  assertError(await readProfile(server.baseUrl, forged), 401, 'invalid_token')
  let answer
  do {
    const before = Date.now()
    answer = await readProfile(server.baseUrl, jwt)
    if (answer.status !== 200) break
    assert.ok(before < exp * 1000, 'accepted at or after exp')
  } while (Date.now() < (exp + 5) * 1000)
  assertError(answer, 401, 'invalid_token')
  assert.ok(Date.now() >= exp * 1000, 'refused before exp')
})

test('error descriptions contain no more than is documented', async () => {
  const texts = new Set()
  for (const [, head, payload] of invalid) {
    texts.add((await readProfile(server.baseUrl, sign(header(resolve(head)), claims(resolve(payload))))).json.error_description)
  }
  assert.ok(texts.size <= 5, [...texts].join('\n'))
})
