// The sites that `check --proxy` prints, in the real proxies: only ports, addresses, certificates and folders are inserted.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kApache, startApache } from './apache.mjs'
import { kCaddy, startCaddy } from './caddy.mjs'
import { hasIpv6 } from './faults.mjs'
import { kHaproxy, runHaproxy } from './haproxy.mjs'
import { startNginx } from './nginx.mjs'
import { runProgram } from './server.mjs'

const kNginx = '/usr/sbin/nginx'
const notThere = (binary) => (existsSync(binary) ? false : `skipped: ${binary} is not installed`)

/** The text with other values; each of the old ones occurs exactly once, or as often as a third member says. */
export function withValues(text, values) {
  for (const [old, value, times = 1] of values) {
    assert.equal(text.split(old).length - 1, times, `${old} in the printed site:\n${text}`)
    text = text.replaceAll(old, value)
  }
  return text
}

/** What `check --proxy` writes to standard output. */
export async function printedSite(configFile, proxy, environment = {}) {
  const { code, output, stdout } = await runProgram(['check', '--config', configFile, '--proxy', proxy], { environment: { AGENT_ACCESS_LIMITS_REQUESTS: '0', ...environment } })
  assert.equal(code, 0, output)
  return stdout
}

/** The certificate and its key in one file, as HAProxy reads them. */
export async function joinedCertificate(authority, directory) {
  const pair = await authority.read(await authority.issue('front'))
  const file = join(directory, 'front.both.pem')
  await writeFile(file, Buffer.concat([pair.certificate, pair.key]))
  return file
}

const certificateOf = (host) => `/etc/letsencrypt/live/${host}`
/** What makes a server listen on ::1, where the machine has that address. */
export const ifIpv6 = (text) => (hasIpv6 ? text : '')
const linesOfThisMachine = (text) => (hasIpv6 ? text : text.replaceAll(/^ *bind ::1:.*\n/gm, ''))
const ifBeside = (own, values) => (own === undefined ? [] : values)

/** nginx with a site, without the types of files that its main configuration includes in Debian. */
async function runNginxSite(text, { directory, front, isReady }) {
  const [types, file] = [join(directory, 'nginx_types.conf'), join(directory, 'nginx_site.conf')]
  await writeFile(types, 'types { text/html html; text/plain txt; application/xml xml; application/json json; }\n')
  await writeFile(file, text)
  return startNginx({ directory: join(directory, 'nginx'), includes: [types, file], port: front, isReady })
}

/** `main` are lines of HAProxy's first section, `more` is a further file of its configuration. */
async function runHaproxySite(text, { directory, front, main = '', more }) {
  const [mainFile, file] = [join(directory, 'haproxy_global.cfg'), join(directory, 'haproxy.cfg')]
  await writeFile(mainFile, `global\n  maxconn 1000\n${main}`)
  await writeFile(file, text)
  return runHaproxy({ configFiles: [mainFile, file, ...(more === undefined ? [] : [more])], port: front })
}

const runCaddySite = (text, { directory, front, plain }) => startCaddy({ directory: join(directory, 'caddy'), sites: text, port: front, httpPort: plain })
const runApacheSite = (text, { directory, front }) => startApache({ directory: join(directory, 'apache'), site: text, port: front })

const fillNginxSite = (printed, { front, plain, hosts, first = '127.0.0.1', certificates, own }) => withValues(printed, [
  [`listen ${front} ssl;`, `listen 127.0.0.1:${front} ssl http2;`], [`listen [::]:${front} ssl;`, ifIpv6(`listen [::1]:${front} ssl http2;`)],
  ['listen 80;', `listen 127.0.0.1:${plain};`, hosts], ['listen [::]:80;', ifIpv6(`listen [::1]:${plain};`), hosts],
  [`${certificateOf(first)}/fullchain.pem`, certificates.pair.certificate], [`${certificateOf(first)}/privkey.pem`, certificates.pair.key],
  ...ifBeside(own, [['/var/www/site', own?.folder]]),
])

function fillCaddySite(printed, { certificates, own }) {
  const [addresses] = /^https:\/\/.* \{$/m.exec(printed)
  const loopback = `\tbind 127.0.0.1${ifIpv6(' [::1]')}`
  return withValues(printed.replaceAll(/^http:.* \{$/gm, `$&\n${loopback}`), [
    [addresses, `${addresses}\n${loopback}\n\ttls ${certificates.pair.certificate} ${certificates.pair.key}`],
    ...ifBeside(own, [['/var/www/site', own?.folder]]),
  ])
}

const fillHaproxySite = (printed, { front, plain, certificates, own }) => linesOfThisMachine(withValues(printed, [
  ['bind :80\n', `bind 127.0.0.1:${plain}\n`], ['bind :::80 ', `bind ::1:${plain} `],
  [`bind :${front} `, `bind 127.0.0.1:${front} `], [`bind :::${front} `, `bind ::1:${front} `],
  [' /etc/haproxy/site.pem alpn', ` ${certificates.joined} alpn`, 2],
  ...ifBeside(own, [['127.0.0.1:8081', `127.0.0.1:${own?.port}`]]),
]))

const fillApacheSite = (printed, { front, plain, hosts, first = '127.0.0.1', certificates, own }) => `Listen 127.0.0.1:${plain}\n${ifIpv6(`Listen [::1]:${plain}\n`)}${withValues(printed, [
  [`Listen ${front}\n`, `Listen 127.0.0.1:${front}\n${ifIpv6(`Listen [::1]:${front}\n`)}`], ['<VirtualHost *:80>', `<VirtualHost *:${plain}>`, hosts],
  [`${certificateOf(first)}/fullchain.pem`, certificates.pair.certificate], [`${certificateOf(first)}/privkey.pem`, certificates.pair.key],
  ...ifBeside(own, [['/var/www/site', own?.folder, 2]]),
])}`

const siteFor = (name, title, binary, run, fill) =>
  ({ name, title, skip: notThere(binary), run, fill, start: ({ printed, ...values }) => run(fill(printed, values), values) })

/**
 * { name, title, skip, run, fill, start }. run(text, values) starts the proxy with a site as it is. fill(printed, values) inserts values into a site of
 * https base URLs, as many as `hosts` with `first` (127.0.0.1) first; start(values) does both. The values: a `directory` for the proxy's files; the ports
 * `front` (of the base URLs) and `plain` (for http); `certificates` { pair, joined }; and, if the site is beside another one, `own`: its { folder, port }.
 */
export const kSites = [
  siteFor('nginx', 'nginx', kNginx, runNginxSite, fillNginxSite),
  siteFor('caddy', 'Caddy', kCaddy, runCaddySite, fillCaddySite),
  siteFor('haproxy', 'HAProxy', kHaproxy, runHaproxySite, fillHaproxySite),
  siteFor('apache', 'Apache', kApache, runApacheSite, fillApacheSite),
]
export const siteOf = (name) => kSites.find((site) => site.name === name)
