// A proxy in front of a server on the loopback interface that alters responses.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { disposable } from './server.mjs'

/**
 * `alter` gets { path, status, headers, body } of each response and returns those that it changes.
 * { baseUrl, forwardTo(port), requests, stop }; `requests` are the paths in the order in which they came.
 */
export async function startAlteringProxy(alter) {
  const requests = []
  let target
  const proxy = createServer(async (asked, answer) => {
    requests.push(asked.url)
    const body = Buffer.concat(await asked.toArray())
    const headersAsked = { ...asked.headers, 'accept-encoding': 'identity' } // `alter` reads text
    const passed = request({ host: '127.0.0.1', port: target, method: asked.method, path: asked.url, headers: headersAsked, agent: false }).end(body)
    const [response] = await once(passed, 'response')
    const original = { path: asked.url, status: response.statusCode, headers: response.headers, body: Buffer.concat(await response.toArray()).toString() }
    const { status, headers, body: text } = { ...original, ...alter(original) }
    answer.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return disposable({
    baseUrl: `http://127.0.0.1:${proxy.address().port}`,
    requests,
    forwardTo: (port) => { target = port },
    stop: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  })
}
