// Tokens signed with the service's key, with claims that the service does not issue.
import { randomUUID, sign as signBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'

const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n // of P-256, FIPS 186-4 D.1.2.3
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `pair` is the key of keys.pem_files; `more` maps the present second to claims. s in its lower form, the one accepted. */
export async function forgeToken(baseUrl, pair, more) {
  const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey))
  const now = Math.floor(Date.now() / 1000)
  const id = randomUUID()
  const claims = {
    iss: baseUrl, sub: id, client_id: id, aud: [baseUrl], scope: 'read:extended', iat: now, exp: now + 900,
    jti: randomUUID(), ...more(now),
  }
  const input = `${part({ alg: 'ES256', typ: 'at+jwt', kid })}.${part(claims)}`
  const signature = signBytes('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  const low = s > kOrder / 2n ? kOrder - s : s
  signature.write(low.toString(16).padStart(64, '0'), 32, 'hex')
  return `${input}.${signature.toString('base64url')}`
}
