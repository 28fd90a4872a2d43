// Every shell block of docs runs in a test: here, or in another test that is named here. Only folders, ports and what a service manager does are
// inserted. The blocks of the README are run by docs/readme.
import assert from 'node:assert/strict'
import { globSync, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { shellBlocks } from '../support/markdown.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { binary, run, startServe, until } from '../support/server.mjs'
import { form, kForm, post, readProfile, register, token, tokenFields } from '../support/steps.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const pages = globSync('docs/**/*.md', { cwd: root })

/** Which test runs a block: 'page: heading, number' → [file below tests, name of the test], or the name of the test in this file. */
const kRunBy = {
  'docs/debian-and-systemd.md: Reload, 1': ['package/booted', 'systemctl reload applies new content, and fails with the reason while the old one is served'],
  'docs/debian-and-systemd.md: Change the master secret, 1': ['package/booted', 'the master secret rotates by reload as documented, and survives a restart'],
  'docs/debian-and-systemd.md: Change the master secret, 2': ['package/booted', 'the master secret rotates by reload as documented, and survives a restart'],
  'docs/debian-and-systemd.md: TLS in the service, 1': ['package/booted', 'certificates come from the deploy hook, on port 443 by the drop-in, and are renewed by its reload'],
  'docs/debian-and-systemd.md: TLS in the service, 2': ['package/booted', 'certificates come from the deploy hook, on port 443 by the drop-in, and are renewed by its reload'],
  'docs/debian-and-systemd.md: Socket activation, 1': ['package/booted', 'the socket-activated pair serves without a network of its own, also its admin listener, and its reload works'],
  'docs/guide-for-owners.md: Your papers.bib is the content, 1': 'a site begins with the files of its owner',
  'docs/guide-for-owners.md: Your papers.bib is the content, 2': 'a site begins with the files of its owner',
  'docs/guide-for-owners.md: In five minutes, 1': ['package/owner', 'it installs and writes an example of every file'],
  'docs/guide-for-owners.md: In five minutes, 2': ['package/owner', 'with content of its own it passes the check and starts'],
  'docs/guide-for-owners.md: In five minutes, 3': ['package/owner', 'an authority certifies both hosts, and nginx passes them on'],
  'docs/guide-for-owners.md: In five minutes, 4': ['package/owner', 'the test of the deployment finds nothing on either host'],
  'docs/guide-for-owners.md: With a site at this name already, 1': ['proxies/guide', "the guide's way into a site that is there leaves that site as it was"],
  'docs/guide-for-owners.md: With a site at this name already, 2': ['proxies/guide', "the guide's way into a site that is there leaves that site as it was"],
  'docs/guide-for-owners.md: A second site on one machine, 1': ['package/booted', 'a second site has a service of its own, and an upgrade restarts both'],
  'docs/guide-for-owners.md: Records in the DNS, 1': 'the records for the DNS are printed',
  ...Object.fromEntries(shellBlocks(read('docs/hosts.md')).map(({ heading, number }) => [
    `docs/hosts.md: ${heading}, ${number}`, ['docs/hosts', 'agents get everything, and people their pages'],
  ])),
  'docs/frameworks.md: Beside your site: the lines for each framework, 1': ['frameworks/servers', 'the module is written by the command of the page'],
  'docs/containers.md: Several replicas, 1': ['deploy/compose_fleet', 'the commands of the page make what the file mounts'],
  'docs/kubernetes.md: Kubernetes, 1': ['deploy/kubernetes', 'the commands of the page make and render a site'],
  'docs/proxies.md: Behind a proxy or a CDN, 1': ['docs/proxies', 'docs/proxies.md: its command prints a site, and for each proxy that it names'],
  'docs/edge.md: HAProxy, 1': ['edge/haproxy', 'the command and the unit write the published keys, and HAProxy is reloaded only when they changed'],
  'docs/gate-mode.md: Opening a folder to agents, 1': ['proxies/gate_mode', 'an owner opens a folder with the lines and the command of the page, and an agent reads a file with the commands of the page'],
  'docs/gate-mode.md: What agents see, 1': ['proxies/gate_mode', 'an owner opens a folder with the lines and the command of the page, and an agent reads a file with the commands of the page'],
  'docs/agents/curl.md: The profile with curl, 1': ['docs/agent_pages', 'curl: the page prints the profile'],
  'docs/mcp.md: A second name for chats, 1': ['docs/mcp', 'a second name for chats is an export of its own without a secret'],
  'docs/mcp.md: For developers of agents, 1': ['docs/mcp', 'with curl: the tools, a public tool and the profile'],
  'docs/mcp.md: Gated documents, 1': ['docs/mcp', 'with curl: a gated document with a token of its scope'],
  'docs/development/releasing.md: Release, 1': ['docs/release', 'a release is a commit with version and date, files with their sums, and a tag with the notes'],
  'docs/operations/capacity.md: Capacity: from a load to machines, 1': 'the commands for capacity print tables',
  ...Object.fromEntries(shellBlocks(read('docs/operations/fleet.md')).map(({ heading, number }) => [
    `docs/operations/fleet.md: ${heading}, ${number}`, ['package/fleet', 'no request failed'],
  ])),
  'docs/for-operators.md: Backup and restore, 1': 'a backup, restored as the guide says, keeps clients and tokens valid',
  'docs/for-operators.md: Backup and restore, 2': 'a backup, restored as the guide says, keeps clients and tokens valid',
  'docs/for-operators.md: Upgrade, and going back, 1': 'the commands after an upgrade and for monitoring succeed',
  'docs/for-operators.md: Monitoring, 1': 'the commands after an upgrade and for monitoring succeed',
  'docs/for-operators.md: The master secret leaked, 1': 'after a leak the new secret ends all clients and tokens of the old one',
  'docs/for-operators.md: The master secret leaked, 2': 'after a leak the new secret ends all clients and tokens of the old one',
  'docs/static-hosting.md: Beside the site that you have, 1': 'a worker beside a site is exported, and the lines for the files of its owner are printed',
  ...Object.fromEntries(['The documents, 1', 'The documents, 2', 'Into the output, 1', 'Into the output, 2'].map((name) => [
    `docs/site-generators.md: ${name}`, ['slow/site_generators', 'the documents arrive unchanged in the output of each generator, whose own files stay as they are'],
  ])),
  'docs/site-generators.md: Into the output, 3': ['slow/site_generators', 'the rules for hosts that read them follow those of the owner'],
  'docs/static-hosting.md: Files without a server, 1': 'a site without access is made and exported, with the folder that the workflow names',
  'docs/static-hosting.md: Serving documents from files, 1': 'documents are exported, and again after a change',
  ...Object.fromEntries([1, 2, 3].map((number) => [`docs/static-hosting.md: Five minutes to a profile on Cloudflare Workers, ${number}`, 'a worker is exported, and the steps are those that the command prints'])),
  'docs/static-hosting.md: After a change, 1': 'documents are exported, and again after a change',
}

const blocks = new Map(pages.flatMap((page) => shellBlocks(read(page)).map(({ heading, number, script }) => [`${page}: ${heading}, ${number}`, script])))
const block = (name) => {
  assert.ok(blocks.has(`docs/${name}`), name)
  return blocks.get(`docs/${name}`)
}

test('every shell block is run by a test that exists, and nothing else is listed', () => {
  assert.deepEqual([...blocks.keys()].sort(), Object.keys(kRunBy).sort())
  for (const [name, by] of Object.entries(kRunBy)) {
    const [file, title] = Array.isArray(by) ? by : ['docs/blocks', by]
    const source = read(`tests/${file}.test.mjs`)
    assert.ok([`test('${title}'`, `test("${title}"`].some((text) => source.includes(text)), `${name}: tests/${file}.test.mjs has no test "${title}"`)
  }
})

const folder = temporaryFolder('blocks')
before(async () => {
  await mkdir(join(folder, 'bin'))
  await symlink(binary, join(folder, 'bin/agent-access'))
})

/** Runs a block with the program in the PATH: its standard output. */
async function shell(script) {
  const environment = { PATH: `${join(folder, 'bin')}:/usr/sbin:${process.env.PATH}`, AGENT_ACCESS_LIMITS_REQUESTS: '0' }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: root, env: environment, timeout: 60_000 })
  return stdout
}

