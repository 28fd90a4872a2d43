// Libraries that look for an OpenID configuration unless configured otherwise, with their defaults.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, test } from 'node:test'
import { OpenIdProviderDiscoveryMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js'
import buildGetJwks from 'get-jwks'
import * as client from 'openid-client'
import { startDev } from '../support/server.mjs'
import { decode, kProfilePath, register, token } from '../support/steps.mjs'

const insecure = { execute: [client.allowInsecureRequests] }
const server = await startDev()
after(() => server.stop())

test('openid-client registers, gets a token and reads the profile with its default discovery', async () => {
  for (const base of [server.baseUrl, server.otherBaseUrl]) {
    const config = await client.dynamicClientRegistration(new URL(base), { client_name: 'openid-client' }, undefined, insecure)
    assert.equal(config.serverMetadata().issuer, base)
    const tokens = await client.clientCredentialsGrant(config)
    const answer = await client.fetchProtectedResource(config, tokens.access_token, new URL(kProfilePath, base), 'GET')
    assert.equal((await answer.json())._meta.issued_to, config.clientMetadata().client_id)
  }
})

test('openid-client discovers by default with known credentials', async () => {
  const { client_id: id, client_secret: secret } = await register(server.baseUrl)
  const config = await client.discovery(new URL(server.baseUrl), id, secret, undefined, insecure)
  assert.equal((await client.clientCredentialsGrant(config)).token_type, 'bearer')
})

test('the schema of the MCP SDK for a document of OpenID discovery takes it', async () => {
  for (const base of [server.baseUrl, server.otherBaseUrl]) {
    const read = OpenIdProviderDiscoveryMetadataSchema.parse(await (await fetch(`${base}/.well-known/openid-configuration`)).json())
    assert.equal(read.token_endpoint, `${base}/oauth/token`)
  }
})

for (const providerDiscovery of [true, false]) {
  test(`get-jwks finds the key of a token, ${providerDiscovery ? 'by discovery' : 'by its own path'}`, async () => {
    const jwt = await token(server.baseUrl, await register(server.baseUrl))
    const { header, payload } = decode(jwt)
    const keys = buildGetJwks({ providerDiscovery, issuersWhitelist: [server.baseUrl] })
    const key = createPublicKey(await keys.getPublicKey({ domain: payload.iss, alg: header.alg, kid: header.kid }))
    const end = jwt.lastIndexOf('.')
    const signature = Buffer.from(jwt.slice(end + 1), 'base64url')
    assert.equal(verify('sha256', Buffer.from(jwt.slice(0, end)), { key, dsaEncoding: 'ieee-p1363' }, signature), true)
  })
}
