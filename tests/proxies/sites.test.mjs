// The site that `check --proxy` prints works in each proxy: `try` finds nothing, http is redirected, HSTS is sent, both hosts and IPv6 are
// served, clients cannot choose their address, and a site with pages of its own keeps them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, behind, kHome, kHosts, kOwn, kSite, tried } from '../support/behind_site.mjs'
import { hasIpv6 } from '../support/faults.mjs'
import { kSites, printedSite } from '../support/printed_sites.mjs'
import { freePort, runProgram, startServe, until } from '../support/server.mjs'

const kRequests = 3
// Path → name of a file: each has something that a proxy's configuration would take for something else.
const kOddFiles = {
  '/a%20boat%20(1).txt': 'a boat (1).txt', '/$1%20&%20more.txt': '$1 & more.txt', "/o'brien+%23%7Bx%7D.txt": "o'brien+#{x}.txt", '/%C3%BCnder.txt': 'ünder.txt',
  '/a.b,c;d=e.txt': 'a.b,c;d=e.txt', '/a%5Cb.txt': 'a\\b.txt', '/%22quoted%22.txt': '"quoted".txt', '/star*.txt': 'star*.txt',
}
const kOmitted = { nginx: ['/$1%20&%20more.txt'], caddy: ['/star*.txt'], haproxy: [], apache: ['/%22quoted%22.txt', '/a%5Cb.txt'] }

