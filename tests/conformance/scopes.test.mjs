// Declared scopes ([[scopes]], decision 0044): what registration lists, what a token request gets, and what a token opens.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServe } from '../support/server.mjs'
import { altered, assertError, assertNoSuchClient, challengeIn, decode, form, kForm, kJson, post, readProfile, register, tokenFields } from '../support/steps.mjs'

const kScopes = { scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }] }
const server = await startServe({ settings: { ...kScopes, listen: { threads: 1 } } })
const client = await register(server.baseUrl)
after(() => server.stop())

const good = tokenFields(client)
const ask = (body, type, baseUrl = server.baseUrl) => post(`${baseUrl}/oauth/token`, body, type)

test('a registration lists all scopes', () => assert.equal(client.scope, 'read:extended read:papers'))

// what follows in a form, the member of JSON, and the scope that is granted
const granted = [
  ['no scope', '', undefined, 'read:extended'],
  ['an empty scope', '&scope=', '', 'read:extended'],
  ['a blank, or null in JSON', '&scope=%20', null, 'read:extended'],
  ['one scope', '&scope=read%3Apapers', 'read:papers', 'read:papers'],
  ['both, in any order', '&scope=read:papers+read:extended', 'read:papers read:extended', 'read:extended read:papers'],
]
for (const [what, more, scope, expected] of granted) {
  test(`${what} gets ${expected}`, async () => {
    for (const answer of [await ask(form(good) + more, kForm), await ask(JSON.stringify({ ...good, scope }), kJson)]) {
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.json.scope, expected)
      assert.equal(decode(answer.json.access_token).payload.scope, expected)
    }
  })
}

test('an unknown scope is refused, after the credentials', async () => {
  for (const scope of ['read:all', 'read:papers openid', 'read:pa', 'READ:PAPERS']) {
    assertError(await ask(form({ ...good, scope }), kForm), 400, 'invalid_scope')
    assertError(await ask(JSON.stringify({ ...good, scope }), kJson), 400, 'invalid_scope')
  }
  for (const scope of [['read:papers'], 7, { a: 1 }]) assertError(await ask(JSON.stringify({ ...good, scope }), kJson), 400, 'invalid_scope')
  assertNoSuchClient(await ask(form({ ...good, scope: 'read:all', client_secret: altered(good.client_secret, 42) }), kForm))
})

const kChallenge = (baseUrl) => 'Bearer error="insufficient_scope", error_description="The access token lacks the scope read:extended", ' +
  `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource", scope="read:extended"`

test('the profile needs read:extended, of a token that was verified before, too', async () => {
  const { access_token: papers } = (await ask(`${form(good)}&scope=read:papers`, kForm)).json
  for (let time = 0; time < 2; ++time) {
    const answer = await readProfile(server.baseUrl, papers)
    assertError(answer, 403, 'insufficient_scope')
    assert.equal(challengeIn(answer), kChallenge(server.baseUrl))
  }
  const { access_token: both } = (await ask(`${form(good)}&scope=read:papers+read:extended`, kForm)).json
  assert.equal((await readProfile(server.baseUrl, both)).status, 200)
})

test('where none is declared scope is ignored, and after a reload with another order a token opens what it names', async () => {
  await using other = await startServe({ settings: { listen: { threads: 1 } } })
  const reloaded = async (scopes) => {
    await other.writeConfig({ scopes })
    await other.program.reload()
  }
  const fresh = await register(other.baseUrl)
  assert.equal(fresh.scope, 'read:extended')
  const papers = () => ask(`${form(tokenFields(fresh))}&scope=read:papers`, kForm, other.baseUrl)
  assert.equal((await papers()).json.scope, 'read:extended')
  const inJson = await ask(JSON.stringify({ ...tokenFields(fresh), scope: ['read:papers'] }), kJson, other.baseUrl)
  assert.equal(inJson.json.scope, 'read:extended')
  await reloaded(kScopes.scopes)
  const { access_token: jwt } = (await papers()).json
  await reloaded([{ name: 'read:data', meaning: 'Read the data.' }, ...kScopes.scopes])
  assertError(await readProfile(other.baseUrl, jwt), 403, 'insufficient_scope')
})
