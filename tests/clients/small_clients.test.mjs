// simple-oauth2 and @badgateway/oauth2-client with their defaults.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import { ClientCredentials } from 'simple-oauth2'
import { startDev } from '../support/server.mjs'
import { kProfilePath, readProfile, register } from '../support/steps.mjs'

const server = await startDev()
const registered = await register(server.baseUrl)
after(() => server.stop())

for (const authorizationMethod of [undefined, 'header', 'body']) {
  for (const bodyFormat of [undefined, 'form', 'json']) {
    test(`simple-oauth2: ${authorizationMethod ?? 'default'} authorization, ${bodyFormat ?? 'default'} body`, async () => {
      const options = Object.fromEntries(Object.entries({ authorizationMethod, bodyFormat }).filter(([, value]) => value))
      const flow = new ClientCredentials({
        client: { id: registered.client_id, secret: registered.client_secret }, auth: { tokenHost: server.baseUrl }, options,
      })
      const accessToken = await flow.getToken({ scope: 'read:extended' })
      assert.equal(accessToken.expired(), false)
      assert.equal((await readProfile(server.baseUrl, accessToken.token.access_token)).status, 200)
    })
  }
}

test('simple-oauth2: a wrong secret is an error with the status and the error code', async () => {
  const flow = new ClientCredentials({
    client: { id: registered.client_id, secret: 'A'.repeat(43) }, auth: { tokenHost: server.baseUrl },
  })
  await assert.rejects(flow.getToken({}), (error) => error.output.statusCode === 401 && error.data.payload.error === 'invalid_client')
})

for (const authenticationMethod of [undefined, 'client_secret_basic', 'client_secret_post']) {
  test(`@badgateway/oauth2-client: ${authenticationMethod ?? 'discovered'} authentication`, async () => {
    const settings = { server: server.baseUrl, clientId: registered.client_id, clientSecret: registered.client_secret }
    const client = new OAuth2Client(authenticationMethod ? { ...settings, authenticationMethod } : settings)
    const wrapper = new OAuth2Fetch({ client, getNewToken: () => client.clientCredentials({ scope: ['read:extended'] }) })
    const answer = await wrapper.fetch(`${server.baseUrl}${kProfilePath}`)
    assert.equal(answer.status, 200)
    assert.equal((await answer.json())._meta.issued_to, registered.client_id)
  })
}
