// Sites of two services in one proxy: no name of one is in the other, each host reaches its service, and gates hold on their own host only.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { ask, certificates, kHosts } from '../support/behind_site.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { printedSite, siteOf } from '../support/printed_sites.mjs'
import { freePort, runProgram, startServe, until } from '../support/server.mjs'

const kGates = [{ prefix: '/data/', title: 'Data', description: 'Measurements.' }, { prefix: '/papers/', title: 'Papers', description: 'Texts.' }]

const startService = (index, front, settings = {}) => startServe({
  files: { 'site.json': { tagline: `Buoys ${index}`, owner: { name: `Owner ${index}` } } }, settings: { ...settings, base_urls: [`https://${kHosts[index]}:${front}`] },
})
const issuerAt = async (front, host) => JSON.parse((await ask(front, '/.well-known/oauth-authorization-server', { host })).text).issuer
const isServed = (front, host) => until(async () => (await ask(front, '/llms.txt', { host }).catch(() => ({}))).status === 200, `${host} to be served`)

/** As docs/proxies.md says: the second site has no frontends of its own, those of the first one have its lines. */
function joinHaproxy(one, two) {
  const [, backends] = /\n(backend agent_access_localhost_\d+\n[\s\S]*)$/.exec(two)
  const redirect = /^ {2}http-request redirect .*\n/m
  const name = /^backend (\S+)/.exec(backends)[1]
  return one.replace(redirect, `$&${redirect.exec(two)[0].replaceAll('$', '$$$$')}`)
    .replace(/^ {2}default_backend (?!.*-acme).*\n/m, `  use_backend ${name} if { req.hdr(host),field(1,:) -i localhost }\n$&`) + backends
}
/** Apache listens once at a port, for which the test has a line of its own. */
const joinApache = (one, two) => one + two.replace(/^(Listen .*\n)+/, '')

async function checkBoth(front, plain) {
  for (const host of kHosts) {
    await isServed(front, host)
    assert.equal(await issuerAt(front, host), `https://${host}:${front}`)
    assert.equal(JSON.parse((await ask(plain, '/oauth/token', { secure: false, host, method: 'POST' })).text).error, 'https_required')
    assert.equal((await ask(plain, '/faq', { secure: false, host })).headers.location, `https://${host}:${front}/faq`)
  }
}

for (const [name, join] of Object.entries({ nginx: (one, two) => one + two, caddy: (one, two) => one + two, haproxy: joinHaproxy, apache: joinApache })) {
  const site = siteOf(name)
  const gates = name === 'nginx' || name === 'caddy' ? kGates : []

  test(`${site.title}: one proxy has the printed sites of two services`, { skip: site.skip, timeout: 60_000 }, async () => {
    const [front, plain] = [await freePort(), await freePort()]
    const texts = []
    await using services = new AsyncDisposableStack()
    for (const [index, first] of kHosts.entries()) {
      const service = services.use(await startService(index, front, gates.length > 0 ? { gates: [gates[index]] } : {}))
      texts.push(site.fill(await printedSite(service.configFile, name), { front, plain, hosts: 1, first, certificates }))
    }
    const directory = temporaryFolder('two-sites')
    await using proxy = await site.run(join(...texts), { directory, front, plain })
    await checkBoth(front, plain)
    if (proxy.log) assert.doesNotMatch(await proxy.log(), /emerg|conflicting|duplicate/)
    if (gates.length === 0) return
    for (const [index, host] of kHosts.entries()) {
      for (const [other, { prefix }] of gates.entries()) {
        const isOwn = index === other
        assert.equal((await ask(front, `${prefix}x`, { host })).status, isOwn ? 401 : 404, `${host}${prefix}`)
        assert.equal((await ask(front, `/x/..;${prefix}y`, { host })).status, isOwn ? 400 : 404, `${host}: a way around ${prefix}`)
      }
    }
  })
}

test('nginx: two sites that exist include the locations of two services, with gates', { skip: siteOf('nginx').skip, timeout: 60_000 }, async () => {
  const front = await freePort()
  const directory = temporaryFolder('two-locations')
  let text = ''
  await using services = new AsyncDisposableStack()
  for (const [index, host] of kHosts.entries()) {
    const service = services.use(await startService(index, front, { content: { pages: false }, gates: [kGates[index]] }))
    const { stdout: printed } = await runProgram(['check', '--config', service.configFile, '--proxy', 'nginx', '--locations'])
    const outside = [...printed.matchAll(/^#: (.*)$/gm)].map(([, line]) => `${line}\n`).join('')
    text += `${outside}server {\n  listen 127.0.0.1:${front} ssl;\n  server_name ${host};\n  ssl_certificate ${certificates.pair.certificate};\n  ssl_certificate_key ${certificates.pair.key};\n${printed}\n}\n`
  }
  await using proxy = await siteOf('nginx').run(text, { directory, front })
  for (const [index, host] of kHosts.entries()) {
    await isServed(front, host)
    assert.equal(await issuerAt(front, host), `https://${host}:${front}`)
    for (const [other, { prefix }] of kGates.entries()) assert.equal((await ask(front, `${prefix}x`, { host })).status, index === other ? 401 : 404)
  }
  assert.doesNotMatch(await readFile(`${directory}/nginx/error.log`, 'utf8'), /emerg|duplicate/)
})
