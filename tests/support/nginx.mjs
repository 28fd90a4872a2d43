// A real nginx for one test: loopback only, all its files in one folder, stopped by its process id.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accepts, until } from './server.mjs'

const kBinary = '/usr/sbin/nginx'
const kTemporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const renderMain = (directory, includes, modules, variables) => `
${variables.map((name) => `env ${name};`).join('\n')}
${modules.map((file) => `load_module ${file};`).join('\n')}
${process.getuid() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log warn;
events { worker_connections 256; }
http {
  access_log off;
${kTemporary.map((name) => `  ${name}_temp_path ${directory}/${name};`).join('\n')}
${includes.map((file) => `  include ${file};`).join('\n')}
}
`

/**
 * Starts nginx with the files `includes` in its http block, once it accepts connections at `port`: { log, stop }. `modules` are files that it loads;
 * `environment` is added to that of the test.
 */
export async function startNginx({ directory, includes, port, modules = [], environment = {}, isReady = () => accepts(port) }) {
  await mkdir(directory, { recursive: true })
  const configFile = join(directory, 'nginx.conf')
  const errorFile = join(directory, 'error.log')
  await writeFile(configFile, renderMain(directory, includes, modules, Object.keys(environment)))
  const child = spawn(kBinary, ['-c', configFile, '-p', directory, '-e', errorFile], { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...environment } })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { complaints += text })
  let hasEnded = false
  const ended = once(child, 'close').then(() => { hasEnded = true })
  const atExit = () => child.kill('SIGTERM')
  process.once('exit', atExit)
  await until(async () => hasEnded || (await isReady()), `nginx with ${includes}`)
  if (hasEnded) throw new Error(`nginx ended: ${complaints}`)
  return {
    log: () => readFile(errorFile, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      process.removeListener('exit', atExit)
    },
  }
}
