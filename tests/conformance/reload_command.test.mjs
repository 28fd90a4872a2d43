// `agent-access reload`: sends the signal, waits for the outcome, and fails with the reasons if the reload failed.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram, startServe } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const folder = temporaryFolder('runtime')
const server = await startServe({ environment: { RUNTIME_DIRECTORY: folder } })
after(() => server.stop())

async function reload(directory = folder) {
  const { code, signal, output } = await runProgram(['reload'], { environment: { RUNTIME_DIRECTORY: directory } })
  return { code, signal, output }
}
const record = async () => JSON.parse(await readFile(join(folder, 'reload.json'), 'utf8'))

test('it ends when the new content is served', async () => {
  const { process } = await record()
  assert.equal(process, server.program.pid)
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await writeFile(server.profileFile, JSON.stringify({ name: 'Another Person' }))
  assert.deepEqual(await reload(), { code: 0, signal: null, output: 'reloaded\n' })
  assert.deepEqual(await record(), { process, begun: 1, ended: 1, problems: [], needs_restart: [] })
  // The workers take the snapshot over after the outcome is known, before anything that arrives later.
  for (let tries = 0; ; ++tries) {
    const { json } = await readProfile(server.baseUrl, jwt)
    if (json.name === 'Another Person') break
    assert.ok(tries < 100, `still ${json.name}`)
  }
})

test('it fails with every reason, and what was served before is served', async () => {
  const before = await record()
  await server.writeConfig({ content: { profile: server.path('none.json') }, secret: { previous_files: [server.path('none')] } })
  const { code, output } = await reload()
  assert.equal(code, 1)
  assert.match(output, /^agent-access: reload failed: [^\n]*none: No such file or directory/m)
  assert.match(output, /^agent-access: reload failed: [^\n]*none\.json/m)
  assert.match(output, /^agent-access: the previous configuration is still served$/m)
  const now = await record()
  assert.deepEqual([now.begun, now.ended], [before.begun + 1, before.ended + 1])
  assert.equal(now.problems.length, 2)
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  await server.writeConfig()
  assert.equal((await reload()).code, 0)
})

test('it names the settings that need a restart', async () => {
  await server.writeConfig({ log: { level: 'warn' } })
  assert.deepEqual(await reload(), { code: 0, signal: null, output: 'reloaded\nlog.level takes effect after a restart\n' })
  await server.writeConfig()
  assert.equal((await reload()).code, 0)
})

test('clients of a previous secret stay valid through a rotation by reload', async () => {
  const old = await register(server.baseUrl)
  await copyFile(server.path('secret'), server.path('secret.previous'))
  await writeFile(server.path('secret'), randomBytes(32).toString('base64'), { mode: 0o600 })
  await server.writeConfig({ secret: { previous_files: [server.path('secret.previous')] } })
  assert.equal((await reload()).code, 0)
  assert.equal((await readProfile(server.baseUrl, await token(server.baseUrl, old))).status, 200)
  const young = await register(server.baseUrl)
  assert.equal((await readProfile(server.baseUrl, await token(server.baseUrl, young))).status, 200)
})

test('without a record it says what is missing, and for a process that ended that it cannot be signalled', async () => {
  const empty = temporaryFolder('runtime')
  const without = await reload(empty)
  assert.equal(without.code, 1)
  assert.match(without.output, /reload\.json; the service writes it if it has a runtime folder/)
  const other = await startServe({ environment: { RUNTIME_DIRECTORY: empty } })
  await other.stop()
  const ended = await reload(empty)
  assert.equal(ended.code, 1)
  assert.match(ended.output, /cannot signal process \d+: No such process/)
})
