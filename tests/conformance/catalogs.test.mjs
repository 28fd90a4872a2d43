// What the catalogs, agent cards and tool descriptions contain: specification sections 1 and 4.5.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { kSkillPath } from '../support/documents.mjs'
import { filled } from '../support/filled.mjs'
import { askFor, kExampleName, kServerInfo } from '../support/mcp.mjs'
import { kMcp, kTools, kWebMcp, publishedByDemo } from '../support/published.mjs'
import { startServe } from '../support/server.mjs'
import { call, post } from '../support/steps.mjs'

const site = publishedByDemo()
const { hosts, readText, readJson } = site

test('4.5 api-catalog is a linkset with items and has a Link field', async () => {
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
    assert.deepEqual(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding), [kWebMcp, kMcp])
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
  assert.equal(flows.clientCredentials.tokenUrl, `${site.server.baseUrl}/oauth/token`)
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
  assert.equal(oauth2.flows.clientCredentials.tokenUrl, `${site.server.baseUrl}/oauth/token`)
  for (const { url, type } of card.endpoints) {
    assert.ok(url.startsWith(site.server.baseUrl))
    assert.equal(typeof type, 'string')
  }
})

test('1, 4.5 mcp.json describes the tools with strict schemas, and the endpoint of the demo as a remote', async () => {
  const ajv = new Ajv2020({ strict: true })
  for (const path of ['/.well-known/mcp.json', '/.well-known/mcp/server-card.json']) {
    const card = await readJson(path)
    assert.equal(card.transport.type, kWebMcp)
    assert.ok(!('endpoint' in card))
    assert.deepEqual(card.remotes.map(({ type, url }) => [type, url]), [['streamable-http', `${site.server.baseUrl}/mcp`]])
    const listed = await askFor(site.server.baseUrl, 'tools/list')
    assert.deepEqual(card.tools, listed.json.result.tools)
    assert.deepEqual(card.serverInfo.icons, listed.json.result._meta[kServerInfo].icons)
    assert.ok(card.remotes[0].supportedProtocolVersions.includes(card.protocolVersion))
    assert.ok(card.serverInfo.name && card.serverInfo.version && card.capabilities.tools)
    for (const { description, inputSchema, annotations } of filled(card.tools)) {
      assert.ok(description.length >= 20)
      const accepts = ajv.compile(inputSchema)
      assert.equal(accepts({ unknown_member: 1 }), false)
      assert.deepEqual(annotations, { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false })
    }
  }
})

const kCardSchema = fileURLToPath(new URL('../../../shared/spec/external/mcp/server-card/schema.json', import.meta.url))
const skip = existsSync(kCardSchema) ? false : 'skipped: the schema of MCP server cards is not beside this repository'

test('the server card fits the schema of SEP-2127, with and without the endpoint', { skip }, async () => {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(JSON.parse(readFileSync(kCardSchema, 'utf8')), 'card')
  const fits = ajv.compile({ $ref: 'card#/$defs/ServerCard' })
  await using without = await startServe()
  const cards = [[without.baseUrl, '/.well-known/mcp/server-card.json']]
  for (const base of hosts()) cards.push([base, '/.well-known/mcp/server-card.json'], [base, '/mcp/server-card'])
  for (const [base, path] of cards) assert.ok(fits(await readJson(path, base)), `${path}: ${JSON.stringify(fits.errors)}`)
})

test('the server card at its reserved place can be negotiated, revalidated and read by pages of every origin', async () => {
  const url = `${site.server.baseUrl}/mcp/server-card`
  const { status, headers, text } = await call(url, { headers: { Accept: 'application/mcp-server-card+json', Origin: 'https://elsewhere.example' } })
  assert.deepEqual([status, headers.get('content-type'), headers.get('access-control-allow-origin')], [200, 'application/mcp-server-card+json', '*'])
  assert.equal(text, await readText('/.well-known/mcp/server-card.json'))
  assert.equal((await call(url, { headers: { 'If-None-Match': headers.get('etag') } })).status, 304)
})

test('the MCP server has one name everywhere', async () => {
  const names = new Set()
  for (const base of hosts()) {
    const card = await readJson('/mcp/server-card', base)
    names.add(card.name).add(card.serverInfo.name).add((await readJson('/.well-known/mcp.json', base)).serverInfo.name)
    const begun = await post(`${base}/mcp`, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }), 'application/json')
    names.add(begun.json.result.serverInfo.name)
    const entry = (await readJson('/.well-known/ai-catalog.json', base)).entries.find(({ type }) => type === 'application/mcp-server-card+json')
    assert.deepEqual([entry.url, entry.identifier], [`${base}/mcp/server-card`, 'urn:air:127.0.0.1:mcp:robin-example'])
  }
  assert.deepEqual([...names], [kExampleName])
})

test('without the endpoint no catalog has a server card, and its reserved place none', async () => {
  await using without = await startServe({ settings: { discovery: { ard: true } } })
  for (const path of ['/.well-known/ai-catalog.json', '/.well-known/ard.json', '/.well-known/api-catalog']) {
    assert.doesNotMatch(await readText(path, without.baseUrl), /server-card/)
  }
  assert.equal((await call(`${without.baseUrl}/mcp/server-card`)).status, 404)
})

test('1 the tools have the same names, in the same order, everywhere', async () => {
  const names = {
    mcp: (await readJson('/.well-known/mcp.json')).tools.map(({ name }) => name),
    serverCard: (await readJson('/.well-known/mcp/server-card.json')).tools.map(({ name }) => name),
    agentCard: (await readJson('/.well-known/agent-card.json')).skills.map(({ id }) => id),
    agentManifest: (await readJson('/.well-known/agent.json')).skills.map(({ id }) => id),
  }
  for (const [place, found] of Object.entries(names)) assert.deepEqual(found, kTools, place)
  for (const path of ['/AGENTS.md', '/llms-full.txt']) {
    const text = await readText(path)
    const found = [...new Set([...text.matchAll(/`((?:get|list|search)_[a-z_]+)`/g)].map(([, name]) => name))]
    assert.deepEqual(found, kTools, path)
  }
  const module = await readText('/browser-tools.js')
  const registered = new Set(module.match(/\b(?:get|list|search)_[a-z_]+\b/g))
  assert.deepEqual([...registered].sort(), [...kTools].sort())
})

test('the digest in the index is that of the skill', async () => {
  for (const base of hosts()) {
    const index = await readJson('/.well-known/agent-skills/index.json', base)
    assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [skill] = index.skills
    assert.equal(skill.type, 'skill-md')
    assert.equal(skill.url, `${base}${kSkillPath}`)
    const text = await readText(kSkillPath, base)
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
    assert.ok(url.startsWith(site.server.baseUrl))
  }
})
