// HTTP/2 with node's client: one connection, many requests, no retries.
import { once } from 'node:events'
import { connect } from 'node:http2'

/** An open connection to `base`; `options` are node's. Later errors are reported by the requests that they affect. */
export async function openHttp2(base, options = {}) {
  const session = connect(base, options)
  session.setMaxListeners(0)
  // A session that the peer closes before its settings emits no error.
  const closed = once(session, 'close').then(() => { throw new Error('the HTTP/2 connection was closed before the settings of its peer') })
  closed.catch(() => {})
  await Promise.race([once(session, 'remoteSettings'), closed])
  session.on('error', () => {})
  return session
}

/** One request on its own stream: { status, headers, text }. */
export async function askHttp2(session, path, { method = 'GET', headers = {}, body } = {}) {
  const stream = session.request({ ':method': method, ':path': path, ...headers })
  stream.setEncoding('utf8')
  stream.end(body)
  const [{ ':status': status, ...fields }] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream) text += chunk
  return { status, headers: fields, text }
}

/** Resolves when the connection is gone. */
export const closed = (session) => new Promise((resolve) => (session.destroyed ? resolve() : session.once('close', resolve)))
