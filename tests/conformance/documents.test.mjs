// What the discovery documents say: specification sections 1, 4.5, 5, 7. How they are served is in discovery.test.mjs.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import Ajv2020 from 'ajv/dist/2020.js'
import { kDocumentTypes, kSkillPath } from '../support/documents.mjs'
import { filled } from '../support/filled.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { startDev } from '../support/server.mjs'
import { assertError, call, decode, register, token } from '../support/steps.mjs'

let server
before(async () => { server = await startDev() })
after(() => server?.stop())

const kTools = [
  'get_site_overview', 'search_content', 'list_content', 'get_content_item', 'get_cv_summary', 'get_contact_info', 'get_faq',
  'get_full_profile',
]
const kWebMcp = 'https://webmachinelearning.github.io/webmcp/'
const kErrors = [
  'unsupported_grant_type', 'invalid_request', 'invalid_client', 'invalid_token', 'insufficient_scope', 'not_found', 'rate_limited',
]

const hosts = () => [server.baseUrl, server.otherBaseUrl]
const read = async (path, base = server.baseUrl) => {
  const { status, text } = await call(`${base}${path}`)
  assert.equal(status, 200, path)
  return text
}
const readJson = async (path, base) => JSON.parse(await read(path, base))

/** Headings outside of fenced code, each as { mark, text, offset in bytes }. */
function headings(markdown) {
  const found = []
  let isCode = false
  let offset = 0
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const match = isCode ? null : /^(#+) (.*)$/.exec(line)
    if (match) found.push({ mark: match[1], text: match[2], offset })
    offset += Buffer.byteLength(line) + 1
  }
  assert.ok(!isCode, 'a fence stays open')
  return found
}

const sections = (markdown) => headings(markdown).filter(({ mark }) => mark === '##').map(({ text }) => text)

