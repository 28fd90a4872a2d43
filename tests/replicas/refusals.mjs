// A request for each kind of refusal, to compare what replicas answer.
import { basic, form, kForm, kJson, kProfilePath, tokenFields, altered } from '../support/steps.mjs'
import { request } from '../support/raw.mjs'
import { kHosts, posted, read } from './group.mjs'

const kUnknown = { client_id: 'c0ffee00-0000-4000-8000-000000000000', client_secret: 'A'.repeat(43) }
const tokenRequest = (fields) => posted('/oauth/token', form(fields), kForm)
const get = (path, ...fields) => ({ path, fields })

/**
 * [what, status, error, request] for a client and its token, and the token of a service with another master secret. An error of undefined is
 * a page or has no body. Each connection is closed with its refusal.
 */
const rows = ({ client, jwt, foreign }) => [
  ['no token', 401, 'invalid_token', get(kProfilePath)],
  ['another scheme', 401, 'invalid_token', get(kProfilePath, 'Authorization: Digest x')],
  ['no JWT', 401, 'invalid_token', read('x')],
  ['an altered signature', 401, 'invalid_token', read(altered(jwt, jwt.length - 5))],
  ['altered claims', 401, 'invalid_token', read(altered(jwt, jwt.indexOf('.') + 20))],
  ['the token of another master secret', 401, 'invalid_token', read(foreign)],
  ['no token at the other host', 401, 'invalid_token', { ...get(kProfilePath), host: kHosts[1] }],
  ['an unknown client', 401, 'invalid_client', tokenRequest(tokenFields(kUnknown))],
  ['a wrong secret', 401, 'invalid_client', tokenRequest(tokenFields({ ...client, client_secret: altered(client.client_secret, 3) }))],
  ['a wrong secret by Basic', 401, 'invalid_client', posted('/oauth/token', 'grant_type=client_credentials', kForm,
    [`Authorization: ${basic(client.client_id, kUnknown.client_secret)}`])],
  ['another grant', 400, 'unsupported_grant_type', tokenRequest({ ...tokenFields(client), grant_type: 'password' })],
  ['no grant', 400, 'invalid_request', tokenRequest({ client_id: client.client_id })],
  ['a token request of another media type', 415, 'unsupported_media_type', posted('/oauth/token', 'x', 'text/plain')],
  ['cut JSON', 400, 'invalid_request', posted('/oauth/token', '{', kJson)],
  ['an invalid name', 400, 'invalid_client_metadata', posted('/oauth/register', '{"client_name":""}', kJson)],
  ['a registration that is no object', 400, 'invalid_request', posted('/oauth/register', '[]', kJson)],
  ['the authorization endpoint', 400, 'unsupported_response_type', get('/oauth/authorize')],
  ['an unknown path', 404, 'not_found', get('/nothing')],
  ['an unknown path, for people', 404, undefined, get('/nothing', 'Accept: text/html')],
  ['another method', 405, 'method_not_allowed', { method: 'DELETE', path: '/llms.txt' }],
  ['a body that is too large', 413, 'payload_too_large', { method: 'POST', path: '/oauth/token', fields: [`Content-Type: ${kForm}`, 'Content-Length: 20000'] }],
  ['a path that is too long', 414, 'uri_too_long', get(`/${'x'.repeat(9_000)}`)],
  ['an expectation', 417, 'invalid_request', posted('/oauth/token', 'x', kForm, ['Expect: x'])],
  ['another host', 421, 'misdirected_request', { path: '/llms.txt', host: 'other.example' }],
  ['fields that are too long', 431, 'headers_too_large', get('/llms.txt', `X-Long: ${'x'.repeat(17_000)}`)],
  ['no host', 400, 'invalid_request', { path: '/llms.txt', host: null }],
  ['a line end alone', 400, 'invalid_request', 'GET / HTTP/1.1\nHost: example.com\n\n'],
  ['another version', 505, 'invalid_request', { path: '/', version: '2.0' }],
]

/** The same rows, with the bytes of each request. */
export const refusalsFor = (known) => rows(known).map(([what, status, error, one]) => {
  if (typeof one === 'string') return { what, status, error, bytes: one }
  const { method = 'GET', path, host = kHosts[0], ...more } = one
  return { what, status, error, bytes: request(method, path, { host, ...more }) }
})
