// Clients that begin at a static host whose documents name an issuer elsewhere: they find it, and complete the flow.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as next from '@modelcontextprotocol/client'
import * as sdkAuth from '@modelcontextprotocol/sdk/client/auth.js'
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import * as oauth from 'oauth4webapi'
import { temporaryFolder } from '../support/folder.mjs'
import { importServed } from '../support/served_tools.mjs'
import { exampleProfile, freePort, renderConfig, runProgram, startServe } from '../support/server.mjs'
import { startStaticHost } from '../support/static_host.mjs'
import { readProfile } from '../support/steps.mjs'

const insecure = { [oauth.allowInsecureRequests]: true } // plain HTTP on loopback
const kMetadata = '/.well-known/oauth-protected-resource'
const directory = temporaryFolder('issuer-elsewhere')

const service = await startServe({ settings: { mcp: { enabled: true } } })
const port = await freePort()
const site = `http://127.0.0.1:${port}`
const file = join(directory, 'agent-access.toml')
await writeFile(file, renderConfig({ base_urls: [site], access: { issuer: service.baseUrl }, mcp: { enabled: true } }))
const exported = await runProgram(['export', '--config', file, join(directory, 'out')])
assert.equal(exported.code, 0, exported.output)
const host = await startStaticHost(join(directory, 'out', '127.0.0.1'), { port, readsHeaders: true })
after(async () => { await host.stop(); await service.stop() })

const read = async (path) => (await fetch(`${site}${path}`)).text()
const readJson = async (path) => JSON.parse(await read(path))

/** Where a client learns the address of the profile. */
const kBeginnings = {
  'llms.txt': async () => /`GET (\S+)`/.exec(await read('/llms.txt'))[1],
  'auth.md, by its links': async () => `${/issuer, <(\S+)>/.exec(await read('/auth.md'))[1]}/api/agent/full-profile`,
  'the API catalog': async () => (await readJson('/.well-known/api-catalog')).linkset.find((entry) => entry['service-meta']).anchor,
  'the A2A manifest': async () => (await readJson('/.well-known/agent.json')).endpoints.find(({ name }) => name === 'full-profile').url,
  'the site data': async () => (await readJson('/api/site.json')).resources.fullProfile,
  'OpenAPI': async () => {
    const path = '/api/agent/full-profile'
    return (await readJson('/openapi.json')).paths[path].servers[0].url + path
  },
}

for (const [name, find] of Object.entries(kBeginnings)) {
  test(`oauth4webapi from ${name}: resource, issuer, client, token, profile`, async () => {
    const resource = new URL(await find())
    const described = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, insecure))
    const issuer = new URL(described.authorization_servers[0])
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }))
    const client = await oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(as, {}, insecure))
    const answer = await oauth.clientCredentialsGrantRequest(as, client, oauth.ClientSecretPost(client.client_secret), {}, insecure)
    const { access_token: token } = await oauth.processClientCredentialsResponse(as, client, answer)
    const profile = await oauth.protectedResourceRequest(token, 'GET', resource, undefined, undefined, insecure)
    assert.equal((await profile.json())._meta.issued_to, client.client_id)
  })
}

test('the agent card names the metadata of the issuer', async () => {
  const { oauth2MetadataUrl, flows } = (await readJson('/.well-known/agent-card.json')).securitySchemes.oauth2.oauth2SecurityScheme
  assert.equal((await (await fetch(oauth2MetadataUrl)).json()).token_endpoint, flows.clientCredentials.tokenUrl)
})

for (const [name, mcp] of [['@modelcontextprotocol/sdk', { ...sdkAuth, ClientCredentialsProvider }], ['@modelcontextprotocol/client', next]]) {
  test(`${name}: registers and authorizes at the MCP endpoint that the server card of the static host names`, async () => {
    const { remotes } = await readJson('/.well-known/mcp/server-card.json')
    const serverUrl = remotes[0].url
    assert.equal(serverUrl, `${service.baseUrl}/mcp`)
    const metadata = await mcp.discoverAuthorizationServerMetadata(service.baseUrl)
    const client = await mcp.registerClient(service.baseUrl, { metadata, clientMetadata: { redirect_uris: [], grant_types: ['client_credentials'] } })
    const provider = new mcp.ClientCredentialsProvider({ clientId: client.client_id, clientSecret: client.client_secret, expectedIssuer: service.baseUrl })
    assert.equal(await mcp.auth(provider, { serverUrl }), 'AUTHORIZED')
    const { access_token: token } = await provider.tokens()
    assert.equal((await readProfile(service.baseUrl, token)).json._meta.issued_to, client.client_id)
  })
}

test('the browser tools of the static host read the profile of the issuer', async () => {
  const tools = await importServed(site)
  const { content, isError } = await tools.find(({ name }) => name === 'get_full_profile').execute({})
  assert.equal(isError, undefined, content[0].text)
  assert.equal(JSON.parse(content[0].text).name, exampleProfile.name)
})

// Metadata of a host that is neither the issuer nor the resource would have to be refused (RFC 8414 section 3.3, RFC 9728 section 3.3).
test('the static host itself has no metadata', async () => {
  for (const path of [kMetadata, `${kMetadata}/api/agent/full-profile`, '/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    assert.equal((await fetch(`${site}${path}`)).status, 404, path)
  }
})
