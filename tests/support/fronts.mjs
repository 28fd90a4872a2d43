// The program behind each of the proxies, with TLS and HTTP/2 in front, as `check --proxy` prints their sites. Only addresses and certificates are
// inserted. HAProxy also with TLS to the program.
import { temporaryAuthority } from './certificates.mjs'
import { ask } from './front_client.mjs'
import { joinedCertificate, printedSite, siteOf, withValues } from './printed_sites.mjs'
import { freePort, startServe, until } from './server.mjs'

const { directory, authority, ca, pair } = await temporaryAuthority()
const certificates = { pair, joined: await joinedCertificate(authority, directory) }

/** { name, settings: of the program, skip, start }; `change` rewrites what is printed. */
const front = (name, proxy, { change = (text) => text, settings = {} } = {}) => {
  const site = siteOf(proxy)
  const start = async ({ server, front: port }) => {
    const printed = change(await printedSite(server.configFile, proxy, { AGENT_ACCESS_TLS_CERTIFICATE: '', AGENT_ACCESS_TLS_KEY: '' }), server)
    return site.start({ printed, certificates, front: port, directory: server.directory, plain: await freePort(), hosts: 2 })
  }
  return { name, settings, skip: site.skip, start }
}

/** HAProxy offers HTTP/2 to the program, too, as it does to web servers. */
const overTls = (text, { port }) =>
  withValues(text, [[` 127.0.0.1:${port} `, ` 127.0.0.1:${port} ssl verify required ca-file ${authority.file} sni str(localhost) alpn h2,http/1.1 `]])

export const kFronts = [
  front('HAProxy', 'haproxy'),
  front('HAProxy with TLS to the program', 'haproxy', { change: overTls, settings: { tls: pair } }),
  front('nginx', 'nginx'),
  front('Caddy', 'caddy'),
  front('Apache', 'apache'),
]

/**
 * Runs `use({ server, front, ca })` with the program behind the proxy `kind`. Only 127.0.0.1 is a trusted proxy: every other loopback address
 * is a client of its own. `settings` and `files` are as for startServe.
 */
export async function behindFront(kind, { settings = {}, files }, use) {
  const port = await freePort()
  await using server = await startServe({
    files,
    settings: {
      ...settings,
      ...kind.settings,
      base_urls: [`https://127.0.0.1:${port}`, `https://localhost:${port}`],
      content: { ...(files === undefined ? {} : { root: 'public' }), ...settings.content },
      limits: { trusted_proxies: ['127.0.0.1/32'], ...settings.limits },
    },
  })
  await using proxy = await kind.start({ server, front: port })
  // HAProxy sends nothing on before its first health check.
  await until(async () => (await ask({ front: port, ca, from: '127.0.0.2', path: '/llms.txt' }).catch(() => ({}))).status === 200, `${kind.name} to use the service`)
  return await use({ server, front: port, ca })
}
