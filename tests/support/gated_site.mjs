// The site with gates that `check --proxy` prints, in nginx, Caddy and HAProxy, in front of files and of a server that reads paths in every way.
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { kKeysScript } from './edge.mjs'
import { kGateSettings, send } from './gates.mjs'
import { startOwnerServer } from './owner_server.mjs'
import { printedSite, siteOf, withValues } from './printed_sites.mjs'
import { freePort, run, startServe, until, writeFiles } from './server.mjs'

/** What is behind the gates has this mark, what is beside them has not. */
export const kMark = 'GATED'
const kFiles = {
  'data/x.csv': `${kMark} x`, 'data/index.html': `${kMark} index`, 'data/ü (1).csv': `${kMark} ü`, 'data/inbox/1.txt': `${kMark} inbox`, 'DATA/x.csv': `${kMark} in another case`, 'Data/x.csv': `${kMark} in another case`, 'secret.txt': 'public', 'index.html': 'public',
}

/** Decodes twice, cuts parameters off, takes a backslash for a slash, resolves dots and ignores case: the path that a careless server may see. */
export function carelessPath(target) {
  let path = target.replace(/[?#].*$/, '')
  for (let round = 0; round < 2; ++round) path = path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  const out = []
  for (const segment of path.replaceAll('\\', '/').replace(/\0.*$/, '').split('/').map((part) => part.replace(/;.*$/, ''))) {
    if (segment === '..') out.pop()
    else if (segment !== '' && segment !== '.') out.push(segment.toLowerCase())
  }
  return `/${out.join('/')}`
}

/** Shows in its text which path it has read. */
const textOfCareless = ({ url }) => /^\/(data|api\/v1)(\/|$)/.test(carelessPath(url)) ? `${kMark} ${url}` : 'public'

const kOwn = '127.0.0.1:8081'
/** By proxy: the printed site with gates and all else at the server that is at the gates for writing; `content.pages` is off. */
export const withOneServer = {
  nginx: (text) => withValues(text, [['root /var/www/site;', `proxy_pass http://${kOwn};`, 2]]),
  caddy: (text) => withValues(text.replace(/root \* \/var\/www\/site\n\t+file_server/g, `reverse_proxy ${kOwn}`), [[`reverse_proxy ${kOwn}`, `reverse_proxy ${kOwn}`, 5]]),
  haproxy: (text) => text,
}

/** The command of the site that is printed for HAProxy, which writes the public keys as files, with another folder. */
export async function writeKeys(server, printed) {
  const folder = join(server.directory, 'keys')
  const [, words] = /^# +agent-access-keys \S+ (\S+ \S+)$/m.exec(printed)
  await run(kKeysScript, [folder, ...words.split(' ')])
  return folder
}

/**
 * Runs `use({ server, port, owner, printed, baseUrl })` with the printed site of a proxy; base URLs without TLS. `change` rewrites what is printed;
 * `textOf` is what the owner's server answers.
 */
export async function behindGates(name, { settings = {}, change = (text) => text, textOf = textOfCareless }, use) {
  const site = siteOf(name)
  const front = await freePort()
  await using owner = await startOwnerServer(textOf)
  await using server = await startServe({
    settings: { ...kGateSettings, ...settings, base_urls: ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${front}`), limits: { trusted_proxies: ['127.0.0.1/32'], ...settings.limits } },
  })
  const folder = join(server.directory, 'own')
  await writeFiles(folder, kFiles)
  await chmod(server.directory, 0o755) // Caddy and nginx may read it as another user
  let printed = change(await printedSite(server.configFile, name)).replaceAll('/var/www/site', folder).replaceAll(kOwn, `127.0.0.1:${owner.port}`)
  const keys = name === 'haproxy' ? await writeKeys(server, printed) : undefined
  printed = printed.replaceAll('/etc/haproxy/agent-access', keys ?? '')
  const more = keys && join(keys, 'keys.cfg')
  await using proxy = await site.run(printed, { directory: server.directory, front, more })
  await until(async () => (await send(front, '/llms.txt', []).catch(() => ({}))).status === 200, `${site.title} to use the service`)
  return await use({ server, port: front, owner, printed, baseUrl: `http://127.0.0.1:${front}` })
}

/** A request as bytes, with a target that no client library would send: { status, text }. */
export async function sendRaw(port, target, fields = {}) {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...fields, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let text = ''
  try {
    for await (const piece of socket.setEncoding('latin1')) text += piece
  } catch (error) {
    if (error.code !== 'ECONNRESET') throw error
  }
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/** Sends that many bytes in pieces: { status, text }. A server that refuses need not read them. */
export async function upload(port, path, bytes, headers) {
  const call = request({ host: '127.0.0.1', port, path, method: 'PUT', agent: false, headers: { 'Content-Length': bytes, ...headers } })
  const answered = once(call, 'response')
  const piece = Buffer.alloc(64 * 1024, 'x')
  Readable.from(Array(bytes / piece.length).fill(piece)).pipe(call)
  const [answer] = await answered
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  call.destroy()
  return { status: answer.statusCode, headers: answer.headers, text }
}
