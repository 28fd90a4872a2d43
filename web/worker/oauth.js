// Clients and tokens (RFC 6749 client_credentials, RFC 9068), derived from the master secret as the C++ service derives them: a client's
// secret is an HMAC of its id, a signing key a function of generation and date. WebCrypto only; no list of clients is kept.
//
// Faults are names of rows of the fault table.
import { areEqual, bytesOf, fromBase64Url, isText, joinBytes, randomUuid, textOfUtf8, toBase64Url, toHex, uuidBytes, uuidText } from './encoding.js'
import { readJson } from './json.js'
import { protocol } from './protocol.js'

const { clock_skew_seconds: kSkewSeconds, profile_path: kProfilePath, retirement_seconds: kRetirementSeconds, token_seconds: kTokenSeconds } = protocol
const kDefaultScope = 0

const kHmac = { name: 'HMAC', hash: 'SHA-256' }
const kCurve = { name: 'ECDSA', namedCurve: 'P-256' }
const kEs256 = { name: 'ECDSA', hash: 'SHA-256' }

// ---- Derivation

const macKey = (bytes) => crypto.subtle.importKey('raw', bytes, kHmac, false, ['sign'])
const macWith = async (key, message) => new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
const mac = async (bytes, message) => macWith(await macKey(bytes), message)

/** HKDF-SHA-256 with a label for each purpose. */
async function derive(master, label) {
  const key = await crypto.subtle.importKey('raw', master, 'HKDF', false, ['deriveBits'])
  const info = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(protocol.derivation_salt), info: bytesOf(label) }
  return new Uint8Array(await crypto.subtle.deriveBits(info, key, 256))
}

const numberOf = (bytes) => BigInt(`0x${toHex(bytes)}`)
const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const kHalfOrder = kOrder / 2n

/** c2sp.org/det-keygen for P-256: the private key of a seed, by HMAC_DRBG. @type {(seed: Uint8Array) => Promise<Uint8Array>} */
async function privateScalar(seed) {
  const input = joinBytes(seed, bytesOf('det ECDSA key gen P-256'))
  let key = new Uint8Array(32)
  let block = new Uint8Array(32).fill(1)
  for (const separator of [0, 1]) {
    key = await mac(key, joinBytes(block, [separator], input))
    block = await mac(key, block)
  }
  block = await mac(key, block)
  while (numberOf(block) >= kOrder || numberOf(block) === 0n) {
    key = await mac(key, joinBytes(block, [0]))
    block = await mac(key, await mac(key, block))
  }
  return block
}

// PKCS#8 up to the private key, without a public one: WebCrypto computes that.
const kPkcs8 = [0x30, 0x41, 2, 1, 0, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7,
  4, 0x27, 0x30, 0x25, 2, 1, 1, 4, 0x20]

