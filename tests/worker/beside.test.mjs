// A worker beside a site, on each kind of host: which requests the host gives to it, by the rules that the export prints, and that it hands on what is the site's.
import assert from 'node:assert/strict'
import { readFile, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { after, describe, test } from 'node:test'
import { join } from 'node:path'
import { exportSite, startNode } from '../support/exported_site.mjs'
import { kOwnRequests, kOwnFileRequests, kSiteFiles, ownAnswer, ownFetch, ownSite } from '../support/owned_site.mjs'
import { writeFiles } from '../support/server.mjs'

const settings = {
  content: { profile: 'profile.json', beside: true }, mcp: { enabled: true }, log: { level: 'error' }, limits: { requests: 1_000 },
  scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
  documents: [{ path: '/api/agent/one(1)+two.txt', source: 'one.txt', scope: 'read:papers', title: 'One', description: 'The first paper.' }],
}
const files = { 'one.txt': 'the whole paper\n' }
const kOurs = ['/llms.txt', '/openapi.json', '/oauth/token', '/api/agent/full-profile', '/api/site.json', '/mcp', '/mcp/', '/.well-known/jwks.json', '/api/agent/one(1)+two.txt', '/.well-known/oauth-protected-resource/api/agent/one(1)+two.txt']
/** Its JSON text behind a word of the printed steps. */
const listIn = (text, before) => JSON.parse(text.slice(text.indexOf(before) + before.length).split('\n')[0].replace(/ \}$/, ''))
/** The paths of patterns, each of which matches its own alone. */
const pathsOf = (patterns) => patterns.map((pattern) => {
  const path = pattern.replace(/\\(.)/g, '$1')
  const matches = (pathname) => new URLPattern({ pathname: pattern }).test({ pathname })
  assert.deepEqual([matches(path), matches(`${path}x`), matches(path.replace(')', '')) && path.includes(')')], [true, false, false], pattern)
  return path
})

/** Each host: { rules: the paths that it gives to the worker, ask(request): the response, by the function that it calls }. */
const kHosts = {
  async cloudflare({ load, secret, printed }) {
    const { default: worker } = await load('worker.js')
    return { rules: listIn(printed, 'run_worker_first = '), ask: (request) => worker.fetch(request, { AGENT_ACCESS_SECRET: secret, ASSETS: { fetch: ownFetch } }) }
  },
  async 'cloudflare-pages'({ load, secret, out }) {
    const { onRequest } = await load('middleware.js')
    const { version, include, exclude } = JSON.parse(await readFile(join(out, '_routes.json'), 'utf8'))
    assert.deepEqual([version, exclude], [1, []])
    return { rules: include, ask: (request) => onRequest({ request, env: { AGENT_ACCESS_SECRET: secret }, next: () => ownFetch(request) }) }
  },
  async netlify({ load, secret }) {
    globalThis.Netlify = { env: { get: (name) => ({ AGENT_ACCESS_SECRET: secret })[name] } }
    after(() => delete globalThis.Netlify)
    const { default: edge, config } = await load('netlify.js')
    return { rules: pathsOf(config.path), ask: (request) => edge(request, { ip: '192.0.2.1', next: () => ownFetch(request) }) }
  },
  async vercel({ load, secret, printed }) {
    process.env.AGENT_ACCESS_SECRET = secret
    after(() => delete process.env.AGENT_ACCESS_SECRET)
    const { default: middleware } = await load('vercel.js')
    const ask = async (request) => {
      const response = await middleware(request)
      return response.headers.get('x-middleware-next') === '1' ? ownFetch(request) : response
    }
    return { rules: pathsOf(listIn(printed, 'export const config = { runtime: "nodejs", matcher: ')), ask }
  },
}

for (const [host, start] of Object.entries(kHosts)) {
  describe(host, async () => {
    const site = await exportSite(host, { settings, files })
    const { rules, ask } = await start(site)
    const request = (method, target, body) => new Request(site.url + target, { method, body })

    test('its rules are exact paths, at most 100, and none is of the site', () => {
      assert.ok(rules.length > 20 && rules.length <= 100 && new Set(rules).size === rules.length, String(rules.length))
      for (const rule of rules) assert.ok(rule.startsWith('/') && rule.length <= 100 && !rule.includes('*'), rule)
      for (const path of kOurs) assert.ok(rules.includes(path), path)
      for (const [, target] of kOwnRequests) assert.ok(!rules.includes(target.split('?')[0]), target)
    })
    test('every path of a rule is answered by the service', async () => {
      for (const rule of rules) {
        const response = await ask(request('GET', rule))
        assert.deepEqual([response.headers.get('x-site'), response.headers.get('access-control-allow-origin'), [200, 400, 401, 405].includes(response.status)], [null, '*', true], `${rule}: ${response.status}`)
      }
    })
    test('what comes beyond the rules goes on to the site', async () => {
      for (const [method, target, body] of kOwnRequests) {
        const response = await ask(request(method, target, body))
        const own = await ownAnswer(method, target, body)
        assert.deepEqual([response.status, response.headers.get('x-site'), await response.text()], [own.status, 'own', method === 'HEAD' ? '' : own.body], `${method} ${target}`)
      }
    })
  })
}

