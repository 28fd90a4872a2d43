// The examples of docs/mcp.md run as they are written; only the address of the site, folders and the settings file differ.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { kSecondName } from '../support/login_first.mjs'
import { codeBlocks, shellBlocks } from '../support/markdown.mjs'
import { kTools } from '../support/published.mjs'
import { binary, exampleProfile, renderConfig, run, runProgram, startServe } from '../support/server.mjs'

const text = readFileSync(fileURLToPath(new URL('../../docs/mcp.md', import.meta.url)), 'utf8')
const kBase = 'https://www.example.com'

const folder = temporaryFolder('mcp-page')
await symlink(binary, join(folder, 'agent-access'))
const server = await startServe({ settings: { mcp: { enabled: true } } })
after(() => server.stop())

const bash = async (script) =>
  (await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env: { PATH: `${folder}:${process.env.PATH}` }, timeout: 60_000 })).stdout

async function shell(headings, values) {
  let script = headings.map((heading) => shellBlocks(text).find((one) => one.heading === heading).script).join('')
  for (const [from, to] of values) {
    assert.ok(script.includes(from), from)
    script = script.replaceAll(from, to)
  }
  return bash(script)
}

test('the settings of the page switch the endpoint on', () => {
  const block = /```toml\n([^`]+)```/.exec(text)[1]
  assert.match(readFileSync(server.configFile, 'utf8'), new RegExp(`^${block.trim().replaceAll(/[[\]]/g, '\\$&')}$`, 'm'))
})

test('a second name for chats is an export of its own without a secret', async () => {
  const heading = 'A second name for chats'
  const [settings] = codeBlocks(text).filter((block) => block.heading === heading && block.language === 'toml')
  assert.equal(settings.text, renderConfig({ base_urls: ['https://mcp.example.com'], ...kSecondName }))
  await runProgram(['init', join(folder, 'site'), '--base-url', kBase])
  await rm(join(folder, 'site/secret'))
  await writeFile(join(folder, 'site/mcp.toml'), settings.text)
  const { script } = shellBlocks(text).find((block) => block.heading === heading)
  const [commands, steps] = script.split(/(?<=^cd .*\n)/m)
  const output = await bash(commands)
  const printed = output.split('\n').filter((line) => /^ {2}(npx|agent-access)/.test(line)).map((line) => `${line.trim()}\n`)
  assert.equal(printed.join(''), steps)
  assert.match(await readFile(join(folder, 'out-mcp/wrangler.toml'), 'utf8'), /pattern = "mcp\.example\.com", custom_domain = true/)
})

test('with curl: the tools, a public tool and the profile', async () => {
  const output = await shell(['For developers of agents'], [[kBase, server.baseUrl]])
  const [list, overview, profile] = output.split(/(?<=\})(?=\{"jsonrpc")/).map((response) => JSON.parse(response).result)
  assert.equal(list.tools.length, kTools.length)
  assert.equal(overview.structuredContent.url, `${server.baseUrl}/`)
  assert.equal(profile.structuredContent.name, exampleProfile.name)
})

test('with curl: a gated document with a token of its scope', async () => {
  await using site = await startServe({
    files: { 'tides.txt': 'Tides.' },
    settings: {
      mcp: { enabled: true }, scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
      documents: [{ path: '/api/agent/tides.txt', source: 'tides.txt', scope: 'read:papers', title: 'Tides', description: 'A paper.' }],
    },
  })
  const output = await shell(['For developers of agents', 'Gated documents'], [[kBase, site.baseUrl]])
  const { result: { contents } } = JSON.parse(output.slice(output.lastIndexOf('{"jsonrpc"')))
  assert.deepEqual(contents, [{ uri: `${site.baseUrl}/api/agent/tides.txt`, mimeType: 'text/plain', text: 'Tides.' }])
})
