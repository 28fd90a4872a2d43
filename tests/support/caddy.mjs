// A real Caddy for one test: loopback only, no downloads, no files outside its folder, stopped by its process id.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accepts, until } from './server.mjs'

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
  const child = spawn(kCaddy, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: ['ignore', 'ignore', 'pipe'], env: environment })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { log = (log + text).slice(-20_000) })
  let hasEnded = false
  const ended = once(child, 'close').then(() => { hasEnded = true })
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  await until(async () => hasEnded || (await accepts(port)), `caddy on port ${port}`)
  if (hasEnded) throw new Error(`caddy ended: ${log}`)
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      process.removeListener('exit', atExit)
    },
  }
}
