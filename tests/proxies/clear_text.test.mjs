// At port 80 the printed sites redirect people, but refuse credentials: a client that is redirected sends its secret in clear text each time, and
// nobody sees it (draft-ietf-httpapi-privacy).
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, behind, kHosts, kSite } from '../support/behind_site.mjs'
import { temporaryAuthority } from '../support/certificates.mjs'
import { kGateSettings } from '../support/gates.mjs'
import { kSites, printedSite, siteOf } from '../support/printed_sites.mjs'
import { accepts, freePort, runProgram, startServe } from '../support/server.mjs'

const kDocuments = [{ path: '/api/agent/papers/a(1)%20b.pdf', source: 'a.pdf', title: 'A paper', description: 'Buoys.', media_type: 'application/pdf' }]
const kFiles = { 'site.json': kSite, 'a.pdf': '%PDF-1.7\n' }
const kBearer = { Authorization: 'Bearer a.b.c' }
const kBody = {
  error: 'https_required',
  error_description: 'The request came over http, in clear text; send it to the https address, with credentials that were not sent before',
}

function assertRefused({ status, headers, text }, what) {
  assert.deepEqual([status, headers.location], [403, undefined], what)
  assert.equal(headers['content-type'], 'application/json', what)
  assert.equal(headers['cache-control'], 'no-store', what)
  assert.deepEqual(JSON.parse(text), kBody, what)
}

function assertRedirected({ status, headers }, url, what) {
  assert.ok([301, 308].includes(status), `${what}: ${status}`)
  assert.equal(headers.location, url, what)
}

for (const site of kSites) {
  test(`behind ${site.title} credentials over http are refused, and nothing else`, { skip: site.skip, timeout: 120_000 }, () => behind(site, { settings: { mcp: { enabled: true }, documents: kDocuments }, files: kFiles }, async ({ front, plain }) => {
    for (const host of kHosts) {
      // The last two are one address to the service.
      for (const path of ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/mcp', '/mcp/', kDocuments[0].path, '/api/agent/papers/%61%281%29%20b.pdf']) {
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']) {
          const answer = await ask(plain, `${path}?a=b`, { secure: false, host, method })
          if (method === 'HEAD') assert.equal(answer.status, 403, path)
          else assertRefused(answer, `${method} ${host}${path}`)
        }
        assertRefused(await ask(plain, path, { secure: false, host, headers: kBearer }), path)
      }
      for (const path of ['/', '/oauth/', '/oauth/tokens', '/oauth/token/', '/oauth/authorize', '/api/agent/', '/api/agent/full-profile/more', '/api/agent/papers/', '/api/site.json', '/mcp/server-card', '/mcp/x', '/.well-known/oauth-protected-resource/mcp?a=b']) {
        assertRedirected(await ask(plain, path, { secure: false, host }), `https://${host}:${front}${path}`, `${host}${path}`)
      }
    }
    assert.equal((await ask(front, '/api/agent/full-profile')).status, 401)
    assert.equal((await ask(front, '/oauth/token', { method: 'POST' })).status, 400)
  }))

  test(`behind ${site.title} of a service that has no tokens and no MCP endpoint, everything over http is redirected`, { skip: site.skip, timeout: 120_000 }, () => behind(site, { settings: { access: { enabled: false } } }, async ({ front, plain }) => {
    for (const path of ['/oauth/token', '/api/agent/full-profile', '/mcp']) {
      assertRedirected(await ask(plain, path, { secure: false }), `https://127.0.0.1:${front}${path}`, path)
    }
  }))
}

for (const name of ['nginx', 'caddy', 'haproxy']) {
  const site = siteOf(name)
  test(`behind ${site.title} a gated path over http is redirected without a token, and refused with one`, { skip: site.skip, timeout: 120_000 }, () => behind(site, { settings: kGateSettings }, async ({ front, plain }) => {
    for (const path of ['/data', '/data/x.csv', '/DATA/x.csv', '/data/inbox/1', '/api/v1/prices?a=b']) {
      assertRedirected(await ask(plain, path, { secure: false }), `https://127.0.0.1:${front}${path}`, path)
      assertRefused(await ask(plain, path, { secure: false, headers: kBearer }), path)
    }
    assertRedirected(await ask(plain, '/database', { secure: false, headers: kBearer }), `https://127.0.0.1:${front}/database`)
  }))
}

