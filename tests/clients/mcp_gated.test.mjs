// The clients of both major versions of the MCP SDK read gated documents at POST /mcp. Version 2 asks for the scope that the
// refusal names; version 1 only for that of the client's metadata, whatever the refusal names.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as next from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { kPaper, startGatedSite } from '../support/gate_proxy.mjs'

/** Name, SDK, options of the client, scope of its metadata, the scopes that it then asks for, and the code for a missing resource. */
const kClients = [
  ['@modelcontextprotocol/sdk', { Client, StreamableHTTPClientTransport }, {}, 'read:extended read:papers', ['read:extended read:papers'], -32002],
  ['@modelcontextprotocol/client', next, { versionNegotiation: { mode: 'auto' } }, undefined, ['read:papers', 'read:papers read:extended'], -32602],
]

const site = await startGatedSite({ mcp: { enabled: true } })
after(() => site.stop())

/** Keeps in memory what the SDK obtains, and the scopes that it has asked for. */
class Memory {
  scopes = []
  redirectUrl = undefined
  constructor(scope) { if (scope !== undefined) this.clientMetadata.scope = scope }
  clientMetadata = { client_name: 'Reader', redirect_uris: [], grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_basic' }
  clientInformation() { return this.client }
  saveClientInformation(client) { this.client = client }
  tokens() { return this.issued }
  saveTokens(tokens) { this.issued = tokens }
  prepareTokenRequest(scope) {
    this.scopes.push(scope)
    return new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
  }
  redirectToAuthorization() { throw new Error('there is nothing to redirect to') }
  saveCodeVerifier() { throw new Error('there is no code') }
  codeVerifier() { throw new Error('there is no code') }
}

for (const [name, sdk, options, metadataScope, asked, missing] of kClients) {
  test(`${name}: discovers, registers and reads gated files with the scope of each`, async () => {
    const memory = new Memory(metadataScope)
    const client = new sdk.Client({ name: 'Reader', version: '1.0.0' }, options)
    await client.connect(new sdk.StreamableHTTPClientTransport(new URL(`${site.baseUrl}/mcp`), { authProvider: memory }))
    try {
      const { resources } = await client.listResources()
      const { uri } = resources.find((resource) => resource.uri.endsWith('/api/agent/tides.txt'))
      const { contents: [file] } = await client.readResource({ uri })
      assert.deepEqual(file, { uri, mimeType: 'text/plain', text: kPaper })
      assert.deepEqual(memory.scopes, asked.slice(0, 1))
      assert.equal(memory.issued.scope, asked[0])
      const { contents: [report] } = await client.readResource({ uri: `${site.baseUrl}/api/agent/report.txt` })
      assert.equal(report.text, 'The sea rose.\n')
      assert.deepEqual(memory.scopes, asked)
      await assert.rejects(client.readResource({ uri: `${site.baseUrl}/api/agent/none.txt` }), { code: missing })
    } finally {
      await client.close()
    }
  })
}
