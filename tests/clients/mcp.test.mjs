// The client_credentials flow of both major versions of the MCP SDK, with only the challenge and the documents of the server.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as next from '@modelcontextprotocol/client'
import * as sdkAuth from '@modelcontextprotocol/sdk/client/auth.js'
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import { startDev } from '../support/server.mjs'
import { kProfilePath, readProfile, register } from '../support/steps.mjs'

const generations = [
  ['@modelcontextprotocol/sdk', { ...sdkAuth, ClientCredentialsProvider }],
  ['@modelcontextprotocol/client', next],
]
const server = await startDev()
after(() => server.stop())

for (const [name, mcp] of generations) {
  test(`${name}: ClientCredentialsProvider and auth() from the challenge`, async () => {
    const serverUrl = `${server.baseUrl}${kProfilePath}`
    const challenge = mcp.extractWWWAuthenticateParams(await fetch(serverUrl))
    assert.equal(challenge.error, 'invalid_token')
    assert.equal(challenge.resourceMetadataUrl.href, `${server.baseUrl}/.well-known/oauth-protected-resource`)
    const client = await register(server.baseUrl)
    const provider = new mcp.ClientCredentialsProvider({
      clientId: client.client_id, clientSecret: client.client_secret, scope: 'read:extended', expectedIssuer: server.baseUrl,
    })
    const outcome = await mcp.auth(provider, { serverUrl, resourceMetadataUrl: challenge.resourceMetadataUrl })
    assert.equal(outcome, 'AUTHORIZED')
    const { access_token: jwt } = await provider.tokens()
    assert.equal((await readProfile(server.baseUrl, jwt)).json._meta.issued_to, client.client_id)
  })

  test(`${name}: auth() without the challenge finds the path document`, async () => {
    const client = await register(server.baseUrl)
    const provider = new mcp.ClientCredentialsProvider({
      clientId: client.client_id, clientSecret: client.client_secret, expectedIssuer: server.baseUrl,
    })
    assert.equal(await mcp.auth(provider, { serverUrl: `${server.baseUrl}${kProfilePath}` }), 'AUTHORIZED')
  })

  test(`${name}: registerClient accepts the registration without a name, with and without addresses`, async () => {
    const metadata = await mcp.discoverAuthorizationServerMetadata(server.baseUrl)
    for (const addresses of [[], ['http://127.0.0.1:3334/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback']]) {
      const client = await mcp.registerClient(server.baseUrl, { metadata, clientMetadata: { redirect_uris: addresses, grant_types: ['client_credentials'] } })
      assert.deepEqual([client.redirect_uris, 'client_name' in client], [addresses, false])
    }
  })

  test(`${name}: registerClient accepts the registration`, async () => {
    const metadata = await mcp.discoverAuthorizationServerMetadata(server.baseUrl)
    const client = await mcp.registerClient(server.baseUrl, {
      metadata,
      clientMetadata: { client_name: 'MCP client', redirect_uris: [], grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_basic' },
    })
    assert.equal(client.client_name, 'MCP client')
    assert.ok(client.client_secret)
  })
}
