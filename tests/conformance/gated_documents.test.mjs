// The owner's gated documents: files below /api/agent/, in memory (decision 0044).
import assert from 'node:assert/strict'
import { rename, truncate, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { askHttps, tokenOverHttps } from '../support/https.mjs'
import { runProgram, startServe, until } from '../support/server.mjs'
import { assertError, call, challengeIn, register, requestToken } from '../support/steps.mjs'

const kMebibyte = 1024 * 1024
const kPage = '/api/agent/page.html'
const kLongName = `/api/agent/${'!'.repeat(400)}`
const kSettings = {
  scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
  documents: [
    { path: kPage, source: 'page.html', scope: 'read:papers', title: 'Page', description: 'A page.' },
    { path: '/api/agent/large', source: 'large.bin', scope: 'read:papers', title: 'Large', description: 'As large as it may be.' },
    { path: '/api/agent/data', source: 'data.json', title: 'Data', description: 'Numbers.' },
    { path: kLongName, source: 'data.json', scope: 'read:papers', title: 'Long', description: 'Of a long name.' },
  ],
}
const large = Buffer.alloc(16 * kMebibyte, 'abcdefghijklmnopqrstuvwxyz')
const files = { 'page.html': '<script>alert(1)</script>', 'large.bin': large, 'data.json': '{"n":1}' }

async function tokenOf(baseUrl, scope) {
  const answer = await requestToken(baseUrl, await register(baseUrl), scope === undefined ? {} : { scope })
  assert.equal(answer.status, 200, answer.text)
  return `Bearer ${answer.json.access_token}`
}

const server = await startServe({ settings: kSettings, files })
const authorization = await tokenOf(server.baseUrl, 'read:papers')
after(() => server.stop())

/** fetch() with the token of the papers. */
const read = (path, headers = {}, options = {}) =>
  fetch(`${server.baseUrl}${path}`, { ...options, headers: { Authorization: authorization, ...headers } })

test('a token with the scope reads a file, with its type, entity tag and no script', async () => {
  const answer = await read(kPage)
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), files['page.html'])
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  const again = await read(kPage, { 'If-None-Match': answer.headers.get('etag') })
  assert.deepEqual([again.status, again.headers.get('etag')], [304, answer.headers.get('etag')])
  const head = await read(kPage, {}, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '25', ''])
})

test('without the scope the response is 403 with the scope in the challenge', async () => {
  const other = await tokenOf(server.baseUrl)
  const answer = await call(`${server.baseUrl}${kPage}`, { headers: { Authorization: other } })
  assertError(answer, 403, 'insufficient_scope')
  assert.match(challengeIn(answer), /, scope="read:papers"$/)
  assert.ok(challengeIn(answer).includes(`resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${kPage}"`))
  assertError(await call(`${server.baseUrl}${kPage}`), 401, 'invalid_token')
  const data = await fetch(`${server.baseUrl}/api/agent/data`, { headers: { Authorization: other } })
  assert.deepEqual(await data.json(), { n: 1 })
})

test('a document whose path is declared in another spelling is found in each of them', async () => {
  const settings = { documents: [{ path: '/api/agent/%c3%bc%281%29', source: 'data.json', title: 'Data', description: 'A file.' }] }
  await using other = await startServe({ settings, files })
  const headers = { Authorization: await tokenOf(other.baseUrl) }
  for (const path of ['%C3%BC(1)', '%c3%bc%281%29', '%c3%BC(1%29']) {
    const url = `${other.baseUrl}/api/agent/${path}`
    assert.equal((await fetch(url)).status, 401, path)
    assert.equal(await (await fetch(url, { headers })).text(), '{"n":1}', path)
    const metadata = await fetch(`${other.baseUrl}/.well-known/oauth-protected-resource/api/agent/${path}`)
    assert.equal((await metadata.json()).resource, url)
  }
})

test('it is read and challenged for in every spelling of its address, and at no other', async () => {
  for (const path of ['/api/agent/p%61ge.html', '/%61pi/agent/page%2Ehtml', kPage, kLongName, kLongName.replaceAll('!', '%21')]) {
    const named = path.includes('!') || path.includes('%21') ? kLongName : kPage
    const { headers } = await call(server.baseUrl + path)
    assert.ok(challengeIn({ headers }).endsWith(`resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${named}", scope="read:papers"`), path)
    assert.equal((await read(path)).status, 200, path)
  }
  for (const path of [`${kPage}/`, `${kPage}%00`, '/api/agent/Page.html', '/api/agent/page+html', '/api%2Fagent/data']) assert.equal((await read(path)).status, 404, path)
  assert.equal((await read('/api/agent/d%61ta')).status, 403)
})

