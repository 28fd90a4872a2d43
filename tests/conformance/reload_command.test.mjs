// `agent-access reload`: looks at the files first, fails with every reason, and asks the service only if nothing is wrong.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { runProgram, startServe, until } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const server = await startServe()
after(() => server.stop())

async function reload(...more) {
  const { code, signal, output } = await runProgram(['reload', '--config', server.configFile, ...more], { environment: { MAINPID: String(server.program.pid) } })
  return { code, signal, output }
}

/** Reloads; the new lines of the log with this event. */
async function reloaded(event = 'reload') {
  const before = server.program.logged(event).length
  assert.deepEqual(await reload(), { code: 0, signal: null, output: `process ${server.program.pid} reloads; its log says how it went\n` })
  await until(() => server.program.logged(event).length > before, `a line with ${event}`)
  return server.program.logged(event).slice(before)
}

test('it makes the service read its files again', async () => {
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await writeFile(server.profileFile, JSON.stringify({ name: 'Another Person' }))
  await reloaded()
  await until(async () => (await readProfile(server.baseUrl, jwt)).json.name === 'Another Person', 'the new profile')
})

test('it fails with every reason and asks for nothing', async () => {
  const before = server.program.logged('reload').length
  await server.writeConfig({ content: { profile: server.path('none.json') }, secret: { previous_files: [server.path('none')] } })
  const { code, output } = await reload()
  assert.equal(code, 1)
  assert.match(output, /^agent-access: [^\n]*none: No such file or directory/m)
  assert.match(output, /^agent-access: [^\n]*none\.json/m)
  assert.match(output, /^agent-access: the service was not asked to reload, and serves as before$/m)
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  await server.writeConfig()
  await reloaded()
  assert.deepEqual([server.program.logged('reload').length, server.program.logged('reload_failed').length], [before + 1, 0])
})

test('the log names the settings that need a restart', async () => {
  await server.writeConfig({ log: { level: 'debug' } })
  assert.deepEqual((await reloaded('restart_needed')).map(({ setting }) => setting), ['log.level'])
  await server.writeConfig()
  await reloaded()
})

test('it names a process that has ended, and asks for the one that it needs', async () => {
  await server.writeConfig()
  const other = await startServe()
  await other.stop()
  const ended = await reload('--pid', String(other.program.pid))
  assert.equal(ended.code, 1)
  assert.match(ended.output, /cannot signal process \d+: No such process/)
  assert.equal((await runProgram(['reload', '--config', server.configFile])).code, 2)
})
