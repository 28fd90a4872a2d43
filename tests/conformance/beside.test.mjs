// A service beside a site (content.beside): its own paths alone are its own. Every other path is an unknown one, whatever it begins with: it is
// not redirected, no page is shown, and the rate limit does not count it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kDocumentTypes } from '../support/documents.mjs'
import { ask as askGate, kGateSettings } from '../support/gates.mjs'
import { askFor } from '../support/mcp.mjs'
import { runProgram, startServe } from '../support/server.mjs'
import { assertError, call, challengeIn, readProfile, register, token } from '../support/steps.mjs'

const kOfPages = ['/robots.txt', '/sitemap.xml']
const kOwnDocuments = [...Object.keys(kDocumentTypes).filter((path) => !kOfPages.includes(path)), '/browser-tools.js']
const kOfMcp = ['/mcp/server-card', '/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/mcp/']
/** Of the site beside: paths that other settings have, that begin like those of the service, or that have a slash too many. */
const kOthers = [
  '/', '/about', '/agent-access', '/favicon.ico', '/assets/site.css', ...kOfPages, '/api/hello', '/api/', '/api/agent/hello', '/oauth/callback', '/oauth',
  '/.well-known/security.txt', '/llms.txt/', '//llms.txt', '/api/site.json/', '/oauth/token/', '/notes', '/nothing',
]
const kPeople = { headers: { Accept: 'text/html' } }
const kSite = { tagline: 'Quiet buoys', owner: { kind: 'person', name: 'Robin Example' } }

const server = await startServe({
  settings: { content: { beside: true }, mcp: { enabled: true } },
  files: { 'site.json': kSite, 'public/notes/index.html': '<title>Notes</title>', 'public/404.html': '<title>Lost</title>' },
})
after(() => server.stop())
const { baseUrl } = server

const assertNoLimit = (answer, path) => { for (const [name] of answer.headers) assert.ok(!name.startsWith('ratelimit'), `${name} at ${path}`) }

/** JSON for every method and every reader, and nothing else. */
async function assertUnknown(base, path) {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const answer = await call(base + path, { method, ...kPeople })
    assert.equal(answer.status, 404, `${method} ${path}`)
    if (method !== 'HEAD') assertError(answer, 404, 'not_found')
    assert.deepEqual([answer.headers.get('location'), challengeIn(answer)], [null, null], path)
    assertNoLimit(answer, path)
  }
}

test('beside a site every document and every endpoint of the service is there', async () => {
  for (const path of [...kOwnDocuments, ...kOfMcp, '/notes/']) assert.equal((await call(baseUrl + path)).status, 200, path)
  const accessToken = await token(baseUrl, await register(baseUrl))
  assert.equal((await readProfile(baseUrl, accessToken)).status, 200)
  assertError(await call(`${baseUrl}/api/agent/full-profile`), 401, 'invalid_token')
  assertError(await call(`${baseUrl}/oauth/authorize`), 400, 'unsupported_response_type')
  assert.equal((await askFor(baseUrl, 'tools/list')).status, 200)
})

for (const path of kOthers) test(`beside a site ${path} is not a path of the service`, () => assertUnknown(baseUrl, path))

test('the documents name no page, and say for which paths their rules are', async () => {
  const { json } = await call(`${baseUrl}/api/site.json`)
  assert.deepEqual(json.pages, [])
  assert.match((await call(`${baseUrl}/AGENTS.md`)).text, /^Every error at these paths is JSON with `error` and `error_description`, never HTML\.$/m)
})

test('beside a site the limit counts the endpoints of the service and its documents below /api/, and no other path', async () => {
  await using limited = await startServe({ settings: { content: { beside: true }, listen: { threads: 1 }, limits: { requests: 2, window: '1h' } } })
  const at = (path) => call(limited.baseUrl + path)
  for (const path of ['/api/hello', '/oauth/callback', '/api/hello']) assertNoLimit(await at(path), path)
  assert.equal((await at('/api/site.json')).headers.get('ratelimit-remaining'), '1')
  assert.equal((await at('/oauth/token')).headers.get('ratelimit-remaining'), '0')
  for (const path of ['/api/site.json', '/api/agent/full-profile', '/oauth/register']) assertError(await at(path), 429, 'rate_limited')
  for (const path of ['/api/hello', '/oauth/callback']) await assertUnknown(limited.baseUrl, path)
})

