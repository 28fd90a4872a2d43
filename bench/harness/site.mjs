// The site that every server of a run publishes: a work folder, configurations, profiles, certificate, log.
import { mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './processes.mjs'

export const kDiscovery = '/.well-known/oauth-authorization-server'
export const kProfile = '/api/agent/full-profile'

const must = async (command) => {
  const { code, err } = await runProgram(command)
  if (code !== 0) throw new Error(`${command[0]} failed: ${err.trim()}`)
}

/** Connections that a server may hold here, by the descriptor limit. */
export function mostConnections() {
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))[1])
  return Math.min(15200, descriptors - 2000)
}

/** A profile of `bytes` bytes: a dozen plain members and one long one. */
export function profileOf(bytes) {
  const profile = {
    name: 'Robin Example', headline: 'Measures things for a living', location: 'Example City',
    skills: ['measurement', 'arithmetic', 'plain words'], languages: [{ code: 'en', level: 'native' }],
    experience: Array.from({ length: 4 }, (_, i) => ({ from: 2010 + i * 3, to: 2013 + i * 3, title: 'Engineer', place: 'Example Works' })),
    text: '',
  }
  const rest = bytes - Buffer.byteLength(JSON.stringify(profile))
  profile.text = 'Figures without their method are decoration. '.repeat(Math.ceil(Math.max(rest, 1) / 45)).slice(0, Math.max(rest, 0))
  return JSON.stringify(profile)
}

export async function makeSite(binary, ports) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-access-bench-'))
  const at = (name) => join(folder, name)
  await must([binary, 'init', at('site')])
  await must(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at('tls.key'),
    '-out', at('tls.pem'), '-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'])
  writeFileSync(at('site/profile.json'), profileOf(2048))
  const differing = at('differing.txt')
  writeFileSync(differing, Array.from({ length: 5000 }, (_, i) => String(10000 + i)).join('\n'))
  let logFile = '/dev/null'
  try {
    logFile = `/dev/shm/agent-access-bench-${process.pid}.log`
    writeFileSync(logFile, '')
  } catch {
    logFile = '/dev/null'
  }
  const urlOf = (port, scheme = 'http') => `"${scheme}://127.0.0.1:${port}"`
  const everyUrl = Object.entries(ports.ours).map(([name, port]) => urlOf(port, name === 'tls' ? 'https' : 'http'))

  /** Writes the configuration of one of our servers and returns its path. `gatedBehind`: the port of an nginx that asks it about /data/; `urls`: further base URLs; `more`: tables at the end. */
  const configure = (name, port, { threads = 1, profile = 'profile.json', tls = false, mcp = false, gatedBehind, content = 'site.json', more = '', urls = everyUrl } = {}) => {
    const file = at(`site/${name}.toml`)
    const front = gatedBehind ? [urlOf(gatedBehind)] : []
    writeFileSync(file, `base_urls = [${[...new Set([...front, ...urls])].join(', ')}]
[listen]
address = "127.0.0.1:${port}"
admin = ""
threads = ${threads}
[secret]
file = "secret"
[content]
profile = "${profile}"
site = "${content}"
faq = "faq.json"
[limits]
# The limiter handles every request (no address is exempt); its budget is too large to reach.
requests = 1000000
window = "1s"
trusted_proxies = [${gatedBehind ? '"127.0.0.0/8"' : ''}]
requests_per_connection = 1000000000
# All clients have one address.
connections_per_address = 30000
memory = "4096MiB"
connections = ${mostConnections() + 100}
[mcp]
enabled = ${mcp}
[tls]
${tls ? `certificate = "${at('tls.pem')}"\nkey = "${at('tls.key')}"` : ''}
[log]
level = "info"
format = "json"
${gatedBehind ? '[[gates]]\nprefix = "/data/"\ntitle = "Data"\ndescription = "Measurements as CSV."\n' : ''}${more}`)
    return file
  }
  const log = openSync(logFile, 'a')
  return {
    folder, at, configure, log, logFile, differing,
    /** The access log grows by tens of megabytes a second; between samples it is emptied. */
    emptyLog: () => { if (logFile !== '/dev/null') truncateSync(logFile) },
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
      if (logFile !== '/dev/null') rmSync(logFile, { force: true })
    },
  }
}