/** A block for the files of a server instead of those of the package. */
const inFolder = (script, server) => script.replaceAll('/etc/agent-access', server.directory)

const restart = async (server) => {
  await server.program.stop()
  await server.start()
}
const tokenStatus = async (server, client) => (await post(`${server.baseUrl}/oauth/token`, form(tokenFields(client)), kForm)).status
const profileStatus = async (server, jwt) => (await readProfile(server.baseUrl, jwt)).status

test('a backup, restored as the guide says, keeps clients and tokens valid', async () => {
  await using server = await startServe()
  const client = await register(server.baseUrl)
  const jwt = await token(server.baseUrl, client)
  const values = [['/var/backups/', `${folder}/`], ['--directory / etc/agent-access', `--directory ${dirname(server.directory)} ${basename(server.directory)}`]]
  const backup = await shell(inFolder(withValues(block('for-operators.md: Backup and restore, 1'), values), server))
  assert.match(backup, /fingerprint/)
  await server.program.stop()
  for (const name of await readdir(server.directory)) await rm(join(server.directory, name), { recursive: true })
  const steps = withValues(block('for-operators.md: Backup and restore, 2'), [['/var/backups/', `${folder}/`], ['--directory /\n', `--directory ${dirname(server.directory)}\n`], ['systemctl restart agent-access\n', '']])
  const restored = await shell(inFolder(steps, server))
  assert.ok(restored.startsWith(backup), restored)
  assert.doesNotMatch(restored, /^FAIL/m)
  await server.start()
  assert.equal(await profileStatus(server, jwt), 200)
  assert.equal(await tokenStatus(server, client), 200)
})

