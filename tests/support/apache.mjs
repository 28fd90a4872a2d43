// A real Apache for one test, with the modules that the printed site names and with mod_deflate as Debian sets it: loopback only, all its files in
// one folder, stopped by its process id.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDaemon } from './daemon.mjs'
import { accepts } from './server.mjs'

export const kApache = '/usr/sbin/apache2'
const kEnabledByDebian = ['mpm_event', 'authz_core', 'alias', 'mime', 'dir', 'env', 'setenvif', 'filter', 'deflate', 'reqtimeout']
const kNamedByTheSite = ['socache_shmcb', 'ssl', 'http2', 'proxy', 'proxy_http', 'headers']

const renderMain = (directory, site) => `
ServerName localhost
DefaultRuntimeDir ${directory}
PidFile ${directory}/apache.pid
ErrorLog ${directory}/error.log
Mutex file:${directory} default
${[...kEnabledByDebian, ...kNamedByTheSite].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${process.getuid() === 0 ? 'User www-data\nGroup www-data' : ''}
TypesConfig /dev/null
AddType text/html .html
AddType text/plain .txt
AddType application/json .json
AddOutputFilterByType DEFLATE text/html text/plain text/xml text/css text/javascript application/javascript application/xml
SSLSessionCache shmcb:${directory}/sessions(512000)
<Directory />
  AllowOverride None
  Require all denied
</Directory>
${site}`

/** Apache with `site` after its main configuration, once it accepts connections at `port`: { stop }. */
export async function startApache({ directory, site, port }) {
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'apache2.conf')
  await writeFile(file, renderMain(directory, site))
  return startDaemon([kApache, '-f', file, '-DFOREGROUND'], { name: `apache on port ${port}`, isReady: () => accepts(port), atExit: 'SIGTERM' })
}
