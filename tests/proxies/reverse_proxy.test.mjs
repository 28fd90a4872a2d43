// The nginx configuration that `check` prints for base URLs without TLS, in a real nginx, exactly as it is printed: only the folder of the owner's
// own pages is put in. tests/proxies/sites.test.mjs has the sites with TLS, of every proxy.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { hasIpv6 } from '../support/faults.mjs'
import { startNginx } from '../support/nginx.mjs'
import { printedSite } from '../support/printed_sites.mjs'
import { freePort, runProgram, startServe, writeFiles } from '../support/server.mjs'

const kRequests = 3
const kRobots = 'User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /drafts/\n'
const kSitemap = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>\n'
const kHome = '<!doctype html><html lang="en"><head><title>Robin Example</title></head><body><h1>Pages of my own</h1></body></html>\n'
const kSite = { tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example', same_as: ['https://social.example/@robin'] } }
const kOwnSite = { 'index.html': kHome, 'robots.txt': kRobots, 'sitemap.xml': kSitemap, 'api/prices.json': '{"own":true}\n', 'favicon.svg': '<svg/>\n' }

/** Runs `use` with nginx in front: { server, front, snippet }. `host` is what base_urls name. */
async function behindNginx({ content = {}, limits = { requests: 0 }, files, robots = {}, host = '127.0.0.1' }, use) {
  const front = await freePort()
  const settings = { base_urls: [`http://${host}:${front}`], content, limits, robots }
  await using server = await startServe({ settings, files })
  const snippet = await printedSite(server.configFile, 'nginx')
  await writeFiles(join(server.directory, 'own'), kOwnSite)
  const file = join(server.directory, 'site.conf')
  await writeFile(file, `types { text/html html; text/plain txt; application/xml xml; application/json json; }\n${snippet.replace('/var/www/site', join(server.directory, 'own'))}`)
  await using nginx = await startNginx({ directory: join(server.directory, 'nginx'), includes: [file], isReady: () => reaches(host.replace(/[[\]]/g, ''), front) })
  return await use({ server, front, snippet })
}

/** Whether a server responds there. */
async function reaches(hostname, port) {
  try {
    return (await ask({ hostname, port }, '/llms.txt')).status > 0
  } catch {
    return false
  }
}

/** One request on a connection of its own: { status, headers, text }. */
async function ask(where, path, { method = 'GET', headers = {}, localAddress } = {}) {
  const host = where.hostname.includes(':') ? `[${where.hostname}]` : where.hostname
  const call = request({ host: where.hostname, port: where.port, path, method, localAddress, agent: false, headers: { Host: `${host}:${where.port}`, ...headers } })
  call.end()
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

/** Fields by which a client may pretend to be another. */
const forged = (count) => ({
  Forwarded: ['for=198.51.100.7', `for=198.51.100.${count}`, 'for=unknown', '"'][count % 4],
  'X-Forwarded-For': [`198.51.100.${count}`, '198.51.100.7, 203.0.113.9', 'unknown', '127.0.0.1'][count % 4],
})

for (const field of ['X-Forwarded-For', 'Forwarded']) {
  test(`behind nginx with ${field} a client's own fields change nothing`, () => behindNginx({ limits: { requests: kRequests, window: '1h', forwarded_field: field } }, async ({ front }) => {
    const from = (localAddress, headers) => ask({ hostname: '127.0.0.1', port: front }, '/api/site.json', { localAddress, headers })
    const statuses = []
    for (let count = 0; count < 4 * kRequests; ++count) statuses.push((await from('127.0.0.2', forged(count))).status)
    assert.deepEqual(statuses, [...Array(kRequests).fill(200), ...Array(3 * kRequests).fill(429)])
    // Neither another client nor one at the proxy's own address is charged for it.
    for (const honest of ['127.0.0.3', '127.0.0.1']) {
      const answer = await from(honest, {})
      assert.deepEqual([answer.status, answer.headers['ratelimit-remaining']], [200, String(kRequests - 1)], honest)
    }
  }))

  test(`behind nginx with ${field} an IPv6 client is charged itself`, { skip: hasIpv6 ? false : 'skipped: this machine has no ::1' }, () => behindNginx({ host: '[::1]', limits: { requests: kRequests, window: '1h', forwarded_field: field } }, async ({ front, server }) => {
    for (let count = 0; count < kRequests; ++count) {
      const answer = await ask({ hostname: '::1', port: front }, '/api/site.json', { headers: forged(count) })
      assert.deepEqual([answer.status, answer.headers['ratelimit-remaining']], [200, String(kRequests - 1 - count)])
    }
    // The address from which nginx connects is another client.
    const direct = await ask({ hostname: '127.0.0.1', port: server.port }, '/api/site.json', { headers: { Host: `[::1]:${front}` } })
    assert.deepEqual([direct.status, direct.headers['ratelimit-remaining']], [200, String(kRequests - 1)])
  }))
}

/** `try` through nginx: { code, failed, warned }. */
async function tried(front) {
  const { code, output } = await runProgram(['try', `http://127.0.0.1:${front}`, '--json'])
  const { steps } = JSON.parse(output)
  const names = (mark) => steps.filter(mark).map(({ name, detail }) => `${name}: ${detail}`)
  return { code, failed: names((step) => step.ok === false), warned: names((step) => step.ok === true && step.remedy !== '') }
}

test('try reports nothing behind nginx if the service has the pages', () => behindNginx({ files: { 'site.json': kSite } }, async ({ front }) => {
  assert.deepEqual(await tried(front), { code: 0, failed: [], warned: [] })
}))

test('beside a site with pages of its own try misses only a link to the service on its home page', () => behindNginx({ content: { pages: false } }, async ({ front }) => {
  assert.deepEqual(await tried(front),
    { code: 0, failed: [], warned: ['/: the page has no Link field to the service, so agents that begin at / do not find it'] })
}))

test('paths of a site with pages of its own are not proxied', () => behindNginx({ content: { pages: false } }, async ({ front, server, snippet }) => {
  const where = { hostname: '127.0.0.1', port: front }
  for (const [name, content] of Object.entries(kOwnSite)) assert.equal((await ask(where, `/${name}`)).text, content, name)
  assert.equal((await ask(where, '/')).text, kHome)
  assert.doesNotMatch(snippet, /robots|sitemap|favicon/)
  for (const path of ['/robots.txt', '/sitemap.xml', '/favicon.svg', '/']) {
    assert.equal((await ask({ hostname: '127.0.0.1', port: server.port }, path, { headers: { Host: `127.0.0.1:${front}` } })).status, 404, path)
  }
}))

test('all of /oauth/ and /api/agent/ and every document are proxied to the service', () => behindNginx({ content: { pages: false } }, async ({ front }) => {
  const where = { hostname: '127.0.0.1', port: front }
  for (const path of ['/oauth/', '/oauth/nothing', '/api/agent/', '/api/agent/nothing', '/api/agent/full-profile/more']) {
    const answer = await ask(where, path)
    assert.deepEqual([answer.status, JSON.parse(answer.text).error], [404, 'not_found'], path)
  }
  assert.equal(JSON.parse((await ask(where, '/oauth/token', { method: 'DELETE' })).text).error, 'method_not_allowed')
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    assert.equal(JSON.parse((await ask(where, path)).text).issuer, `http://127.0.0.1:${front}`)
  }
}))

test("an owner's robots.txt in content.root is served unchanged, also behind nginx", async () => {
  for (const pages of [true, false]) {
    await behindNginx({ content: { pages, root: 'public' }, files: { 'public/robots.txt': kRobots }, robots: { training: 'yes' } }, async ({ front, server }) => {
      assert.equal((await ask({ hostname: '127.0.0.1', port: front }, '/robots.txt')).text, kRobots)
      assert.match(server.program.output, /\[robots\] has no effect, because content\.root contains a robots\.txt/)
    })
  }
})

test('robots.txt has exactly the content signals that the owner has set', async () => {
  const read = async (robots) => {
    let text
    await behindNginx({ robots }, async ({ front }) => { text = (await ask({ hostname: '127.0.0.1', port: front }, '/robots.txt')).text })
    return text.split('\n').filter((line) => /^(Content-Signal|Content-Usage|Allow|Disallow)/.test(line))
  }
  assert.deepEqual(await read({}), ['Disallow:'])
  assert.deepEqual(await read({ training: 'no' }), ['Content-Signal: ai-train=no', 'Content-Usage: train-ai=n', 'Disallow:'])
  assert.deepEqual(await read({ search: 'yes', input: 'no', training: 'no' }), ['Content-Signal: search=yes, ai-input=no, ai-train=no', 'Content-Usage: search=y, train-ai=n', 'Disallow:'])
})

test('check and the log report when [robots] has no effect', () => behindNginx({ content: { pages: false }, robots: { training: 'no' } }, async ({ server }) => {
  const { output } = await runProgram(['check', '--config', server.configFile])
  assert.match(output, /warn +robots +\[robots\] has no effect with content\.pages = false; write a Content-Signal line into your own robots\.txt instead/)
  assert.match(server.program.output, /\[robots\] has no effect with content\.pages = false/)
}))
