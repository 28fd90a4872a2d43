// A client of a proxy: HTTP/1.1 over TLS with a connection for each request, from its own loopback address; or HTTP/2.
import { once } from 'node:events'
import { request } from 'node:https'
import { openHttp2 } from './http2.mjs'

const kTimeoutMs = 60_000

/** One request: { status, headers, body }. Rejects if the connection or the response is cut off. `body` may be a list of chunks. */
export async function ask({ front, ca, path, method = 'GET', headers = {}, body, from = '127.0.0.1', timeout = kTimeoutMs }) {
  const call = request({ host: '127.0.0.1', port: front, path, method, headers, localAddress: from, ca, agent: false, timeout })
  call.once('timeout', () => call.destroy(new Error('no answer in time')))
  if (Array.isArray(body)) for (const chunk of body) call.write(chunk)
  else if (body !== undefined) call.setHeader('Content-Length', Buffer.byteLength(body)).write(body)
  call.end()
  const [answer] = await once(call, 'response')
  const pieces = []
  for await (const piece of answer) pieces.push(piece)
  if (!answer.complete) throw new Error('the answer was cut')
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }
}

/** A connection with HTTP/2: { ask, close }; ask() is as above. */
export async function openFront({ front, ca, from = '127.0.0.2', ...options }) {
  const session = await openHttp2(`https://127.0.0.1:${front}`, { ca, localAddress: from, ...options })
  const askOne = async ({ path, method = 'GET', headers = {}, body, timeout = kTimeoutMs }) => {
    const length = body === undefined || Array.isArray(body) ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const stream = session.request({ ':method': method, ':path': path, ...headers, ...length }, { endStream: body === undefined })
    stream.setTimeout(timeout, () => stream.destroy(new Error('no answer in time')))
    if (Array.isArray(body)) for (const chunk of body) stream.write(chunk)
    else if (body !== undefined) stream.write(body)
    if (body !== undefined) stream.end()
    const [{ ':status': status, ...fields }] = await once(stream, 'response')
    const pieces = []
    for await (const piece of stream) pieces.push(piece)
    if (stream.rstCode !== 0) throw new Error(`the answer was reset with ${stream.rstCode}`)
    return { status, headers: fields, body: Buffer.concat(pieces) }
  }
  return { session, ask: askOne, close: () => session.destroy() }
}
