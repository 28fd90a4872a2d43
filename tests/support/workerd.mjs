// An exported worker on workerd, the runtime of Cloudflare Workers: a configuration that serves the folder of documents as the assets
// that Cloudflare gives to a worker.
import { createRequire } from 'node:module'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const text = JSON.stringify

/** Writes the configuration into `out`; the command that runs it. */
export function writeWorkerd({ out, secrets, host, port }) {
  const bindings = Object.entries(secrets).filter(([, value]) => value !== '').map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)
  const modules = readdirSync(join(out, 'worker')).sort((one, other) => Number(other === 'worker.js') - Number(one === 'worker.js'))
    .map((name) => `(name = ${text(name)}, esModule = embed ${text(`worker/${name}`)})`)
  const file = join(out, 'workerd.capnp')
  writeFileSync(file, `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [${modules.join(', ')}],
      compatibilityDate = "2026-10-01",
      bindings = [${[...bindings, '(name = "ASSETS", service = "assets")'].join(', ')}],
    )),
    (name = "assets", disk = (path = ${text(join(out, 'public'))}, allowDotfiles = true)),
  ],
  sockets = [(name = "http", address = ${text(`${host.includes(':') ? `[${host}]` : host}:${port}`)}, http = (), service = "main")],
);
`)
  const workerd = require.resolve('workerd/bin/workerd')
  return [workerd, 'serve', file]
}
