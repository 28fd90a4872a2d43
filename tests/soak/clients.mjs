// HTTP clients of one target, each with its own address: in the proxy's X-Forwarded-For, or with TLS from an
// address of the loopback network. They verify the certificate and keep connections.
import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { clientAddress, kProxy } from './addresses.mjs'

const kTimeoutMs = 10_000
const kRacing = ['ECONNRESET', 'EPIPE']

/** One request on an agent: { status, headers, body }. */
function askOnce(target, agent, { method = 'GET', path, headers = {}, body }) {
  const request = target.tls ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const sent = request({
      host: '127.0.0.1', port: target.port, method, path, agent, timeout: kTimeoutMs, headers: { Host: target.host, ...length, ...headers },
    })
    sent.once('response', (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }))
      answer.once('error', reject)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in 10 s')))
    sent.once('error', (error) => {
      error.raced = sent.reusedSocket && kRacing.includes(error.code)
      reject(error)
    })
    sent.end(body)
  })
}

/** Client number `index` of a crowd: { ask, close, retried }. */
export function makeClient(target, crowd, index) {
  const address = clientAddress(crowd, index, target.tls)
  const options = { keepAlive: true, maxSockets: 16, localAddress: target.tls ? address : kProxy }
  const agent = target.tls ? new SecureAgent({ ...options, ca: target.ca }) : new PlainAgent(options)
  const fixed = target.tls ? {} : { 'X-Forwarded-For': address }
  const client = { retried: 0, close: () => agent.destroy() }
  client.ask = async (request) => {
    const whole = { ...request, headers: { ...fixed, ...request.headers } }
    try {
      return await askOnce(target, agent, whole)
    } catch (error) {
      // RFC 9112 section 9.3.1: repeated once if the connection was closed while the request was in flight.
      if (!error.raced) throw error
      ++client.retried
      return askOnce(target, agent, whole)
    }
  }
  return client
}
