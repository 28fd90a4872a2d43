// The program behind each of the proxies, with TLS and HTTP/2 in front, as `check --proxy` prints their sites. Only addresses and certificates are
// inserted.
import { temporaryAuthority } from './certificates.mjs'
import { ask } from './front_client.mjs'
import { joinedCertificate, printedSite, siteOf, withValues } from './printed_sites.mjs'
import { freePort, startServe, until } from './server.mjs'

/** { name, backend: the protocol between proxy and program, skip, start }; `change` rewrites what is printed. */
const front = (name, proxy, backend, { change = (text) => text, ...more } = {}) => {
  const site = siteOf(proxy)
  const start = async ({ server, ...values }) =>
    site.start({ ...values, printed: change(await printedSite(server.configFile, proxy)), directory: server.directory, plain: await freePort(), hosts: 2 })
  return { name, backend, skip: site.skip, start, ...more }
}
const once = (old, value) => (text) => withValues(text, [[old, value]])

export const kFronts = [
  front('HAProxy with proto h2', 'haproxy', 'h2'),
  front('HAProxy with proto h2 and http-reuse always', 'haproxy', 'h2', {
    sharesStalls: true, change: once('\nbackend agent_access\n', '\nbackend agent_access\n  http-reuse always\n'),
  }),
  front('HAProxy with HTTP/1.1', 'haproxy', 'h1'),
  front('nginx', 'nginx', 'h1'),
  front('Caddy with HTTP/1.1', 'caddy', 'h1'),
  front('Caddy with h2c', 'caddy', 'h2', { change: once('compression off\n', 'compression off\n\t\t\tversions h2c 2\n') }),
  front('Apache', 'apache', 'h1'),
]

const { directory, authority, ca, pair } = await temporaryAuthority()
const certificates = { pair, joined: await joinedCertificate(authority, directory) }

/**
 * Runs `use({ server, front, ca })` with the program behind the proxy `kind`. Only 127.0.0.1 is a trusted proxy: every other loopback address
 * is a client of its own. `settings` and `files` are as for startServe.
 */
export async function behindFront(kind, { settings = {}, files }, use) {
  const port = await freePort()
  const server = await startServe({
    files,
    settings: {
      ...settings,
      base_urls: [`https://127.0.0.1:${port}`, `https://localhost:${port}`],
      listen: { http2_prior_knowledge: kind.backend === 'h2', ...settings.listen },
      content: { ...(files === undefined ? {} : { root: 'public' }), ...settings.content },
      limits: { trusted_proxies: ['127.0.0.1/32'], ...settings.limits },
    },
  })
  let proxy
  try {
    proxy = await kind.start({ server, front: port, certificates })
    // HAProxy sends nothing on before its first health check.
    await until(async () => (await ask({ front: port, ca, path: '/llms.txt' }).catch(() => ({}))).status === 200, `${kind.name} to use the service`)
    return await use({ server, front: port, ca })
  } finally {
    await proxy?.stop()
    await server.stop()
  }
}
