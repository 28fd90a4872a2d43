// Allocations that fail from time to time while requests are served and settings are reloaded: no invalid token is accepted, no
// response is wrong, and afterwards everything works as before.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertUnharmed, eventually, missing, startVictim } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { exchange, request } from '../support/raw.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { runProgram, startServe } from '../support/server.mjs'
import { form, kForm, kProfilePath, readProfile, register, token } from '../support/steps.mjs'

const skip = missing('cc', '--version') || (isSanitized ? 'skipped: a sanitizer has its own allocator' : false)
const folder = temporaryFolder('malloc')
let armed
let shim
before(async () => {
  armed = join(folder, 'armed')
  shim = join(folder, 'shim.so')
  if (skip) return
  const made = spawnSync('cc', ['-O1', '-shared', '-fPIC', '-o', shim, fileURLToPath(new URL('../support/failing_malloc.c', import.meta.url))], { encoding: 'utf8' })
  assert.equal(made.status, 0, made.stderr)
})

const failing = (every) => ({ LD_PRELOAD: shim, FAILING_MALLOC: armed, FAILING_MALLOC_EVERY: String(every) })

/** The responses to one request on a new connection; none if the fault closed the connection. */
async function ask(server, method, target, fields = [], body = '') {
  const { answers } = await exchange(request(method, target, { port: server.port, fields: [...fields, 'Connection: close'], body }), { port: server.port, timeout: 4_000 })
  assert.ok(answers.length <= 1)
  return answers[0]
}

async function askEverything(server, seen) {
  const { client } = server
  const grant = (secret) => form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: secret })
  const forged = `${server.token.slice(0, -86)}${'A'.repeat(86)}`
  const rows = [
    [[200], 'GET', kProfilePath, [`Authorization: Bearer ${server.token}`]],
    [[401], 'GET', kProfilePath, [`Authorization: Bearer ${forged}`]],
    [[401], 'GET', kProfilePath, []],
    [[200], 'POST', '/oauth/token', [`Content-Type: ${kForm}`], grant(client.client_secret)],
    [[401], 'POST', '/oauth/token', [`Content-Type: ${kForm}`], grant('A'.repeat(43))],
    [[201], 'POST', '/oauth/register', ['Content-Type: application/json'], '{"client_name":"Example"}'],
    [[200], 'GET', '/.well-known/jwks.json', ['Accept-Encoding: br']],
    [[404], 'GET', '/nothing', []],
  ]
  for (const [wanted, ...row] of rows) {
    const answer = await ask(server, ...row)
    const status = answer?.status ?? 0
    seen.set(status, (seen.get(status) ?? 0) + 1)
    assert.ok([...wanted, 0, 500, 503].includes(status), `${row[0]} ${row[1]}: ${status} ${answer?.body}`)
    if (wanted[0] === 401 && status !== 0) assert.ok(status === 401 || status >= 500, 'let in')
  }
}

/** The preloaded library checks for the file at every 64th allocation, so a few more may fail. */
async function disarm(server) {
  rmSync(armed)
  for (let count = 0; count < 50; ++count) await ask(server, 'POST', '/oauth/register').catch(() => {})
}

for (const every of [1000, 100, 20]) {
  test(`with one failed allocation in ${every} no response is wrong, and service recovers`, { skip, timeout: 120_000 }, async (t) => {
    await using server = await startVictim({ environment: failing(every) })
    try {
      writeFileSync(armed, '')
      const seen = new Map()
      for (let round = 0; round < 40 && server.program.exited === null; ++round) await askEverything(server, seen)
      t.diagnostic([...seen].map(([status, count]) => `${status}: ${count}`).join(', '))
      assert.equal(server.program.exited, null, server.program.output.slice(-500))
      await disarm(server)
      for (let count = 0; count < 10; ++count) {
        const close = { headers: { Connection: 'close' } } // another connection may reach another worker
        assert.equal((await readProfile(server.baseUrl, await token(server.baseUrl, await register(server.baseUrl)), close)).status, 200)
      }
      await assertUnharmed(server)
    } finally {
      rmSync(armed, { force: true })
    }
  })
}

test('reloads with failing allocations keep the previous state', { skip, timeout: 120_000 }, async (t) => {
  await using server = await startVictim({ environment: failing(1000) })
  try {
    writeFileSync(armed, '')
    for (let round = 0; round < 20 && server.program.exited === null; ++round) {
      server.program.signal('SIGHUP')
      const answer = await ask(server, 'GET', kProfilePath, [`Authorization: Bearer ${server.token}`])
      assert.ok([undefined, 200, 500, 503].includes(answer?.status), String(answer?.status))
    }
    // On a busy machine the signals above may have been one reload, and that may have had all its memory.
    await eventually(() => {
      server.program.signal('SIGHUP')
      return server.program.logged('reload_failed').length > 0
    }, 'a reload to fail')
    await disarm(server)
    t.diagnostic(`${await server.metric('agent_access_reload_failures_total')} reloads failed`)
    assert.equal(server.program.exited, null, server.program.output.slice(-500))
    const read = server.program.output.length
    server.program.signal('SIGHUP')
    await eventually(() => server.program.output.slice(read).includes('"event":"reload"'), 'a good reload')
    assert.equal((await readProfile(server.baseUrl, server.token)).status, 200)
  } finally {
    rmSync(armed, { force: true })
  }
})

test('a start without memory says so', { skip }, async () => {
  await using server = await startServe()
  await server.program.stop()
  writeFileSync(armed, '')
  try {
    for (const every of [2, 10, 50]) {
      const { code, output } = await runProgram(['serve', '--config', server.configFile], { environment: failing(every) })
      assert.deepEqual([code, output], [1, 'agent-access: out of memory\n'], `every ${every}`)
    }
  } finally {
    rmSync(armed)
  }
})
