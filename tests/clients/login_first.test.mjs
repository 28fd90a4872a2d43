// A chat that begins a login wherever it finds OAuth metadata: it gives up at a site with tokens, and uses the MCP endpoint of a second name without them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportSite, startNode } from '../support/exported_site.mjs'
import { connectChat, kSecondName } from '../support/login_first.mjs'
import { kTools } from '../support/published.mjs'
import { startServe } from '../support/server.mjs'

const endpointOf = (baseUrl) => new URL('/mcp', baseUrl)
const files = { 'site.json': { tagline: 'Tides and boats', owner: { kind: 'person', name: 'Robin Example' } } }

/** The forms of a site with these settings: each starts one and gives { baseUrl }. */
const kForms = {
  service: (settings) => startServe({ settings, files }),
  worker: async (settings) => {
    const server = await startNode(await exportSite('node', { settings, files }), { AGENT_ACCESS_SECRET: '' })
    return Object.assign(server, { baseUrl: server.url })
  },
}

for (const [name, start] of Object.entries(kForms)) {
  describe(name, () => {
    test('a chat that begins a login gives up where tokens are issued', async () => {
      await using site = await start({ mcp: { enabled: true } })
      await assert.rejects(connectChat(endpointOf(site.baseUrl)), { message: `no login: ${site.baseUrl}/oauth/authorize is 400` })
    })
    test('it uses the tools of a second name, which needs no secret', async () => {
      await using site = await start(kSecondName)
      const chat = await connectChat(endpointOf(site.baseUrl))
      const { tools } = await chat.listTools()
      assert.deepEqual(tools.map((tool) => tool.name), kTools.filter((tool) => tool !== 'get_full_profile'))
      const { structuredContent } = await chat.callTool({ name: 'search_content', arguments: { query: 'Who is Robin?' } })
      assert.ok(structuredContent.results.some(({ title }) => title === 'Robin Example'), JSON.stringify(structuredContent))
      await chat.close()
    })
  })
}
