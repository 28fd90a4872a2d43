// A real Caddy for one test: loopback only, no downloads, no files outside its folder, stopped by its process id.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDaemon } from './daemon.mjs'
import { accepts } from './server.mjs'

export const kCaddy = '/usr/bin/caddy'

/**
 * Caddy with `sites` as its configuration, once it accepts connections at `port`: { stop }. With `httpPort` it redirects http from there, as it
 * does from port 80 by default; its own certificates are off.
 */
export async function startCaddy({ directory, sites, port, httpPort }) {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https ${httpPort === undefined ? 'off' : `disable_certs\n\thttp_port ${httpPort}`}\n}\n${sites}`)
  const environment = { PATH: process.env.PATH, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  return startDaemon([kCaddy, 'run', '--config', file, '--adapter', 'caddyfile'], { name: `caddy on port ${port}`, environment, isReady: () => accepts(port) })
}
