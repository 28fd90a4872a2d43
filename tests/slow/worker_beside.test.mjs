// The printed steps in the project of a site, as tools of hosts run it here: the site alone, then with the service beside it. Its own pages are the same bytes.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startDaemon } from '../support/daemon.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { kOwnFileRequests, kOwnRequests, kSiteFiles, ownSite } from '../support/owned_site.mjs'
import { accepts, freePort, runProgram, writeFiles } from '../support/server.mjs'

const folder = temporaryFolder('worker-beside')
const [kDeno, kWrangler] = ['deno', 'wrangler'].map((name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url)))
/** The tools write into no home and report nothing. */
const kTools = { HOME: folder, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', WRANGLER_SEND_METRICS: 'false', CI: '1' }
const kWranglerToml = 'name = "example"\ncompatibility_date = "2026-10-01"\n'
const kOwnFunction = "export const onRequest = async ({ request }) => new Response(JSON.stringify({ hello: await request.text() }), { headers: { 'X-Site': 'own' } })\n"

/** A project with the folder `dist` of its site, and a service for its address: { project, port, url, run(host), secret }. */
async function makeProject(name, files) {
  const [project, agents] = ['project', 'agents'].map((part) => join(folder, name, part))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await writeFiles(project, { ...Object.fromEntries(Object.entries(kSiteFiles).map(([file, text]) => [`dist/${file}`, text])), ...files })
  const run = async (...args) => {
    const { code, output, stdout } = await runProgram(args, { environment: { AGENT_ACCESS_CONTENT_BESIDE: 'true', AGENT_ACCESS_MCP_ENABLED: 'true' } })
    assert.equal(code, 0, output)
    return stdout
  }
  await run('init', agents, '--base-url', url)
  await writeFile(join(agents, 'profile.json'), JSON.stringify({ availability: 'Mornings, for clocks of towers' }))
  const exportFor = (host) => run('export', '--config', join(agents, 'agent-access.toml'), '--worker', '--host', host, join(project, 'agent-access'))
  return { project, port, url, exportFor, secret: (await readFile(join(agents, 'secret'), 'utf8')).trim() }
}

async function start({ project, port, url }, command, environment = {}) {
  const isReady = async () => await accepts(port) && (await fetch(url).catch(() => null)) !== null
  return startDaemon(command, { name: `${basename(command[0])} on port ${port}`, isReady, environment: { ...process.env, ...kTools, PWD: project, ...environment }, atExit: 'SIGTERM' })
}

/** What a client sees of the site's own paths: statuses, types and bytes. */
async function ownResponses(url, requests) {
  const seen = []
  for (const [method, target, body] of requests) {
    const response = await fetch(url + target, { method, body, redirect: 'manual' })
    seen.push([method, target, response.status, response.headers.get('content-type'), response.headers.get('location'), await response.text()])
  }
  return seen
}

/** The site has a page of its own at unknown paths. */
const kOfSite = ['Unknown path is not found']
async function assertTried(url) {
  const { stdout } = await runProgram(['try', '--json', url])
  const { passed, steps } = JSON.parse(stdout)
  assert.deepEqual(steps.filter(({ ok, name }) => !ok && !kOfSite.includes(name)), [])
  assert.ok(passed > 40, String(passed))
}

describe('wrangler dev', () => {
  test('the lines in wrangler.toml leave every page as it was, and try passes', async () => {
    const site = await makeProject('cloudflare', { 'wrangler.toml': `${kWranglerToml}[assets]\ndirectory = "dist"\n` })
    const dev = [process.execPath, kWrangler, 'dev', '--cwd', site.project, '--ip', '127.0.0.1', '--port', String(site.port), '--inspector-port', '0', '--show-interactive-dev-session=false']
    const before = await start(site, dev)
    const own = await ownResponses(site.url, kOwnFileRequests)
    await before.stop()
    const printed = await site.exportFor('cloudflare')
    const [main] = /^main = .*$/m.exec(printed)
    const [, assets] = /^\[assets\]\n(binding = .*\nrun_worker_first = .*\n)/m.exec(printed)
    const limiter = /^\[\[ratelimits\]\]\n(?:\w+ = .*\n)+/m.exec(printed)[0]
    await writeFile(join(site.project, 'wrangler.toml'), `${main}\n${kWranglerToml}[assets]\ndirectory = "dist"\n${assets}${limiter}`)
    await writeFile(join(site.project, '.dev.vars'), `AGENT_ACCESS_SECRET=${site.secret}\n`)
    const beside = await start(site, dev)
    after(() => beside.stop())
    assert.deepEqual(await ownResponses(site.url, kOwnFileRequests), own)
    await assertTried(site.url)
  })
})

describe('wrangler pages dev', () => {
  test('the line in functions/ and the rules leave pages and functions as they were, and try passes', async () => {
    const site = await makeProject('pages', { 'functions/api/hello.js': kOwnFunction, 'functions/oauth/callback.js': kOwnFunction })
    const dev = [process.execPath, kWrangler, 'pages', 'dev', 'dist', '--cwd', site.project, '--ip', '127.0.0.1', '--port', String(site.port), '--inspector-port', '0', '--compatibility-date', '2026-10-01', '--show-interactive-dev-session=false']
    const before = await start(site, dev)
    const own = await ownResponses(site.url, kOwnRequests)
    await before.stop()
    const [line] = /^export \{ onRequest \} from .*$/m.exec(await site.exportFor('cloudflare-pages'))
    const rules = JSON.parse(await readFile(join(site.project, 'agent-access/_routes.json'), 'utf8'))
    await writeFiles(site.project, {
      'functions/_middleware.js': `${line}\n`, '.dev.vars': `AGENT_ACCESS_SECRET=${site.secret}\n`,
      'dist/_routes.json': { ...rules, include: [...rules.include, '/api/hello', '/oauth/callback'] },
    })
    const beside = await start(site, dev)
    after(() => beside.stop())
    assert.deepEqual(await ownResponses(site.url, kOwnRequests), own)
    await assertTried(site.url)
  })
})

describe('deno', () => {
  const command = (site) => [kDeno, 'task', '--cwd', join(site.project, 'agent-access'), 'serve']
  const environment = (site) => ({ AGENT_ACCESS_SECRET: site.secret, PORT: String(site.port) })

  test('a server beside it answers as before, and try passes', async () => {
    const site = await makeProject('deno', {})
    const upstream = createServer(ownSite).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    after(() => upstream.close())
    const address = `http://127.0.0.1:${upstream.address().port}`
    await site.exportFor('deno')
    const beside = await start(site, command(site), { ...environment(site), UPSTREAM: address })
    after(() => beside.stop())
    assert.deepEqual(await ownResponses(site.url, kOwnRequests), await ownResponses(address, kOwnRequests))
    await assertTried(site.url)
  })
  test('a folder beside it is served', async () => {
    const site = await makeProject('deno-folder', {})
    await site.exportFor('deno')
    const beside = await start(site, command(site), { ...environment(site), SITE: join(site.project, 'dist') })
    after(() => beside.stop())
    for (const [path, name] of [['/', 'index.html'], ['/about', 'about.html'], ['/robots.txt', 'robots.txt'], ['/notes/', 'notes/index.html']]) {
      const response = await fetch(site.url + path)
      assert.deepEqual([response.status, await response.text()], [200, kSiteFiles[name]], path)
    }
    assert.equal((await fetch(`${site.url}/llms.txt`)).status, 200)
  })
})
