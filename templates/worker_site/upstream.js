// A site that is a server of its own, on this machine: requests go on to it, and its responses back, as they are but for what belongs to one
// connection. What needs another protocol than HTTP, such as WebSocket, does not.
import { request } from 'node:http'
import { pipeline } from 'node:stream'

/** RFC 9110 section 7.6.1; the framing of a body stays. */
const kOfConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade']

/** Names and values of fields in turn, without those of one connection. */
function handedOn({ rawHeaders, headers }, others) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const left = new Set([...kOfConnection, ...named, ...others])
  return rawHeaders.filter((_, at) => !left.has(rawHeaders[at & ~1].toLowerCase()))
}

/** The clients of a request, as X-Forwarded-For has them: what came with it, and its peer. */
const clientsOf = ({ headers, socket }) => [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')

/** `address`: "http://127.0.0.1:3000". */
export function serverAt(address) {
  const { protocol, hostname, port } = URL.canParse(address) ? new URL(address) : {}
  if (protocol !== 'http:') throw new Error(`UPSTREAM: "${address}" is not the address of a server, such as http://127.0.0.1:3000`)
  return (incoming, outgoing) => {
    const fields = [...handedOn(incoming, ['expect', 'x-forwarded-for']), 'X-Forwarded-For', clientsOf(incoming), 'Connection', 'close']
    const asked = request({ hostname: hostname.replace(/^\[|\]$/g, ''), port, method: incoming.method, path: incoming.url, headers: fields, agent: false })
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode, answer.statusMessage, handedOn(answer, ['transfer-encoding']))
      pipeline(answer, outgoing, () => {})
    })
    asked.on('error', () => {
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' }).end('The server of this site does not answer.\n')
    })
    outgoing.on('close', () => asked.destroy())
    pipeline(incoming, asked, () => {})
  }
}
