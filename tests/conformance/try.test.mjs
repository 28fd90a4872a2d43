// `try` against the program, directly and through a proxy that changes responses: each change fails its own step.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { startChanger } from '../support/changer.mjs'
import { freePort, runProgram, startDev } from '../support/server.mjs'

const kMetadata = '/.well-known/oauth-authorization-server'
const kProfile = '/api/agent/full-profile'

let change, seen, foreignCalls = 0

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const saw = (body) => {
  for (const secret of body.matchAll(/"(?:client_secret|access_token)":"([^"]+)"/g)) seen.add(secret[1])
}
const changer = await startChanger({ listen: port, port: () => server.port, change: () => change, saw })
const foreignServer = createServer((_, response) => { ++foreignCalls; response.end() }).listen(0, '127.0.0.1')
await once(foreignServer, 'listening')
const server = await startDev({ environment: { AGENT_ACCESS_BASE_URLS: origin } })
after(async () => { changer.close(); foreignServer.close(); await server.stop() })

/** Runs `try --json` with one changed response: { code, report, failed }; its output must contain no secret. */
async function runTry(reply) {
  change = reply
  seen = new Set()
  const { code, output } = await runProgram(['try', origin, '--json'])
  for (const secret of seen) assert.ok(!output.includes(secret), 'a secret or token was printed')
  const report = JSON.parse(output)
  const failed = report.steps.filter((step) => step.ok === false).map((step) => step.name)
  assert.equal(report.failed, failed.length)
  return { code, report, failed }
}

test('every step passes against the program', async () => {
  const { code, report, failed } = await runTry(null)
  assert.deepEqual(failed, [])
  assert.equal(code, 0)
  assert.equal(report.url, origin)
  assert.deepEqual(report.steps.filter((step) => step.remedy !== '' || step.ok !== true), [])
  assert.deepEqual([report.passed, report.warnings, report.skipped], [report.steps.length, 0, 0])
  assert.deepEqual([...new Set(report.steps.map((step) => step.group))],
    ['Access', 'Refusals', 'MCP', 'Documents', 'What agents meet first', 'Agreement'])
  assert.ok(report.steps.length >= 50, `${report.steps.length} steps`)
  assert.ok(seen.size >= 3, 'the run got no credentials')
  for (const step of report.steps) {
    assert.deepEqual(Object.keys(step), ['group', 'name', 'ok', 'status', 'ms', 'detail', 'remedy'])
    assert.equal(step.detail, '')
    assert.equal(step.ms > 0 || !['Access', 'Documents'].includes(step.group) || step.status === 0, true, `${step.name} took no time`)
  }
})

/** The steps with a remedy that did not fail: [name, remedy]. */
const warned = (report) => report.steps.filter((step) => step.ok === true && step.remedy !== '').map(({ name, remedy }) => [name, remedy])

