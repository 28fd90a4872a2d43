// HAProxy in front of several replicas, with the site that `check --proxy haproxy` prints for the first one.
import { siteOf, printedSite, withValues } from './printed_sites.mjs'
import { freePort } from './server.mjs'

/** The printed line of the server, once for each replica: r0, r1, ... */
function serverLines(line, replicas) {
  const [first] = replicas
  return replicas.map((replica, index) => withValues(line, [
    ['server one ', `server r${index} `], [`127.0.0.1:${first.port} `, `127.0.0.1:${replica.port} `], [` port ${first.adminPort} `, ` port ${replica.adminPort} `],
  ])).join('')
}

/**
 * HAProxy with TLS at `front`; `change` rewrites the printed text before values are inserted. `main` are more lines of its first section.
 * `certificate` is a file with the chain and its key.
 */
export async function startHaproxyBefore(replicas, { directory, front, certificate, change = (text) => text, main = '' }) {
  const text = change(await printedSite(replicas[0].configFile, 'haproxy'))
  const [line] = /^ {2}server one .*\n/m.exec(text)
  return siteOf('haproxy').start({
    printed: withValues(text, [[line, serverLines(line, replicas)]]), directory, front, plain: await freePort(), certificates: { joined: certificate }, main,
  })
}