for (const site of kSites) {
  const options = { skip: site.skip, timeout: 120_000 }

  test(`behind ${site.title} try finds nothing at either host`, options, () => behind(site, {}, async ({ front }) => {
    for (const host of kHosts) assert.deepEqual(await tried(host, front), { code: 0, failed: [], warned: [] }, host)
  }))

  test(`behind ${site.title} without TLS the site needs no value to be inserted`, options, async () => {
    const front = await freePort()
    await using server = await startServe({ files: { 'site.json': kSite }, settings: { base_urls: kHosts.map((host) => `http://${host}:${front}`) } })
    await using proxy = await site.run(await printedSite(server.configFile, site.name), { directory: server.directory, front })
    await until(async () => (await ask(front, '/llms.txt', { secure: false, host: `127.0.0.1:${front}` }).catch(() => ({}))).status === 200, `${site.title} to use the service`)
    for (const host of kHosts) assert.deepEqual(await tried(host, front, 'http'), { code: 0, failed: [], warned: [] }, host)
  })

  test(`behind ${site.title} http is redirected to the https URL of the same host, and to no other`, options, () => behind(site, {}, async ({ front, plain }) => {
    for (const host of kHosts) {
      const { status, headers } = await ask(plain, '/auth.md?a=b%20c', { secure: false, host })
      assert.ok([301, 308].includes(status), `${status}`)
      assert.equal(headers.location.replace(/^https:\/\/(127\.0\.0\.1|localhost)\//, `https://$1:${front}/`), `https://${host}:${front}/auth.md?a=b%20c`)
    }
    // Caddy's redirect is its own, and takes any name.
    const foreign = await ask(plain, '/', { secure: false, host: 'evil.example' })
    if (site.name !== 'caddy') assert.doesNotMatch(`${foreign.headers.location} ${foreign.text}`, /evil/)
    const { status, text } = await ask(plain, '/api/site.json', { secure: false, host: `127.0.0.1:${front}`, headers: { 'X-Forwarded-For': '198.51.100.7' } })
    assert.ok(status >= 300 && !text.includes('Robin'), 'the service is not reached without TLS')
  }))

  test(`behind ${site.title} every response has HSTS, and IPv6 is served`, options, () => behind(site, { settings: { tls: { hsts: '300d' } } }, async ({ front, plain }) => {
    for (const path of ['/llms.txt', '/nothing-here', '/oauth/token', '/api/agent/full-profile']) {
      for (const address of ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])]) {
        assert.equal((await ask(front, path, { address, host: 'localhost' })).headers['strict-transport-security'], 'max-age=25920000', path)
      }
    }
    // With two addresses inserted into `bind`, Caddy redirects at the first one only; as printed it listens at all.
    if (hasIpv6 && site.name !== 'caddy') assert.ok([301, 308].includes((await ask(plain, '/', { secure: false, address: '::1' })).status))
  }))

  for (const field of ['X-Forwarded-For', 'Forwarded']) {
    test(`behind ${site.title} clients cannot choose their address with ${field}`, options, () => behind(site, { settings: { limits: { requests: kRequests, window: '1h', forwarded_field: field } } }, async ({ front, server, printed }) => {
      assert.ok(printed.includes(field))
      const statuses = []
      for (let count = 0; count < 4 * kRequests; ++count) {
        const headers = { Forwarded: ['for=198.51.100.7', `for=198.51.100.${count}`, 'for=unknown', '"'][count % 4],
          'X-Forwarded-For': [`198.51.100.${count}`, '198.51.100.7, 203.0.113.9', 'unknown', '127.0.0.1'][count % 4] }
        statuses.push((await ask(front, '/api/site.json', { localAddress: '127.0.0.2', headers })).status)
      }
      assert.deepEqual(statuses, [...Array(kRequests).fill(200), ...Array(3 * kRequests).fill(429)])
      for (const localAddress of ['127.0.0.3', '127.0.0.1']) {
        const answer = await ask(front, '/api/site.json', { localAddress })
        assert.deepEqual([answer.status, answer.headers['ratelimit-remaining']], [200, String(kRequests - 1)], localAddress)
      }
      if (hasIpv6) {
        const six = await ask(front, '/api/site.json', { address: '::1', host: 'localhost', headers: { Forwarded: 'for=198.51.100.9', 'X-Forwarded-For': '198.51.100.9' } })
        assert.deepEqual([six.status, six.headers['ratelimit-remaining']], [200, String(kRequests - 1)], 'a client with IPv6')
      }
      // The address from which the proxy connects is another client, whom only 127.0.0.1 above has charged.
      const direct = await ask(server.port, '/api/site.json', { secure: false, host: `127.0.0.1:${front}` })
      assert.equal(direct.headers['ratelimit-remaining'], String(kRequests - 2))
    }))
  }

  test(`behind ${site.title} beside other pages, those are kept and the rest is of the service`, options, () => behind(site, {
    settings: { content: { pages: false, root: 'public' } }, files: { 'site.json': kSite, ...Object.fromEntries(Object.values(kOddFiles).map((name) => [`public/${name}`, `own ${name}\n`])) },
  }, async ({ front, server }) => {
    for (const host of kHosts) {
      const { warned, ...others } = await tried(host, front)
      assert.deepEqual(others, { code: 0, failed: [] })
      assert.deepEqual(warned.map((text) => text.replace(/:.*/, '')), ['/ leads to the service', '/ loads the browser tools', '/robots.txt leads to the service'])
    }
    for (const [name, content] of Object.entries(kOwn)) assert.equal((await ask(front, `/${name}`)).text, content, name)
    assert.equal((await ask(front, '/')).text, kHome)
    for (const path of ['/oauth/', '/oauth/nothing', '/api/agent/', '/api/agent/nothing', '/api/agent/a%2Fb', '/api/agent/full-profile/more']) {
      const { status, text } = await ask(front, path)
      assert.deepEqual([status, JSON.parse(text).error], [404, 'not_found'], path)
    }
    assert.equal(JSON.parse((await ask(front, '/oauth/token', { method: 'DELETE' })).text).error, 'method_not_allowed')
    const { output } = await runProgram(['check', '--config', server.configFile, '--proxy', site.name])
    assert.deepEqual([...output.matchAll(/cannot express the path (\S+);/g)].map(([, path]) => path).sort(), kOmitted[site.name])
    for (const [path, name] of Object.entries(kOddFiles)) {
      const { status, text } = await ask(front, path)
      if (kOmitted[site.name].includes(path)) assert.equal(status, 404, `${path} is left to the other pages`)
      else assert.equal(text, `own ${name}\n`, path)
    }
  }))
}
