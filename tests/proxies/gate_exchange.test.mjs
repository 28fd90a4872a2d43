// What passes through the printed sites with gates besides the path: fields of clients and of the service, preflights, what caches may store, and a service
// that does not answer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { behindGates, kMark, sendRaw, withOneServer } from '../support/gated_site.mjs'
import { errorOf, kReadScope, send, tokenWith } from '../support/gates.mjs'
import { startNginx } from '../support/nginx.mjs'
import { siteOf } from '../support/printed_sites.mjs'
import { freePort } from '../support/server.mjs'

const bearer = (token) => ['Authorization', `Bearer ${token}`]
const kPreflight = ['Origin', 'https://agent.example', 'Access-Control-Request-Method', 'PUT']
const kAgentFields = ['x-agent-client-id', 'x-agent-scope', 'x-agent-token-id']
/** All of the site is at one server. */
const oneServer = (name, textOf) => ({ settings: { content: { pages: false } }, change: withOneServer[name], ...(textOf === undefined ? {} : { textOf }) })

/** The owner's server says what the query asks for in Cache-Control. */
function textWithCacheControl({ url }, response) {
  const says = new URL(url, 'http://owner').searchParams.get('says')
  if (says !== null) response.setHeader('Cache-Control', says)
  return `${kMark} ${url}`
}

/** A cache that stores every response that it may, in front of a proxy: { port, stop }. */
async function startCache(directory, front) {
  const port = await freePort()
  const file = join(directory, 'cache.conf')
  await writeFile(file, `proxy_cache_path ${directory}/cache keys_zone=all:1m;
server {
  listen 127.0.0.1:${port};
  location / { proxy_pass http://127.0.0.1:${front}; proxy_set_header Host 127.0.0.1:${front}; proxy_cache all; proxy_cache_valid any 10m; add_header X-Cache $upstream_cache_status always; }
}
`)
  return { port, ...(await startNginx({ directory: join(directory, 'cache_nginx'), includes: [file], port })) }
}

/** In the place of the service: accepts connections and never answers, but is healthy. */
async function startSilent({ port, adminUrl }) {
  const sockets = new Set()
  const health = createHttpServer((_, response) => response.end()).listen(new URL(adminUrl).port, '127.0.0.1')
  await once(health, 'listening')
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    health.closeAllConnections()
    health.close()
  }
}

