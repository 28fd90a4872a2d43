// Another resource server with jose, which has only the URL of the keys.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { startDev } from '../support/server.mjs'
import { altered, kProfilePath, register, token } from '../support/steps.mjs'

const server = await startDev()
const client = await register(server.baseUrl)
const jwt = await token(server.baseUrl, client)
const keys = createRemoteJWKSet(new URL(`${server.baseUrl}/.well-known/jwks.json`))
after(() => server.stop())

const options = (more = {}) => ({ typ: 'at+jwt', algorithms: ['ES256'], issuer: server.baseUrl, audience: server.baseUrl, ...more })

test('verifies signature, type, issuer, both audiences and the required claims', async () => {
  for (const audience of [server.baseUrl, `${server.baseUrl}${kProfilePath}`]) {
    const requiredClaims = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'client_id', 'scope']
    const { payload } = await jwtVerify(jwt, keys, options({ audience, requiredClaims, maxTokenAge: '15 minutes' }))
    assert.equal(payload.sub, client.client_id)
  }
})

test('refuses another audience, another issuer, another type and a changed signature', async () => {
  for (const more of [{ audience: 'https://elsewhere.example' }, { issuer: 'https://elsewhere.example' }, { typ: 'JWT' }]) {
    await assert.rejects(jwtVerify(jwt, keys, options(more)), errors.JWTClaimValidationFailed)
  }
  await assert.rejects(jwtVerify(altered(jwt, jwt.lastIndexOf('.') + 5), keys, options()), errors.JWSSignatureVerificationFailed)
})

test('refuses the token after 900 seconds', async () => {
  const { payload } = await jwtVerify(jwt, keys, options())
  const at = (seconds) => new Date((payload.iat + seconds) * 1000)
  await jwtVerify(jwt, keys, options({ currentDate: at(899) }))
  await assert.rejects(jwtVerify(jwt, keys, options({ currentDate: at(900) })), errors.JWTExpired)
})
