// The command of docs/proxies.md works as it is written, for every proxy, and its rules are those that `check` prints.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { runProgram } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const proxies = await readFile(new URL('../../docs/proxies.md', import.meta.url), 'utf8')
const shellBlocks = (text) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1])
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
