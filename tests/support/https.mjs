// One HTTP/1.1 request over TLS with node's own client, which verifies the certificate.
import { once } from 'node:events'
import { request } from 'node:https'

/** { status, headers, text } of the response; `ca` is the PEM text of the authority. */
export async function askHttps(url, { ca, method = 'GET', headers = {}, body } = {}) {
  const call = request(url, { method, headers, ca, agent: false, ALPNProtocols: ['http/1.1'] })
  call.end(body)
  const [response] = await once(call, 'response')
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, text }
}