/** RFC 7638: the required members in the order of their names. */
async function thumbprint({ x, y }) {
  const members = `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(members))))
}

async function epochKey(master, { generation, rotation }, epoch) {
  const seed = await derive(master, `${protocol.token_key_label}/${generation}/${epoch}`)
  const signing = await crypto.subtle.importKey('pkcs8', joinBytes(kPkcs8, await privateScalar(seed)), kCurve, true, ['sign'])
  const { x, y } = await crypto.subtle.exportKey('jwk', signing)
  const kid = await thumbprint({ x, y })
  return {
    kid,
    jwk: `{"kty":"EC","crv":"P-256","x":"${x}","y":"${y}","kid":"${kid}","use":"sig","alg":"ES256"}`,
    header: toBase64Url(bytesOf(`{"alg":"ES256","typ":"at+jwt","kid":"${kid}"}`)),
    signing,
    verifying: await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, kCurve, false, ['verify']),
    publishedFrom: (epoch - 1) * rotation,
    signsFrom: epoch * rotation,
    publishedUntil: (epoch + 1) * rotation + kRetirementSeconds,
  }
}

/** The keys that are published at `now`, oldest first; the one that signs; the second at which to derive them again. */
async function scheduleAt(masters, settings, now) {
  const { rotation } = settings
  const current = Math.floor(now / rotation)
  const keys = new Map()
  let signing
  for (let epoch = Math.floor((now - kRetirementSeconds) / rotation); epoch <= current + 1; ++epoch) {
    for (const master of masters) {
      const key = await epochKey(master, settings, epoch)
      if (!keys.has(key.kid)) keys.set(key.kid, key)
      if (epoch === current) signing ??= key
    }
  }
  const ends = [...keys.values()].map(({ publishedUntil }) => publishedUntil)
  return { keys, signing, from: current * rotation, until: Math.min((current + 1) * rotation, ...ends) }
}

// ---- Scopes: bits, by their index in the settings

/** Of words between single spaces. A name that does not exist is null where it was requested, and ignored in a token. */
function scopesIn(text, names, isRequest) {
  let scopes = 0
  for (const word of text.split(' ')) {
    if (word === '' && isRequest) continue
    const index = names.indexOf(word)
    if (index >= 0) scopes |= 1 << index
    else if (isRequest) return null
  }
  return scopes
}
const scopeText = (scopes, names) => names.filter((_, index) => scopes & 1 << index).join(' ')

// ---- Tokens

/** Half of all signatures have a high s; verifiers of this service take the low one only. */
function withLowS(signature) {
  if (isLowS(signature)) return signature
  const digits = (kOrder - numberOf(signature.subarray(32))).toString(16).padStart(64, '0')
  return joinBytes(signature.subarray(0, 32), (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}
const isLowS = (signature) => numberOf(signature.subarray(32)) <= kHalfOrder

const isAbsentOr = (test) => (value) => value === undefined || test(value)
const isTime = (value) => ['number', 'bigint'].includes(typeof value) && value >= 0
const kClaims = {
  iss: isText, sub: isText, client_id: isText, scope: isText, jti: isText, exp: isTime, iat: isTime, nbf: isTime,
  aud: (value) => isText(value) || Array.isArray(value) && value.every(isText),
}

/** The claims of a payload, or null: not JSON, or a claim has another type. */
function readClaims(payload) {
  const text = textOfUtf8(payload)
  const { value } = text === null ? { value: null } : readJson(text)
  if (!(value instanceof Map)) return null
  if (!Object.entries(kClaims).every(([name, test]) => isAbsentOr(test)(value.get(name)))) return null
  const plain = (claim) => (typeof claim === 'bigint' ? Number(claim) : claim)
  return Object.fromEntries(Object.keys(kClaims).map((name) => [name, plain(value.get(name))]))
}

/** The key that a header names, or a fault. Only the three members that this service issues are accepted. */
function selectKey(header, keys) {
  const text = textOfUtf8(header)
  const { value } = text === null ? { value: null } : readJson(text)
  if (!(value instanceof Map) || ![...value.keys()].every((name) => ['alg', 'typ', 'kid'].includes(name))) return 'malformed_token'
  if (value.get('alg') !== 'ES256') return 'malformed_token'
  if (!isText(value.get('typ')) || !/^(application\/)?at\+jwt$/i.test(value.get('typ'))) return 'malformed_token'
  return keys.get(value.get('kid')) ?? 'invalid_signature'
}

export class Issuer {
  /** @type {any} */
  settings
  #masters
  #secretKeys
  #schedule
  #pending
  #verified = new Map()

  /**
   * `settings`: { urls, scopes, areScopesDeclared, generation, rotation, verifiedTokens }; `secrets`: the master secret and, after it,
   * previous ones, as secretsOf accepts them.
   */
  static async create(settings, secrets) {
    const masters = secrets.map(bytesOf)
    const issuer = new Issuer()
    issuer.settings = settings
    issuer.#masters = masters
    issuer.#secretKeys = await Promise.all(masters.map(async (master) => macKey(await derive(master, protocol.client_secret_label))))
    return issuer
  }

  /** The keys of `now`, derived once for each epoch. */
  async keysAt(now) {
    const isCurrent = this.#schedule && this.#schedule.from <= now && now < this.#schedule.until
    if (isCurrent) return this.#schedule
    this.#pending ??= scheduleAt(this.#masters, this.settings, now).finally(() => { this.#pending = undefined })
    this.#schedule = await this.#pending
    return this.#schedule
  }

  /** @type {(random: (size: number) => Uint8Array) => Promise<{ id: string, secret: string }>} */
  async register(random) {
    const id = randomUuid(random)
    return { id, secret: toBase64Url(await macWith(this.#secretKeys[0], secretMessage(uuidBytes(id)))) }
  }

  /** Every master is tried, whatever the others said, so that the time of a refusal does not show which part was wrong. */
  async #authenticate(id, secret) {
    const known = uuidBytes(id)
    const presented = fromBase64Url(secret)
    const isWellFormed = presented?.length === 32
    const compared = isWellFormed ? presented : new Uint8Array(32)
    let matches = 0
    for (const key of this.#secretKeys) {
      matches |= Number(areEqual(await macWith(key, secretMessage(known ?? new Uint8Array(16))), compared))
    }
    return (matches & Number(known !== null) & Number(isWellFormed)) === 1 ? known : null
  }

  /**
   * The request's `grant_type`, `client_id`, `client_secret` and `scope` are texts. { fault }, or { token, scope, kid, jti, clientId }.
   */
  async issue({ grant_type, client_id, client_secret, scope }, url, now, random) {
    if (grant_type === '') return { fault: 'missing_grant_type' }
    if (grant_type !== protocol.grant_type) return { fault: 'unsupported_grant_type' }
    if (client_id === '') return { fault: 'missing_client_id' }
    if (client_secret === '') return { fault: 'missing_client_secret' }
    const known = await this.#authenticate(client_id, client_secret)
    if (known === null) return { fault: /^[ \t\r\n]|[ \t\r\n]$/.test(client_secret) ? 'padded_secret' : 'invalid_client' }
    const { scopes: names, areScopesDeclared } = this.settings
    const wanted = scopesIn(areScopesDeclared ? scope : '', names, true)
    if (wanted === null) return { fault: 'invalid_scope' }
    const granted = { clientId: uuidText(known), jti: randomUuid(random), scopes: wanted || 1 << kDefaultScope, expiresAt: now + kTokenSeconds }
    const { signing } = await this.keysAt(now)
    const text = scopeText(granted.scopes, names)
    const payload = JSON.stringify({
      iss: url, sub: granted.clientId, client_id: granted.clientId, aud: [url, url + kProfilePath], scope: text,
      iat: now, exp: granted.expiresAt, jti: granted.jti,
    })
    const signed = `${signing.header}.${toBase64Url(bytesOf(payload))}`
    const signature = withLowS(new Uint8Array(await crypto.subtle.sign(kEs256, signing.signing, bytesOf(signed))))
    const token = `${signed}.${toBase64Url(signature)}`
    this.#remember(token, granted)
    return { token, scope: text, kid: signing.kid, ...granted }
  }

  // ---- Verified tokens; the oldest are forgotten first
  #remember(token, grant) {
    if (this.#verified.size >= this.settings.verifiedTokens) this.#verified.delete(this.#verified.keys().next().value)
    this.#verified.set(token, grant)
  }

  /** { fault }, or { clientId, scopes, expiresAt, jti } of a token with that scope; null: whatever its scopes. */
  async authorize(authorization, scope, now) {
    if (authorization === null) return { fault: 'missing_token' }
    const [, token] = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization) ?? []
    if (token === undefined) return { fault: 'not_bearer' }
    if (token.length > protocol.token_bytes) return { fault: 'malformed_token' }
    const grant = this.#recall(token, now) ?? await this.#verify(token, now)
    if (grant.fault === undefined && scope !== null && !(grant.scopes & 1 << scope)) return { fault: 'insufficient_scope' }
    return grant
  }

  #recall(token, now) {
    const grant = this.#verified.get(token)
    // One that expires later than a token of now was issued before the clock was set back.
    if (grant === undefined || grant.expiresAt > now + kTokenSeconds + kSkewSeconds) return null
    return now >= grant.expiresAt ? { fault: 'expired' } : grant
  }

  async #verify(token, now) {
    // A further dot is in the signature, which is then not base64url.
    const [signed, ...segments] = /^([^.]*)\.([^.]*)(?=\.(.*))/s.exec(token) ?? []
    const [header, payload, signature] = segments.map(fromBase64Url)
    if (!header?.length || !payload?.length || signature?.length !== 64) return { fault: 'malformed_token' }
    const { keys } = await this.keysAt(now)
    const key = selectKey(header, keys)
    if (isText(key)) return { fault: key }
    const isSigned = isLowS(signature) && await crypto.subtle.verify(kEs256, key.verifying, signature, bytesOf(signed))
    if (!isSigned || now < key.publishedFrom || now >= key.publishedUntil) return { fault: 'invalid_signature' }
    const grant = this.#grantOf(readClaims(payload), now)
    if (grant.fault === undefined && uuidBytes(grant.jti)) this.#remember(token, grant)
    return { ...grant, kid: key.kid }
  }

  /** What claims grant, in the order of the checks of the C++ service. */
  #grantOf(claims, now) {
    if (claims?.exp === undefined) return { fault: 'invalid_claims' }
    if (now >= claims.exp) return { fault: 'expired' }
    if (claims.iat === undefined || claims.iat > now + kSkewSeconds || claims.nbf > now) return { fault: 'invalid_claims' }
    if (claims.exp - claims.iat > kTokenSeconds) return { fault: 'lives_too_long' }
    const { urls, scopes: names } = this.settings
    if (!urls.includes(claims.iss)) return { fault: 'invalid_claims' }
    const isForUs = [claims.aud ?? []].flat().some((audience) => urls.some((url) => audience === url || audience === url + kProfilePath))
    if (!isForUs) return { fault: 'wrong_audience' }
    const id = claims.client_id === claims.sub && uuidBytes(claims.client_id ?? '')
    if (!id || uuidText(id) !== claims.client_id || !claims.jti) return { fault: 'invalid_claims' }
    const scopes = scopesIn(claims.scope ?? '', names, false)
    return scopes ? { clientId: claims.client_id, scopes, expiresAt: claims.exp, jti: claims.jti } : { fault: 'insufficient_scope' }
  }
}

const secretMessage = (id) => joinBytes(bytesOf(protocol.client_secret_label), [0], id)