/** Every address of this server in a text, and every path in back quotes. */
function addresses(text, base) {
  const absolute = text.match(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+[^\s"'<>`)\\|{}\]]*/g) ?? []
  const quoted = [...text.matchAll(/`(?:GET |POST )?(\/[\w./-]+)`/g)].map(([, path]) => `${base}${path}`)
  return [...absolute, ...quoted].map((address) => address.replace(/[.,;:]+$/, '').replace(/#.*$/, ''))
}

test('1 a document names the host it was fetched from and never the other one', async () => {
  for (const [base, other] of [hosts(), hosts().reverse()]) {
    for (const path of Object.keys(kDocumentTypes)) {
      if (path === '/openapi.json') continue // lists both as servers
      assert.ok(!(await read(path, base)).includes(other), `${path} at ${base}`)
    }
  }
})

test('a foreign host is refused, and a forwarded one changes nothing', async () => {
  for (const path of Object.keys(kDocumentTypes)) {
    const foreign = await exchangeOne(request('GET', path, { port: server.port, host: 'evil.example' }), { port: server.port })
    assert.equal(foreign.answer.status, 421, path)
    assert.ok(!foreign.answer.body.includes('evil.example'), path)
    const fields = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example', 'X-Forwarded-Proto: gopher']
    const forwarded = await exchangeOne(request('GET', path, { port: server.port, fields }), { port: server.port })
    assert.equal(forwarded.answer.body.toString(), await read(path), path)
  }
})

/** The examples of an API description show addresses of works that this site need not have. */
const withoutExamples = (text) => JSON.stringify(JSON.parse(text, (name, value) => (/^examples?$/.test(name) ? undefined : value)))

test('every address in every document answers', async () => {
  for (const base of hosts()) {
    const found = new Map()
    for (const path of Object.keys(kDocumentTypes)) {
      const text = await read(path, base)
      const judged = path === '/openapi.json' ? withoutExamples(text) : text
      for (const address of addresses(judged, base)) found.set(address, path)
    }
    assert.ok(found.size > 20, `${found.size} addresses`)
    for (const [address, path] of found) {
      const { status } = await call(address, { method: new URL(address).pathname.startsWith('/oauth/') ? 'OPTIONS' : 'GET' })
      assert.ok([200, 204, 401].includes(status), `${address} in ${path}: ${status}`)
    }
  }
})

test('4.5 auth.md: the sections of its convention within the first 4800 bytes', async () => {
  for (const base of hosts()) {
    const text = await read('/auth.md', base)
    const [title, ...rest] = headings(text)
    assert.equal(title.mark, '#')
    assert.match(title.text, /auth\.md/)
    assert.deepEqual(rest.map((heading) => heading.text), [
      'Discover', 'Pick a method', 'Register', 'Claim', 'Use the credential', 'Errors', 'Revocation',
    ])
    assert.ok(rest.at(-1).offset < 4800)
    assert.ok(Buffer.byteLength(text) < 5000)
  }
})

test('5.1, 5.2, 7 auth.md names the anonymous method, what is not supported, and every error', async () => {
  const text = await read('/auth.md')
  for (const word of ['agent_auth', 'register_uri', 'claim_uri', 'identity_assertion', 'id-jag', 'WWW-Authenticate', 'https://workos.com/auth-md', 'HTTP Basic']) {
    assert.ok(text.includes(word), word)
  }
  for (const error of kErrors) assert.ok(text.includes(`\`${error}\``), error)
  assert.match(text, /`identity_assertion` is not supported/)
})

test('the agent_auth block in auth.md is that of the metadata', async () => {
  const block = /```json\n([^`]+)```/.exec(await read('/auth.md'))[1]
  const { agent_auth } = await readJson('/.well-known/oauth-authorization-server')
  assert.deepEqual(JSON.parse(block), { agent_auth })
})

test('the canonical address of a document is on the first host', async () => {
  const { headers } = await call(`${server.otherBaseUrl}/auth.md`)
  assert.equal(headers.get('link'), `<${server.baseUrl}/auth.md>; rel="canonical"`)
})

test('4.5 api-catalog is a linkset with items, and says so in Link', async () => {
  for (const base of hosts()) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await call(`${base}/.well-known/api-catalog`, { method })
      assert.equal(headers.get('link'), `<${base}/.well-known/api-catalog>; rel="api-catalog"`)
    }
    const catalog = await readJson('/.well-known/api-catalog', base)
    assert.deepEqual(Object.keys(catalog), ['linkset'])
    for (const { anchor, ...relations } of catalog.linkset) {
      assert.ok(anchor.startsWith(`${base}/`))
      assert.ok(Object.keys(relations).length > 0)
      for (const targets of Object.values(relations)) {
        assert.ok(Array.isArray(targets) && targets.length > 0)
        for (const { href } of targets) assert.ok(href.startsWith(`${base}/`))
      }
    }
    const profile = catalog.linkset.find(({ anchor }) => anchor === `${base}/api/agent/full-profile`)
    for (const relation of ['service-desc', 'service-doc', 'service-meta']) assert.ok(profile[relation], relation)
    assert.ok(catalog.linkset[0].item.some(({ href }) => href === `${base}/api/agent/full-profile`))
  }
})

test('4.5 the A2A client of its own project resolves the agent card', async () => {
  for (const base of hosts()) {
    const card = await new DefaultAgentCardResolver().resolve(base)
    assert.deepEqual(card.skills.map(({ id }) => id), kTools)
    assert.deepEqual(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding), [kWebMcp])
    assert.ok(card.supportedInterfaces[0].url.startsWith(base))
  }
})

test('4.5 the agent card has every required member of A2A 1.0', async () => {
  const card = await readJson('/.well-known/agent-card.json')
  for (const name of ['name', 'description', 'version']) assert.equal(typeof card[name], 'string', name)
  for (const name of ['supportedInterfaces', 'defaultInputModes', 'defaultOutputModes', 'skills']) assert.ok(card[name].length > 0, name)
  assert.equal(typeof card.capabilities, 'object')
  for (const name of ['url', 'protocolVersion', 'preferredTransport', 'security']) assert.ok(!(name in card), `${name} is of older cards`)
  for (const skill of card.skills) {
    for (const name of ['id', 'name', 'description']) assert.equal(typeof skill[name], 'string')
    assert.ok(skill.tags.length > 0)
  }
  const { flows } = card.securitySchemes.oauth2.oauth2SecurityScheme
  assert.equal(flows.clientCredentials.tokenUrl, `${server.baseUrl}/oauth/token`)
  assert.deepEqual(Object.keys(flows.clientCredentials.scopes), ['read:extended'])
})

test('4.5 agent.json has every required member of A2A 0.2.6 and 0.3.0, and endpoints', async () => {
  const card = await readJson('/.well-known/agent.json')
  for (const name of ['description', 'name', 'protocolVersion', 'url', 'version', 'preferredTransport']) {
    assert.equal(typeof card[name], 'string', name)
  }
  assert.equal(card.preferredTransport, kWebMcp)
  assert.ok(card.capabilities && !Array.isArray(card.capabilities))
  for (const name of ['defaultInputModes', 'defaultOutputModes', 'skills', 'endpoints']) assert.ok(card[name].length > 0, name)
  for (const skill of card.skills) assert.deepEqual(Object.keys(skill), ['id', 'name', 'description', 'tags'])
  const { oauth2 } = card.securitySchemes
  assert.equal(oauth2.type, 'oauth2')
  assert.equal(oauth2.flows.clientCredentials.tokenUrl, `${server.baseUrl}/oauth/token`)
  for (const { url, type } of card.endpoints) {
    assert.ok(url.startsWith(server.baseUrl))
    assert.equal(typeof type, 'string')
  }
})

test('1, 4.5 mcp.json describes the tools with schemas that hold, and offers no server', async () => {
  const ajv = new Ajv2020({ strict: true })
  for (const path of ['/.well-known/mcp.json', '/.well-known/mcp/server-card.json']) {
    const card = await readJson(path)
    assert.equal(card.transport.type, kWebMcp)
    assert.ok(!('endpoint' in card) && !('remotes' in card))
    assert.ok(card.serverInfo.name && card.serverInfo.version && card.capabilities.tools)
    for (const { description, inputSchema, annotations } of filled(card.tools)) {
      assert.ok(description.length >= 20)
      const accepts = ajv.compile(inputSchema)
      assert.equal(accepts({ unknown_member: 1 }), false)
      assert.deepEqual(annotations, { readOnlyHint: true, destructiveHint: false, openWorldHint: false })
    }
  }
})

test('1 the tools have the same names, in the same order, everywhere', async () => {
  const names = {
    mcp: (await readJson('/.well-known/mcp.json')).tools.map(({ name }) => name),
    serverCard: (await readJson('/.well-known/mcp/server-card.json')).tools.map(({ name }) => name),
    agentCard: (await readJson('/.well-known/agent-card.json')).skills.map(({ id }) => id),
    agentManifest: (await readJson('/.well-known/agent.json')).skills.map(({ id }) => id),
  }
  for (const [place, found] of Object.entries(names)) assert.deepEqual(found, kTools, place)
  for (const path of ['/AGENTS.md', '/llms.txt', '/llms-full.txt']) {
    const text = await read(path)
    const found = [...new Set([...text.matchAll(/`((?:get|list|search)_[a-z_]+)`/g)].map(([, name]) => name))]
    assert.deepEqual(found, kTools, path)
  }
  const module = await read('/browser-tools.js')
  const registered = new Set(module.match(/\b(?:get|list|search)_[a-z_]+\b/g))
  assert.deepEqual([...registered].sort(), [...kTools].sort())
})

test('4.5 site.json is a profile page with the owner, the works and the pages', async () => {
  for (const base of hosts()) {
    const site = await readJson('/api/site.json', base)
    assert.equal(site['@context'], 'https://schema.org')
    assert.equal(site['@type'], 'ProfilePage')
    assert.ok(['Person', 'Organization'].includes(site.mainEntity['@type']))
    assert.equal(site.mainEntity.name, site.owner.name)
    assert.deepEqual(site.pages.map(({ url }) => url).slice(0, 1), [`${base}/`])
    for (const part of filled(site.hasPart)) assert.equal(part['@id'], part.url)
    for (const work of filled([...site.publications, ...site.projects])) {
      assert.match(work.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.ok(work.page.startsWith(`${base}/`) && work.page.endsWith(`/${work.slug}`))
    }
    const dates = site.publications.map(({ date }) => date)
    assert.deepEqual(dates, [...dates].sort().reverse())
    assert.equal(site.resources.fullProfile, `${base}/api/agent/full-profile`)
  }
})

test('4.5 faq.json says the same as FAQPage and as a plain list', async () => {
  const faq = await readJson('/ai/faq.json')
  assert.equal(faq['@type'], 'FAQPage')
  assert.ok(faq.faqs.length > 0)
  assert.deepEqual(faq.mainEntity.map(({ name, acceptedAnswer }) => ({ question: name, answer: acceptedAnswer.text })), faq.faqs)
})

test('4.5 llms.txt: heading, summary, lists of absolute links, below 30,000 characters', async () => {
  const text = await read('/llms.txt')
  assert.match(text, /^# [^\n]+\n\n> [^\n]+\n/)
  assert.ok(text.length < 30_000)
  assert.deepEqual(sections(text).slice(0, 1), ['When to use this site'])
  assert.deepEqual(sections(text).slice(-3), ['Authentication', 'API', 'Optional'])
  const lists = text.slice(text.indexOf('\n## ')).split('\n').filter((line) => line !== '' && !line.startsWith('## '))
  for (const line of filled(lists)) assert.match(line, /^- \[.+\]\(https?:\/\/[^)\s]+\)/)
})

test('4.5 llms-full.txt holds the content, the walk, the endpoints and the tools', async () => {
  const text = await read('/llms-full.txt')
  assert.ok(text.length > 1000)
  for (const section of ['About', 'Contact', 'FAQ', 'Agent Access API', 'Endpoints', 'Browser tools (WebMCP)']) {
    assert.ok(sections(text).includes(section), section)
  }
  for (const { question } of filled((await readJson('/ai/faq.json')).faqs)) assert.ok(headings(text).some(({ text }) => text === question), question)
  for (const path of ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/.well-known/jwks.json']) {
    assert.ok(text.includes(`| ${server.baseUrl}${path} |`), path)
  }
})

test('4.5 AGENTS.md: quick start, tools, rules and errors, at both spellings', async () => {
  const text = await read('/AGENTS.md')
  assert.deepEqual(sections(text), ['What this site offers', 'Quick start', 'Browser tools (WebMCP)', 'Rules', 'Errors'])
  assert.equal(await read('/agents.md'), text)
  for (const error of kErrors) assert.ok(text.includes(`\`${error}\``), error)
})

