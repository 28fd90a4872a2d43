// The part of `try` about the MCP endpoint, through a proxy that changes requests and responses: each change fails its own step, with its remedy.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startChanger } from '../support/changer.mjs'
import { freePort, runProgram, startDev, startServe } from '../support/server.mjs'

let change

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const changer = await startChanger({ listen: port, port: () => server.port, change: () => change })
const server = await startDev({ environment: { AGENT_ACCESS_BASE_URLS: origin } })
after(async () => { changer.close(); await server.stop() })

/** The steps of the group MCP, and the failed ones as { name: remedy }. */
async function tryMcp(url, changed) {
  change = changed
  const { code, output } = await runProgram(['try', url, '--only', 'access', '--json'])
  const steps = JSON.parse(output).steps.filter(({ group }) => group === 'MCP')
  return { code, steps, failed: Object.fromEntries(steps.filter(({ ok }) => ok === false).map(({ name, remedy }) => [name, remedy])) }
}

const kNames = ['Metadata of the MCP endpoint', 'MCP server lists its tools', 'Profile tool without a token is refused', 'Profile with the token, as a tool']
const kPass = 'pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas'
const kFields = 'let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged'
const atMcp = (request) => request.url === '/mcp' && request.method === 'POST'

test('an endpoint that is right passes every step', async () => {
  const { code, steps, failed } = await tryMcp(origin, null)
  assert.deepEqual([code, failed, steps.map(({ name }) => name)], [0, {}, kNames])
  assert.deepEqual(steps.map(({ status }) => status), [200, 200, 401, 200])
  assert.ok(steps.every(({ ok, detail, remedy }) => ok && detail === '' && remedy === ''))
})

test('a challenge in the result is as good as one in the header', async () => {
  await using other = await startDev({ environment: { AGENT_ACCESS_MCP_CHALLENGE: 'result' } })
  const { code, steps, failed } = await tryMcp(other.baseUrl, null)
  assert.deepEqual([code, failed, steps[2].status], [0, {}, 200])
})

test('a site without the endpoint has no such steps', async () => {
  await using other = await startServe()
  const { code, steps } = await tryMcp(other.baseUrl, null)
  assert.deepEqual([code, steps], [0, []])
})

test('metadata that no proxy passes, or that are of another address, are a failure', async () => {
  const atMetadata = (change) => ({ answer: (request, reply) => { if (request.url === '/.well-known/oauth-protected-resource/mcp') change(reply) } })
  const missing = await tryMcp(origin, atMetadata((reply) => Object.assign(reply, { status: 404, body: '{"error":"not_found"}' })))
  assert.deepEqual(missing.failed, { [kNames[0]]: 'pass this path to the service' })
  const other = await tryMcp(origin, atMetadata((reply) => { reply.body = reply.body.replace(`${origin}/mcp`, 'https://old.example.com/mcp') }))
  assert.match(other.failed[kNames[0]], /^base_urls must contain exactly the address that clients use/)
})

test('a proxy that does not pass /mcp, or strips its fields, is named as the cause', async () => {
  const unknown = await tryMcp(origin, {
    answer: (request, reply) => { if (request.url === '/mcp') Object.assign(reply, { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Not found</p>' }) },
  })
  assert.deepEqual(Object.keys(unknown.failed), kNames.slice(1))
  assert.equal(unknown.failed['MCP server lists its tools'], kPass)
  const stripped = await tryMcp(origin, { request: (_, headers) => { for (const name of Object.keys(headers)) if (name.startsWith('mcp-')) delete headers[name] } })
  assert.deepEqual(Object.keys(stripped.failed), kNames.slice(1))
  assert.deepEqual([...new Set(Object.values(stripped.failed))], [kFields])
})

test('a proxy that changes Authorization or the challenge is named as the cause', async () => {
  const token = await tryMcp(origin, { request: (request, headers) => { if (atMcp(request)) delete headers.authorization } })
  assert.deepEqual(token.failed, { 'Profile with the token, as a tool': 'let the proxy pass the Authorization field at /mcp' })
  const challenge = await tryMcp(origin, { answer: (request, reply) => { if (atMcp(request)) delete reply.headers['www-authenticate'] } })
  assert.deepEqual(challenge.failed, { 'Profile tool without a token is refused': 'let the proxy pass POST /mcp to the service, and WWW-Authenticate back' })
})
