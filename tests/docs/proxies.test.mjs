// The command of docs/proxies.md works as it is written, and its rules are those that `check` prints. The document names every proxy and only links
// that exist. proxies/guide follows the guide's section about proxies.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { runProgram } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const read = (name) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const proxies = await read('proxies.md')
const shellBlocks = (text) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1])
const [, section] = /^## In five minutes\n([\s\S]*?)^## /m.exec(await read('guide-for-owners.md'))
const directory = temporaryFolder('proxies')

test('docs/proxies.md: its command prints a site, and for each proxy that it names', async () => {
  const folder = join(directory, 'printed')
  assert.equal((await runProgram(['init', folder, '--base-url', 'https://example.com'])).code, 0)
  const blocks = shellBlocks(proxies)
  assert.equal(blocks.length, 1)
  const command = withValues(blocks[0], [['/etc/agent-access/', `${folder}/`]])
  for (const name of ['nginx', 'caddy', 'haproxy', 'traefik', 'apache']) {
    assert.match(proxies, new RegExp(`\`${name}\``), `${name} is named`)
    assert.match(await shell(withValues(command, [['--proxy nginx', `--proxy ${name}`]])), /^# A site for /)
  }
})

test('docs/proxies.md: its paths for guards, and the rules made of them, are those that check prints', async () => {
  const folder = join(directory, 'guarded')
  assert.equal((await runProgram(['init', folder, '--base-url', 'https://example.com'])).code, 0)
  const environment = { AGENT_ACCESS_LISTEN_ADMIN: '', AGENT_ACCESS_MCP_ENABLED: 'true' }
  const { output } = await runProgram(['check', '--config', join(folder, 'agent-access.toml')], { environment })
  const [, paths] = / no challenge +(\/.*)\n/.exec(output)
  assert.ok(proxies.includes(`\n${paths}\n`), paths)
  const rule = new RegExp(/^ {2}path_regex: (.*)$/m.exec(proxies)[1])
  for (const path of paths.split(' ')) {
    assert.ok(proxies.includes(path.endsWith('*') ? `starts_with(http.request.uri.path, "${path.slice(0, -1)}")` : `"${path}"`), path)
    assert.match(path, rule)
  }
  for (const path of ['/', '/faq', '/mcpx', '/llms.txt.bak', '/oauthx', '/x/auth.md']) assert.doesNotMatch(path, rule)
})

test('docs/proxies.md: every file that it links to exists', () => {
  const links = [...`${proxies}${section}`.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path]) => path)
  assert.ok(links.length >= 2, links.join(' '))
  for (const path of links) assert.ok(existsSync(new URL(`../../docs/${path}`, import.meta.url)), path)
})
