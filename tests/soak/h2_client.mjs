// The HTTP/2 part of the good client: one session after the other, each until the server's GOAWAY or its end.
import { connect, constants } from 'node:http2'
import { clientAddress } from './addresses.mjs'

const kTimeoutMs = 10_000
// RFC 9113 section 8.7: these were not processed and may be sent again.
const kUnprocessed = ['ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_INVALID_SESSION']

function askOnce(session, target, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    const stream = session.request({ ':method': method, ':path': path, ':authority': target.host, ...lower })
    const answer = { status: 0, headers: {}, body: null }
    const pieces = []
    stream.setTimeout(kTimeoutMs, () => { stream.close(constants.NGHTTP2_CANCEL); reject(new Error('no answer in 10 s')) })
    stream.once('response', (fields) => { answer.headers = fields; answer.status = fields[':status'] })
    stream.on('data', (piece) => pieces.push(piece))
    stream.once('end', () => { if (answer.status > 0) resolve({ ...answer, body: Buffer.concat(pieces) }) })
    stream.once('error', reject)
    stream.once('close', () => {
      const error = new Error(`stream closed with ${stream.rstCode}`)
      error.unprocessed = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
      reject(error)
    })
    stream.end(body)
  })
}

/** As makeClient of clients.mjs, over HTTP/2. */
export function makeH2Client(target, crowd, index) {
  let session
  const client = { retried: 0, close: () => session?.destroy() }
  const current = () => {
    if (session === undefined || session.closed || session.destroyed) {
      session = connect(target.baseUrl, { ca: target.ca, localAddress: clientAddress(crowd, index, true) })
      session.on('error', () => {})
      session.once('goaway', function close() { this.close() })
    }
    return session
  }
  client.ask = async (request) => {
    try {
      return await askOnce(current(), target, request)
    } catch (error) {
      if (!error.unprocessed && !kUnprocessed.includes(error.code)) throw error
      ++client.retried
      return askOnce(current(), target, request)
    }
  }
  return client
}
