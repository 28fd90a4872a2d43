// The order of the checks of a token request is that of the statement of the protocol: of two faults in one request, the response names the earlier.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { protocol } from '../../web/worker/protocol.js'
import { exchangeOne, request } from '../support/raw.mjs'
import { startEach, startServe } from '../support/server.mjs'
import { basic, form, kForm, register, tokenFields } from '../support/steps.mjs'

const settings = { listen: { threads: 1 }, scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }] }
const starts = [{ requests: 10_000 }, { requests: 1, window: '1h' }].map((limits) => () => startServe({ settings: { ...settings, limits } }))
const [server, exhausted] = await startEach(starts)
const [client] = [await register(server.baseUrl), await register(exhausted.baseUrl)]
after(() => Promise.all([server.stop(), exhausted.stop()]))

const authorized = (value) => ({ fields }) => { fields.push(`Authorization: ${value}`) }
const without = (name) => ({ parameters }) => { delete parameters[name] }
const having = (parameter) => ({ parameters }) => { Object.assign(parameters, parameter) }

/** Of each fault what its response has, how a request gets it, and of what a request cannot have it twice. */
const kFaults = {
  foreign_host: [421, 'This server does not serve the requested host', (asked) => { asked.host = 'elsewhere.example' }],
  rate_limited_address: [429, 'Too many requests', (asked) => { asked.port = exhausted.port }],
  method_not_allowed: [405, 'The resource does not support this method', (asked) => { asked.method = 'DELETE' }],
  content_encoding: [415, 'The body has a content coding', ({ fields }) => { fields.push('Content-Encoding: gzip') }],
  unsupported_media_type: [415, 'Content-Type must be', (asked) => { asked.type = 'text/plain' }],
  duplicate_parameter: [400, 'A parameter occurs more than once', (asked) => { asked.end = '&extra=1&extra=2' }],
  unsupported_authorization: [400, 'Authorization has no Basic credentials', authorized('Digest x'), 'authorization'],
  malformed_basic: [400, 'The Basic credentials are not client_id:client_secret', authorized('Basic !!!'), 'authorization'],
  mixed_authentication: [400, 'The client authenticates in Authorization and body', authorized(basic(client.client_id, client.client_secret)), 'authorization', 'secret'],
  missing_grant_type: [400, 'grant_type is missing', without('grant_type'), 'grant'],
  unsupported_grant_type: [400, 'grant_type must be client_credentials', having({ grant_type: 'password' }), 'grant'],
  missing_client_id: [400, 'client_id is missing', without('client_id')],
  missing_client_secret: [400, 'client_secret is missing', without('client_secret'), 'secret'],
  invalid_client: [401, 'The client credentials are not valid', having({ client_secret: 'A'.repeat(43) }), 'secret'],
  invalid_scope: [400, 'scope names a scope that does not exist', having({ scope: 'read:nothing' })],
}

/** The status and text for a request with these faults. */
async function refusalOf(...names) {
  const asked = { port: server.port, method: 'POST', type: kForm, fields: [], parameters: tokenFields(client), end: '' }
  for (const name of names) kFaults[name][2](asked)
  const { port, host = `127.0.0.1:${port}`, method, type, fields, parameters, end } = asked
  const bytes = request(method, protocol.token_path, { port, host, fields: [`Content-Type: ${type}`, ...fields], body: form(parameters) + end })
  const { answer: { status, body } } = await exchangeOne(bytes, { port })
  return [status, JSON.parse(body).error_description]
}

test('the statement has each of these faults', () => assert.deepEqual(protocol.token_checks, Object.keys(kFaults)))

for (const [at, name] of protocol.token_checks.entries()) {
  const [status, text, , ...places] = kFaults[name]
  const later = protocol.token_checks.slice(at + 1).filter((other) => !kFaults[other].slice(3).some((place) => places.includes(place)))
  test(`${name} is found before ${later.join(', ') || 'the token is issued'}`, async () => {
    for (const names of [[name], ...later.map((other) => [other, name])]) {
      const [gotStatus, gotText] = await refusalOf(...names)
      assert.deepEqual([gotStatus, gotText.slice(0, text.length)], [status, text], names.join(' and '))
    }
  })
}
