// RFC 9728: the metadata of each path that a token opens, gated documents and every path below a gate (decision 0047).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exchangeOne, request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { assertError, call } from '../support/steps.mjs'

const kFolder = '/.well-known/oauth-protected-resource'
const document = (path, more) => ({ path: `/api/agent/${path}`, source: 'data.json', title: path, description: 'A file.', ...more })
const gate = (prefix, scope) => ({ prefix, scope, title: 'Data', description: 'Numbers.' })
const server = await startServe({
  settings: {
    scopes: [{ name: 'read:papers', meaning: 'Read papers.' }, { name: 'read:data', meaning: 'Read data.' }],
    documents: [document('report.pdf'), document('a%20(1).pdf', { scope: 'read:papers' })],
    gates: [gate('/data/', 'read:data'), gate('/data/private/', 'read:papers')],
  },
  files: { 'data.json': '{}' },
})
const { port, baseUrl } = server
after(() => server.stop())

/** As bytes, because fetch() removes dot segments and encodes characters: the answer with what its body has as `resource`. */
async function metadataOf(path, fields = [], method = 'GET') {
  const { answer } = await exchangeOne(request(method, kFolder + path, { port, fields }), { port, head: method === 'HEAD' })
  return { ...answer, json: answer.body.length > 0 ? JSON.parse(answer.body) : undefined }
}

test('the metadata of a document are these, at each host', async () => {
  const { json } = await call(`${server.otherBaseUrl}${kFolder}/api/agent/report.pdf`)
  const { resource_name: name, ...rest } = json
  assert.match(name, / - report\.pdf$/)
  assert.deepEqual(rest, {
    resource: `${server.otherBaseUrl}/api/agent/report.pdf`, resource_documentation: `${server.otherBaseUrl}/auth.md`,
    authorization_servers: [server.otherBaseUrl], scopes_supported: ['read:extended'], bearer_methods_supported: ['header'],
  })
})

const assertOf = async (path, scope) => {
  const { status, json } = await metadataOf(path)
  assert.deepEqual([status, json.resource, json.scopes_supported], [200, baseUrl + path, [scope]], path)
}
const assertNone = async (path) => {
  const { status, json } = await metadataOf(path)
  assert.deepEqual([status, json.error], [404, 'not_found'], path)
}

test('a document has its own in every spelling of its path, and no other path has them', async () => {
  for (const [path, scope] of [['report.pdf', 'read:extended'], ['a%20(1).pdf', 'read:papers'], ['a%20%281%29.pdf', 'read:papers'], ['%61%20(1).pdf', 'read:papers'], ['r%65port.pdf', 'read:extended']]) {
    await assertOf(`/api/agent/${path}`, scope)
  }
  await assertOf('/%61pi/agent/report.pdf', 'read:extended')
  for (const path of ['/api/agent/report.pdf/', '/api/agent/report', '/api/agent/', '/api/agent%2Freport.pdf', '/', '/other/x', 'data/x']) await assertNone(path)
})

test('below a gate they are of exactly the path and query behind them, with the scope of the longest prefix', async () => {
  for (const [path, scope] of [
    ['/data', 'read:data'], ['/data/', 'read:data'], ['/data/x.csv', 'read:data'], ['/data/deep/er/', 'read:data'], ['/data/donn%C3%A9es', 'read:data'],
    ['/data/x.csv?year=2034&month=%205', 'read:data'], ['/data/?a=b/c?d', 'read:data'], ['/data/privat', 'read:data'], ['/data/private/x', 'read:papers'],
  ]) await assertOf(path, scope)
  for (const path of ['/dat', '/dat/x', '/Data/x', '/d%61ta/x']) await assertNone(path)
})

test('paths and queries that could be read in two ways have none', async () => {
  for (const path of ['/api/agent/x/%2e%2e/report.pdf', '/data/../x', '/data/./x', '/data//x', '/data/%2e%2e/x', '/data/a;b', '/data/a%2Fb', '/data/%', '/data/"x', '/data/a\\b', '/data/%5c',
    '/data/%00', '/data/x?a"b', '/data/x?a\\b']) await assertNone(path)
})

test('path and query of a gated request have 1024 bytes at most', async () => {
  const longest = `/data/${'x'.repeat(1018)}`
  assert.equal((await metadataOf(longest)).json.resource, baseUrl + longest)
  for (const path of [`${longest}x`, `${longest}?x`]) assert.equal((await metadataOf(path)).status, 404)
})

test('they are cached as documents are, and only read', async () => {
  const { headers } = await metadataOf('/api/agent/report.pdf')
  assert.equal(headers['cache-control'], 'public, max-age=300')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['access-control-allow-origin'], '*')
  const head = await metadataOf('/api/agent/report.pdf', [], 'HEAD')
  assert.deepEqual([head.status, head.headers.etag, head.headers['content-length']], [200, headers.etag, headers['content-length']])
  const again = await metadataOf('/api/agent/report.pdf', [`If-None-Match: ${headers.etag}`])
  assert.deepEqual([again.status, again.headers.etag, again.headers['cache-control']], [304, headers.etag, 'public, max-age=300'])
  assert.notEqual((await metadataOf('/api/agent/a%20(1).pdf')).headers.etag, headers.etag)
  const options = await metadataOf('/api/agent/report.pdf', [], 'OPTIONS')
  assert.deepEqual([options.status, options.headers.allow], [204, 'GET, HEAD, OPTIONS'])
  const refused = await metadataOf('/api/agent/report.pdf', [], 'POST')
  assert.deepEqual([refused.status, refused.headers.allow], [405, 'GET, HEAD, OPTIONS'])
})

test('a site that declares neither has those of the profile alone', async () => {
  await using plain = await startServe()
  for (const path of ['/data/x.csv', '/api/agent/report.pdf']) assertError(await call(plain.baseUrl + kFolder + path), 404, 'not_found')
  assert.equal((await call(`${plain.baseUrl}${kFolder}/api/agent/full-profile`)).status, 200)
})
