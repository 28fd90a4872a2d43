// The program behind a proxy with the site that `check --proxy` prints, at two hosts with TLS, and requests to it.
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { temporaryAuthority } from './certificates.mjs'
import { temporaryFolder } from './folder.mjs'
import { joinedCertificate, printedSite } from './printed_sites.mjs'
import { disposable, freePort, runProgram, startServe, until, writeFiles } from './server.mjs'

export const kHosts = ['127.0.0.1', 'localhost']
export const kSite = { tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example', same_as: ['https://social.example/@robin'] } }
export const kHome = '<!doctype html><html lang="en"><head><title>Robin Example</title></head><body><h1>Pages of my own</h1></body></html>\n'
export const kOwn = { 'index.html': kHome, 'robots.txt': 'User-agent: *\nDisallow: /private/\n', 'api/prices.json': '{"own":true}\n' }

const { directory, authority, ca, pair } = await temporaryAuthority()
/** Of the authority that has issued the certificate of the hosts. */
export const kAuthorityFile = authority.file
export const certificates = { pair, joined: await joinedCertificate(authority, directory) }

/** The owner's own pages, as files and from a server: { folder, port, stop }. */
async function startOwnPages() {
  const folder = temporaryFolder('own')
  await chmod(folder, 0o755) // Apache reads it as another user
  await writeFiles(folder, kOwn)
  const server = createServer((request, response) => {
    const content = kOwn[request.url === '/' ? 'index.html' : request.url.slice(1)]
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': content === kHome ? 'text/html' : 'text/plain' }).end(content ?? 'not here\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return disposable({ folder, port: server.address().port, stop })
}

/** One request on a connection of its own: { status, headers, text }. */
export async function ask(port, path, { secure = true, host = '127.0.0.1', address = '127.0.0.1', localAddress, method = 'GET', headers = {} } = {}) {
  const servername = /^[a-z]/.test(host) ? host : ''
  const call = (secure ? httpsRequest : httpRequest)({ host: address, port, path, method, localAddress, ca, servername, agent: false,
    checkServerIdentity: () => undefined, headers: { Host: `${host}${secure ? `:${port}` : ''}`, ...headers } })
  call.end()
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

/**
 * Runs `use({ server, front, plain, printed })` with the program behind the proxy. `change(text, port)` rewrites what is printed; `main` is for the main
 * configuration of HAProxy.
 */
export async function behind(site, { settings = {}, files = { 'site.json': kSite }, change = (text) => text, main }, use) {
  const [front, plain] = [await freePort(), await freePort()]
  await using own = settings.content?.pages === false ? await startOwnPages() : undefined
  await using server = await startServe({
    files, settings: { ...settings, base_urls: kHosts.map((host) => `https://${host}:${front}`), limits: { trusted_proxies: ['127.0.0.1/32'], ...settings.limits } },
  })
  const printed = change(await printedSite(server.configFile, site.name), front)
  await using proxy = await site.start({ printed, main, directory: server.directory, front, plain, hosts: kHosts.length, certificates, own })
  // HAProxy sends nothing on before its first health check.
  await until(async () => (await ask(front, '/llms.txt').catch(() => ({}))).status === 200, `${site.title} to use the service`)
  return await use({ server, front, plain, printed })
}

/** `try` through the proxy: { code, failed, warned }. */
export async function tried(host, front, scheme = 'https') {
  const { code, stdout } = await runProgram(['try', `${scheme}://${host}:${front}`, '--ca-file', authority.file, '--json'])
  const { steps } = JSON.parse(stdout)
  const names = (mark) => steps.filter(mark).map(({ name, detail }) => `${name}: ${detail}`)
  return { code, failed: names((step) => step.ok !== true), warned: names((step) => step.ok === true && step.remedy !== '') }
}
