// Visits with and without a TLS session ticket.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:tls'

export const kVersions = ['TLSv1.3', 'TLSv1.2']

/** Options of startGroup for replicas that terminate TLS with this certificate. */
export const tlsSettings = ({ certificate, key }) => ({ scheme: 'https', settings: { base_urls: ['https://localhost'], tls: { certificate, key } } })

/** One request on a new connection: { isResumed, session, subject }, session being a ticket that it issued, subject the name in the certificate. */
export async function visit({ port }, { version, ca, session, servername = 'localhost', host = servername }) {
  const socket = connect({
    host: '127.0.0.1', port, servername, ca, session, minVersion: version, maxVersion: version, ALPNProtocols: ['http/1.1'],
  })
  const sessions = []
  socket.on('session', (each) => sessions.push(each))
  await once(socket, 'secureConnect')
  const seen = { isResumed: socket.isSessionReused(), version: socket.getProtocol(), subject: socket.getPeerCertificate().subject?.CN }
  socket.write(`GET /llms.txt HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  const text = Buffer.concat(await socket.toArray()).toString()
  assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
  assert.equal(seen.version, version)
  return { ...seen, session: sessions.at(-1) }
}

/** The ticket of a new session. */
export async function ticketOf(replica, options) {
  const { isResumed, session } = await visit(replica, options)
  assert.equal(isResumed, false)
  assert.ok(session.length > 0)
  return session
}

/** Whether the session is resumed. */
export const resumes = async (replica, options) => (await visit(replica, options)).isResumed
