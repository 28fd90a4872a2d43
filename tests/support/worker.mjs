// An exported worker in this process: `fetch` calls it as Cloudflare would, which names the client in a field, with a clock that the test sets.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exportWorker } from './exported_site.mjs'

const kClient = '192.0.2.1'

/** Exports the configuration to `out` and imports the module: { fetch(path, options), send(request), data, clock, lines }. Times in milliseconds. */
export async function importWorker({ config, out, environment, secret, previous = '', host = 'cloudflare' }) {
  const output = await exportWorker({ config, out, host, environment }, '--overwrite')
  const { addresses, createWorker, data } = await import(pathToFileURL(join(out, 'worker', 'worker.js')))
  const lines = []
  const clock = { now: Date.now }
  const worker = createWorker(data, { clock: () => clock.now(), log: (line) => lines.push(JSON.parse(line)), addressOf: addresses.ofCloudflare })
  const fetchFile = async (url) => {
    const bytes = await readFile(join(out, 'public', decodeURIComponent(new URL(url).pathname))).catch(() => null)
    return new Response(bytes, { status: bytes ? 200 : 404 })
  }
  const env = { AGENT_ACCESS_SECRET: secret, AGENT_ACCESS_PREVIOUS_SECRETS: previous, ASSETS: { fetch: fetchFile } }
  const at = (path) => new URL(path, data.sites[0].url)
  /** What a client wrote in the field is taken away. */
  const send = (request) => {
    request.headers.set('CF-Connecting-IP', kClient)
    return worker.fetch(request, env)
  }
  return { data, clock, lines, env, output, send, fetch: (path, options) => send(new Request(at(path), { redirect: 'manual', ...options })) }
}
