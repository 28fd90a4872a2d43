// The exported folder as each kind of host runs it: Node, Deno, and workerd, the runtime of Cloudflare Workers; and as their tools check it.
import assert from 'node:assert/strict'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { temporaryFolder } from '../support/folder.mjs'
import { fileURLToPath } from 'node:url'
import { startDaemon } from '../support/daemon.mjs'
import { accepts, freePort, run, runProgram } from '../support/server.mjs'
import { writeWorkerd } from '../support/workerd.mjs'

const folder = temporaryFolder('worker-hosts')
const [kDeno, kWrangler] = ['deno', 'wrangler'].map((name) => fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url)))

const kResume = {
  basics: { name: 'Kim Sample', label: 'Repairs clocks', summary: 'Works on tower clocks.', email: 'kim@example.com', location: { city: 'Port Example' } },
  work: [{ name: 'Example Clocks', position: 'Clockmaker', startDate: '2020-04' }],
}

/** The tools write into no home and report nothing. */
const kTools = { HOME: folder, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', WRANGLER_SEND_METRICS: 'false', CI: '1' }

/** The command that runs an export, with its environment. */
const kHosts = {
  node: { kind: 'node', command: ({ out }) => [process.execPath, join(out, 'server.mjs')] },
  deno: { kind: 'deno', command: ({ out }) => [kDeno, 'task', '--cwd', out, 'serve'] },
  workerd: { kind: 'cloudflare', command: ({ out, secrets, port }) => writeWorkerd({ out, secrets, host: '127.0.0.1', port }) },
}

/** Exports a new site for a kind of host: { port, site, out }. */
async function exportSite(kind) {
  const port = await freePort()
  const [site, out, resume] = ['site', 'out', 'resume.json'].map((name) => join(folder, String(port), name))
  await mkdir(join(folder, String(port)))
  await writeFile(resume, JSON.stringify(kResume))
  const run = async (...args) => {
    const { code, output } = await runProgram(args, { environment: { AGENT_ACCESS_MCP_ENABLED: 'true' } })
    assert.equal(code, 0, output)
  }
  await run('init', site, '--base-url', `http://127.0.0.1:${port}`, '--from', resume)
  await writeFile(join(site, 'profile.json'), JSON.stringify({ availability: 'Mornings, for clocks of towers' }))
  await run('export', '--config', join(site, 'agent-access.toml'), '--worker', '--host', kind, out)
  return { port, site, out }
}

async function startHost(name) {
  const { port, site, out } = await exportSite(kHosts[name].kind)
  const secrets = { AGENT_ACCESS_SECRET: await readFile(join(site, 'secret'), 'utf8') }
  const environment = { ...process.env, ...kTools, ...secrets, PORT: String(port), HOST: '127.0.0.1' }
  // With SIGKILL a program that starts the server would leave it.
  const options = { name: `${name} on port ${port}`, isReady: () => accepts(port), environment, atExit: 'SIGTERM' }
  const daemon = await startDaemon(kHosts[name].command({ out, secrets, port }), options)
  return { daemon, out, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => daemon.stop() }
}

for (const name of Object.keys(kHosts)) {
  describe(name, async () => {
    test('every step of try passes', async () => {
      await using host = await startHost(name)
      const { code, stdout } = await runProgram(['try', '--json', host.url])
      const { passed, failed, warnings, skipped } = JSON.parse(stdout)
      assert.deepEqual({ code, failed, warnings, skipped }, { code: 0, failed: 0, warnings: 0, skipped: 0 }, stdout)
      assert.ok(passed > 40, String(passed))
    })
    test('a client of MCP finds what the resume says', async () => {
      await using host = await startHost(name)
      const client = new Client({ name: 'Example client', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', host.url)))
      const { structuredContent } = await client.callTool({ name: 'search_content', arguments: { query: 'Where does she work?' } })
      await client.close()
      assert.ok(structuredContent.results.some(({ title }) => title === 'Clockmaker, Example Clocks'), JSON.stringify(structuredContent))
    })
    test('no file of the export is served by its name, but documents at their paths', async () => {
      await using host = await startHost(name)
      for (const entry of await readdir(host.out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const path = `/${relative(host.out, join(entry.parentPath, entry.name))}`
        for (const asked of [path, path.replace(/^\/public/, '')]) {
          const response = await fetch(new URL(asked, host.url))
          assert.equal(response.status, 404, asked)
          await response.text()
        }
      }
    })
  })
}

describe('tools of hosts, without a network', () => {
  test('wrangler deploy --dry-run bundles the module and finds the documents, the limit and no mistake', async () => {
    const { out } = await exportSite('cloudflare')
    const bundled = join(out, '../bundled')
    const { stdout, stderr } = await run(process.execPath, [kWrangler, 'deploy', '--dry-run', '--outdir', bundled], { cwd: out, env: { ...process.env, ...kTools } })
    assert.match(stdout, /env\.RATE_LIMITER \(\d+ requests\/60s\)/)
    assert.match(stdout, /env\.ASSETS/)
    assert.match(stdout, /^✨ Read \d+ files from the assets directory/m)
    assert.doesNotMatch(stdout + stderr, /WARNING|ERROR/)
    assert.ok((await readFile(join(bundled, 'worker.js'), 'utf8')).length > 50_000)
  })
  test('deno check finds every module', async () => {
    const { out } = await exportSite('deno')
    await run(kDeno, ['check', 'main.js'], { cwd: out, env: { ...process.env, ...kTools } })
  })
})
