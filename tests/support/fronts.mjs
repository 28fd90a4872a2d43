// The program behind each of the documented proxies, with TLS and HTTP/2 in front: HAProxy as printed in the guide, nginx as
// printed by `check`, Caddy as printed in the guide. Only addresses and certificates are inserted.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryAuthority } from './certificates.mjs'
import { kCaddy, startCaddy } from './caddy.mjs'
import { ask } from './front_client.mjs'
import { joinedCertificate, startGuideHaproxy, withValues } from './guide_haproxy.mjs'
import { kHaproxy } from './haproxy.mjs'
import { startNginx } from './nginx.mjs'
import { freePort, runProgram, startServe, until } from './server.mjs'

const kNginx = '/usr/sbin/nginx'
const notThere = (binary) => (existsSync(binary) ? false : `skipped: ${binary} is not installed`)

const haproxy = (change) => ({ server, front, certificates }) =>
  startGuideHaproxy({ directory: server.directory, front, certificate: certificates.joined, replicas: [server], change })

/** The part of what `check` prints that is nginx's. */
async function startPrintedNginx({ server, front, certificates }) {
  const { output } = await runProgram(['check', '--config', server.configFile])
  const [printed] = /^upstream agent_access \{[\s\S]*?^server \{[\s\S]*?^\}\n/m.exec(output) ?? []
  assert.ok(printed, output)
  const file = join(server.directory, 'nginx_site.conf')
  await writeFile(file, withValues(printed, [
    [`listen ${front} ssl`, `listen 127.0.0.1:${front} ssl`],
    ['/etc/ssl/site.pem', certificates.pair.certificate], ['/etc/ssl/site.key', certificates.pair.key],
  ]))
  return startNginx({ directory: join(server.directory, 'nginx'), includes: [file], port: front })
}

const guide = readFileSync(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
const [, caddyConfiguration] = /^## Behind Caddy\n[\s\S]*?^```caddy\n([\s\S]*?)^```$/m.exec(guide)

const caddy = (change) => ({ server, front, certificates }) => startCaddy({
  directory: join(server.directory, 'caddy'), port: front,
  sites: withValues(change(caddyConfiguration), [
    ['example.com, www.example.com {', `https://127.0.0.1:${front}, https://localhost:${front} {\n\tbind 127.0.0.1\n\ttls ${certificates.pair.certificate} ${certificates.pair.key}`],
    ['127.0.0.1:8080', `127.0.0.1:${server.port}`],
  ]),
})

const once = (text, old, value) => withValues(text, [[old, value]])

/** { name, backend: the protocol between proxy and program, skip, start }. */
export const kFronts = [
  { name: 'HAProxy with proto h2', backend: 'h2', skip: notThere(kHaproxy), start: haproxy((text) => text) },
  { name: 'HAProxy with proto h2 and http-reuse always', backend: 'h2', sharesStalls: true, skip: notThere(kHaproxy),
    start: haproxy((text) => once(text, '\nbackend agent_access\n', '\nbackend agent_access\n  http-reuse always\n')) },
  { name: 'HAProxy with HTTP/1.1', backend: 'h1', skip: notThere(kHaproxy), start: haproxy((text) => once(text, ' proto h2', '')) },
  { name: 'nginx', backend: 'h1', skip: notThere(kNginx), start: startPrintedNginx },
  { name: 'Caddy with HTTP/1.1', backend: 'h1', skip: notThere(kCaddy), start: caddy((text) => text) },
  { name: 'Caddy with h2c', backend: 'h2', skip: notThere(kCaddy), start: caddy((text) => once(text, 'compression off\n', 'compression off\n\t\t\tversions h2c 2\n')) },
]

const { directory, authority, ca, pair } = await temporaryAuthority()
const certificates = { pair, joined: await joinedCertificate(authority, directory) }

/**
 * Runs `use({ server, front, ca })` with the program behind the proxy `kind`. Only 127.0.0.1 is a trusted proxy: every other loopback address
 * is a client of its own. `settings` and `files` are as for startServe.
 */
export async function behindFront(kind, { settings = {}, files }, use) {
  const front = await freePort()
  const server = await startServe({
    files,
    settings: {
      ...settings,
      base_urls: [`https://127.0.0.1:${front}`, `https://localhost:${front}`],
      listen: { http2_prior_knowledge: kind.backend === 'h2', ...settings.listen },
      content: { ...(files === undefined ? {} : { root: 'public' }), ...settings.content },
      limits: { trusted_proxies: ['127.0.0.1/32'], ...settings.limits },
    },
  })
  let proxy
  try {
    proxy = await kind.start({ server, front, certificates })
    // HAProxy sends nothing on before its first health check.
    await until(async () => (await ask({ front, ca, path: '/llms.txt' }).catch(() => ({}))).status === 200, `${kind.name} to use the service`)
    return await use({ server, front, ca })
  } finally {
    await proxy?.stop()
    await server.stop()
  }
}
