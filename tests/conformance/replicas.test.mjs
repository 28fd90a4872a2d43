// No state: specification sections 1 and 3, start, reload and stop. Two processes with one master secret are one service.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { runProgram, startServe, until } from '../support/server.mjs'
import { assertError, assertNoSuchClient, call, readProfile, register, requestToken, token } from '../support/steps.mjs'

const secret = randomBytes(32)
const one = await startServe({ secret })
const two = await startServe({ secret })
// Behind a balancer both would have the same host names; here each is configured with the addresses of both.
const hosts = [one, two].flatMap((server) => [server.baseUrl, server.otherBaseUrl])
for (const server of [one, two]) {
  await server.writeConfig({ base_urls: hosts })
  await server.killAndRestart()
}
after(() => Promise.all([one.stop(), two.stop()]))

test('a client of one replica gets its token from the other', async () => {
  const client = await register(one.baseUrl)
  assert.equal((await requestToken(two.baseUrl, client)).status, 200)
})

test('a token of one replica is accepted by the other', async () => {
  const client = await register(one.baseUrl)
  const jwt = await token(one.baseUrl, client)
  const answer = await readProfile(two.baseUrl, jwt)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json._meta.issued_to, client.client_id)
})

test('both replicas publish the same keys', async () => {
  const [keys, same] = await Promise.all([one, two].map((server) => call(`${server.baseUrl}/.well-known/jwks.json`)))
  assert.deepEqual(keys.json, same.json)
  const jwt = await token(two.baseUrl, await register(two.baseUrl))
  await jwtVerify(jwt, createRemoteJWKSet(new URL(`${one.baseUrl}/.well-known/jwks.json`)), { typ: 'at+jwt' })
})

test('SIGKILL and a restart lose neither client nor token', async () => {
  const client = await register(one.baseUrl)
  const jwt = await token(one.baseUrl, client)
  await one.killAndRestart()
  assert.equal((await readProfile(one.baseUrl, jwt)).status, 200)
  assert.equal((await requestToken(one.baseUrl, client)).status, 200)
})

test('a client of another master secret is refused', async () => {
  await using other = await startServe()
  const client = await register(other.baseUrl)
  assertNoSuchClient(await requestToken(one.baseUrl, client))
  assertError(await readProfile(one.baseUrl, await token(other.baseUrl, client)), 401, 'invalid_token')
})

test('a reload that finds another master secret warns with both fingerprints, unless the previous one is accepted', async () => {
  await using server = await startServe()
  const change = async (text) => {
    await writeFile(server.path('secret'), text, { mode: 0o600 })
    await server.program.reload()
    return server.program.logged('secret_changed')
  }
  const first = await readFile(server.path('secret'), 'utf8')
  assert.deepEqual(await change(first), [])
  const warned = await change(first.replace('\n', '\r\n'))
  assert.equal(warned.length, 1)
  const { level, from, to, text } = warned[0]
  assert.equal(level, 'warn')
  assert.match(from, /^[0-9a-f]{8}$/)
  assert.match(to, /^[0-9a-f]{8}$/)
  assert.notEqual(from, to)
  assert.match(text, /^the master secret is another one, so that all clients .* are refused; .* secret\.previous_files/)
  assert.ok(server.program.logged('warning').some((line) => /secret ends with a carriage return/.test(line.text)))
  // With the one before among the accepted ones nothing is refused.
  await writeFile(server.path('previous'), first.replace('\n', '\r\n'), { mode: 0o600 })
  await server.writeConfig({ secret: { previous_files: [server.path('previous')] } })
  assert.equal((await change(first)).length, 1)
  assert.ok(!server.program.output.includes(first.trim()))
})

test('clients of a previous master secret stay valid while new ones get the current one', async () => {
  await using server = await startServe()
  const old = await register(server.baseUrl)
  await rename(server.path('secret'), server.path('previous'))
  await writeFile(server.path('secret'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  await server.writeConfig({ secret: { previous_files: [server.path('previous')] } })
  await server.killAndRestart()
  assert.equal((await requestToken(server.baseUrl, old)).status, 200)
  const fresh = await register(server.baseUrl)
  await server.writeConfig()
  await server.killAndRestart()
  assert.equal((await requestToken(server.baseUrl, fresh)).status, 200)
  assertNoSuchClient(await requestToken(server.baseUrl, old))
})

test('SIGHUP loads a new profile', async () => {
  await using server = await startServe()
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await writeFile(`${server.profileFile}.next`, '{"name":"Second Example"}')
  await rename(`${server.profileFile}.next`, server.profileFile)
  server.program.signal('SIGHUP')
  await until(async () => (await readProfile(server.baseUrl, jwt)).json.name === 'Second Example', 'the new profile')
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  assert.equal(await server.metric('agent_access_reload_failures_total'), 0)
})

const broken = [
  ['a configuration that is not TOML', (server) => writeFile(server.configFile, 'base_urls = [')],
  ['an unknown key', async (server) => writeFile(server.configFile, `${await readFile(server.configFile, 'utf8')}\n[keys]\nrotatoin = "7d"\n`)],
  ['a profile that is not JSON', (server) => writeFile(server.profileFile, '{')],
  ['a profile with a _meta of its own', (server) => writeFile(server.profileFile, '{"_meta":{"issued_to":"me"}}')],
  ['a secret that is too short', (server) => writeFile(server.path('secret'), 'short')],
]
for (const [name, breakIt] of broken) {
  test(`SIGHUP with ${name} keeps the previous state and is counted`, async () => {
    await using server = await startServe()
    const client = await register(server.baseUrl)
    const jwt = await token(server.baseUrl, client)
    const before = await readProfile(server.baseUrl, jwt)
    await breakIt(server)
    server.program.signal('SIGHUP')
    await until(async () => (await server.metric('agent_access_reload_failures_total')) === 1, 'the counted failure')
    assert.equal((await readProfile(server.baseUrl, jwt)).text, before.text)
    assert.equal((await requestToken(server.baseUrl, client)).status, 200)
    assert.equal(server.program.exited, null)
  })
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  test(`${signal} ends the process with status 0`, async () => {
    await using server = await startServe()
    await register(server.baseUrl)
    server.program.signal(signal)
    assert.deepEqual(await server.program.ended, { code: 0, signal: null })
  })
}

test('a start without a secret fails and names the remedy', async () => {
  await using server = await startServe()
  await server.program.stop()
  await server.writeConfig({ secret: { file: server.path('nothing') } })
  const { code, output } = await runProgram(['serve', '--config', server.configFile])
  assert.equal(code, 1)
  assert.match(output, /agent-access init/)
})
