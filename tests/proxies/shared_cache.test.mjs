// Proxies in front. A shared cache keyed by the path must not give the profile to other clients; and whatever
// bytes a client sends through a proxy, the service handles no request that the proxy did not forward.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startHaproxy, kHaproxy } from '../support/haproxy.mjs'
import { startNginx } from '../support/nginx.mjs'
import { exchange } from '../support/raw.mjs'
import { freePort, startServe, until } from '../support/server.mjs'
import { assertError, assertNoSuchClient, call, kProfilePath, readProfile, register, requestToken, token } from '../support/steps.mjs'

const noNginx = existsSync('/usr/sbin/nginx') ? false : 'skipped: nginx is not installed'

/** nginx in front of a service of its own, with `block` in its http block and `inside` in its location. */
async function withNginx({ block = () => '', inside = '' }, use) {
  const port = await freePort()
  await using server = await startServe({ settings: { base_urls: [`http://127.0.0.1:${port}`] } })
  const directory = server.path('nginx')
  await mkdir(directory)
  const file = server.path('front.conf')
  await writeFile(file, `${block(directory)}
upstream service { server 127.0.0.1:${server.port}; keepalive 4; }
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://service;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host 127.0.0.1:${port};
    ${inside}
  }
}
`)
  await using nginx = await startNginx({ directory, includes: [file], port })
  await use({ server, port, directory, baseUrl: `http://127.0.0.1:${port}` })
}

test('a shared cache keyed by the path stores documents, but neither profile nor credentials', { skip: noNginx }, () => withNginx({
  block: (directory) => `proxy_cache_path ${directory}/cache keys_zone=zone:1m;`,
  inside: 'proxy_cache zone; proxy_cache_key $uri; proxy_cache_methods GET HEAD POST; add_header X-Cache $upstream_cache_status always;',
}, async ({ baseUrl }) => {
  const cached = async (path) => (await fetch(`${baseUrl}${path}`)).headers.get('x-cache')
  await cached('/llms.txt')
  assert.equal(await cached('/llms.txt'), 'HIT', 'the cache does cache')
  const clients = [await register(baseUrl), await register(baseUrl)]
  assert.notEqual(clients[0].client_id, clients[1].client_id)
  const tokens = [await token(baseUrl, clients[0]), await token(baseUrl, clients[1])]
  assert.notEqual(tokens[0], tokens[1])
  assertNoSuchClient(await requestToken(baseUrl, { ...clients[0], client_secret: 'x' }))
  assert.equal((await requestToken(baseUrl, clients[0])).status, 200)
  for (const [index, jwt] of tokens.entries()) {
    const answer = await readProfile(baseUrl, jwt)
    assert.equal(answer.json._meta.issued_to, clients[index].client_id)
    assert.notEqual(answer.headers.get('x-cache'), 'HIT')
    const without = await call(`${baseUrl}${kProfilePath}`)
    assertError(without, 401, 'invalid_token')
    assert.notEqual(without.headers.get('x-cache'), 'HIT')
  }
}))

const kHidden = 'GET /llms.txt HTTP/1.1\r\nHost: HOST\r\n\r\n'
const kChunks = '5\r\nhello\r\n0\r\n\r\n'
const kCodings = ['chunked', 'CHUNKED', 'xchunked', 'chunked, identity', 'identity, chunked', 'identity', '"chunked"', '', ',chunked', 'chunked;x', '\x0bchunked',
  '\xa0chunked', 'gzip, chunked', 'chunked, chunked']
const kOddChunks = ['5;a=b\r\nhello\r\n0\r\n\r\n', '5\nhello\n0\n\n', '5 \r\nhello\r\n0\r\n\r\n', '05\r\nhello\r\n0\r\n\r\n', '0x5\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\nA: b\r\n\r\n',
  '5\r\nhello\r\n00\r\n\r\n', '5\r\nhello0\r\n\r\n', '4\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n0\r\n', '10000000000000005\r\nhello\r\n0\r\n\r\n', '-5\r\nhello\r\n0\r\n\r\n']
const kLengths = ['0', '5', '+5', '-1', '0x5', '5 5', '5, 5', '', '005', '5.0', '18446744073709551616']

