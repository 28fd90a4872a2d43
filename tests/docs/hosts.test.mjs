// docs/hosts.md as an owner follows it for each host: the folder, the export, the lines that the command prints; then what agents and people get. Only the
// address of the site differs. The hosts of others are played by their rules (support/played_hosts), Deno and Node are themselves.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startDaemon } from '../support/daemon.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { codeBlocks, shellBlocks } from '../support/markdown.mjs'
import { kPlayedHosts, startPlayedHost } from '../support/played_hosts.mjs'
import { accepts, freePort, runProgram, writeFiles } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const page = readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8')
const kFolder = 'The folder, for every host'
const kHeadings = { vercel: 'Vercel', netlify: 'Netlify', cloudflare: 'Cloudflare Workers', 'cloudflare-pages': 'Cloudflare Pages', deno: 'Deno', node: 'A server' }

/** A site of plain HTML with paths that a prefix of ours would take. */
const kSite = {
  'package.json': '{ "private": true, "type": "module" }\n',
  'public/index.html': '<!doctype html><title>Robin Example</title><link rel="api-catalog" href="/.well-known/api-catalog"><p>Tides and boats</p>',
  'public/about.html': '<!doctype html><title>About</title>',
  'public/robots.txt': 'User-agent: *\nAllow: /\n',
  'public/llms.txt': '# Robin Example\n\n> Tides and boats\n\n- [How agents get the profile](/auth.md)\n',
  'public/api/hello.json': '{ "hello": "world" }',
  'public/oauth/callback.html': '<!doctype html><title>Welcome back</title>',
}
const kOwnPaths = { '/': 'public/index.html', '/about': 'public/about.html', '/robots.txt': 'public/robots.txt', '/llms.txt': 'public/llms.txt', '/api/hello.json': 'public/api/hello.json', '/oauth/callback': 'public/oauth/callback.html' }

const kWranglerToml = 'name = "example"\ncompatibility_date = "2026-10-01"\n\n[assets]\ndirectory = "public"\n'

/** The lines that the command prints behind a text, up to the next empty one. */
const printedAfter = (text, printed) => new RegExp(`${text}:\n\n((?:\\S.*\n)+)`, 'm').exec(printed)

/** What the owner writes as the command says, by the names of the files. */
const kWritten = {
  vercel: (printed) => ({ 'middleware.js': printedAfter('Write middleware.js, with .*', printed)[1] }),
  netlify: (printed) => ({ 'netlify/edge-functions/agent-access.js': printedAfter('Write netlify/edge-functions/agent-access.js, with .*', printed)[1] }),
  cloudflare(printed) {
    const [main, assets, others] = printedAfter('Add to your wrangler.toml.*', printed)[1].split(/(?<=\n)\[assets\]\n|(?<=\n)(?=\[\[)/)
    return { 'wrangler.toml': main + kWranglerToml + assets + others }
  },
  'cloudflare-pages': (printed) => ({ 'functions/_middleware.js': printedAfter('Write functions/_middleware.js, with .*', printed)[1] }),
  deno: () => ({}),
  node: () => ({}),
}

/** A project with the site, the folder of the page and an export for a host: { folder, port, secret, printed }. */
async function makeProject(host) {
  const folder = temporaryFolder(`host-${host}`)
  const port = await freePort()
  await writeFiles(folder, kSite)
  const run = (script) => shell(`cd ${folder}\n${script.replaceAll('https://www.example.com', `http://127.0.0.1:${port}`)}`, { AGENT_ACCESS_LOG_LEVEL: 'error' })
  const [begin, check] = shellBlocks(page).filter(({ heading }) => heading === kFolder).map(({ script }) => script)
  const [settings] = codeBlocks(page).filter(({ heading, language }) => heading === kFolder && language === 'toml')
  await run(begin)
  const config = join(folder, 'agents/agent-access.toml')
  await writeFile(config, (await readFile(config, 'utf8')).replace('\n[content]\n', `\n[content]\n${settings.text}`))
  await writeFile(join(folder, 'agents/profile.json'), '{ "availability": "Mornings" }')
  await run(check)
  const printed = await run(shellBlocks(page).find(({ heading }) => heading === kHeadings[host]).script)
  return { folder, port, secret: (await readFile(join(folder, 'agents/secret'), 'utf8')).trim(), printed }
}

/** Does what the command has printed: the names of the files that are new. */
async function followSteps(host, { folder, printed }) {
  const written = kWritten[host](printed)
  await writeFiles(folder, written)
  const [, copy] = /^ {2}(cp .*)$/m.exec(printed) ?? []
  if (copy === undefined) return Object.keys(written)
  await shell(`cd ${folder}\n${copy.replace('DIR/', 'public/')}`)
  return [...Object.keys(written), 'public/_routes.json']
}

const kProcesses = {
  deno: ['../node_modules/.bin/deno', (folder) => ['task', '--cwd', join(folder, 'agent-access'), 'serve']],
  node: [process.execPath, (folder) => [join(folder, 'agent-access/server.mjs')]],
}

function startHost(host, project) {
  if (kPlayedHosts.includes(host)) return startPlayedHost(host, project)
  const { folder, port, secret } = project
  const [program, argumentsOf] = kProcesses[host]
  const file = program.startsWith('..') ? fileURLToPath(new URL(program, import.meta.url)) : program
  const environment = { ...process.env, AGENT_ACCESS_SECRET: secret, SITE: join(folder, 'public'), PORT: String(port), DENO_DIR: join(folder, 'agent-access/.deno'), DENO_NO_UPDATE_CHECK: '1' }
  return startDaemon([file, ...argumentsOf(folder)], { name: host, isReady: () => accepts(port), environment, atExit: 'SIGTERM' })
}

for (const host of Object.keys(kHeadings)) {
  describe(host, async () => {
    const project = await makeProject(host)
    const written = await followSteps(host, project)

    test('the project has two folders more, and the lines that the steps say', async () => {
      const names = await readdir(project.folder, { recursive: true, withFileTypes: true })
      const files = names.filter((entry) => entry.isFile()).map((entry) => relative(project.folder, join(entry.parentPath, entry.name)))
      const own = files.filter((name) => !/^agent(s|-access)\//.test(name))
      assert.deepEqual(own.sort(), [...Object.keys(kSite), ...written].sort())
      for (const [name, text] of Object.entries(kSite)) assert.equal(await readFile(join(project.folder, name), 'utf8'), text, name)
    })
    test('the page names the command for the secret that is printed', () => {
      const [section] = page.split('\n## ').filter((text) => text.startsWith(`${kHeadings[host]}\n`))
      const commands = [...section.matchAll(/`(npx [^`]*AGENT_ACCESS_SECRET[^`]*)`/g)].map(([, command]) => command)
      assert.equal(commands.length, kPlayedHosts.includes(host) ? 1 : 0)
      for (const command of commands) assert.ok(project.printed.replaceAll(`${project.folder}/`, '').includes(`  ${command}\n`), command)
    })
    test('agents get everything, and people their pages', async () => {
      await using _ = await startHost(host, project)
      const base = `http://127.0.0.1:${project.port}`
      for (const [path, name] of Object.entries(kOwnPaths)) {
        const response = await fetch(base + path)
        assert.deepEqual([response.status, await response.text()], [200, kSite[name]], path)
      }
      const { code, stdout } = await runProgram(['try', '--json', base, '--config', join(project.folder, 'agents/agent-access.toml')])
      const { passed, failed } = JSON.parse(stdout)
      assert.deepEqual([code, failed], [0, 0], stdout)
      assert.ok(passed > 35, stdout)
    })
  })
}