test('it has three methods, no ranges, and the token comes before what the client has', async () => {
  const options = await read(kPage, {}, { method: 'OPTIONS' })
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS'])
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await read(kPage, {}, { method })
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], method)
  }
  const whole = await read(kPage, { Range: 'bytes=3-5' })
  assert.deepEqual([whole.status, await whole.text()], [200, files['page.html']])
  assert.equal((await fetch(server.baseUrl + kPage, { headers: { 'If-None-Match': whole.headers.get('etag') } })).status, 401)
})

test('16 MiB are sent whole, to many at a time and over TLS', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, async () => Buffer.from(await (await read('/api/agent/large')).arrayBuffer())))
  assert.ok(bodies.every((body) => body.equals(large)))
  const { ca, pair } = await temporaryAuthority()
  await using secure = await startServe({ scheme: 'https', settings: { ...kSettings, tls: pair, limits: { trusted_proxies: [] } }, files })
  const { token } = await tokenOverHttps(secure.baseUrl, ca, { scope: 'read:papers' })
  const answer = await askHttps(`${secure.baseUrl}/api/agent/large`, { ca, headers: { authorization: `Bearer ${token}` } })
  assert.deepEqual([answer.status, answer.text.length], [200, large.length])
})

test('a file is served as it was until a reload, and a reload without it leaves all as it was', async () => {
  await writeFile(server.path('page.html'), 'changed')
  assert.equal(await (await read(kPage)).text(), files['page.html'])
  await server.program.reload()
  assert.equal(await (await read(kPage)).text(), 'changed')
  await rename(server.path('page.html'), server.path('elsewhere'))
  await server.program.reload('reload_failed')
  assert.equal(await (await read(kPage)).text(), 'changed')
  await rename(server.path('elsewhere'), server.path('page.html'))
})

test('a file above 16 MiB, a folder and more than 64 MiB together are refused, with what to do instead', async () => {
  const failures = async (documents) => {
    const rows = documents.map(([path, source]) => ({ path: `/api/agent/${path}`, source, title: 'A', description: 'A.' }))
    await server.writeConfig({ ...kSettings, documents: rows })
    const { code, output } = await runProgram(['check', '--config', server.configFile])
    assert.equal(code, 1)
    return output.split('\n').filter((line) => line.startsWith('FAIL')).map((line) => line.replace(/^FAIL.*documents\.\w+: /, '').replaceAll(`${server.directory}/`, ''))
  }
  const remedy = '; let your web server send it, behind a gate ([[gates]])'
  await writeFile(server.path('larger.bin'), '')
  await truncate(server.path('larger.bin'), 16 * kMebibyte + 1)
  assert.deepEqual(await failures([['a', 'larger.bin'], ['b', '.']]), [`larger.bin is larger than 16 MiB${remedy}`, `. is a folder, but a document is one file${remedy}`])
  assert.deepEqual(await failures([1, 2, 3, 4, 5].map((number) => [`${number}`, 'large.bin'])), [`large.bin makes the documents larger than 64 MiB together${remedy}`])
  assert.deepEqual(await failures([['a/', 'data.json']]), ['"/api/agent/a/" ends with a slash, but a document is one file; a folder belongs behind a gate ([[gates]])'])
})

test('the log has one line for each read, with its route, when the last byte was sent', async () => {
  const lines = () => server.program.output.split('\n').filter((line) => line.includes('"/api/agent/large"') && line.includes('"access"')).map((line) => JSON.parse(line))
  const before = lines().length
  assert.equal((await (await read('/api/agent/large')).arrayBuffer()).byteLength, large.length)
  await until(() => lines().length === before + 1, 'the line')
  const sent = lines().at(-1)
  assert.deepEqual([sent.route, sent.path, sent.resource, sent.status], ['document', '/api/agent/large', '/api/agent/large', 200])
  assert.match(sent.client_id, /^[0-9a-f-]{36}$/)
})
