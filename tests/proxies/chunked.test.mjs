// Bodies of unknown length, as many client libraries send them, arrive through every proxy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindFront, kFronts } from '../support/fronts.mjs'
import { ask, openFront } from '../support/front_client.mjs'
import { exampleProfile } from '../support/server.mjs'
import { form, kForm, kJson, kProfilePath } from '../support/steps.mjs'

/** Register, token, profile, with bodies in pieces. */
async function takeSteps(send) {
  const posted = async (path, type, body) => {
    const pieces = [body.slice(0, 1), body.slice(1, 7), body.slice(7)]
    const answer = await send({ path, method: 'POST', headers: { 'content-type': type }, body: pieces })
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const { client_id, client_secret, client_name } = await posted('/oauth/register', kJson, '{"client_name":"Sends in pieces"}')
  assert.equal(client_name, 'Sends in pieces')
  const { access_token } = await posted('/oauth/token', kForm, form({ grant_type: 'client_credentials', client_id, client_secret }))
  const profile = await send({ path: kProfilePath, headers: { authorization: `Bearer ${access_token}` } })
  assert.equal(JSON.parse(profile.body).name, exampleProfile.name)
}

for (const kind of kFronts) {
  test(`behind ${kind.name} bodies of unknown length are read`, { skip: kind.skip, timeout: 120_000 }, () => behindFront(kind, {}, async ({ front, ca }) => {
    await takeSteps((request) => ask({ front, ca, ...request })) // chunked
    const client = await openFront({ front, ca })
    try {
      await takeSteps(client.ask)
      // Neither Content-Length nor a body.
      const { status } = await client.ask({ path: '/oauth/register', method: 'POST', body: [] })
      assert.equal(status, 201)
      const large = await ask({ front, ca, path: '/oauth/register', method: 'POST', headers: { 'content-type': kJson }, body: Array(3).fill(' '.repeat(8_000)) })
      assert.equal(large.status, 413, 'the limit holds without a length')
    } finally {
      client.close()
    }
  }))
}
