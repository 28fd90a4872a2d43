// The TypeScript SDK of April 2025, unmodified: the first with Streamable HTTP, whose newest revision is still 2024-11-05.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'mcp-sdk-1.10/client/index.js'
import { StreamableHTTPClientTransport } from 'mcp-sdk-1.10/client/streamableHttp.js'
import { LATEST_PROTOCOL_VERSION } from 'mcp-sdk-1.10/types.js'
import { exampleProfile, startServe } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const server = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 } } })
after(() => server.stop())

for (const path of ['/mcp', '/mcp/']) {
  test(`SDK 1.10.2 at ${path}: tools, a document and the profile`, async () => {
    assert.equal(LATEST_PROTOCOL_VERSION, '2024-11-05')
    const jwt = await token(server.baseUrl, await register(server.baseUrl))
    const client = new Client({ name: 'example', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.baseUrl}${path}`), { requestInit: { headers: { Authorization: `Bearer ${jwt}` } } }))
    try {
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'get_full_profile'))
      const { contents } = await client.readResource({ uri: `${server.baseUrl}/llms.txt` })
      assert.equal(contents[0].text, await (await fetch(`${server.baseUrl}/llms.txt`)).text())
      const { content } = await client.callTool({ name: 'get_full_profile', arguments: {} })
      const { _meta, ...profile } = JSON.parse(content[0].text)
      assert.deepEqual(profile, exampleProfile)
      assert.deepEqual(_meta, (await readProfile(server.baseUrl, jwt)).json._meta)
    } finally {
      await client.close()
    }
  })
}
