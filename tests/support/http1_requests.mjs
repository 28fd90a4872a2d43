// Requests for framing tests, as bytes.
import { request } from './raw.mjs'
import { form, kForm, tokenFields } from './steps.mjs'

export const kJwks = '/.well-known/jwks.json'

/** One chunk of a chunked body. */
export const chunk = (data) => `${data.length.toString(16)}\r\n${data}\r\n`
/** A whole chunked body with one chunk. */
export const chunked = (body) => `${chunk(body)}0\r\n\r\n`

/** Writers of requests for the server at `port`; `client` has the credentials of token requests. */
export function requestsFor(port, client) {
  const get = (target, fields = [], options = {}) => request('GET', target, { port, fields, ...options })
  const tokenBody = () => form(tokenFields(client))
  const postToken = (fields, body = tokenBody(), options = {}) =>
    request('POST', '/oauth/token', { port, fields: [`Content-Type: ${kForm}`, ...fields], body, ...options })
  const postChunks = (chunks) => postToken(['Transfer-Encoding: chunked'], chunks)
  /** A request that must never be handled when it is part of another one. */
  const smuggled = () => get('/smuggled')
  return { get, tokenBody, postToken, postChunks, smuggled }
}