/** [name, bytes]: one request, with bytes that look like another one behind or within its body. */
function streams() {
  const list = []
  const post = (fields, body) => `POST /oauth/register HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n${fields.map((line) => `${line}\r\n`).join('')}\r\n${body}`
  for (const coding of kCodings) {
    for (const body of [kChunks, kHidden, `0\r\n\r\n${kHidden}`]) {
      const te = `Transfer-Encoding: ${coding}`
      list.push([`TE ${coding}`, post([te], body)], [`TE ${coding} then CL`, post([te, `Content-Length: ${body.length}`], body)],
        [`CL then TE ${coding}`, post(['Content-Length: 5', te], body)])
      list.push([`TE with a space, ${coding}`, post([`Transfer-Encoding : ${coding}`, 'Content-Length: 5'], body)],
        [`TE with an underscore, ${coding}`, post([`Transfer_Encoding: ${coding}`, 'Content-Length: 5'], body)],
        [`TE folded, ${coding}`, post(['Transfer-Encoding:', ` ${coding}`, 'Content-Length: 5'], body)])
    }
  }
  for (const chunks of kOddChunks) list.push([`chunks ${JSON.stringify(chunks)}`, post(['Transfer-Encoding: chunked'], chunks + kHidden)])
  for (const length of kLengths) {
    list.push([`CL ${length}`, post([`Content-Length: ${length}`], kHidden)], [`CL ${length} then 0`, post([`Content-Length: ${length}`, 'Content-Length: 0'], kHidden)],
      [`CL folded ${length}`, post(['X: y', ` Content-Length: ${length}`], kHidden)], [`Content_Length ${length}`, post([`Content_Length: ${length}`, 'Content-Length: 0'], kHidden)])
  }
  const get = (more) => `GET /auth.md HTTP/1.1\r\nHost: HOST\r\n${more}\r\n`
  list.push(['a GET with a body', get(`Content-Length: ${kHidden.length}\r\n`) + kHidden], ['a GET with chunks', get('Transfer-Encoding: chunked\r\n') + kChunks],
    ['bare LF', get('').replaceAll('\r\n', '\n') + kHidden], ['a bare CR', get('A: b\rGET /llms.txt HTTP/1.1\r\n')], ['a NUL', get('A: b\0c\r\n')],
    ['two Hosts', get('Host: HOST\r\n')], ['an Upgrade', get('Connection: Upgrade\r\nUpgrade: h2c\r\n') + kHidden], ['HTTP/1.0 kept', get('Connection: keep-alive\r\n').replace('1.1', '1.0') + kHidden],
    ['HTTP/1.0 chunked', get('Transfer-Encoding: chunked\r\n').replace('1.1', '1.0') + kHidden], ['Connection names a length', post(['Connection: Content-Length', 'Content-Length: 5'], kHidden)],
    ['Expect', post(['Expect: 100-continue', `Content-Length: ${kHidden.length}`], kHidden)], ['the absolute form', get('').replace(' /auth', ' http://HOST/auth')],
    ['an encoded line end in the target', get('').replace('auth.md', 'auth.md%0d%0aX:y')], ['two requests', get('') + kHidden])
  return list
}

/** The number of responses of the service on its public port. */
async function served(server) {
  const text = await (await fetch(`${server.adminUrl}/metrics`)).text()
  return [...text.matchAll(/^http_server_requests_total\{.*\} (\d+)$/gm)].reduce((sum, match) => sum + Number(match[1]), 0)
}

/** Sends all streams; after each, the service has responded to exactly as many requests as the proxy forwarded. */
async function compare({ server, port, forwarded }) {
  const all = streams()
  assert.ok(all.length > 300, `${all.length} streams`)
  const start = { served: await served(server), forwarded: await forwarded() }
  const counts = async () => ({ served: (await served(server)) - start.served, forwarded: (await forwarded()) - start.forwarded })
  for (const [name, bytes] of all) {
    // Responses of a proxy are not checked strictly.
    await exchange(bytes.replaceAll('HOST', `127.0.0.1:${port}`), { port, expected: 1, timeout: 1_500 }).catch(() => {})
    // A proxy counts a request when it has forwarded the response.
    let now
    await until(async () => { now = await counts(); return now.served <= now.forwarded }, 'the proxy to count').catch(() => {})
    assert.ok(now.served <= now.forwarded, `${name}: ${now.served} answers to ${now.forwarded} forwarded requests`)
  }
  const { served: sum, forwarded: passed } = await counts()
  assert.ok(sum > 50, `only ${sum} requests reached the service`)
  // Otherwise forwarded requests without a response could conceal an additional one.
  assert.ok(passed - sum <= 5, `${passed - sum} forwarded requests without an answer`)
  assert.equal(server.program.exited, null)
}

test('behind nginx the service handles no more requests than nginx forwarded', { skip: noNginx, timeout: 600_000 }, () => withNginx({
  block: () => "log_format upstream '$upstream_status';\nkeepalive_timeout 1s;",
  inside: 'access_log access.log upstream; proxy_ignore_client_abort on;',
}, async ({ server, port, directory }) => {
  const forwarded = async () => (await readFile(`${directory}/access.log`, 'utf8').catch(() => '')).split('\n').filter((line) => /^\d/.test(line)).length
  await compare({ server, port, forwarded })
}))

const noHaproxy = existsSync(kHaproxy) ? false : 'skipped: haproxy is not installed'
test('behind HAProxy the service handles no more requests than HAProxy forwarded', { skip: noHaproxy, timeout: 600_000 }, async () => {
  const port = await freePort()
  const statsPort = await freePort()
  await using server = await startServe({ settings: { base_urls: [`http://127.0.0.1:${port}`] } })
  const more = `
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /stats
`
  await using proxy = await startHaproxy({ configFile: server.path('haproxy.cfg'), port, replicas: [server], more })
  const forwarded = async () => {
    const lines = (await (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text()).split('\n').map((line) => line.split(','))
    const column = lines[0].indexOf('req_tot')
    const answers = ['hrsp_1xx', 'hrsp_2xx', 'hrsp_3xx', 'hrsp_4xx', 'hrsp_5xx', 'hrsp_other'].map((name) => lines[0].indexOf(name))
    const line = lines.find((fields) => fields[0] === 'replicas' && fields[1] === 'r0')
    assert.ok(line && answers.every((at) => at > 0) && column > 0)
    return answers.reduce((sum, at) => sum + Number(line[at]), 0)
  }
  await until(async () => (await fetch(`http://127.0.0.1:${port}/llms.txt`)).status === 200, 'HAProxy to use the service')
  await compare({ server, port, forwarded })
})
