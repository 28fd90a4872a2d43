// docs/gate-mode.md as it is written: its lines of configuration, its command, and what an agent does with curl, with nginx in front. Only folders, ports and
// the host are inserted.
import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { edgeBlock } from '../support/edge.mjs'
import { kGateSettings } from '../support/gates.mjs'
import { codeBlocks } from '../support/markdown.mjs'
import { readersOf } from '../support/path_readings.mjs'
import { kSpellings } from '../support/path_spellings.mjs'
import { printedSite, siteOf, withValues } from '../support/printed_sites.mjs'
import { binary, freePort, run, startServe, writeFiles } from '../support/server.mjs'

const read = (name) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const page = await read('gate-mode.md')
const block = (language, heading) => codeBlocks(page).find((each) => each.language === language && each.heading === heading).text

test('an owner opens a folder with the lines and the command of the page, and an agent reads a file with the commands of the page', { skip: siteOf('nginx').skip }, async () => {
  const front = await freePort()
  await using server = await startServe({ settings: { base_urls: [`http://127.0.0.1:${front}`] } })
  const bin = join(server.directory, 'bin')
  await mkdir(bin)
  await symlink(binary, join(bin, 'agent-access'))
  const shell = async (script) => (await run('bash', ['-euo', 'pipefail', '-c', script], { env: { PATH: `${bin}:${process.env.PATH}`, AGENT_ACCESS_LIMITS_REQUESTS: '0' } })).stdout
  await appendFile(server.configFile, `\n${block('toml', 'Opening a folder to agents')}`)
  await server.program.reload()
  const printed = await shell(withValues(block('sh', 'Opening a folder to agents'), [['/etc/agent-access/agent-access.toml', server.configFile]]))
  const own = join(server.directory, 'own')
  await writeFiles(own, { 'data/x.csv': 'buoy,height\n1,2\n' })
  await using nginx = await siteOf('nginx').run(withValues(printed, [['/var/www/site', own]]), { directory: server.directory, front })
  const seen = await shell(withValues(block('sh', 'What agents see'), [['https://example.com', `http://127.0.0.1:${front}`]]))
  assert.match(seen, /^HTTP\/1\.1 401 /)
  assert.ok(seen.includes(`resource_metadata="http://127.0.0.1:${front}/.well-known/oauth-protected-resource/data/x.csv", scope="read:papers"`), seen)
  assert.ok(seen.endsWith('buoy,height\n1,2\n'), seen)
})

test('what docs/proxies.md says for Envoy leaves no spelling of a path that leads around the gate', async () => {
  const [, pattern] = /safe_regex: \{ regex: "\(\?i\)([^"]+)" \}/.exec(await read('proxies.md'))
  const refused = new RegExp(`^(?:${pattern})$`, 'i')
  /** The settings normalize_path, merge_slashes and path_with_escaped_slashes_action; undefined: refused. */
  const normalized = (target) => {
    const path = target.replace(/[?#].*$/s, '')
    if (!/^\/[!-~]*$/.test(path) || /%2f|%5c/i.test(path)) return undefined
    const { pathname } = new URL(`http://envoy${path.replaceAll('\\', '/').replace(/\/+/g, '/')}`)
    return pathname.replace(/\/+/g, '/')
  }
  const around = kSpellings.map(normalized).filter((path) => path !== undefined && !refused.test(path) && !/^\/(data|api\/v1)(\/|$)/i.test(path) && readersOf(path, '/data').length > 0)
  assert.deepEqual(around, [])
  for (const path of ['/', '/pub/a%20b;v=1', '/pub/100%25', '/%C3%BCber']) assert.ok(!refused.test(path), path)
})

test('the site for HAProxy has the units of docs/edge.md', async () => {
  await using server = await startServe({ settings: kGateSettings })
  const printed = await printedSite(server.configFile, 'haproxy')
  const lines = [2, 3, 4].flatMap((number) => edgeBlock('HAProxy', number).split('\n')).filter((line) => line !== '')
  assert.equal(lines.length, 14)
  for (const line of lines) {
    const wanted = line.replace(/https:\/\/example\.com$/, `${server.baseUrl} 127.0.0.1:${server.port}`)
    assert.ok(printed.includes(`\n#   ${wanted}\n`), wanted)
  }
})
