// Requests without a Host field, which the service needs: one of HTTP/3 has `:authority` instead, one of HTTP/1.0 names no host. A real client and real
// servers of HTTP/3 try the first where the machine has them (curl, nginx, HAProxy and Caddy of Debian 13); in any nginx the same variables are empty for
// the second.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { behind, certificates, kAuthorityFile, kHosts } from '../support/behind_site.mjs'
import { kGateSettings } from '../support/gates.mjs'
import { siteOf } from '../support/printed_sites.mjs'
import { run } from '../support/server.mjs'

/** One request of HTTP/1.0 without fields, over TLS: the response. */
async function bare(port, path) {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
  let text = ''
  for await (const piece of socket.setEncoding('latin1')) text += piece
  return text
}

const nginx = siteOf('nginx')
test('behind nginx a request without Host is one for the first host', { skip: nginx.skip, timeout: 60_000 }, () => behind(nginx, { settings: kGateSettings }, async ({ front }) => {
  assert.match(await bare(front, '/.well-known/oauth-authorization-server'), new RegExp(`^HTTP/1\\.1 200 [\\s\\S]*"issuer": *"https://127\\.0\\.0\\.1:${front}"`))
  assert.match(await bare(front, '/data/x.csv'), new RegExp(`^HTTP/1\\.1 401 [\\s\\S]*resource_metadata="https://127\\.0\\.0\\.1:${front}/\\.well-known/oauth-protected-resource/data/x\\.csv"`))
}))

const outputOf = (...words) => {
  const { stdout, stderr } = spawnSync(words[0], words.slice(1), { encoding: 'utf8' })
  return `${stdout}${stderr}`
}
const needs = (words, pattern, what) => (pattern.test(outputOf(...words)) ? false : `skipped: ${what}, Debian 13 has one`)
const kClient = needs(['curl', '-V'], /^Features:.* HTTP3/m, 'this curl has no HTTP/3')

/** How each server speaks HTTP/3: { skip, change, main }. */
const kHttp3 = {
  nginx: {
    skip: needs(['/usr/sbin/nginx', '-V'], /--with-http_v3_module/, 'this nginx has no HTTP/3'),
    change: (text, port) => text.replace(`listen ${port} ssl;`, `$&\n  listen 127.0.0.1:${port} quic reuseport;`),
  },
  haproxy: {
    skip: needs(['/usr/sbin/haproxy', '-vv'], / \+QUIC /, 'this HAProxy has no HTTP/3'),
    change: (text, port) => text.replace(`  bind :${port} ssl `, `  bind quic4@127.0.0.1:${port} ssl crt ${certificates.joined} alpn h3\n$&`),
    main: '  limited-quic\n',
  },
  caddy: { skip: false },
}

for (const [name, { skip, ...options }] of Object.entries(kHttp3)) {
  const site = siteOf(name)
  test(`behind ${site.title} an agent gets the profile over HTTP/3, at either host`, { skip: site.skip || kClient || skip, timeout: 60_000 }, () => behind(site, { settings: kGateSettings, ...options }, async ({ front }) => {
    const curl = async (...words) => (await run('curl', ['-sS', '--http3-only', '--max-time', '20', '--cacert', kAuthorityFile, ...words])).stdout
    for (const host of kHosts) {
      const base = `https://${host}:${front}`
      const client = JSON.parse(await curl(`${base}/oauth/register`, '-H', 'Content-Type: application/json', '-d', '{}'))
      const token = JSON.parse(await curl(`${base}/oauth/token`, '-d', 'grant_type=client_credentials', '-d', `client_id=${client.client_id}`, '-d', `client_secret=${client.client_secret}`))
      const profile = await curl('-w', '%{http_version} %{http_code}', `${base}/api/agent/full-profile`, '-H', `Authorization: Bearer ${token.access_token}`)
      assert.match(profile, /\}\s*3 200$/)
      assert.equal(JSON.parse(await curl(`${base}/.well-known/oauth-authorization-server`)).issuer, base)
      const challenge = await curl('-D', '-', `${base}/data/x.csv`)
      assert.match(challenge, /^HTTP\/3 401/)
      assert.ok(challenge.includes(`resource_metadata="${base}/.well-known/oauth-protected-resource/data/x.csv"`), challenge)
    }
  }))
}
