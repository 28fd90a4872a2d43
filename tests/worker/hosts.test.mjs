// Where an export is deployed: the names and domains in the files of hosts are those of base_urls.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram } from '../support/server.mjs'

const folder = temporaryFolder('hosts')
let exports = 0

/** What `init` and `export` make for these addresses: { out, output }. */
async function exportFor(host, baseUrls) {
  const [site, out] = ['site', 'out'].map((name) => join(folder, `${name}${++exports}`))
  for (const args of [['init', site, ...baseUrls.flatMap((url) => ['--base-url', url])], ['export', '--config', join(site, 'agent-access.toml'), '--worker', '--host', host, out]]) {
    const { code, output, stdout } = await runProgram(args)
    assert.equal(code, 0, output)
    if (args[0] === 'export') return { out, stdout }
  }
}

/** Name, domains and workers_dev of wrangler.toml. */
async function wranglerOf(...baseUrls) {
  const text = await readFile(join((await exportFor('cloudflare', baseUrls)).out, 'wrangler.toml'), 'utf8')
  const [top] = text.split('\n[')
  return { name: /^name = "(.*)"$/m.exec(top)[1], domains: [...top.matchAll(/\{ pattern = "(.*)", custom_domain = true \}/g)].map(([, domain]) => domain), workersDev: /^workers_dev = true$/m.test(top), hasRoutes: /^routes = \[/m.test(top) }
}

test('a worker at NAME.ACCOUNT.workers.dev has that name and no route', async () => {
  assert.deepEqual(await wranglerOf('https://kim-agents.kim.workers.dev'), { name: 'kim-agents', domains: [], workersDev: false, hasRoutes: false })
})
test('names of the owner are custom domains', async () => {
  assert.deepEqual(await wranglerOf('https://example.com', 'https://www.example.com'), { name: 'example-com', domains: ['example.com', 'www.example.com'], workersDev: false, hasRoutes: true })
  assert.deepEqual(await wranglerOf('https://agents.example.com', 'https://kim.account.workers.dev'), { name: 'kim', domains: ['agents.example.com'], workersDev: true, hasRoutes: true })
})
test('addresses of this machine are no domains, and a name has at most 63 characters', async () => {
  assert.deepEqual(await wranglerOf('http://127.0.0.1:8787'), { name: '127-0-0-1', domains: [], workersDev: false, hasRoutes: false })
  assert.equal((await wranglerOf(`https://${'a'.repeat(60)}.example.com`)).name, `${'a'.repeat(60)}-ex`)
})
test('a project of Cloudflare Pages has the name of its address', async () => {
  const { stdout } = await exportFor('cloudflare-pages', ['https://kim.pages.dev'])
  assert.match(stdout, /pages deploy public --project-name kim\n/)
})
