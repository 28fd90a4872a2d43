// The three steps of the specification as fetch() calls, with checks of the rules of every response.
import assert from 'node:assert/strict'

export const kProfilePath = '/api/agent/full-profile'
export const kUuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const kForm = 'application/x-www-form-urlencoded'
export const kJson = 'application/json'

/** fetch() that reads the body and checks the rules of every response: { status, headers, text, json }. */
export async function call(url, options = {}) {
  const response = await fetch(url, { redirect: 'manual', ...options })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const answer = { status: response.status, headers: response.headers, text, json: undefined }
  if (/^application\/json\b/.test(type) && text !== '') answer.json = JSON.parse(text)
  const path = new URL(url).pathname
  if (response.status >= 400 || path.startsWith('/oauth/') || path.startsWith('/api/agent/')) {
    assert.equal(response.headers.get('cache-control'), 'no-store', `${path} ${response.status}`)
  }
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/)
  if (response.status >= 400 && options.method !== 'HEAD') {
    assert.match(type, /^application\/json\b/)
    assert.equal(typeof answer.json.error, 'string')
    assert.match(answer.json.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  }
  return answer
}

export function assertError(answer, status, error) {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.error, error, answer.text)
}

/** The refusal of a client that the service has not made, or of a secret that is not its own. */
export const assertNoSuchClient = (answer) => assertError(answer, 401, 'invalid_client')

/** The challenge of a response, of fetch or with its fields as an object; null without one. */
export const challengeIn = ({ headers = {} }) => headers.get?.('www-authenticate') ?? headers['www-authenticate'] ?? null

export const post = (url, body, type, headers = {}) =>
  call(url, { method: 'POST', body, headers: { ...(type ? { 'Content-Type': type } : {}), ...headers } })

export async function register(baseUrl, metadata) {
  const body = metadata === undefined ? undefined : JSON.stringify(metadata)
  const answer = await call(`${baseUrl}/oauth/register`, {
    method: 'POST', body, headers: body === undefined ? {} : { 'Content-Type': kJson },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

export const form = (fields) => new URLSearchParams(fields).toString()

/** The parameters of a token request. */
export const tokenFields = ({ client_id, client_secret }) => ({ grant_type: 'client_credentials', client_id, client_secret })

export const requestToken = (baseUrl, client, more = {}) =>
  post(`${baseUrl}/oauth/token`, form({ ...tokenFields(client), ...more }), kForm)

export async function token(baseUrl, client) {
  const answer = await requestToken(baseUrl, client)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.access_token
}

export const readProfile = (baseUrl, accessToken, options = {}) =>
  call(`${baseUrl}${kProfilePath}`, { ...options, headers: { Authorization: `Bearer ${accessToken}`, ...options.headers } })

export const basic = (id, secret) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** The same text with one character changed to another of base64url. */
export function altered(text, index) {
  const other = text[index] === 'A' ? 'B' : 'A'
  return text.slice(0, index) + other + text.slice(index + 1)
}

/** Header and payload of a JWT, unverified. */
export function decode(jwt) {
  const [header, payload] = jwt.split('.').slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, payload }
}

/** What the description of a 401 ends with: how a client gets a token, with a scope if it is not that of the profile. */
export const remedyAt = (baseUrl, scope) => `; register with POST ${baseUrl}/oauth/register, then request a token with POST ${baseUrl}/oauth/token ` +
  `and grant_type=client_credentials${scope ? ` and the scope ${scope}` : ''}; details: ${baseUrl}/auth.md`