test('beside a site questions about gates are counted, and every path below a gate has its metadata', async () => {
  const settings = { ...kGateSettings, content: { beside: true }, listen: { threads: 1 }, limits: { requests: 1, window: '1h', trusted_proxies: ['127.0.0.1/32'] } }
  await using gated = await startServe({ settings })
  for (const resource of ['/data', '/data/', '/data/a/b.csv']) {
    assert.equal((await call(`${gated.baseUrl}/.well-known/oauth-protected-resource${resource}`)).json.resource, gated.baseUrl + resource)
  }
  await assertUnknown(gated.baseUrl, '/.well-known/oauth-protected-resource/database')
  const statuses = []
  for (let count = 0; count < 2; ++count) statuses.push((await askGate(gated.port, '/data/x.csv', { fields: ['X-Forwarded-For', '198.51.100.7'] })).status)
  assert.deepEqual(statuses, [401, 429])
})

test('content.keep_paths gives documents up, and what names them still does', async () => {
  await using keeping = await startServe({ settings: { content: { beside: true, root: 'public', keep_paths: ['/llms.txt', '/openapi.json', '/agents.md', '/robots.txt'] }, mcp: { enabled: true } }, files: { 'public/AGENTS.md': '# For agents: /auth.md\n' } })
  assert.equal((await call(`${keeping.baseUrl}/AGENTS.md`)).text, '# For agents: /auth.md\n')
  for (const path of ['/llms.txt', '/openapi.json', '/agents.md']) await assertUnknown(keeping.baseUrl, path)
  const kept = ['/llms.txt', '/openapi.json', '/agents.md']
  for (const path of kOwnDocuments.filter((own) => !kept.includes(own))) assert.equal((await call(keeping.baseUrl + path)).status, 200, path)
  const { text: guide } = await call(`${keeping.baseUrl}/auth.md`)
  const { text: catalog } = await call(`${keeping.baseUrl}/.well-known/api-catalog`)
  for (const path of ['/llms.txt', '/openapi.json']) for (const text of [guide, catalog]) assert.ok(text.includes(path), text)
  const listed = async (base) => (await askFor(base, 'resources/list')).json.result.resources.map(({ uri }) => uri.replace(base, ''))
  assert.deepEqual(await listed(keeping.baseUrl), (await listed(baseUrl)).filter((path) => path !== '/llms.txt'))
})

test('a kept document has no operation in the description of the API', async () => {
  await using keeping = await startServe({ settings: { content: { beside: true, keep_paths: ['/llms.txt'] } } })
  const pathsOf = async (base) => Object.keys((await call(`${base}/openapi.json`)).json.paths)
  const paths = await pathsOf(keeping.baseUrl)
  assert.deepEqual([paths.includes('/llms.txt'), paths.includes('/llms-full.txt')], [false, true])
  assert.ok((await pathsOf(baseUrl)).includes('/llms.txt'))
})

test('a path that cannot be kept, and pages beside a site, keep the service from starting', async () => {
  const refusals = [
    [{ beside: true, keep_paths: ['/oauth/token'] }, /content\.keep_paths: "\/oauth\/token" must be here, because clients or tools rely on it\. These can be kept: \/resume\.json, /],
    [{ beside: true, keep_paths: ['/llm.txt'] }, /content\.keep_paths: "\/llm\.txt" is not a document of this service; did you mean "\/llms\.txt"\? These can be kept: /],
    [{ beside: true, pages: true }, /content\.pages: with content\.beside = true the pages are those of your own site; remove one of the two/],
    [{ keep_paths: ['/llms.txt'] }, /content\.keep_paths: with the generated pages this service has all paths; set content\.beside = true/],
  ]
  for (const [content, wanted] of refusals) {
    await server.writeConfig({ content })
    for (const command of ['check', 'serve']) {
      const { code, output } = await runProgram([command, '--config', server.configFile])
      assert.equal(code, 1, output)
      assert.match(output.replaceAll('\\"', '"').replaceAll(/\s+/g, ' '), wanted, command)
    }
  }
})
