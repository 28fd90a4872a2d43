const kIssuer = 'https://example.com'
const kAudience = kIssuer
const kScope = 'read:extended'
// 64 bytes of signature in base64url: the last character has four bits that must be zero.
const kForm = /^Bearer +([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{85}[AQgw])$/i
// What precedes the two coordinates in the DER form of a P-256 key; this njs does not import a JWK.
const kKeyStart = Buffer.from('MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE', 'base64')
const kCurve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const fromBase64 = (text) => Buffer.from(text, 'base64url')
const object = (part) => JSON.parse(fromBase64(part).toString())

function refuse(r, status, error, description, more) {
  const metadata = `${kIssuer}/.well-known/oauth-protected-resource`
  r.headersOut['WWW-Authenticate'] = `Bearer error="${error}", error_description="${description}", ${more}resource_metadata="${metadata}"`
  r.headersOut['Content-Type'] = 'application/json'
  r.headersOut['Cache-Control'] = 'no-store'
  r.return(status, JSON.stringify({ error: error, error_description: description }))
}

/** The claims of the token if everything but its scope is right. */
async function verified(r, keys) {
  const parts = kForm.exec(r.headersIn.Authorization || '')
  if (!parts) return undefined
  const header = object(parts[1])
  if (header.alg !== 'ES256' || header.typ !== 'at+jwt' || header.crit !== undefined) return undefined
  const jwk = keys.find((key) => key.kid === header.kid && key.kty === 'EC' && key.crv === 'P-256')
  if (!jwk) return undefined
  const spki = Buffer.concat([kKeyStart, fromBase64(jwk.x), fromBase64(jwk.y)])
  const key = await crypto.subtle.importKey('spki', spki, kCurve, false, ['verify'])
  if (!(await crypto.subtle.verify(kCurve, key, fromBase64(parts[3]), Buffer.from(`${parts[1]}.${parts[2]}`)))) return undefined
  const claims = object(parts[2])
  const isRight = claims.iss === kIssuer && Array.isArray(claims.aud) && claims.aud.includes(kAudience) && claims.exp > Date.now() / 1000
  return isRight ? claims : undefined
}

async function check(r) {
  const answer = await r.subrequest('/agent-access-keys')
  if (answer.status !== 200) return r.return(503)
  let claims
  try {
    claims = await verified(r, JSON.parse(answer.responseText).keys)
  } catch (error) {
    r.log(`access token: ${error.message}`)
  }
  if (!claims) return refuse(r, 401, 'invalid_token', 'The access token is missing or invalid', '')
  if (!String(claims.scope).split(' ').includes(kScope)) return refuse(r, 403, 'insufficient_scope', `The scope ${kScope} is missing`, `scope="${kScope}", `)
  r.variables.agent_access_client = claims.client_id
  r.internalRedirect('@reports')
}

export default { check }