for (const name of ['nginx', 'caddy', 'haproxy']) {
  const { title, skip } = siteOf(name)
  const options = { skip, timeout: 120_000 }

  test(`${title}: no cache in front gives a passed response to others`, { ...options, skip: skip || siteOf('nginx').skip }, () => behindGates(name, oneServer(name, textWithCacheControl), async ({ server, port, baseUrl }) => {
    const { token } = await tokenWith(baseUrl, kReadScope)
    for (const [says, expected] of [[null, 'private, no-cache'], ['public, max-age=600', 'private, no-cache'], ['private, max-age=60', 'private, no-cache'], ['x-no-store', 'private, no-cache'], ['No-Store', 'no-store'], ['max-age=0, no-store', 'no-store']]) {
      const { status, headers, text } = await send(port, `/data/x.csv${says === null ? '' : `?says=${encodeURIComponent(says)}`}`, bearer(token))
      assert.deepEqual([status, text.startsWith(kMark)], [200, true], text)
      assert.match(headers['cache-control'].toLowerCase(), expected === 'no-store' ? /^(max-age=0, )?no-store$/ : /^private, no-cache$/, says)
    }
    await using cache = await startCache(server.directory, port)
    for (const path of ['/data/x.csv', '/data/x.csv?says=public,max-age=600', '/data', '/data/inbox/1?says=s-maxage=600']) {
      const wide = await tokenWith(baseUrl, `read:extended ${kReadScope}`)
      const first = await send(cache.port, path, bearer(wide.token))
      assert.deepEqual([first.status, first.text.startsWith(kMark), first.headers['x-cache']], [200, true, 'MISS'], path)
      const second = await send(cache.port, path, [])
      assert.deepEqual([second.status, errorOf(second)], [401, 'invalid_token'], path)
    }
    const ungated = '/pub/x?says=public,max-age=600'
    for (const expected of ['MISS', 'HIT']) assert.equal((await send(cache.port, ungated, [])).headers['x-cache'], expected, 'the cache stores what it may')
  }))

  test(`${title}: files and refusals are not stored either`, options, () => behindGates(name, {}, async ({ port, baseUrl }) => {
    const { token } = await tokenWith(baseUrl, kReadScope)
    assert.equal((await send(port, '/data/x.csv', bearer(token))).headers['cache-control'], 'private, no-cache')
    assert.equal((await send(port, '/data/x.csv', [])).headers['cache-control'], 'no-store')
  }))

  test(`${title}: no field of a client removes or makes those of the service, on the whole site`, options, () => behindGates(name, oneServer(name), async ({ port, baseUrl, owner }) => {
    const { client, token } = await tokenWith(baseUrl)
    for (const connection of ['X-Agent-Client-Id', 'close, x-agent-scope, X-Agent-Token-Id', 'x_agent_client_id']) {
      const { status, text } = await sendRaw(port, '/data/inbox/1', { Authorization: `Bearer ${token}`, connection })
      assert.equal(status, 200, text)
      const { headers } = owner.requests.at(-1)
      assert.deepEqual([headers['x-agent-client-id'], headers['x-agent-scope'], kAgentFields.every((field) => headers[field]?.length > 0)], [client.client_id, 'read:extended', true], connection)
    }
    assert.equal((await send(port, '/pub/p.txt', ['X-Agent-Client-Id', 'somebody', 'X-Agent-Scope', kReadScope, 'x-agent-token-id', 'any'])).text, 'public')
    assert.deepEqual(kAgentFields.filter((field) => owner.requests.at(-1).headers[field]), [], 'beside the gates')
  }))

  test(`${title}: a preflight with a body needs a token like any request`, options, () => behindGates(name, oneServer(name), async ({ port, owner }) => {
    assert.equal((await send(port, '/data/inbox/1', kPreflight, { method: 'OPTIONS' })).status, 200)
    assert.equal((await send(port, '/data/inbox/1', [...kPreflight, 'Content-Length', '0'], { method: 'OPTIONS' })).status, 200)
    const before = owner.requests.length
    const refused = await send(port, '/data/inbox/1', [...kPreflight, 'Content-Length', '6'], { method: 'OPTIONS', body: 'upload' })
    assert.deepEqual([refused.status, errorOf(refused)], [401, 'invalid_token'])
    // Caddy 2.6 does not know of it before it reads it.
    const chunked = await send(port, '/data/inbox/1', [...kPreflight, 'Transfer-Encoding', 'chunked'], { method: 'OPTIONS', body: 'upload' })
    assert.equal(chunked.status, name === 'caddy' ? 413 : 401)
    assert.equal(owner.requests.length, before)
  }))

  test(`${title}: a service that accepts and does not answer is like one that is stopped`, options, () => behindGates(name, {}, async ({ server, port }) => {
    await server.program.stop()
    const stop = await startSilent(server)
    try {
      // The default limits of the proxies are 30 s and 60 s.
      const { status, headers, text } = await Promise.race([send(port, '/data/x.csv', []), new Promise((_, reject) => { setTimeout(reject, 15_000, new Error('no response')).unref() })])
      assert.deepEqual([status, JSON.parse(text).error, headers['content-type'], headers['cache-control']], [503, 'temporarily_unavailable', 'application/json', 'no-store'])
    } finally {
      stop()
    }
  }))
}

for (const name of ['caddy', 'haproxy']) {
  const { title, skip } = siteOf(name)
  test(`${title}: a target that does not begin with a slash is refused`, { skip, timeout: 60_000 }, () => behindGates(name, oneServer(name), async ({ port, owner }) => {
    for (const target of [`http://127.0.0.1:${port}/data/x.csv`, `http://127.0.0.1:${port}/pub/p.txt`, `http://127.0.0.1:${port}/llms.txt`, `http://127.0.0.1:${port}`, 'data/x.csv', '*']) {
      assert.equal((await sendRaw(port, target)).status, 400, target)
    }
    assert.equal(owner.requests.length, 0)
    assert.equal((await sendRaw(port, '/pub/p.txt')).status, 200)
  }))
}
