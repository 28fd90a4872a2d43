// What the tests of docs/edge.md share: its blocks and files, and tokens signed by keys of the test.
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { disposable, startServe } from './server.mjs'
import { kProfilePath } from './steps.mjs'

const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // of P-256, FIPS 186-4 D.1.2.3
const kDocument = readFileSync(new URL('../../docs/edge.md', import.meta.url), 'utf8')

/** The block of docs/edge.md below a heading, by its number there, from 1. */
export function edgeBlock(heading, number) {
  const [, section] = new RegExp(`^## ${heading}\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(kDocument)
  const blocks = [...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text]) => text)
  assert.ok(blocks.length >= number, `block ${number} below ${heading}`)
  return blocks[number - 1]
}

/** The text of a file of examples/edge. */
export const edgeFile = (name) => readFileSync(new URL(`../../examples/edge/${name}`, import.meta.url), 'utf8')

/** Writes the keys for HAProxy: FOLDER ORIGIN [SERVER]. */
export const kKeysScript = fileURLToPath(new URL('../../examples/edge/haproxy_keys.py', import.meta.url))

/** A signing key: { kid, pem, publicKey, privateKey, publicPem }. */
export async function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    kid: await calculateJwkThumbprint(await exportJWK(publicKey)), publicKey, privateKey,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }), publicPem: publicKey.export({ type: 'spki', format: 'pem' }),
  }
}

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsAt = (issuer, seconds) => {
  const id = randomUUID()
  return {
    iss: issuer, sub: id, client_id: id, aud: [issuer, `${issuer}${kProfilePath}`], scope: 'read:extended', iat: seconds, exp: seconds + 900, jti: randomUUID(),
  }
}

/** A token as the service makes it at that second; `header` and `claims` replace members, `twin` selects the higher s. */
export function tokenOf(key, issuer, seconds, { header = {}, claims = {}, twin = false } = {}) {
  const input = `${part({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })}.${part({ ...claimsAt(issuer, seconds), ...claims })}`
  const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  if (s > kOrder / 2n !== twin) signature.write((kOrder - s).toString(16).padStart(64, '0'), 32, 'hex')
  return `${input}.${signature.toString('base64url')}`
}

/** The same with an HMAC under `secret`. */
export function hmacToken(key, issuer, seconds, secret) {
  const input = `${part({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })}.${part(claimsAt(issuer, seconds))}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

export function unsignedToken(key, issuer, seconds) {
  return `${part({ alg: 'none', typ: 'at+jwt', kid: key.kid })}.${part(claimsAt(issuer, seconds))}.`
}

/** Makes the running service use these keys; the first signs. */
export async function useKeys(server, keys) {
  const files = keys.map(({ kid }) => server.path(`${kid}.key`))
  for (const [index, { pem }] of keys.entries()) await writeFile(files[index], pem, { mode: 0o600 })
  await server.writeConfig({ keys: { pem_files: files } })
  await server.program.reload()
}

/** The service with a key of the test: { server, key, stop }. */
export async function startWithKey(environment) {
  const key = await newKey()
  const server = await startServe({ environment })
  await useKeys(server, [key])
  return disposable({ server, key, stop: server.stop })
}
