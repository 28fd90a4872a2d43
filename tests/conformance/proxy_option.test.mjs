// `check --proxy`: what goes to standard output and what to standard error, its errors, and its completion in a shell. Which sites it prints is in
// tests/unit/tools/proxies, and that they work in tests/proxies/sites.test.mjs.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { load } from 'js-yaml'
import { makeAuthority } from '../support/certificates.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, freePort, run, runProgram, writeFiles } from '../support/server.mjs'

const kNames = ['nginx', 'caddy', 'haproxy', 'traefik', 'apache']
const kFirst = { nginx: '# A site for nginx ', caddy: '# A site for Caddy ', haproxy: '# A site for HAProxy ', traefik: '# A site for Traefik ', apache: '# A site for Apache ' }

const folder = temporaryFolder('proxy-option')
const environment = (more) => ({ AGENT_ACCESS_LISTEN_ADMIN: '', ...more })
const check = (args, more) => runProgram(['check', '--config', config, ...args], { environment: environment(more) })

const config = join(folder, 'agent-access.toml')
assert.equal((await runProgram(['init', folder, '--base-url', 'https://example.com', '--base-url', 'https://www.example.com'])).code, 0)

test('check --proxy prints only the site to standard output', async () => {
  for (const name of kNames) {
    const { code, output, stdout } = await check(['--proxy', name])
    assert.equal(code, 0, output)
    assert.ok(stdout.startsWith(kFirst[name]), stdout)
    assert.doesNotMatch(stdout, /^(ok|warn|FAIL) /m)
    assert.match(output, /^ok {4}documents {6}\d+ documents per host$/m)
    for (const host of ['example.com', 'www.example.com']) assert.ok(stdout.includes(host), `${host} in ${stdout}`)
  }
})

test('check without --proxy prints the site for nginx after the report', async () => {
  const [plain, named] = [await check([]), await check(['--proxy', 'nginx'])]
  assert.equal(plain.code, 0)
  assert.equal(plain.stdout, plain.output)
  const [report, site] = plain.stdout.split('\nReverse proxy (nginx), for example; check --proxy prints one for nginx, caddy, haproxy, traefik, apache:\n\n')
  assert.match(report, /^ok {4}secret /m)
  assert.equal(site, named.stdout)
})

