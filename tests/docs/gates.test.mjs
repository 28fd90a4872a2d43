// What docs/proxies.md and docs/edge.md say about gates: the rules for Envoy, and the units of the site for HAProxy. proxies/gate_mode follows docs/gate-mode.md.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { edgeBlock } from '../support/edge.mjs'
import { kGateSettings } from '../support/gates.mjs'
import { readersOf } from '../support/path_readings.mjs'
import { kSpellings } from '../support/path_spellings.mjs'
import { printedSite } from '../support/printed_sites.mjs'
import { startServe } from '../support/server.mjs'

test('what docs/proxies.md says for Envoy leaves no spelling of a path that leads around the gate', async () => {
  const [, pattern] = /safe_regex: \{ regex: "\(\?i\)([^"]+)" \}/.exec(await readFile(new URL('../../docs/proxies.md', import.meta.url), 'utf8'))
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