describe('server.mjs', () => {
  const ours = async (url) => {
    for (const path of kOurs) {
      const response = await fetch(url + path)
      assert.deepEqual([response.headers.get('access-control-allow-origin'), response.status === 404], ['*', false], path)
      await response.text()
    }
  }
  test('with UPSTREAM hands on to a server what is not of the service, and its responses as they are', async () => {
    const upstream = createServer(ownSite).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const close = () => upstream.close().closeAllConnections()
    after(close)
    const site = await exportSite('node', { settings, files })
    await using started = await startNode(site, { UPSTREAM: `http://127.0.0.1:${upstream.address().port}` })
    await ours(started.url)
    for (const [method, target, body] of kOwnRequests) {
      const response = await fetch(started.url + target, { method, body })
      const own = await ownAnswer(method, target, body)
      assert.deepEqual([response.status, response.headers.get('x-site'), await response.text()], [own.status, 'own', method === 'HEAD' ? '' : own.body], `${method} ${target}`)
    }
    close()
    assert.deepEqual([(await fetch(started.url)).status, (await fetch(`${started.url}/llms.txt`)).status], [502, 200])
  })
  test('with SITE serves a folder, and nothing outside of it or hidden in it', async () => {
    const site = await exportSite('node', { settings, files })
    await writeFiles(join(site.folder, 'dist'), { ...kSiteFiles, '404.html': 'Not here.\n', '.env': 'secret', '.git/config': 'secret', '.well-known/security.txt': 'Contact: mailto:a@example.com\n', 'images/a.png': Buffer.from([137, 80]) })
    await writeFiles(site.folder, { 'outside.txt': 'secret' })
    await symlink('../outside.txt', join(site.folder, 'dist/link.txt'))
    await using started = await startNode(site, { SITE: join(site.folder, 'dist') })
    await ours(started.url)
    const seen = async (target, options) => {
      const response = await fetch(started.url + target, { redirect: 'manual', ...options })
      return [response.status, response.headers.get('content-type') ?? response.headers.get('location'), await response.text()]
    }
    for (const [method, target] of kOwnFileRequests.filter(([, path]) => ['/', '/about', '/robots.txt', '/notes/'].includes(path))) {
      const own = await ownAnswer(method, target)
      assert.deepEqual(await seen(target, { method }), [own.status, own.type, method === 'HEAD' ? '' : own.body], target)
    }
    assert.deepEqual(await seen('/.well-known/security.txt'), [200, 'text/plain; charset=utf-8', 'Contact: mailto:a@example.com\n'])
    assert.deepEqual(await seen('/notes?a'), [308, '/notes/?a', ''])
    for (const hidden of ['/.env', '/.git/config', '/%2egit/config', '/..%2foutside.txt', '/images/..%2f..%2foutside.txt', '/link.txt', '/no', '/%', '/%00', '/index.html/', '//notes']) assert.deepEqual(await seen(hidden), [404, 'text/html; charset=utf-8', 'Not here.\n'], hidden)
    assert.equal((await seen('/about', { method: 'POST', body: 'a' }))[0], 405)
    const modified = (await fetch(`${started.url}/about`)).headers.get('last-modified')
    assert.equal((await seen('/about', { headers: { 'If-Modified-Since': modified } }))[0], 304)
  })
  test('without either answers 404 for other paths', async () => {
    const site = await exportSite('node', { settings, files })
    await using started = await startNode(site)
    assert.deepEqual([(await fetch(`${started.url}/about`)).status, (await fetch(`${started.url}/llms.txt`)).status], [404, 200])
  })
  test('an UPSTREAM that is no address ends it with a sentence', async () => {
    const site = await exportSite('node', { settings, files })
    await assert.rejects(startNode(site, { UPSTREAM: 'localhost:3000' }), /UPSTREAM: "localhost:3000" is not the address of a server, such as http:\/\/127\.0\.0\.1:3000/)
  })
})

test('more paths than a host reads are refused, and so is a path that is too long', async () => {
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`public/data/${at}.csv`, 'a\n']))
  for (const [host, names, message] of [
    ['cloudflare-pages', many, /Cloudflare Pages reads 100 paths, and this service has \d{3}; leave files of content\.root to your site/],
    ['cloudflare', { [`public/${'a'.repeat(100)}.csv`]: 'a\n' }, /Cloudflare Workers reads paths of at most 100 characters, and \/a{100}\.csv has 105/],
  ]) await assert.rejects(exportSite(host, { settings: { ...settings, content: { ...settings.content, root: 'public' } }, files: { ...files, ...names } }), message)
})
