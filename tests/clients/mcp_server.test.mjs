// The clients of both major versions of the MCP SDK at POST /mcp. They begin with the address of the site: its server card names the
// endpoint, and everything else is found from there.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as next from '@modelcontextprotocol/client'
import { ClientCredentialsProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { kServerName } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { exampleProfile, startServe } from '../support/server.mjs'
import { kProfilePath, register } from '../support/steps.mjs'

const kInfo = { name: 'Example client', version: '1.0.0' }

const first = { Client, StreamableHTTPClientTransport, ClientCredentialsProvider, UnauthorizedError }
const negotiating = (mode) => ({ versionNegotiation: { mode } })
/** Name, SDK, options of the client, revision that it comes to use. */
const kClients = [
  ['@modelcontextprotocol/sdk', first, {}, '2025-11-25'],
  ['@modelcontextprotocol/client, automatic', next, negotiating('auto'), '2026-07-28'],
  ['@modelcontextprotocol/client, pinned', next, negotiating({ pin: '2026-07-28' }), '2026-07-28'],
  ['@modelcontextprotocol/client, legacy', next, negotiating('legacy'), '2025-11-25'],
]

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
const card = await (await fetch(`${server.baseUrl}/.well-known/mcp/server-card.json`)).json()
const url = new URL(card.remotes.find(({ type }) => type === 'streamable-http').url)
after(() => server.stop())

/** Keeps in memory what the SDK obtains; the SDK discovers, registers and asks for the token itself. */
class Memory {
  redirectUrl = undefined
  clientMetadata = { client_name: 'Example client', redirect_uris: [], grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_basic' }
  clientInformation() { return this.client }
  saveClientInformation(client) { this.client = client }
  tokens() { return this.issued }
  saveTokens(tokens) { this.issued = tokens }
  prepareTokenRequest(scope) { return new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }) }
  redirectToAuthorization() { throw new Error('there is nothing to redirect to') }
  saveCodeVerifier() { throw new Error('there is no code') }
  codeVerifier() { throw new Error('there is no code') }
}

/** Runs `use` with a connected client and the paths it has asked for. */
async function withClient(sdk, options, authProvider, use) {
  const paths = []
  const watching = (address, init) => {
    paths.push(`${init?.method ?? 'GET'} ${new URL(address).pathname}`)
    return fetch(address, init)
  }
  const client = new sdk.Client(kInfo, options)
  const transport = new sdk.StreamableHTTPClientTransport(url, { authProvider, fetch: watching })
  await client.connect(transport)
  try {
    await use(client, paths, transport)
  } finally {
    await client.close()
  }
}

for (const [name, sdk, options, revision] of kClients) {
  test(`${name}: connects, lists and calls public tools and reads public documents`, () =>
    withClient(sdk, options, undefined, async (client, paths, transport) => {
      assert.equal(transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.(), revision)
      assert.equal(client.getServerVersion().name, kServerName)
      assert.match(client.getInstructions(), /^Use get_site_overview first\./)
      assert.deepEqual(Object.keys(client.getServerCapabilities()).toSorted(), revision === '2026-07-28' ? ['extensions', 'resources', 'tools'] : ['resources', 'tools'])
      const { tools } = await client.listTools()
      assert.deepEqual(tools.map((tool) => tool.name), kTools)
      assert.ok(tools.every(({ annotations }) => annotations.readOnlyHint))
      const overview = await client.callTool({ name: 'get_site_overview', arguments: {} })
      assert.equal(overview.structuredContent.url, `${server.baseUrl}/`)
      assert.deepEqual(JSON.parse(overview.content[0].text), overview.structuredContent)
      const failed = await client.callTool({ name: 'list_content', arguments: { collection: 'birds' } })
      assert.deepEqual([failed.isError, failed.content[0].text], [true, 'collection must be one of publications, projects, pages'])
      const { resources } = await client.listResources()
      const guide = resources.find(({ uri }) => uri === `${server.baseUrl}/llms.txt`)
      const { contents: [{ text, mimeType }] } = await client.readResource({ uri: guide.uri })
      assert.equal(text, await (await fetch(guide.uri)).text())
      assert.equal(mimeType, 'text/plain')
      const { resourceTemplates: [{ uriTemplate }] } = await client.listResourceTemplates()
      assert.equal(uriTemplate, 'content:///{collection}/{slug}')
      const { contents: [page] } = await client.readResource({ uri: 'content:///pages/home' })
      assert.equal(JSON.parse(page.text).slug, 'home')
      assert.ok(!paths.some((path) => path.includes('well-known') || path.includes('oauth')), `asked for: ${paths}`)
    }))

  test(`${name}: without authorization, tool and resource of the profile are refused`, () =>
    withClient(sdk, options, undefined, async (client) => {
      const isRefusal = (error) => error.code === 401 || error.status === 401 || /401|access token is missing/.test(error.message)
      await assert.rejects(client.callTool({ name: 'get_full_profile', arguments: {} }), isRefusal)
      await assert.rejects(client.readResource({ uri: `${server.baseUrl}${kProfilePath}` }), isRefusal)
      assert.equal((await client.callTool({ name: 'get_faq', arguments: {} })).isError, undefined)
    }))

  test(`${name}: discovers, registers and reads the profile by tool and by resource`, async () => {
    const memory = new Memory()
    await withClient(sdk, options, memory, async (client, paths) => {
      const { structuredContent } = await client.callTool({ name: 'get_full_profile', arguments: {} })
      const { _meta, ...profile } = structuredContent
      assert.deepEqual(profile, exampleProfile)
      assert.equal(_meta.issued_to, memory.client.client_id)
      assert.equal(memory.client.client_name, 'Example client')
      assert.equal(memory.issued.token_type, 'Bearer')
      const asked = paths.filter((path) => !path.endsWith(' /mcp'))
      assert.deepEqual(asked, ['GET /.well-known/oauth-protected-resource/mcp', 'GET /.well-known/oauth-authorization-server',
        'POST /oauth/register', 'POST /oauth/token'])
      const { contents: [{ text, mimeType }] } = await client.readResource({ uri: `${server.baseUrl}${kProfilePath}` })
      assert.equal(mimeType, 'application/json')
      assert.equal(JSON.parse(text)._meta.issued_to, memory.client.client_id)
    })
  })

  test(`${name}: ClientCredentialsProvider with a client registered before`, async () => {
    const { client_id, client_secret } = await register(server.baseUrl)
    const provider = new sdk.ClientCredentialsProvider({
      clientId: client_id, clientSecret: client_secret, scope: 'read:extended', expectedIssuer: server.baseUrl,
    })
    await withClient(sdk, options, provider, async (client) => {
      const { structuredContent } = await client.callTool({ name: 'get_full_profile', arguments: {} })
      assert.equal(structuredContent._meta.issued_to, client_id)
    })
  })
}
