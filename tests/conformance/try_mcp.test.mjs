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

const kCards = ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json']
const kNames = [
  'MCP endpoint', 'MCP server card fits its schema', 'Metadata of the MCP endpoint', 'MCP server names its versions', 'MCP server lists its tools', 'Public tool returns a result',
  'Profile tool without a token is refused', 'Profile with the token, as a tool', 'Profile with the token, as a resource',
  'Mcp-Method that differs from the message is refused', 'Foreign Origin is refused', 'Wrong method at the MCP endpoint is refused',
]
const kPass = 'pass /mcp to the service, for POST too, and set mcp.enabled = true on all replicas'
const kFields = 'let the proxy pass MCP-Protocol-Version, Mcp-Method and Mcp-Name unchanged'
const kBodies = 'no proxy may rewrite bodies; compare the versions of all replicas'
const atMcp = (request) => request.url === '/mcp' && request.method === 'POST'

test('an endpoint that is right passes every step', async () => {
  const { code, steps, failed } = await tryMcp(origin, null)
  assert.deepEqual([code, failed, steps.map(({ name }) => name)], [0, {}, kNames])
  assert.deepEqual(steps.map(({ status }) => status), [0, 200, 200, 200, 200, 200, 401, 200, 200, 400, 403, 405])
  assert.ok(steps.every(({ ok, detail, remedy }) => ok && detail === '' && remedy === ''))
})

test('a challenge in the result is as good as one in the header', async () => {
  await using other = await startDev({ environment: { AGENT_ACCESS_MCP_CHALLENGE: 'result' } })
  const { code, steps, failed } = await tryMcp(other.baseUrl, null)
  assert.deepEqual([code, failed, steps[6].status], [0, {}, 200])
})

test('a site without the endpoint has one line about it', async () => {
  await using other = await startServe()
  const { code, steps } = await tryMcp(other.baseUrl, null)
  assert.equal(code, 0)
  assert.deepEqual(steps, [{ group: 'MCP', name: 'MCP endpoint', ok: true, status: 0, ms: 0, detail: 'not offered', remedy: '' }])
})

test('a card that names the endpoint makes missing metadata a failure, and one of another server does not', async () => {
  const card = (endpoint) => ({
    answer: (request, reply) => {
      if (request.url === '/.well-known/oauth-protected-resource/mcp') Object.assign(reply, { status: 404, body: '{"error":"not_found"}' })
      if (kCards.includes(request.url)) reply.body = JSON.stringify({ remotes: [{ type: 'streamable-http', url: endpoint }] })
    },
  })
  assert.deepEqual((await tryMcp(origin, card(`${origin}/mcp`))).failed, { 'Metadata of the MCP endpoint': 'pass this path to the service' })
  const elsewhere = await tryMcp(origin, card('https://mcp.example.com/'))
  assert.deepEqual(elsewhere.steps.map(({ detail }) => detail), ['not offered'])
})

test('a card with another address than the metadata is reported', async () => {
  const { failed } = await tryMcp(origin, {
    answer: (request, reply) => {
      if (kCards.includes(request.url)) reply.body = JSON.stringify({ remotes: [{ type: 'streamable-http', url: 'https://old.example.com/mcp' }] })
    },
  })
  assert.deepEqual(failed, { 'MCP endpoint': 'base_urls must contain exactly the address that clients use, scheme included' })
})

test('a proxy that does not pass /mcp, or strips its fields, is named as the cause', async () => {
  const unknown = await tryMcp(origin, {
    answer: (request, reply) => { if (request.url === '/mcp') Object.assign(reply, { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Not found</p>' }) },
  })
  assert.deepEqual(Object.keys(unknown.failed), kNames.slice(3))
  assert.equal(unknown.failed['MCP server lists its tools'], kPass)
  const stripped = await tryMcp(origin, { request: (_, headers) => { for (const name of Object.keys(headers)) if (name.startsWith('mcp-')) delete headers[name] } })
  assert.deepEqual(Object.keys(stripped.failed), kNames.slice(3, 9))
  assert.deepEqual([...new Set(Object.values(stripped.failed))], [kFields])
})

test('a server card that the schema refuses, or that no proxy passes, is named', async () => {
  const atCard = (change) => ({ answer: (request, reply) => { if (request.url === '/mcp/server-card') change(reply) } })
  const name = 'MCP server card fits its schema'
  const missing = await tryMcp(origin, atCard((reply) => Object.assign(reply, { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Not found</p>' })))
  assert.deepEqual(missing.failed, { [name]: 'pass this path to the service' })
  const wrong = await tryMcp(origin, atCard((reply) => { reply.body = reply.body.replace('127.0.0.1/robin-example', 'robin') }))
  assert.deepEqual(wrong.failed, { [name]: kBodies })
  assert.match(wrong.steps[1].detail, /^expected a name such as com\.example\/name in the server card/)
})

test('a proxy that changes Authorization or Origin is named as the cause', async () => {
  const token = await tryMcp(origin, { request: (request, headers) => { if (atMcp(request)) delete headers.authorization } })
  assert.deepEqual(token.failed, {
    'Profile with the token, as a tool': 'let the proxy pass the Authorization field at /mcp',
    'Profile with the token, as a resource': 'let the proxy pass the Authorization field at /mcp',
  })
  const foreign = await tryMcp(origin, { request: (_, headers) => { delete headers.origin } })
  const { ok, remedy } = foreign.steps.find(({ name }) => name === 'Foreign Origin is refused')
  assert.deepEqual([foreign.failed, ok, remedy],
    [{}, true, 'unless mcp.allowed_origins is "*", let the proxy pass Origin to /mcp unchanged, and list only your own addresses in base_urls'])
})

test('a site that allows every origin passes with a warning', async () => {
  await using other = await startServe({ settings: { mcp: { enabled: true, allowed_origins: ['*'] } } })
  const { code, steps, failed } = await tryMcp(other.baseUrl, null)
  assert.deepEqual([code, failed, steps.filter(({ remedy }) => remedy !== '').map(({ name }) => name)], [0, {}, ['Foreign Origin is refused']])
})

test('a wrong response fails its own step', async () => {
  const replaced = (method, from, to) => ({
    answer: (request, reply) => {
      if (!atMcp(request) || request.headers['mcp-method'] !== method || request.headers.authorization || reply.status !== 200) return
      assert.ok(reply.body.includes(from), from)
      reply.body = reply.body.replace(from, to)
    },
  })
  assert.deepEqual((await tryMcp(origin, replaced('server/discover', '"2026-07-28"', '"2099-01-01"'))).failed, { 'MCP server names its versions': kBodies })
  assert.deepEqual((await tryMcp(origin, replaced('tools/list', '"name":"get_faq"', '"name":"get_other"'))).failed, { 'MCP server lists its tools': kBodies })
  assert.deepEqual((await tryMcp(origin, replaced('tools/call', '"structuredContent":{', '"other":{'))).failed, { 'Public tool returns a result': kBodies })
  const challenge = { answer: (request, reply) => { if (atMcp(request) && reply.status === 401) reply.headers['www-authenticate'] = reply.headers['www-authenticate'].replace('/mcp"', '"') } }
  assert.deepEqual((await tryMcp(origin, challenge)).failed, { 'Profile tool without a token is refused': 'let the proxy pass Host and WWW-Authenticate unchanged' })
  const allowed = { answer: (request, reply) => { if (request.url === '/mcp' && reply.status === 405) delete reply.headers.allow } }
  assert.deepEqual((await tryMcp(origin, allowed)).failed, { 'Wrong method at the MCP endpoint is refused': 'let the proxy pass the field Allow unchanged' })
})
