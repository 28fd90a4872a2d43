// A real Caddy for one test: loopback only, no downloads, no files outside its folder, stopped by its process id.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDaemon } from './daemon.mjs'
import { accepts, freePort } from './server.mjs'

export const kCaddy = '/usr/bin/caddy'

/**
 * Caddy with `sites` as its configuration, once it accepts connections at `port`: { stop }. Sites of http are at `httpPort` instead of port 80,
 * which needs rights; with it Caddy also redirects from there, as it does by default. Its own certificates are off.
 */
export async function startCaddy({ directory, sites, port, httpPort }) {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'Caddyfile')
  const options = ['admin off', 'default_bind 127.0.0.1', `auto_https ${httpPort === undefined ? 'off' : 'disable_certs'}`, `http_port ${httpPort ?? await freePort()}`]
  await writeFile(file, `{\n\t${options.join('\n\t')}\n}\n${sites}`)
  const environment = { PATH: process.env.PATH, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory }
  return startDaemon([kCaddy, 'run', '--config', file, '--adapter', 'caddyfile'], { name: `caddy on port ${port}`, environment, isReady: () => accepts(port) })
}
