// HTTP/1.1 requests over TLS with node's own client, which verifies the certificate.
import { once } from 'node:events'
import { request } from 'node:https'
import { form, kForm, tokenFields } from './steps.mjs'

/** { status, headers, text } of the response; `ca` is the PEM text of the authority, unless an `agent` of node has it. */
export async function askHttps(url, { ca, method = 'GET', headers = {}, body, agent = false } = {}) {
  const call = request(url, { method, headers, ca, agent, ALPNProtocols: ['http/1.1'] })
  call.end(body)
  const [response] = await once(call, 'response')
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, text }
}

/** A new client and a token for it: { client, token }. `more`: further fields of the token request. */
export async function tokenOverHttps(baseUrl, ca, more = {}) {
  const client = JSON.parse((await askHttps(`${baseUrl}/oauth/register`, { ca, method: 'POST' })).text)
  const body = form({ ...tokenFields(client), ...more })
  const granted = await askHttps(`${baseUrl}/oauth/token`, { ca, method: 'POST', headers: { 'Content-Type': kForm }, body })
  return { client, token: JSON.parse(granted.text).access_token }
}