test('the commands after an upgrade and for monitoring succeed', async () => {
  await using server = await startServe()
  const upgraded = await shell(inFolder(block('for-operators.md: Upgrade, and going back, 1'), server))
  assert.match(upgraded, /^agent-access \d+\.\d+\.\d+ \(.*\)\nready\n$/)
  const monitored = await shell(withValues(block('for-operators.md: Monitoring, 1'), [['http://127.0.0.1:9464', server.adminUrl, 2]]))
  assert.match(monitored, /^agent_access_build_info\{version="\d+\.\d+\.\d+"\} 1\nok\n$/)
})

test('a site begins with the files of its owner', async () => {
  await writeFile(join(folder, 'resume.json'), '{"basics": {"name": "Robin Example", "label": "Listens"}}')
  await writeFile(join(folder, 'papers.bib'), '@book{sea, title = {The Sea}, author = {Robin Example}, year = 2020}')
  const name = 'guide-for-owners.md: Your papers.bib is the content, '
  const [init] = block(`${name}1`).split('\n')
  const written = await shell(`cd ${folder}\n${init}`)
  assert.match(written, /papers.bib: BibTeX: 1 publication\n/)
  assert.match(readFileSync(join(folder, 'my-site/agent-access.toml'), 'utf8'), /^sources = \["papers.bib", "resume.json"\]$/m)
  assert.match(await shell(`cd ${folder}\n${block(`${name}2`)}`), /^papers.bib: BibTeX: 1 publication\nresume.json: JSON Resume: owner\n$/)
})

test('the records for the DNS are printed', async () => {
  await using server = await startServe()
  await server.program.stop()
  const records = await shell(`export AGENT_ACCESS_BASE_URLS=https://example.com\n${inFolder(block('guide-for-owners.md: Records in the DNS, 1'), server)}`)
  assert.match(records, /^_index\._agents\.example\.com\. 3600 IN SVCB 1 example\.com\. /m)
})

