// A real nginx for one test: loopback only, all its files in one folder, stopped by its process id.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDaemon } from './daemon.mjs'
import { accepts } from './server.mjs'

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
  const command = [kBinary, '-c', configFile, '-p', directory, '-e', errorFile]
  const daemon = await startDaemon(command, { name: `nginx with ${includes}`, environment: { ...process.env, ...environment }, isReady, atExit: 'SIGTERM' })
  return Object.assign(daemon, { log: () => readFile(errorFile, 'utf8') })
}
