// The recipe of docs/edge.md for HAProxy: its script and its configuration, with ports, folders and addresses inserted.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { edgeBlock, newKey, startWithKey, useKeys } from '../support/edge.mjs'
import { testEdge } from '../support/edge_suite.mjs'
import { kHaproxy, runHaproxy } from '../support/haproxy.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { freePort } from '../support/server.mjs'

const run = promisify(execFile)
const missing = [kHaproxy, '/usr/bin/curl', '/usr/bin/jq', '/usr/bin/openssl'].find((file) => !existsSync(file))
const skip = missing ? `skipped: ${missing} is not installed` : false
const kFolder = '/etc/haproxy/agent-access'

/** The script for a service: { folder, fetchKeys }; fetchKeys() tells whether it reloaded HAProxy. */
async function installScript({ directory, baseUrl }) {
  const [script, folder] = [join(directory, 'agent-access-keys'), join(directory, 'agent-access')]
  await writeFile(script, withValues(edgeBlock('HAProxy', 1), [
    ['https://example.com', baseUrl], [kFolder, folder], ['systemctl reload-or-restart haproxy', 'echo reload'],
  ]))
  await chmod(script, 0o755)
  return { folder, fetchKeys: async () => (await run(script)).stdout === 'reload\n' }
}

async function start({ server, apiPort, environment }) {
  const port = await freePort()
  const { folder, fetchKeys } = await installScript(server)
  const [main, site] = [join(server.directory, 'main.cfg'), join(server.directory, 'haproxy.cfg')]
  await writeFile(main, 'global\n  maxconn 1000\ndefaults\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n')
  await writeFile(site, withValues(edgeBlock('HAProxy', 5), [
    ['bind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1', `bind 127.0.0.1:${port}`],
    ['https://example.com', server.baseUrl, 5], [kFolder, folder], ['127.0.0.1:8081', `127.0.0.1:${apiPort}`],
  ]))
  const begin = () => runHaproxy({ configFiles: [main, site, join(folder, 'keys.cfg')], port, environment })
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

test('the script writes the published keys and reloads only when they changed', { skip }, async () => {
  const { server, key } = await startWithKey({})
  try {
    const { folder, fetchKeys } = await installScript(server)
    assert.equal(await fetchKeys(), true)
    assert.equal(await readFile(join(folder, `${key.kid}.pem`), 'utf8'), key.publicPem)
    assert.equal(await fetchKeys(), false)
    const next = await newKey()
    await useKeys(server, [key, next])
    assert.equal(await fetchKeys(), true)
    const list = await readFile(join(folder, 'keys.cfg'), 'utf8')
    for (const { kid } of [key, next]) assert.ok(list.includes(`${kid}.pem`), list)
    await server.program.stop()
    await assert.rejects(fetchKeys())
    assert.equal(await readFile(join(folder, 'keys.cfg'), 'utf8'), list, 'without the service the keys stay')
    assert.deepEqual((await readdir(folder)).sort(), ['keys.cfg', 'loaded', `${key.kid}.pem`, `${next.kid}.pem`].sort())
  } finally {
    await server.stop()
  }
})

test('the units of the document are right', { skip: existsSync('/usr/bin/systemd-analyze') ? skip : 'skipped: systemd-analyze is not installed' }, async () => {
  const { server } = await startWithKey({})
  try {
    const folder = join(server.directory, 'units')
    await mkdir(folder)
    const files = ['service', 'timer'].map((kind) => join(folder, `agent-access-keys.${kind}`))
    await writeFile(files[0], withValues(edgeBlock('HAProxy', 2), [['/usr/local/sbin/agent-access-keys', '/bin/true']]))
    await writeFile(files[1], edgeBlock('HAProxy', 3))
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
    assert.doesNotMatch(stderr, /agent-access-keys/)
  } finally {
    await server.stop()
  }
})
