// The recipe of docs/edge.md for nginx with njs: its site and its script, with ports, files and addresses inserted.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { edgeFile } from '../support/edge.mjs'
import { testEdge } from '../support/edge_suite.mjs'
import { startNginx } from '../support/nginx.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { freePort } from '../support/server.mjs'

const kModule = '/usr/lib/nginx/modules/ngx_http_js_module.so'
const kCertificate = '/etc/letsencrypt/live/example.com'

async function start({ server, apiPort, environment }) {
  const port = await freePort()
  const path = (name) => join(server.directory, name)
  await writeFile(path('agent-access.js'), withValues(edgeFile('agent-access.js'), [['https://example.com', server.baseUrl]]))
  await writeFile(path('edge.conf'), withValues(edgeFile('nginx.conf'), [
    ['/etc/nginx/agent-access.js', path('agent-access.js')], ['/var/lib/nginx/agent-access', path('cache')],
    ['listen 443 ssl;', `listen 127.0.0.1:${port};`], [`ssl_certificate ${kCertificate}/fullchain.pem;`, ''], [`ssl_certificate_key ${kCertificate}/privkey.pem;`, ''],
    ['proxy_set_header Host example.com;', `proxy_set_header Host ${new URL(server.baseUrl).host};`],
    ['https://example.com', server.baseUrl], ['127.0.0.1:8081', `127.0.0.1:${apiPort}`],
  ]))
  const nginx = await startNginx({ directory: path('nginx'), includes: [path('edge.conf')], port, modules: [kModule], environment })
  return { port, refresh: async () => {}, stop: nginx.stop }
}

const skip = existsSync(kModule) ? false : `skipped: ${kModule} is not installed`
await testEdge('nginx', { skip, start, repeated: 400, unreachable: { first: 503, later: 200 } })