test('/.well-known/openid-configuration is the server metadata (RFC 8414 section 5) and claims no OpenID', async () => {
  for (const base of hosts()) {
    assert.equal(await read('/.well-known/openid-configuration', base), await read('/.well-known/oauth-authorization-server', base))
    const metadata = await readJson('/.well-known/openid-configuration', base)
    assert.equal(metadata.issuer, base)
    assert.deepEqual(metadata.scopes_supported, ['read:extended'])
    assert.deepEqual(Object.keys(metadata).filter((name) => /userinfo|subject_type|id_token|claims/.test(name)), [])
  }
})

test('robots.txt forbids nothing, allows nothing, and says nothing about the use of the content by itself', async () => {
  const text = await read('/robots.txt')
  assert.match(text, /^User-agent: \*$/m)
  assert.match(text, /^User-agent: GPTBot$/m)
  assert.match(text, /^Disallow:$/m)
  assert.doesNotMatch(text, /^(Disallow: *[^ \n]|Allow|Content-Signal)/m)
  assert.ok(text.includes(`\nSitemap: ${server.baseUrl}/sitemap.xml\n`))
})

test('sitemap.xml lists the pages and the works', async () => {
  const listed = [...(await read('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  const site = await readJson('/api/site.json')
  const expected = [...site.pages.map(({ url }) => url), ...site.publications.map(({ page }) => page), ...site.projects.map(({ page }) => page)]
  assert.deepEqual(listed, expected)
})

test('the digest in the index is that of the skill', async () => {
  for (const base of hosts()) {
    const index = await readJson('/.well-known/agent-skills/index.json', base)
    assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [skill] = index.skills
    assert.equal(skill.type, 'skill-md')
    assert.equal(skill.url, `${base}${kSkillPath}`)
    const text = await read(kSkillPath, base)
    assert.equal(skill.digest, `sha256:${createHash('sha256').update(text).digest('hex')}`)
    assert.ok(text.startsWith(`---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n`))
  }
})

test('ai-catalog.json lists artefacts by URN, type and address', async () => {
  const catalog = await readJson('/.well-known/ai-catalog.json')
  assert.equal(catalog.specVersion, '1.0')
  const identifiers = catalog.entries.map(({ identifier }) => identifier)
  assert.equal(new Set(identifiers).size, identifiers.length)
  for (const { identifier, type, url } of filled(catalog.entries)) {
    assert.match(identifier, /^urn:air:127\.0\.0\.1:[a-z]+:[a-z-]+$/)
    assert.match(type, /^application\/[a-z0-9.+-]+$/)
    assert.ok(url.startsWith(server.baseUrl))
  }
})

test('2.6, 5.8 a token is signed with a key of the set', async () => {
  const accessToken = await token(server.baseUrl, await register(server.baseUrl))
  const { keys } = await readJson('/.well-known/jwks.json')
  assert.ok(keys.some(({ kid }) => kid === decode(accessToken).header.kid))
})

test('a path beside a document is none', async () => {
  for (const path of ['/Auth.md', '/auth', '/.well-known/agent-skills/', '/.well-known/agent-skills/other/SKILL.md', '/llms.txt/']) {
    assertError(await call(`${server.baseUrl}${path}`), 404, 'not_found')
  }
})
