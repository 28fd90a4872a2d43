// The recipe of docs/edge.md for HAProxy: its script, its unit and its configuration, with ports, folders and addresses inserted.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportJWK } from 'jose'
import { noShiftedClock } from '../support/clock.mjs'
import { edgeBlock, edgeFile, kKeysScript, newKey, startWithKey, useKeys } from '../support/edge.mjs'
import { testEdge } from '../support/edge_suite.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { kHaproxy, runHaproxy } from '../support/haproxy.mjs'
import { startOwnerServer } from '../support/owner_server.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { freePort, run } from '../support/server.mjs'

const skip = existsSync(kHaproxy) ? noShiftedClock : `skipped: ${kHaproxy} is not installed`
const kFolder = '/etc/haproxy/agent-access'
const kReload = 'systemctl reload-or-restart haproxy'

/** { folder, first, fetchKeys } for a service: first() runs the command of the document; fetchKeys() what the unit does, and whether it reloaded HAProxy. */
function keysOf({ directory, baseUrl }) {
  const folder = join(directory, 'agent-access')
  const shell = (script) => run('/bin/sh', ['-c', script])
  const unit = withValues(edgeBlock('HAProxy', 2), [
    ['https://example.com', baseUrl], [kFolder, folder, 2], ['/usr/local/bin/agent-access-keys', `'${kKeysScript}'`], [kReload, 'echo reload'],
  ])
  const commands = [...unit.matchAll(/^ExecStart=(.+)$/gm)].map(([, command]) => command)
  const fetchKeys = async () => {
    let stdout
    for (const command of commands) ({ stdout } = await shell(command))
    return stdout === 'reload\n'
  }
  return { folder, first: () => shell(withValues(edgeBlock('HAProxy', 1), [['agent-access-keys', `'${kKeysScript}'`], ['https://example.com', baseUrl], [kFolder, folder]])), fetchKeys }
}

async function start({ server, apiPort, shifting }) {
  const port = await freePort()
  const { folder, fetchKeys } = keysOf(server)
  const [main, site] = [join(server.directory, 'main.cfg'), join(server.directory, 'haproxy.cfg')]
  await writeFile(main, 'global\n  maxconn 1000\ndefaults\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n')
  await writeFile(site, withValues(edgeFile('haproxy.cfg'), [
    ['bind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1', `bind 127.0.0.1:${port}`],
    ['https://example.com', server.baseUrl, 5], [kFolder, folder], ['127.0.0.1:8081', `127.0.0.1:${apiPort}`],
  ]))
  const begin = () => runHaproxy({ configFiles: [main, site, join(folder, 'keys.cfg')], port, environment: shifting() })
  assert.equal(await fetchKeys(), true)
  let haproxy = await begin()
  const refresh = async () => {
    if (!(await fetchKeys())) return
    await haproxy.stop()
    haproxy = await begin()
  }
  return { port, refresh, keyFile: (kid) => join(folder, `${kid}.pem`), stop: () => haproxy.stop() }
}

await testEdge('HAProxy', { skip, start, unreachable: { first: 200, later: 200 } })

test('the command and the unit write the published keys, and HAProxy is reloaded only when they changed', async () => {
  await using started = await startWithKey({})
  const { server, key } = started
  const { folder, first, fetchKeys } = keysOf(server)
  await first()
  assert.deepEqual((await readdir(folder)).sort(), ['keys.cfg', `${key.kid}.pem`].sort())
  assert.equal(await readFile(join(folder, `${key.kid}.pem`), 'utf8'), key.publicPem)
  assert.equal(await fetchKeys(), true)
  assert.equal(await fetchKeys(), false)
  const next = await newKey()
  await useKeys(server, [key, next])
  assert.equal(await fetchKeys(), true)
  const list = await readFile(join(folder, 'keys.cfg'), 'utf8')
  for (const { kid } of [key, next]) assert.ok(list.includes(`${folder}/${kid}.pem`), list)
  await server.program.stop()
  await assert.rejects(fetchKeys(), /cannot write the keys/)
  assert.equal(await readFile(join(folder, 'keys.cfg'), 'utf8'), list, 'without the service the keys stay')
  assert.deepEqual((await readdir(folder)).sort(), ['keys.cfg', 'loaded', `${key.kid}.pem`, `${next.kid}.pem`].sort())
  await server.start()
  await useKeys(server, [next])
  assert.equal(await fetchKeys(), true)
  assert.deepEqual((await readdir(folder)).sort(), ['keys.cfg', 'loaded', `${next.kid}.pem`].sort())
})

test('the script takes only a key set of the service, from a server that nobody can impersonate', async () => {
  const folder = temporaryFolder('keys')
  const key = { ...await exportJWK((await newKey()).publicKey), kid: '../../evil' }
  const answers = ['{}', '{"keys":[]}', JSON.stringify({ keys: [key] }), 'no JSON']
  for (const answer of answers) {
    await using server = await startOwnerServer(() => answer)
    await assert.rejects(run(kKeysScript, [folder, `http://127.0.0.1:${server.port}`]), /cannot write the keys/, answer)
  }
  await assert.rejects(run(kKeysScript, [folder, 'http://example.com']), /use https/)
  assert.deepEqual(await readdir(folder), [])
})

test('the units of the document are right', { skip: existsSync('/usr/bin/systemd-analyze') ? false : 'skipped: systemd-analyze is not installed' }, async () => {
  await using started = await startWithKey({})
  const { server } = started
  const folder = join(server.directory, 'units')
  await mkdir(folder)
  const files = ['service', 'timer'].map((kind) => join(folder, `agent-access-keys.${kind}`))
  await writeFile(files[0], withValues(edgeBlock('HAProxy', 2), [['/usr/local/bin/agent-access-keys', '/bin/true']]))
  await writeFile(files[1], edgeBlock('HAProxy', 3))
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
  assert.doesNotMatch(stderr, /agent-access-keys/)
})
