// openid-client, configured with the URL of the server only.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as client from 'openid-client'
import { startDev } from '../support/server.mjs'
import { kProfilePath } from '../support/steps.mjs'

const insecure = { algorithm: 'oauth2', execute: [client.allowInsecureRequests] }
const server = await startDev()
after(() => server.stop())

test('registers, gets a token, reads the profile', async () => {
  const config = await client.dynamicClientRegistration(new URL(server.baseUrl), { client_name: 'openid-client' }, undefined, insecure)
  const tokens = await client.clientCredentialsGrant(config, { scope: 'read:extended', resource: server.baseUrl })
  assert.equal(tokens.expires_in, 900)
  const answer = await client.fetchProtectedResource(config, tokens.access_token, new URL(kProfilePath, server.baseUrl), 'GET')
  assert.equal((await answer.json())._meta.issued_to, config.clientMetadata().client_id)
})

for (const [name, make] of [['Basic', client.ClientSecretBasic], ['post', client.ClientSecretPost], ['its default', () => undefined]]) {
  test(`discovers with known credentials and ${name}`, async () => {
    const registration = await client.dynamicClientRegistration(new URL(server.baseUrl), {}, undefined, insecure)
      .catch((error) => error)
    assert.ok(!(registration instanceof Error), String(registration.cause ?? registration))
    const { client_id: id, client_secret: secret } = registration.clientMetadata()
    const config = await client.discovery(new URL(server.baseUrl), id, secret, make(secret), insecure)
    assert.equal((await client.clientCredentialsGrant(config)).token_type, 'bearer')
  })
}