test('a proxy that decompresses what it requested is a warning, and a weak ETag is not', async () => {
  // As transports written in Go do: only for GET, and only if the client has stated no coding.
  const decompressed = (tag) => ({
    answer: (request, reply) => {
      if (request.method === 'GET' && request.headers['accept-encoding'] === undefined && reply.headers.etag) reply.headers.etag = tag(reply.headers.etag)
    },
    request: (request, headers) => { if (headers['if-none-match']) headers['if-none-match'] = headers['if-none-match'].replace('-gzip"', '"') },
  })
  const strong = await runTry(decompressed((tag) => tag.replace(/"$/, '-gzip"')))
  assert.deepEqual([strong.code, strong.failed, warned(strong.report).map(([name]) => name)], [0, [], ['ETag is that of the body']])
  assert.match(warned(strong.report)[0][1], /compression off/)
  const weak = await runTry(decompressed((tag) => `W/${tag.replace(/"$/, '-gzip"')}`))
  assert.deepEqual([weak.code, weak.failed, warned(weak.report)], [0, [], []])
})

test('a proxy that responds to unknown names itself is right, and one that replaces Host is not', async () => {
  const foreign = (reply) => ({ answer: (request, answer) => { if (request.headers.host.startsWith('foreign')) reply(answer) } })
  const own = await runTry(foreign((answer) => Object.assign(answer, { status: 404, body: '404 page not found\n', headers: { 'content-type': 'text/plain' } })))
  assert.deepEqual([own.code, own.failed, warned(own.report)], [0, [], []])
  assert.equal(own.report.steps.find(({ name }) => name === 'Foreign Host is refused').detail, 'a proxy responds to unknown names itself: 404')
  const replaced = await runTry({ request: (_, headers) => { headers.host = new URL(origin).host } })
  assert.deepEqual([replaced.code, replaced.failed, warned(replaced.report)],
    [0, [], [['Foreign Host is refused', 'let the proxy pass Host unchanged, so that requests for unknown names are refused']]])
  const repeated = await runTry(foreign((answer) => Object.assign(answer, { status: 200, body: '{"issuer":"http://foreign-host.invalid"}', headers: { 'content-type': 'application/json' } })))
  assert.deepEqual([repeated.code, repeated.failed], [1, ['Foreign Host is refused']])
})

test('--only runs one half', async () => {
  change = null
  seen = new Set()
  const groups = async (half) => {
    const { code, output } = await runProgram(['try', origin, '--only', half, '--json'])
    assert.equal(code, 0)
    return [...new Set(JSON.parse(output).steps.map((step) => step.group))]
  }
  assert.deepEqual(await groups('access'), ['Access', 'Refusals', 'MCP'])
  assert.deepEqual(await groups('discovery'), ['Documents', 'What agents meet first', 'Agreement'])
  assert.equal((await runProgram(['try', origin, '--only', 'half'])).code, 2)
})

test('the table has headings and ends with totals', async () => {
  change = null
  const { output } = await runProgram(['try', origin])
  assert.match(output, /\n {2}Agreement\n {2}ok {4}Issuer, resources and servers are this address +- +-\n/)
  assert.match(output, /\n {2}ok {4}\/openapi\.json +200 +\d+\.\d\n/)
  assert.match(output, /\n {2}\d+ passed, 0 failed, 0 warnings, 0 skipped\n$/)
  assert.equal(output.includes('\x1b'), false)
})

const dropped = (name) => ({ answer: (_, reply) => { delete reply.headers[name] } })
const changed = (path, change) => ({
  answer: (request, reply) => {
    if (request.url !== path || reply.status >= 300) return
    const json = JSON.parse(reply.body)
    change(json)
    reply.body = JSON.stringify(json)
  },
})
const answered = (path, status, body) => ({
  answer: (request, reply) => { if (request.url === path) Object.assign(reply, { status, body }) },
})
const at = (path, answer) => ({ answer: (request, reply) => { if (request.url === path && request.method === 'GET') answer(reply) } })
const retyped = (path, type) => at(path, (reply) => { reply.headers['content-type'] = type })
const without = (path, name) => at(path, (reply) => { delete reply.headers[name] })
const replaced = (path, from, to) => at(path, (reply) => {
  if (reply.status !== 200) return
  assert.ok(reply.body.includes(from), `${path} does not hold ${from}`)
  reply.body = reply.body.replaceAll(from, to)
})
const otherKey = {
  kty: 'EC', crv: 'P-256', kid: 'one', alg: 'ES256', use: 'sig',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}

const changes = [
  ['a missing challenge', dropped('www-authenticate'), 'Profile without a token is refused'],
  ['answers that may be stored', dropped('cache-control'), 'Token with a form'],
  ['answers that pages may not read', dropped('access-control-allow-origin'), 'Wrong secret is refused'],
  ['405 without Allow', dropped('allow'), 'Wrong method at the token endpoint is refused'],
  ['documents without a validator', dropped('etag'), 'Documents may be cached'],
  ['a resource with a slash', changed('/.well-known/oauth-protected-resource', (json) => { json.resource += '/' }), 'Protected resource metadata'],
  ['an issuer with a slash', changed(kMetadata, (json) => { json.issuer += '/' }), 'Authorization server metadata'],
  ['a registration for another address', changed('/oauth/register', (json) => { json.token_endpoint += '/x' }), 'Register a client'],
  ['no keys', changed('/.well-known/jwks.json', (json) => { json.keys = [] }), 'Token verifies against the keys'],
  ['the keys of another server', changed('/.well-known/jwks.json', (json) => { json.keys = [otherKey] }), 'Token verifies against the keys'],
  ['the profile that another client has read', changed(kProfile, (json) => { json._meta.issued_to = 'other' }), 'Profile with the token'],
  ['a public profile', answered(kProfile, 200, '{}'), 'Altered token is refused'],
  ['a page for unknown paths', answered('/api/agent/no-such-path', 200, '<html>'), 'Unknown path is not found'],
  ['requests without Authorization', { request: (_, headers) => { delete headers.authorization } }, 'Token with HTTP Basic'],
  ['requests without validators', { request: (_, headers) => { delete headers['if-none-match'] } }, 'Unchanged documents are not sent again'],
  ['another media type', retyped('/auth.md', 'text/plain'), '/auth.md'],
  ['a catalogue without its profile', retyped('/.well-known/api-catalog', 'application/linkset+json'), '/.well-known/api-catalog'],
  ['a document that pages may not read', without('/openapi.json', 'access-control-allow-origin'), '/openapi.json'],
  ['a document that is not JSON', answered('/ai/faq.json', 200, '{'), '/ai/faq.json'],
  ['a document that is missing', answered('/.well-known/agent.json', 404, '{}'), '/.well-known/agent.json'],
  ['another issuer', changed(kMetadata, (json) => { json.issuer = 'https://www.example.com' }), 'Issuer, resources and servers are this address'],
  ['a description of another host', changed('/openapi.json', (json) => { json.servers = [{ url: 'https://www.example.com' }] }), 'Issuer, resources and servers are this address'],
  ['a card of another host', replaced('/.well-known/agent-card.json', origin, 'https://www.example.com'), 'All documents name the endpoints of this address'],
  ['a text of another host', replaced('/auth.md', origin, origin.replace('http:', 'https:')), 'All documents name the endpoints of this address'],
  ['rules in front of robots.txt', { answer: (request, reply) => { if (request.url === '/robots.txt') reply.body = `User-agent: GPTBot\nDisallow: /\n\n${reply.body}` } }, '/robots.txt'],
  ['an echo of the Host', { answer: (request, reply) => { if (request.headers.host.startsWith('foreign')) Object.assign(reply, { status: 200, body: request.headers.host }) } }, 'Foreign Host is refused'],
]
for (const [name, reply, step] of changes) {
  test(`detects ${name}`, async () => {
    const { code, report, failed } = await runTry(reply)
    assert.equal(code, 1)
    assert.ok(failed.includes(step), `failed: ${failed.join(', ')}`)
    for (const { ok, detail, remedy } of report.steps) {
      if (ok === false) assert.ok(detail !== '' && remedy !== '')
    }
  })
}

test('a departure that the specification allows is a warning', async () => {
  const gone = ['/robots.txt', '/browser-tools.js', '/.well-known/ai-catalog.json', '/.well-known/openid-configuration']
  const { code, report, failed } = await runTry({
    answer: (request, reply) => { if (gone.includes(request.url)) Object.assign(reply, { status: 404, body: '{}' }) },
  })
  assert.deepEqual(warned(report).map(([name]) => name).sort(), gone.sort())
  assert.deepEqual([code, failed], [0, []])
})

test('a document of the owner that fills a model is a warning', async () => {
  const { code, report } = await runTry({
    answer: (request, reply) => { if (request.url === '/AGENTS.md' && request.method === 'GET') reply.body += 'x'.repeat(40_000) },
  })
  assert.deepEqual([code, warned(report)], [0, [['/AGENTS.md', 'shorten your own document, or link to its parts; a gate for many shortens /openapi.json']]])
})

test('own files that lead nowhere or say nothing are warnings', async () => {
  const empty = changed(kProfile, (json) => { for (const name of Object.keys(json)) if (name !== '_meta') delete json[name] })
  for (const [reply, step, remedy] of [
    [answered('/llms.txt', 200, '# A site\n\n- [Home](https://example.com/): its pages, and nothing about agents\n'), '/llms.txt leads to the service', /add the line: - \[auth\.md\]/],
    [answered('/AGENTS.md', 200, '# A site\n\nGuide for agents that does not say how to get a token.\n'), '/AGENTS.md leads to the service', /add the line: - \[auth\.md\]/],
    [answered('/robots.txt', 200, 'User-agent: *\nDisallow:\n'), '/robots.txt leads to the service', /add the line: # Overview for agents: /],
    [empty, 'Profile with the token', /profile\.json/],
    [changed(kProfile, (json) => { for (const name of Object.keys(json)) if (name !== '_meta') json[name] = 'TODO' }), 'Profile with the token', /profile\.json/],
    [at('/', (reply) => { delete reply.headers.link; reply.body = '<script type="module" src="/browser-tools.js"></script>' }), '/ leads to the service', /send Link: <\/\.well-known\/api-catalog>/],
    [at('/', (reply) => { reply.body = '<h1>Boats</h1>' }), '/ loads the browser tools', /<script type="module" src="\/browser-tools\.js">/],
  ]) {
    const { code, report, failed } = await runTry(reply)
    assert.deepEqual([code, failed, warned(report).map(([name]) => name)], [0, [], [step]])
    assert.match(warned(report)[0][1], remedy)
  }
})

test('a service without pages has one warning, of robots.txt', async () => {
  await using bare = await startDev({ environment: { AGENT_ACCESS_CONTENT_PAGES: 'false' } })
  const { code, output } = await runProgram(['try', bare.baseUrl, '--json'])
  const report = JSON.parse(output)
  assert.deepEqual([code, report.failed, warned(report).map(([name]) => name)], [0, 0, ['/robots.txt']], output)
})

test('sends nothing to endpoints of another host', async () => {
  const foreign = `http://127.0.0.1:${foreignServer.address().port}`
  const endpoints = ['token_endpoint', 'registration_endpoint', 'jwks_uri']
  for (const endpoint of endpoints) {
    const { failed } = await runTry(changed(kMetadata, (json) => { json[endpoint] = `${foreign}/x` }))
    assert.ok(failed.includes('Authorization server metadata'))
  }
  assert.equal(foreignCalls, 0)
})

test('a rate limit is reported with its remedy', async () => {
  const { report } = await runTry({
    answer: (request, reply) => {
      if (request.url === '/oauth/token') Object.assign(reply, { status: 429, body: '{}', headers: { 'retry-after': '7' } })
    },
  })
  assert.match(report.steps.find((step) => step.name === 'Token with a form').remedy, /wait 7 s/)
})

test('an unknown host is reported with its remedy', async () => {
  const { code, output } = await runProgram(['try', `http://localhost:${server.port}`])
  assert.equal(code, 1)
  assert.ok(output.includes(`add http://localhost:${server.port} to base_urls`))
})

test('reports when nothing listens, and the form of a URL', async () => {
  const nobody = await runProgram(['try', `http://127.0.0.1:${await freePort()}`])
  assert.equal(nobody.code, 1)
  assert.match(nobody.output, /nothing listens at 127\.0\.0\.1:\d+/)
  assert.equal(nobody.output.includes('\x1b'), false)
  assert.equal((await runProgram(['try', 'example.com'])).code, 2)
})