test('without generated pages, a site passes /mcp on only if the endpoint is on', async () => {
  for (const name of kNames) {
    const site = async (enabled) => (await check(['--proxy', name], { AGENT_ACCESS_CONTENT_PAGES: 'false', AGENT_ACCESS_MCP_ENABLED: enabled })).stdout
    // The path alone, not /.well-known/oauth-protected-resource/mcp, as the path that is passed on: that over http is refused.
    const path = { nginx: /^ {2}location = \/mcp \{ proxy_pass/m, caddy: /^\t\tpath \/mcp$/m, haproxy: /^ {2}acl of_\S+ path,url_dec -m str \/mcp$/m, traefik: /\|\|\n +Path\(`\/mcp`\)/, apache: /"\^\/\(mcp\)\$"/ }[name]
    assert.deepEqual([path.test(await site('true')), path.test(await site('false'))], [true, false], name)
  }
})

test('an unknown proxy is an error that names the nearest and all', async () => {
  const { code, output, stdout } = await check(['--proxy', 'ngnix'])
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(output, /--proxy: unknown proxy; did you mean nginx\? Known are: nginx, caddy, haproxy, traefik, apache/)
})

const noNamespace = process.getuid() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0 ? false : 'skipped: needs root and mount namespaces'

test('check --proxy nginx names a server of nginx that has one of the hosts already', { skip: noNamespace }, async () => {
  const nginx = join(folder, 'nginx')
  await writeFiles(nginx, { 'nginx.conf': 'http {\n  include /etc/nginx/sites-enabled/*;\n}\n', 'sites-enabled/old': 'server {\n  listen 80;\n  server_name www.example.com;\n}\n' })
  const inside = async (...args) => {
    const command = `mkdir -p /etc/nginx && mount --bind ${nginx} /etc/nginx && exec "$0" "$@"`
    return run('unshare', ['-m', 'sh', '-c', command, binary, 'check', '--config', config, ...args], { env: { PATH: process.env.PATH, ...environment() } })
  }
  const { stdout, stderr } = await inside('--proxy', 'nginx')
  assert.match(stderr, /^warn {2}proxy +\/etc\/nginx\/sites-enabled\/old:3 has a server for www\.example\.com already, and nginx serves only one of two; to keep that site, print what it includes with --locations$/m)
  assert.equal(stdout, (await check(['--proxy', 'nginx'])).stdout)
  for (const args of [['--proxy', 'nginx', '--locations'], ['--proxy', 'caddy']]) assert.doesNotMatch((await inside(...args)).stderr, /sites-enabled/)
})

test('a site that a proxy cannot have is an error with its remedy, and no text', async () => {
  const faults = [
    [{ AGENT_ACCESS_LIMITS_FORWARDED_FIELD: 'Forwarded' }, 'traefik', /^FAIL {2}proxy +limits\.forwarded_field: Traefik cannot write .*; set it to "X-Forwarded-For"$/m],
    [{ AGENT_ACCESS_BASE_URLS: 'https://example.com,https://www.example.com:8443' }, 'nginx', /^FAIL {2}proxy +base_urls: all base URLs must have the same scheme and port/m],
  ]
  for (const [more, name, wanted] of faults) {
    const { code, output, stdout } = await check(['--proxy', name], more)
    assert.deepEqual([code, stdout], [1, ''], output)
    assert.match(output, wanted)
  }
})

test('a base URL at the address of the service is a warning where a site is printed', async () => {
  const port = await freePort()
  const same = { AGENT_ACCESS_BASE_URLS: `http://localhost:${port}`, AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}` }
  const { code, output } = await check(['--proxy', 'nginx'], same)
  assert.equal(code, 0, output)
  assert.match(output, new RegExp(`^warn {2}proxy +base_urls: the proxy would listen at the port at which the service listens, 127\\.0\\.0\\.1:${port}; give the service another one in listen\\.address$`, 'm'))
  assert.doesNotMatch((await check(['--proxy', 'nginx'])).output, /would listen at the port/)
})

const kTwo = ['--replica', 'one=10.0.0.11:8080', '--replica', 'two=10.0.0.12:8080']

test('check --replica prints a server of HAProxy for each replica', async () => {
  // `check` looks whether the ports are free here.
  const [port, adminPort] = [await freePort(), await freePort()]
  const reachable = { AGENT_ACCESS_LISTEN_ADDRESS: `0.0.0.0:${port}`, AGENT_ACCESS_LISTEN_ADMIN: `0.0.0.0:${adminPort}`, AGENT_ACCESS_LIMITS_TRUSTED_PROXIES: '10.0.0.10/32' }
  const { code, output, stdout } = await check(['--proxy', 'haproxy', ...kTwo], reachable)
  assert.equal(code, 0, output)
  const lines = ['one 10.0.0.11', 'two 10.0.0.12'].map((replica) => `  server ${replica}:8080 check port ${adminPort} inter 1s fall 2 rise 1\n`)
  assert.ok(stdout.endsWith(lines.join('')), stdout)
  const unnamed = await check(['--proxy', 'haproxy', '--replica', '10.0.0.11', '--replica', '[fd00::12]:8081'], reachable)
  assert.match(unnamed.stdout, new RegExp(`^ {2}server 10\\.0\\.0\\.11 10\\.0\\.0\\.11:${port} check .*\n {2}server fd00::12 \\[fd00::12\\]:8081 check `, 'm'))
})

test('replicas that HAProxy could not use are errors with their remedies', async () => {
  const unreachable = await check(['--proxy', 'haproxy', ...kTwo])
  assert.deepEqual([unreachable.code, unreachable.stdout], [1, ''])
  for (const setting of ['listen.address', 'listen.admin', 'limits.trusted_proxies']) assert.match(unreachable.output, new RegExp(`^FAIL {2}proxy +${setting}: .*;`, 'm'))
  for (const [args, wanted] of [
    [['--proxy', 'haproxy', '--replica', 'two:8080'], /--replica: a proxy cannot connect to "two:8080"; write its address, such as 10\.0\.0\.11:8080/],
    [['--proxy', 'haproxy', '--replica', 't o=10.0.0.11'], /--replica: a name has letters, digits, hyphens and underscores/],
    [['--proxy', 'nginx', ...kTwo], /--replica: the site for nginx has one replica; for several write --proxy haproxy/],
    [kTwo, /--replica requires --proxy/],
  ]) {
    const { code, output, stdout } = await check(args)
    assert.deepEqual([code, stdout], [2, ''], output)
    assert.match(output, wanted)
  }
})

test('no site is printed for a program that terminates TLS itself', async () => {
  const authority = await makeAuthority(folder)
  const { certificate, key } = await authority.issue('own', { names: ['DNS:example.com', 'DNS:www.example.com'] })
  const tls = { AGENT_ACCESS_TLS_CERTIFICATE: certificate, AGENT_ACCESS_TLS_KEY: key }
  const plain = await check([], tls)
  assert.equal(plain.code, 0, plain.output)
  assert.match(plain.output, /^ok {4}proxy +no example: tls\.certificate: the program terminates TLS itself/m)
  assert.doesNotMatch(plain.output, /server \{/)
  const named = await check(['--proxy', 'nginx'], tls)
  assert.deepEqual([named.code, named.stdout], [1, ''])
  assert.match(named.output, /^FAIL {2}proxy +tls\.certificate: .*remove tls\.certificate and tls\.key/m)
})

test('the help of check has the option and an example', async () => {
  const { stdout } = await runProgram(['check', '--help'])
  assert.match(stdout, /--proxy nginx\|caddy\|haproxy\|traefik\|apache/)
  assert.match(stdout, /agent-access check --proxy caddy > agent-access\.caddy/)
  assert.match(stdout, /agent-access check --proxy haproxy --replica 10\.0\.0\.11 --replica 10\.0\.0\.12/)
})

test('a shell completes the names of the proxies', async () => {
  const script = join(folder, 'completion')
  await writeFile(script, (await runProgram(['completion', 'bash'])).stdout)
  const completed = async (...words) => {
    const { stdout } = await run('bash', ['-c', '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_access; printf "%s\\n" "${COMPREPLY[@]}"', script, 'agent-access', ...words])
    return stdout.trim().split('\n')
  }
  assert.deepEqual(await completed('check', '--proxy', ''), kNames)
  assert.deepEqual(await completed('check', '--config', 'agent-access.toml', '--proxy', 'ha'), ['haproxy'])
  assert.deepEqual(await completed('try', 'https://example.com', '--only', ''), ['access', 'discovery'])
  assert.deepEqual(await completed('check', '--pr'), ['--proxy'])
})

const kRule = 'Host(`example.com`) || Host(`www.example.com`)'
const kService = (url) => ({ loadBalancer: { passHostHeader: true, servers: [{ url }] } })

test('the sites of two services for Traefik have no name in common', async () => {
  const namesOf = async (...hosts) => {
    const { http } = load((await check(['--proxy', 'traefik'], { AGENT_ACCESS_BASE_URLS: hosts.join(','), AGENT_ACCESS_CONTENT_PAGES: 'false' })).stdout)
    return Object.values(http).flatMap(Object.keys)
  }
  const all = (await Promise.all([namesOf('https://example.com', 'https://www.example.com'), namesOf('https://example.org'), namesOf('https://example.com:8443')])).map((names) => [...new Set(names)])
  assert.deepEqual(all.map(({ length }) => length), [7, 7, 7])
  assert.equal(new Set(all.flat()).size, 21)
})

test('the site for Traefik is YAML with this structure, and its static configuration has what it refers to', async () => {
  const { stdout } = await check(['--proxy', 'traefik'], { AGENT_ACCESS_MCP_ENABLED: 'true' })
  const site = 'agent_access_example_com'
  const credentials = ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/mcp', '/mcp/'].map((path) => `Path(\`${path}\`)`).join(' || ')
  assert.deepEqual(load(stdout), {
    http: {
      routers: {
        [`${site}-clear-text`]: { entryPoints: ['web'], rule: `(${kRule}) && (${credentials})`, middlewares: [`${site}-fields`, `${site}-https-required`], service: site },
        [`${site}-redirect`]: { entryPoints: ['web'], rule: kRule, middlewares: [`${site}-https`], service: site },
        [site]: { entryPoints: ['websecure'], rule: kRule, middlewares: [`${site}-fields`], service: site, tls: { certResolver: 'letsencrypt' } },
      },
      middlewares: {
        [`${site}-https-required`]: { replacePath: { path: '/oauth/https-required' } },
        [`${site}-https`]: { redirectScheme: { scheme: 'https', permanent: true } },
        [`${site}-fields`]: { headers: { stsSeconds: 31_536_000, customRequestHeaders: { Forwarded: '' } } },
      },
      services: { [site]: kService('http://127.0.0.1:8080') },
    },
  })
  const [, ...comment] = stdout.split('\n').filter((line) => line.startsWith('#'))
  assert.deepEqual(load(comment.map((line) => line.slice(1)).join('\n')), {
    entryPoints: { web: { address: ':80' }, websecure: { address: ':443' } },
    certificatesResolvers: { letsencrypt: { acme: { email: 'you@example.com', storage: '/var/lib/traefik/acme.json', httpChallenge: { entryPoint: 'web' } } } },
    providers: { file: { directory: '/etc/traefik/dynamic' } },
  })
})

test('beside other pages the site for Traefik has a rule with every document, and one for the rest', async () => {
  const { stdout } = await check(['--proxy', 'traefik'], { AGENT_ACCESS_CONTENT_PAGES: 'false' })
  const { http } = load(stdout)
  const { rule } = http.routers.agent_access_example_com
  assert.match(rule, /^\(Host\(`example\.com`\) \|\| Host\(`www\.example\.com`\)\) && \(PathPrefix\(`\/oauth\/`\) \|\| PathPrefix\(`\/api\/agent\/`\)( \|\| Path\(`\/[\w./-]+`\))+\)$/)
  for (const path of ['/llms.txt', '/.well-known/jwks.json', '/openapi.json', '/browser-tools.js']) assert.ok(rule.includes(`Path(\`${path}\`)`), path)
  // A longer rule has priority in Traefik.
  assert.equal(http.routers['agent_access_example_com-site'].rule, kRule)
  assert.ok(rule.length > kRule.length)
  assert.deepEqual(http.services, { agent_access_example_com: kService('http://127.0.0.1:8080'), 'agent_access_example_com-site': kService('http://127.0.0.1:8081') })
})
