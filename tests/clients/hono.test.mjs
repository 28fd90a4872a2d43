// Another resource server with Hono's middleware, configured only as the guide for agents describes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Hono } from 'hono'
import { jwk } from 'hono/jwk'
import { startDev } from '../support/server.mjs'
import { altered, register, token } from '../support/steps.mjs'

const server = await startDev()
const jwt = await token(server.baseUrl, await register(server.baseUrl))
after(() => server.stop())

/** The status of a route behind the middleware. */
async function ask(verification, bearer = jwt) {
  const app = new Hono()
  app.use('*', jwk({ jwks_uri: `${server.baseUrl}/.well-known/jwks.json`, alg: ['ES256'], verification }))
  app.get('/', (context) => context.json(context.get('jwtPayload')))
  return (await app.request('/', { headers: { Authorization: `Bearer ${bearer}` } })).status
}

test('accepts a token with configured typ, issuer and audience', async () => {
  const expected = { typ: 'at+jwt', iss: server.baseUrl, aud: server.baseUrl }
  assert.equal(await ask(expected), 200)
  assert.equal(await ask(expected, altered(jwt, jwt.lastIndexOf('.') + 5)), 401)
  assert.equal(await ask({ ...expected, aud: 'https://elsewhere.example' }), 401)
})

test('refuses it without a configured typ, because it expects JWT', async () => {
  assert.equal(await ask({ iss: server.baseUrl, aud: server.baseUrl }), 401)
})
