// What the documents say of gated documents and gates, and what `agent-access try` says of such a site.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startGatedSite, startGateProxy } from '../support/gate_proxy.mjs'
import { askFor } from '../support/mcp.mjs'
import { runProgram, startServe } from '../support/server.mjs'

const kGroup = 'Gated documents and paths'
const site = await startGatedSite({ mcp: { enabled: true } })
after(() => site.stop())

const textOf = async (path, base = site.baseUrl) => (await fetch(`${base}${path}`)).text()
const jsonOf = async (path) => JSON.parse(await textOf(path))

for (const path of ['/auth.md', '/AGENTS.md', '/llms.txt', '/llms-full.txt', '/.well-known/api-catalog', '/.well-known/agent.json', '/api/site.json', '/openapi.json']) {
  test(`${path} names each document and gate with its scope`, async () => {
    const text = await textOf(path)
    for (const resource of ['/api/agent/report.txt', '/api/agent/tides.txt', '/data/', '/notes/']) assert.ok(text.includes(resource), resource)
    for (const scope of ['read:extended', 'read:papers', 'read:data']) assert.ok(text.includes(scope), scope)
  })
}

test('the metadata of the authorization server lists scopes and resources', async () => {
  const metadata = await jsonOf('/.well-known/oauth-authorization-server')
  assert.deepEqual(metadata.scopes_supported, ['read:extended', 'read:papers', 'read:data'])
  const paths = metadata.protected_resources.map((url) => url.replace(site.baseUrl, ''))
  assert.deepEqual(paths, ['', '/api/agent/full-profile', '/mcp', '/api/agent/report.txt', '/api/agent/tides.txt', '/data/', '/notes/'])
})

test('metadata of a path below a gate do not say whether a file exists', async () => {
  for (const path of ['/api/agent/tides.txt', '/data/2034/tides.csv', '/data/none.csv']) {
    assert.equal((await jsonOf(`/.well-known/oauth-protected-resource${path}`)).resource, `${site.baseUrl}${path}`)
  }
  for (const path of ['/other/x', '/api/agent/none.txt']) assert.equal((await fetch(`${site.baseUrl}/.well-known/oauth-protected-resource${path}`)).status, 404)
})

test('MCP lists gated documents with their scopes', async () => {
  const { json: { result: { resources } } } = await askFor(site.baseUrl, 'resources/list')
  const paper = resources.find(({ uri }) => uri === `${site.baseUrl}/api/agent/tides.txt`)
  assert.deepEqual([paper.title, paper.mimeType], ['Paper', 'text/plain'])
  assert.match(paper.description, /Needs an access token with the scope read:papers\. Files of more than 1 MiB are read over HTTP\.$/)
  assert.ok(!resources.some(({ uri }) => uri.includes('/data/')))
  assert.deepEqual((await jsonOf('/.well-known/oauth-protected-resource/mcp')).scopes_supported, ['read:extended', 'read:papers'])
})

const tryOf = async (url) => {
  const { code, stdout, output } = await runProgram(['try', '--json', url])
  return { code, steps: JSON.parse(stdout).steps, output }
}

test('try tests each document and gate behind the proxy', async () => {
  const { code, steps, output } = await tryOf(site.baseUrl)
  const own = steps.filter(({ group }) => group === kGroup)
  assert.deepEqual(own.filter(({ ok, remedy }) => ok !== true || remedy), [], output)
  assert.deepEqual(own.map(({ name }) => name), ['/api/agent/report.txt', '/api/agent/tides.txt', '/data/', '/notes/'].map((path) => `${path} without a token is refused`))
  assert.equal(code, 0, output)
})

test('try warns about gates that the service alone cannot open, and fails if one is open', async () => {
  const gates = [{ prefix: '/data/', scope: 'read:data', title: 'Data', description: 'Data.' }]
  const scopes = [{ name: 'read:data', meaning: 'Read the data.' }]
  await using alone = await startServe({ settings: { scopes, gates } })
  const { code, steps } = await tryOf(alone.baseUrl)
  const warned = steps.filter(({ group, remedy }) => group === kGroup && remedy)
  assert.deepEqual(warned.map(({ name, ok }) => [name, ok]), [['/data/ without a token is refused', true]])
  assert.match(warned[0].remedy, /check --proxy/)
  assert.equal(code, 0)
  const proxy = await startGateProxy([], { '/data/': 'open' })
  await using open = await startServe({ settings: { base_urls: [proxy.url], limits: { trusted_proxies: ['127.0.0.1/32'] }, scopes, gates } })
  try {
    proxy.use(open.port)
    const { code, steps } = await tryOf(proxy.url)
    const failed = steps.filter(({ group, ok }) => group === kGroup && ok === false)
    assert.deepEqual(failed.map(({ detail }) => detail), ['expected 401 without a token, got 200: the path is open'])
    assert.equal(code, 1)
  } finally {
    proxy.stop()
  }
})

test('try has no such steps for a site without documents and gates', async () => {
  await using plain = await startServe()
  const { steps } = await tryOf(plain.baseUrl)
  assert.deepEqual(steps.filter(({ group }) => group === kGroup), [])
})
