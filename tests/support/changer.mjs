// A proxy on loopback that changes requests and responses, so that each fault of a deployment can be provoked.
import { createServer, request as httpRequest } from 'node:http'
import { once } from 'node:events'

/**
 * Forwards to the port that `port()` returns. `change()` may return { request(request, headers), answer(request, reply) }, which change the
 * header fields of a request, and the response { status, headers, body }, in place; `saw(body)` gets every body before its change.
 */
export async function startChanger({ listen, port, change, saw = () => {} }) {
  const server = createServer((request, response) => {
    const body = []
    request.on('data', (part) => body.push(part)).on('end', () => {
      const headers = { ...request.headers }
      change()?.request?.(request, headers)
      const onward = httpRequest({ port: port(), method: request.method, path: request.url, headers, setHost: false })
      onward.on('response', (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part)).on('end', () => {
          const reply = { status: answer.statusCode, headers: { ...answer.headers }, body: Buffer.concat(parts).toString() }
          saw(reply.body)
          delete reply.headers.connection
          if (request.method === 'GET' || request.method === 'POST' || request.method === 'DELETE') {
            change()?.answer?.(request, reply)
            if (reply.status !== 304) reply.headers['content-length'] = Buffer.byteLength(reply.body)
          }
          response.writeHead(reply.status, reply.headers).end(request.method === 'HEAD' ? undefined : reply.body)
        })
      })
      onward.end(Buffer.concat(body))
    })
  }).listen(listen, '127.0.0.1')
  await once(server, 'listening')
  return server
}
