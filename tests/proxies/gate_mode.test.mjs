// docs/gate-mode.md as it is written: its lines of configuration, its command, and what an agent does with curl, with nginx in front. Only folders, ports and
// the host are inserted.
import assert from 'node:assert/strict'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeBlocks } from '../support/markdown.mjs'
import { siteOf, withValues } from '../support/printed_sites.mjs'
import { freePort, startServe, writeFiles } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const page = await readFile(new URL('../../docs/gate-mode.md', import.meta.url), 'utf8')
const block = (language, heading) => codeBlocks(page).find((each) => each.language === language && each.heading === heading).text

test('an owner opens a folder with the lines and the command of the page, and an agent reads a file with the commands of the page', { skip: siteOf('nginx').skip }, async () => {
  const front = await freePort()
  await using server = await startServe({ settings: { base_urls: [`http://127.0.0.1:${front}`] } })
  await appendFile(server.configFile, `\n${block('toml', 'Opening a folder to agents')}`)
  await server.program.reload()
  const printed = await shell(withValues(block('sh', 'Opening a folder to agents'), [['/etc/agent-access/agent-access.toml', server.configFile]]), { AGENT_ACCESS_LIMITS_REQUESTS: '0' })
  const own = join(server.directory, 'own')
  await writeFiles(own, { 'data/x.csv': 'buoy,height\n1,2\n' })
  await using nginx = await siteOf('nginx').run(withValues(printed, [['/var/www/site', own]]), { directory: server.directory, front })
  const seen = await shell(withValues(block('sh', 'What agents see'), [['https://example.com', `http://127.0.0.1:${front}`]]))
  assert.match(seen, /^HTTP\/1\.1 401 /)
  assert.ok(seen.includes(`resource_metadata="http://127.0.0.1:${front}/.well-known/oauth-protected-resource/data/x.csv", scope="read:papers"`), seen)
  assert.ok(seen.endsWith('buoy,height\n1,2\n'), seen)
})
