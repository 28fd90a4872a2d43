// The three commands of the README, with the installed curl.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kTools } from '../support/published.mjs'
import { run, startDev } from '../support/server.mjs'

const server = await startDev()
after(() => server.stop())

const curl = async (...args) => JSON.parse((await run('curl', ['-sS', '--fail-with-body', ...args])).stdout)

test('register, token, profile', async () => {
  const client = await curl('-X', 'POST', `${server.baseUrl}/oauth/register`)
  const { access_token: jwt } = await curl(`${server.baseUrl}/oauth/token`, '-d', 'grant_type=client_credentials',
    '-d', `client_id=${client.client_id}`, '-d', `client_secret=${client.client_secret}`)
  const profile = await curl('-H', `Authorization: Bearer ${jwt}`, `${server.baseUrl}/api/agent/full-profile`)
  assert.equal(profile._meta.issued_to, client.client_id)
})

test('the same with --user and --json', async () => {
  const client = await curl('--json', '{"client_name":"curl"}', `${server.baseUrl}/oauth/register`)
  assert.equal(client.client_name, 'curl')
  const { access_token: jwt } = await curl('--user', `${client.client_id}:${client.client_secret}`,
    '-d', 'grant_type=client_credentials', `${server.baseUrl}/oauth/token`)
  const profile = await curl('--oauth2-bearer', jwt, `${server.baseUrl}/api/agent/full-profile`)
  assert.equal(profile._meta.issued_to, client.client_id)
})

test('the commands that dev prints run as they are printed', async () => {
  const [printed] = server.program.output.split('\n\nEvery client')
  const [, ...commands] = printed.split(/^\d\. .*:$/m)
  assert.equal(commands.length, 4, server.program.output)
  const outputs = []
  for (const command of commands) outputs.push(JSON.parse((await run('bash', ['-c', command])).stdout))
  assert.equal(outputs[0].client_name, 'My first agent')
  assert.equal(outputs[1].token_type, 'Bearer')
  assert.equal(outputs[2]._meta.scope, 'read:extended')
  assert.equal(outputs[3].result.tools.length, kTools.length)
})
