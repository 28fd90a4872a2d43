// `registry`: the server.json that it prints follows the rules of the registry of MCP servers, and it refuses what the registry could not list.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram } from '../support/server.mjs'

/**
 * What https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json says about the members that are used, and what the registry
 * demands besides: https, a name whose parts begin and end with a letter or digit. Here no other member is allowed.
 */
const kRules = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'title', 'websiteUrl', 'remotes'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.-]+)?$' },
    websiteUrl: { type: 'string', format: 'uri', pattern: '^https://' },
    remotes: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: { type: { const: 'streamable-http' }, url: { type: 'string', format: 'uri', pattern: '^https://[^\\s]+$' } },
      },
    },
  },
}
const follows = addFormats(new Ajv()).compile(kRules)

const directory = temporaryFolder('registry')
const config = join(directory, 'agent-access.toml')
assert.equal((await runProgram(['init', directory, '--base-url', 'https://www.example.com'])).code, 0)
await writeFile(join(directory, 'site.json'), JSON.stringify({ tagline: 'Marine acoustics, small instruments and an invented sea', owner: { name: 'Robin Example' } }))

const registry = (environment = {}, ...args) => runProgram(['registry', '--config', config, ...args], { environment: { AGENT_ACCESS_MCP_ENABLED: 'true', ...environment } })

test('it prints an entry that follows the rules', async () => {
  const { code, output } = await registry()
  assert.equal(code, 0, output)
  const entry = JSON.parse(output)
  assert.ok(follows(entry), JSON.stringify(follows.errors))
  assert.deepEqual(entry, {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'com.example.www/robin-example',
    title: 'Robin Example',
    description: 'Marine acoustics, small instruments and an invented sea',
    version: '1.0.0',
    websiteUrl: 'https://www.example.com',
    remotes: [{ type: 'streamable-http', url: 'https://www.example.com/mcp' }],
  })
})

test('long texts in any language are cut to the length that the rules allow', async () => {
  const site = join(directory, 'long.json')
  await writeFile(site, JSON.stringify({ title: 'Überlegungen '.repeat(12).trim(), tagline: '海洋音響学'.repeat(30), owner: { name: 'Robin Example' } }))
  const { code, output } = await registry({ AGENT_ACCESS_CONTENT_SITE: site })
  assert.equal(code, 0, output)
  const entry = JSON.parse(output)
  assert.ok(follows(entry), JSON.stringify(follows.errors))
  assert.equal(entry.title, `${'Überlegungen '.repeat(7).trim()}…`)
  assert.equal(entry.description, `${'海洋音響学'.repeat(30).slice(0, 99)}…`)
})

test('the version of the entry is an option', async () => {
  assert.equal(JSON.parse((await registry({}, '--entry-version', '1.0.1-rc.1')).output).version, '1.0.1-rc.1')
  for (const version of ['1', '1.0', '^1.0.0', 'latest', '1.0.0-', '1.0.0 ', '1.0.x']) {
    const { code, output } = await registry({}, '--entry-version', version)
    assert.deepEqual([code, output], [2, 'agent-access: --entry-version must be a version such as 1.0.1\n'], version)
  }
})

test('what the registry could not list is refused with the remedy', async () => {
  const off = await registry({ AGENT_ACCESS_MCP_ENABLED: 'false' })
  assert.deepEqual([off.code, off.output],
    [1, 'agent-access: registry: mcp.enabled is false, so there is no endpoint to list; set mcp.enabled = true\n'])
  const local = await registry({ AGENT_ACCESS_BASE_URLS: 'http://127.0.0.1:8080' })
  assert.deepEqual([local.code, local.output],
    [1, 'agent-access: registry: base_urls begins with http://127.0.0.1:8080, which only this machine or network can reach; the registry lists public servers: name the address of the site first\n'])
})

test('--help has an example', async () => {
  const { code, output } = await runProgram(['registry', '--help'])
  assert.equal(code, 0)
  assert.match(output, /Example:\n {2}agent-access registry --config agent-access\.toml > server\.json\n$/)
})
