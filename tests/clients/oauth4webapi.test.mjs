// oauth4webapi, which follows the OAuth specifications strictly.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { startDev } from '../support/server.mjs'
import { kProfilePath } from '../support/steps.mjs'

const insecure = { [oauth.allowInsecureRequests]: true } // plain HTTP on loopback
const server = await startDev()
const issuer = new URL(server.baseUrl)
const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
const as = await oauth.processDiscoveryResponse(issuer, answer)
after(() => server.stop())

const registered = async () =>
  oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(as, { client_name: 'oauth4webapi' }, insecure))

const grant = async (client, authentication) =>
  oauth.processClientCredentialsResponse(as, client,
    await oauth.clientCredentialsGrantRequest(as, client, authentication, { scope: 'read:extended' }, insecure))

test('discovery gives the metadata of the host asked', () => { assert.equal(as.issuer, server.baseUrl) })

test('registration follows RFC 7591', async () => {
  const client = await registered()
  assert.equal(client.client_secret_expires_at, 0)
  assert.equal(client.client_name, 'oauth4webapi')
})

for (const [name, make] of [['client_secret_basic', oauth.ClientSecretBasic], ['client_secret_post', oauth.ClientSecretPost]]) {
  test(`${name}: a grant, a valid access token, the profile`, async () => {
    const client = await registered()
    const result = await grant(client, make(client.client_secret))
    assert.equal(result.token_type, 'bearer')
    assert.equal(result.expires_in, 900)
    const url = new URL(kProfilePath, issuer)
    const fields = new Headers({ Authorization: `Bearer ${result.access_token}` })
    for (const audience of [server.baseUrl, url.href]) {
      const claims = await oauth.validateJwtAccessToken(as, new Request(url, { headers: fields }), audience, insecure)
      assert.equal(claims.client_id, client.client_id)
      assert.equal(claims.scope, 'read:extended')
    }
    const answer = await oauth.protectedResourceRequest(result.access_token, 'GET', url, undefined, undefined, insecure)
    assert.equal((await answer.json())._meta.issued_to, client.client_id)
  })
}

test('a wrong secret is an error that the library parses', async () => {
  const client = await registered()
  for (const make of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
    await assert.rejects(grant(client, make('A'.repeat(43))), (error) =>
      error.error === 'invalid_client' || error.cause?.[0]?.scheme === 'basic')
  }
})

test('the challenge is parsed by the library', async () => {
  const answer = oauth.protectedResourceRequest('not-a-token', 'GET', new URL(kProfilePath, issuer), undefined, undefined, insecure)
  await assert.rejects(answer, (error) => {
    assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
    const [challenge] = error.cause
    assert.equal(challenge.scheme, 'bearer')
    assert.equal(challenge.parameters.error, 'invalid_token')
    assert.equal(challenge.parameters.resource_metadata, `${server.baseUrl}/.well-known/oauth-protected-resource`)
    return true
  })
})

test('the metadata of both resources is accepted', async () => {
  for (const resource of [issuer, new URL(kProfilePath, issuer)]) {
    const answer = await oauth.resourceDiscoveryRequest(resource, insecure)
    const metadata = await oauth.processResourceDiscoveryResponse(resource, answer)
    assert.deepEqual(metadata.authorization_servers, [server.baseUrl])
  }
})