test('after a leak the new secret ends all clients and tokens of the old one', async () => {
  await using server = await startServe()
  const client = await register(server.baseUrl)
  const jwt = await token(server.baseUrl, client)
  await shell(inFolder(block('for-operators.md: The master secret leaked, 1'), server))
  const check = await shell(inFolder(withValues(block('for-operators.md: The master secret leaked, 2'), [['systemctl restart agent-access\n', '']]), server))
  assert.doesNotMatch(check, /^FAIL/m)
  assert.equal(await profileStatus(server, jwt), 200)
  await restart(server)
  assert.equal(await profileStatus(server, jwt), 401)
  assert.equal(await tokenStatus(server, client), 401)
  assert.equal(await tokenStatus(server, await register(server.baseUrl)), 200)
})

test('documents are exported, and again after a change', async () => {
  await using server = await startServe()
  const out = join(folder, 'www')
  const inPlace = (name, values) => inFolder(withValues(block(`static-hosting.md: ${name}, 1`), [['/var/www/agent-access', out], ...values]), server)
  await shell(inPlace('Serving documents from files', []))
  const hosts = (await readdir(out)).filter((name) => !name.startsWith('.'))
  assert.equal(hosts.length, 2)
  for (const host of hosts) assert.ok(existsSync(join(out, host, 'llms.txt')), host)
  await writeFile(server.profileFile, '{"name": "Another Person"}')
  const output = await shell(inPlace('After a change', [['systemctl reload agent-access', `agent-access reload --config ${server.configFile} --pid ${server.program.pid}`]]))
  assert.match(output, /reloads; its log says how it went\n$/)
  await until(() => server.program.logged('reload').length === 1, 'the reload')
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  assert.equal((await readProfile(server.baseUrl, jwt)).json.name, 'Another Person')
})

test('a site without access is made and exported, with the folder that the workflow names', async () => {
  const work = join(folder, 'without-access')
  await mkdir(work)
  const site = (text) => text.replaceAll('NAME', 'robin')
  await shell(`cd ${work}\n${site(block('static-hosting.md: Files without a server, 1'))}`)
  const [, path] = /path: (\S+),/.exec(site(read('docs/static-hosting.md')))
  for (const name of ['index.html', '.well-known/agent-card.json']) assert.ok(existsSync(join(work, path, name)), name)
  assert.equal(existsSync(join(work, 'site/secret')), false)
})

test('a worker is exported, and the steps are those that the command prints', async () => {
  const work = join(folder, 'worker')
  await mkdir(work)
  const step = (number) => block(`static-hosting.md: Five minutes to a profile on Cloudflare Workers, ${number}`)
  const output = await shell(`cd ${work}\nagent-access init site --base-url https://agents.example.com\n${step(1)}`)
  const printed = output.split('\n').filter((line) => line.startsWith('  ')).map((line) => line.trim().replaceAll(`${work}/`, '').replace('< site', '< ../site'))
  assert.ok(`${printed.join('\n')}\n`.endsWith(`${step(2).trim()}\n${step(3).trim()}\n`), output)
  for (const name of ['wrangler.toml', 'worker/worker.js', 'worker/worker-data.js', 'public/_site/agents.example.com/llms.txt']) assert.ok(existsSync(join(work, 'out', name)), name)
})

test('a worker beside a site is exported, and the lines for the files of its owner are printed', async () => {
  const work = join(folder, 'beside')
  await mkdir(join(work, 'project'), { recursive: true })
  const made = `cd ${work}\ncd project\nagent-access init agents --base-url https://example.com\nexport AGENT_ACCESS_CONTENT_BESIDE=true\n`
  const output = await shell(made + block('static-hosting.md: Beside the site that you have, 1'))
  assert.match(output, /^export \{ default \} from ".\/agent-access\/vercel\.js"\nexport const config = \{ runtime: "nodejs", matcher: \["[^*]*"\] \}$/m)
  assert.deepEqual((await readdir(join(work, 'project'))).sort(), ['agent-access', 'agents'])
})

test('the commands for capacity print tables', async () => {
  assert.match(await shell(block('operations/capacity.md: Capacity: from a load to machines, 1')), /machines/)
})
