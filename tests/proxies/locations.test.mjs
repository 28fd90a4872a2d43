// What `check --proxy NAME --locations` prints is included in a site that exists: the site stays byte for byte as it was, and the paths of the service
// work through it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { kGateSettings, kReadScope, send, tokenWith } from '../support/gates.mjs'
import { writeKeys } from '../support/gated_site.mjs'
import { startOwnerServer } from '../support/owner_server.mjs'
import { siteOf } from '../support/printed_sites.mjs'
import { binary, freePort, run, runProgram, startServe, until, writeFiles } from '../support/server.mjs'

const kPages = {
  'index.html': '<h1>The old site</h1>\n', 'about.html': '<p>About the old site</p>\n', 'robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'api/prices.json': '{"old":true}\n', 'data/x.csv': 'a,b\n', '.well-known/security.txt': 'Contact: mailto:old@example.org\n',
  'oauth/callback.html': '<p>Signed in</p>\n', 'api/agent/hello.json': '{"hello":true}\n', 'llms.txt': '# The old site\n',
}
const kPaths = ['/', '/about.html', '/robots.txt', '/api/prices.json', '/.well-known/security.txt', '/nothing-here', '/api/', '/.hidden']
/** What a site with content.beside keeps, too. */
const kPathsBeside = [...kPaths, '/oauth/callback.html', '/api/agent/hello.json', '/llms.txt', '/oauth/', '/oauth/token/', '/api/agent/']
/** What the paths of the service answer while it has stopped. */
const kWithoutService = { nginx: 502, caddy: 502, haproxy: 503, apache: 503 }
const kRequests = 3
/** What differs between any two responses. */
const kMoving = ['date', 'expires', 'connection', 'keep-alive']

/** The site before: { text(include), folder of the configuration }. Each has rules of its own that many sites have. */
const kOld = {
  nginx: ({ front, root, include }) => `server {
  listen 127.0.0.1:${front};
  server_name 127.0.0.1 localhost;
  root ${root};
  add_header X-Old yes;
  ${include}
  location ~ /\\. { deny all; }
  location ~* \\.(txt|md|json|js|html)$ { expires 1h; }
  location ^~ /api/ { add_header X-Old-Api yes; }
}
`,
  caddy: ({ front, root, above, include }) => `${above}
http://127.0.0.1:${front}, http://localhost:${front} {
\tbind 127.0.0.1
\theader X-Old yes
\troot * ${root}
\t${include}
\thandle /api/* {
\t\theader X-Old-Api yes
\t\tfile_server
\t}
\thandle {
\t\tfile_server
\t}
}
`,
  haproxy: ({ front, own, include, end }) => `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend old
  bind 127.0.0.1:${front}
  http-response set-header X-Old yes
${include}  use_backend old_api if { path_beg /api/ }
  default_backend old
backend old_api
  http-response set-header X-Old-Api yes
  server old 127.0.0.1:${own}
backend old
  server old 127.0.0.1:${own}
${end}`,
  apache: ({ front, root, include }) => `Listen 127.0.0.1:${front}
<VirtualHost 127.0.0.1:${front}>
  ServerName 127.0.0.1
  DocumentRoot ${root}
  <Directory ${root}>
    Require all granted
  </Directory>
  <FilesMatch "^\\.">
    Require all denied
  </FilesMatch>
  Header set X-Old yes
  ${include}
</VirtualHost>
`,
}