/** By proxy: the listener for http that a site had already, with the lines that --locations prints for it. */
const kOldListener = {
  nginx: (plain, lines) => `server {\n  listen 127.0.0.1:${plain};\n  server_name 127.0.0.1;\n${lines}  location / { return 301 https://$host$request_uri; }\n}\n`,
  haproxy: (plain, lines) => `defaults\n  mode http\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\nfrontend old\n  bind 127.0.0.1:${plain}\n${lines}  http-request redirect scheme https code 301\n`,
  apache: (plain, lines) => `Listen 127.0.0.1:${plain}\n<VirtualHost 127.0.0.1:${plain}>\n  ServerName 127.0.0.1\n${lines}  Redirect 301 / https://127.0.0.1/\n</VirtualHost>\n`,
  // It has sites of its own for http, which are imported with the snippets.
  caddy: (plain, lines, printed) => printed.replaceAll(/^http:.* \{$/gm, '$&\n\tbind 127.0.0.1'),
}

for (const [name, oldListener] of Object.entries(kOldListener)) {
  const site = siteOf(name)
  test(`${site.title}: what --locations prints for the listener of a site that exists refuses credentials over http`, { skip: site.skip, timeout: 60_000 }, async () => {
    const plain = await freePort()
    await using server = await startServe({ settings: { base_urls: ['https://127.0.0.1'], content: { pages: false }, ...(name === 'apache' ? {} : kGateSettings) } })
    const { stdout: printed } = await runProgram(['check', '--config', server.configFile, '--proxy', name, '--locations'])
    const lines = [...printed.matchAll(/^#80: (.*)$/gm)].map(([, line]) => `${line}\n`).join('')
    await using proxy = await site.run(oldListener(plain, lines, printed), { directory: server.directory, front: plain, plain })
    for (const path of ['/oauth/register', '/oauth/token', '/api/agent/full-profile']) assertRefused(await ask(plain, path, { secure: false, method: 'POST' }), path)
    for (const path of ['/', '/oauth/tokens', '/faq?a=b']) assertRedirected(await ask(plain, path, { secure: false }), `https://127.0.0.1${path}`, path)
    if (name !== 'apache') assertRefused(await ask(plain, '/data/x.csv', { secure: false, headers: kBearer }), 'a gated path')
  })
}

/** Why no server can listen at the ports 80 and 443 of an address of this machine, or false. */
const kAddress = '127.0.0.80'
const kNoPorts = await Promise.all([80, 443].map(async (port) => {
  const server = createServer().listen(port, kAddress)
  await once(server, 'listening')
  server.close()
})).then(() => false, (error) => `skipped: needs the ports 80 and 443 of ${kAddress}: ${error.code}`)

test('try asks over http once: it warns of a redirect, and not of the printed site', { skip: siteOf('nginx').skip || kNoPorts, timeout: 60_000 }, async () => {
  const { directory, authority } = await temporaryAuthority()
  const pair = await authority.issue('address', { names: [`IP:${kAddress}`] })
  await using server = await startServe({ settings: { base_urls: [`https://${kAddress}`] } })
  const printed = siteOf('nginx').fill(await printedSite(server.configFile, 'nginx'), { front: 443, plain: 80, hosts: 1, first: kAddress, certificates: { pair } })
    .replaceAll(/listen 127\.0\.0\.1:/g, `listen ${kAddress}:`).replaceAll(/^ *listen \[::1\].*\n/gm, '')
  const tried = async (site, name) => {
    await using proxy = await siteOf('nginx').run(site, { directory: join(directory, name), front: 443, isReady: () => accepts(443, kAddress) })
    const { code, stdout } = await runProgram(['try', `https://${kAddress}`, '--ca-file', authority.file, '--only', 'access', '--json'])
    const { steps } = JSON.parse(stdout)
    const [step] = steps.filter((each) => each.name === 'Credentials in clear text are refused')
    return { code, failed: steps.filter(({ ok }) => ok === false).map((each) => each.name), step: [step.ok, step.status, step.detail] }
  }
  await mkdir(join(directory, 'printed'))
  await mkdir(join(directory, 'redirect'))
  assert.deepEqual(await tried(printed, 'printed'), { code: 0, failed: [], step: [true, 403, ''] })
  const redirected = printed.replaceAll(/^ {2}location = \/.* return 403; \}\n/gm, '')
  assert.deepEqual(await tried(redirected, 'redirect'), { code: 0, failed: [], step: [true, 301, 'got 301 over http: a client that sends its token there is redirected and sees no mistake'] })
})
