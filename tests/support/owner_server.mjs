// The owner's own server behind a gate.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { disposable } from './server.mjs'

const kKeptBytes = 1024

/**
 * Answers every request with `textOf(request, response)`, which may set fields: { port, requests, stop }. `requests` has { method, url, headers, bytes, body } of each; `body` is the
 * beginning, so that an upload is not held.
 */
export async function startOwnerServer(textOf) {
  const requests = []
  const server = createServer(async (request, response) => {
    let bytes = 0
    let body = ''
    try {
      for await (const piece of request) {
        bytes += piece.length
        if (body.length < kKeptBytes) body += piece.subarray(0, kKeptBytes)
      }
    } catch {
      return // cut off before its end
    }
    requests.push({ method: request.method, url: request.url, headers: request.headers, bytes, body })
    response.end(textOf(request, response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return disposable({ port: server.address().port, requests, stop })
}