/** The lines that the comment of the printed text tells to write: [of the site, above it]. */
function linesToWrite(name, text, file) {
  const lines = [...text.matchAll(/^# {3}(include|import|Include) (\S+)$/gm)].map(([line]) => line.slice(4))
  if (name === 'nginx') return { include: lines[0].replace('snippets/agent-access.conf', file) }
  if (name === 'caddy') return { above: lines[0].replace('agent-access.caddy', file), include: lines[1] }
  if (name === 'apache') return { include: lines[0].replace('agent-access.conf', file) }
  const [include, end] = text.split('# At the end of /etc/haproxy/haproxy.cfg:\n')
  return { include, end }
}

async function shownBy(front, paths = kPaths) {
  const shown = {}
  for (const path of paths) {
    const { status, headers, text } = await send(front, path, [])
    shown[path] = { status, text, headers: Object.fromEntries(Object.entries(headers).filter(([field]) => !kMoving.includes(field))) }
  }
  return shown
}

/** Runs `use({ server, front, before, … })` with the old site and what was printed in it. `before` is what the old site alone showed at the paths. */
async function included(name, settings, use, paths = kPaths) {
  const site = siteOf(name)
  const front = await freePort()
  await using own = await startOwnerServer(({ url }) => kPages[url === '/' ? 'index.html' : url.slice(1)] ?? 'not here\n')
  await using server = await startServe({ settings: { content: { pages: false }, ...settings, base_urls: [`http://127.0.0.1:${front}`, `http://localhost:${front}`] }, files: { 'site.json': { tagline: 'Buoys', owner: { name: 'Robin Example' } } } })
  // Apache reads it as another user.
  const root = temporaryFolder('old-site')
  await chmod(root, 0o755)
  await writeFiles(root, kPages)
  // The entity tag of a file that has just been written is a weak one in Apache.
  for (const name of Object.keys(kPages)) await utimes(join(root, name), 1_700_000_000, 1_700_000_000)
  const values = { front, root, own: own.port, include: '', above: '', end: '' }
  await using old = await site.run(kOld[name](values), { directory: server.directory, front })
  const before = await shownBy(front, paths)
  await old.stop()
  const { code, output, stdout: printed } = await runProgram(['check', '--config', server.configFile, '--proxy', name, '--locations'])
  assert.equal(code, 0, output)
  const keys = name === 'haproxy' && settings.gates ? await writeKeys(server, printed) : undefined
  const folder = join(server.directory, 'printed')
  await mkdir(folder)
  await writeFile(join(folder, 'agent-access'), printed)
  const outside = [...printed.matchAll(/^#: (.*)$/gm)].map(([, line]) => `${line}\n`).join('')
  await using proxy = await site.run(outside + kOld[name]({ ...values, ...linesToWrite(name, printed, join(folder, 'agent-access')) }).replaceAll('/etc/haproxy/agent-access', keys ?? '').replaceAll('127.0.0.1:8081', `127.0.0.1:${own.port}`), { directory: server.directory, front, more: keys && join(keys, 'keys.cfg') })
  await until(async () => (await send(front, '/auth.md', []).catch(() => ({}))).status === 200, `${site.title} to use the service`)
  return await use({ server, front, before, printed, output, own, log: proxy.log })
}

for (const name of Object.keys(kOld)) {
  const { title, skip } = siteOf(name)
  const options = { skip, timeout: 120_000 }

  test(`${title}: a site that includes the locations shows what it showed, and try finds nothing at it`, options, () => included(name, {}, async ({ front, before, log }) => {
    assert.equal(before['/'].text, kPages['index.html'])
    assert.equal(before['/'].headers['x-old'], 'yes')
    assert.deepEqual(await shownBy(front), before)
    for (const host of ['127.0.0.1', 'localhost']) {
      const { code, stdout } = await runProgram(['try', `http://${host}:${front}`, '--json'])
      const { steps } = JSON.parse(stdout)
      assert.deepEqual([code, steps.filter(({ ok }) => ok !== true).map(({ name: step, detail }) => `${step}: ${detail}`)], [0, []])
      // The home page is that of the old site, which behind HAProxy sends every file as HTML.
      assert.deepEqual(steps.filter(({ ok, remedy }) => ok === true && remedy !== '').map(({ name: step }) => step),
        [...(name === 'haproxy' ? ['/robots.txt'] : []), '/ leads to the service', '/ loads the browser tools', ...(name === 'haproxy' ? [] : ['/robots.txt leads to the service'])])
    }
    for (const path of ['/oauth/nothing', '/api/agent/nothing']) {
      const { status, text } = await send(front, path, [])
      assert.deepEqual([status, JSON.parse(text).error], [404, 'not_found'], path)
    }
    if (log) assert.doesNotMatch(await log(), /warn|emerg/)
  }))

  const beside = { content: { beside: true, keep_paths: ['/llms.txt'] }, mcp: { enabled: true } }
  test(`${title}: beside a site the paths of the service are its own, and all others those of the site`, options, () => included(name, beside, async ({ server, front, before, printed, output }) => {
    const host = `127.0.0.1:${front}`
    assert.deepEqual(await shownBy(front, kPathsBeside), before)
    const [, taken] = /^ok {4}proxy +takes (\S.*); all other paths stay those of your site$/m.exec(output)
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/authorize', '/api/agent/full-profile', '/mcp', '/mcp/', '/.well-known/jwks.json', '/api/site.json']) assert.ok(taken.split(' ').includes(path), path)
    for (const path of taken.split(' ')) {
      const [through, direct] = await Promise.all([front, server.port].map((port) => send(port, path, [], { host })))
      assert.deepEqual([through.status, through.text], [direct.status, direct.text], path)
      assert.notEqual(through.status, 404, path)
    }
    await server.program.stop()
    await until(async () => (await send(front, '/auth.md', [])).status === kWithoutService[name], `${title} to notice that the service has stopped`)
    assert.match(printed, new RegExp(`^# .*these paths answer ${kWithoutService[name]}\\.`, 'm'))
    assert.deepEqual(await shownBy(front, kPathsBeside), before)
  }, kPathsBeside))

  for (const field of ['X-Forwarded-For', 'Forwarded']) {
    test(`${title}: clients of the locations cannot choose their address with ${field}`, options, () => included(name, { limits: { requests: kRequests, window: '1h', forwarded_field: field } }, async ({ front, before }) => {
      const statuses = []
      for (let count = 0; count < 3 * kRequests; ++count) {
        const lies = ['X-Forwarded-For', `198.51.100.${count}`, 'Forwarded', `for=198.51.100.${count}`]
        statuses.push((await send(front, '/api/site.json', lies, { localAddress: '127.0.0.2' })).status)
      }
      assert.deepEqual(statuses, [...Array(kRequests).fill(200), ...Array(2 * kRequests).fill(429)])
      assert.equal((await send(front, '/api/site.json', [], { localAddress: '127.0.0.3' })).headers['ratelimit-remaining'], String(kRequests - 1))
      assert.deepEqual(await shownBy(front), before)
    }))
  }
}

for (const name of ['nginx', 'caddy', 'haproxy']) {
  const { title, skip } = siteOf(name)
  test(`${title}: a gate in the locations opens a folder of the old site with a token alone`, { skip, timeout: 120_000 }, () => included(name, kGateSettings, async ({ front, before, printed, output }) => {
    assert.match(output, /^warn +gates +a location or handler of your own site for a gated path could come first/m)
    assert.ok(!printed.includes('/var/www/site'), printed)
    const refused = await send(front, '/data/x.csv', [])
    assert.deepEqual([refused.status, JSON.parse(refused.text).error], [401, 'invalid_token'])
    const { token } = await tokenWith(`http://127.0.0.1:${front}`, kReadScope)
    const read = await send(front, '/data/x.csv', ['Authorization', `Bearer ${token}`])
    assert.deepEqual([read.status, read.text], [200, kPages['data/x.csv']])
    assert.deepEqual(await shownBy(front), before)
  }))
}

const noNamespace = process.getuid() === 0 && spawnSync('unshare', ['-m', 'true']).status === 0 ? false : 'skipped: needs root and mount namespaces'

test('nginx: a location of the site for a path of the service stays, and nginx starts', { skip: siteOf('nginx').skip || noNamespace, timeout: 60_000 }, async () => {
  const front = await freePort()
  await using server = await startServe({ settings: { content: { beside: true }, base_urls: [`http://127.0.0.1:${front}`] } })
  const etc = join(server.directory, 'etc-nginx')
  const snippet = join(etc, 'snippets/agent-access.conf')
  const siteWith = (include, more = '') => `server {\n  listen 127.0.0.1:${front};\n  server_name 127.0.0.1;\n  ${include}\n  location = /llms.txt { return 200 "Mine\\n"; }\n  location =/openapi.json { return 200 "{}"; }\n${more}}\n`
  const print = async (site) => {
    await writeFiles(etc, { 'nginx.conf': 'http {\n  include sites-enabled/*;\n}\n', 'sites-enabled/old': site })
    const command = `mkdir -p /etc/nginx && mount --bind ${etc} /etc/nginx && exec "$0" "$@"`
    return run('unshare', ['-m', 'sh', '-c', command, binary, 'check', '--config', server.configFile, '--proxy', 'nginx', '--locations'], { env: { PATH: process.env.PATH } }).catch((failed) => failed)
  }
  const { stdout, stderr } = await print(siteWith(''))
  const places = '/etc/nginx/sites-enabled/old:5 has location = /llms.txt, /etc/nginx/sites-enabled/old:6 has location = /openapi.json'
  assert.ok(stderr.includes(`${places}, so the text leaves this to your site; write keep_paths = ["/llms.txt", "/openapi.json"] in [content], or remove it and print again\n`), stderr)
  await writeFiles(etc, { 'snippets/agent-access.conf': stdout })
  // The text that is there already is not the owner's.
  assert.equal((await print(siteWith('include snippets/agent-access.conf;'))).stdout, stdout)
  await using nginx = await siteOf('nginx').run(siteWith(`include ${snippet};`), { directory: server.directory, front })
  await until(async () => (await send(front, '/auth.md', []).catch(() => ({}))).status === 200, 'nginx to use the service')
  assert.equal((await send(front, '/llms.txt', [])).text, 'Mine\n')
  assert.equal((await send(front, '/openapi.json', [])).text, '{}')
  assert.doesNotMatch(await nginx.log(), /emerg|\[warn\]/)
  const refused = await print(siteWith('', '  location = /oauth/token { return 204; }\n'))
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^FAIL {2}proxy +\/etc\/nginx\/sites-enabled\/old:7 has location = \/oauth\/token, where this service must answer; remove it, because nginx does not start with two locations for one path$/m)
})

test('check says what --locations is for, and what it does not fit', async () => {
  await using server = await startServe({ settings: { base_urls: ['https://port.test', 'https://www.port.test'] } })
  const check = (...args) => runProgram(['check', '--config', server.configFile, ...args])
  const alone = await check('--locations')
  assert.deepEqual([alone.code, /--proxy/.test(alone.output)], [2, true], alone.output)
  const { code, output, stdout } = await check('--proxy', 'nginx', '--locations')
  assert.equal(code, 0, output)
  assert.match(output, /^warn +proxy +content\.pages: the documents link to generated pages, which your site does not pass on; set beside = true in \[content\]$/m)
  assert.doesNotMatch(stdout, /location (= )?\/(cv|faq|robots\.txt|sitemap\.xml)? \{/)
  assert.doesNotMatch(stdout, /^server \{|listen \d|ssl_certificate/m)
  const traefik = await check('--proxy', 'traefik', '--locations')
  assert.equal(traefik.code, 0, traefik.output)
  assert.doesNotMatch(traefik.stdout, /-site:|-redirect:/)
  assert.match(traefik.stdout, /Path\(`\/llms\.txt`\)/)
})
