// A site that issues no tokens: access.enabled = false, and access.issuer, whose issuer is a service elsewhere. Served, exported, and as `try` sees it.
import assert from 'node:assert/strict'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { askFor } from '../support/mcp.mjs'
import { kTools } from '../support/published.mjs'
import { Program, freePort, renderConfig, runProgram, startServe, writeFiles } from '../support/server.mjs'
import { startStaticHost } from '../support/static_host.mjs'
import { assertError, call, challengeIn, post, register, requestToken } from '../support/steps.mjs'

const directory = temporaryFolder('access-modes')
const kSite = { tagline: 'Tides and boats', owner: { kind: 'person', name: 'Robin Example' }, profile_summary: 'Rates.' }
const kFaq = { questions: [{ question: 'Who is Robin Example?', answer: 'A fictional tide engineer.' }] }
const kFlow = ['/oauth/register', '/oauth/token', '/oauth/authorize', '/api/agent/full-profile', '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server', '/.well-known/openid-configuration', '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/api/agent/full-profile']

/** A folder with a configuration of these sections, and neither secret nor profile: { file, port, baseUrl }. */
async function makeSite(name, sections) {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const config = renderConfig({
    base_urls: [baseUrl], listen: { address: `127.0.0.1:${port}`, admin: '' }, limits: { requests: 0 }, ...sections,
  })
  await writeFiles(join(directory, name), { 'agent-access.toml': config, 'site.json': kSite, 'faq.json': kFaq })
  return { file: join(directory, name, 'agent-access.toml'), port, baseUrl }
}

async function serve({ file, port }) {
  const program = new Program(['serve', '--config', file])
  after(() => program.stop())
  await program.waitFor(port)
}

/** Exports the site: its folder, and what the command printed. */
async function exported({ file }, name) {
  const out = join(directory, name)
  const { code, output } = await runProgram(['export', '--config', file, out])
  assert.equal(code, 0, output)
  return { folder: join(out, '127.0.0.1'), output }
}

async function runTry(baseUrl) {
  const { code, output } = await runProgram(['try', baseUrl, '--json'])
  const report = JSON.parse(output)
  return { code, report, output, skipped: report.steps.filter(({ ok }) => ok === null) }
}

const open = await makeSite('open', { access: { enabled: false }, mcp: { enabled: true }, discovery: { ard: true, page_markdown: true } })
await serve(open)

describe('access.enabled = false', () => {
  test('endpoints, metadata, keys and the pages about them are unknown paths, without a challenge', async () => {
    for (const path of [...kFlow, '/auth.md', '/agent-access', '/agent-access.md', '/.well-known/oauth-protected-resource/mcp']) {
      for (const method of ['GET', 'POST']) {
        const answer = await call(`${open.baseUrl}${path}`, { method })
        assertError(answer, 404, 'not_found')
        assert.equal(challengeIn(answer), null, path)
      }
    }
  })

  test('pages, documents and the tools of MCP are there', async () => {
    for (const path of ['/', '/faq', '/contact', '/llms.txt', '/openapi.json', '/api/site.json', '/robots.txt', '/sitemap.xml']) {
      assert.equal((await fetch(`${open.baseUrl}${path}`)).status, 200, path)
    }
    const { json } = await askFor(open.baseUrl, 'tools/list')
    assert.deepEqual(json.result.tools.map(({ name }) => name), kTools.filter((name) => name !== 'get_full_profile'))
    for (const [method, params] of [['tools/call', { name: 'get_full_profile' }], ['resources/read', { uri: `${open.baseUrl}/api/agent/full-profile` }]]) {
      for (const headers of [{}, { Authorization: 'Bearer x' }]) {
        const refused = await askFor(open.baseUrl, method, params, headers)
        assert.deepEqual([refused.json.error.code, challengeIn(refused)], [-32602, null], refused.text)
      }
    }
  })

  test('MCP ignores a token, which no one here has issued', async () => {
    const { json } = await askFor(open.baseUrl, 'tools/call', { name: 'get_faq' }, { Authorization: 'Bearer x' })
    assert.equal(json.result.structuredContent.total, 1)
  })

  test('no file of the export names OAuth or the profile, and nothing that is printed a server', async () => {
    const plain = await makeSite('plain', { access: { enabled: false } })
    const { folder, output } = await exported(plain, 'plain-out')
    assert.match(output, /\nThe files are the whole site\.\n/)
    assert.doesNotMatch(output, /service|serve|oauth|token/i)
    for (const name of filled(await readdir(folder, { recursive: true }))) {
      if ((await stat(join(folder, name))).isDirectory()) continue
      assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /oauth|auth\.md|full.profile|extended profile|\/agent-access\b|client_secret/i, name)
    }
  })

  test('the browser tools are a module without the profile', async () => {
    const source = await (await fetch(`${open.baseUrl}/browser-tools.js`)).text()
    const file = join(directory, 'tools.mjs')
    await writeFile(file, source.replace('import.meta.url', JSON.stringify(`${open.baseUrl}/browser-tools.js`)))
    const { tools } = await import(file)
    assert.deepEqual(tools.map(({ name }) => name), kTools.filter((name) => name !== 'get_full_profile'))
    const { content } = await tools.find(({ name }) => name === 'get_faq').execute({})
    assert.equal(JSON.parse(content[0].text).total, 1)
  })

  test('check and keys say what is not needed', async () => {
    const checked = await runProgram(['check', '--config', open.file])
    assert.equal(checked.code, 0, checked.output)
    assert.match(checked.output, /access\.enabled = false, so there are no tokens; the secret, \[keys\] and the profile are not needed here/)
    const keys = await runProgram(['keys', '--config', open.file])
    assert.equal(keys.code, 1)
    assert.match(keys.output, /this service issues no tokens, so it has no keys/)
  })

  test('a reload takes tokens away and gives them back, with the same secret', async () => {
    const mcp = { enabled: true }
    await using server = await startServe({ settings: { mcp } })
    const client = await register(server.baseUrl)
    await server.writeConfig({ mcp, access: { enabled: false } })
    await server.program.reload()
    assertError(await requestToken(server.baseUrl, client), 404, 'not_found')
    await server.writeConfig({ mcp })
    await server.program.reload()
    assert.equal((await requestToken(server.baseUrl, client)).status, 200)
    assert.deepEqual(server.program.logged('secret_changed'), [])
  })

  test('without MCP a worker is refused, because files are enough', async () => {
    const { file } = await makeSite('files-are-enough', { access: { enabled: false } })
    const { code, output } = await runProgram(['export', '--config', file, '--worker', join(directory, 'worker-out')])
    assert.equal(code, 1)
    assert.match(output, /access\.enabled = false: this site has neither tokens nor an MCP endpoint of its own, so it needs no worker; export without --worker/)
  })

  test('with MCP a worker is exported for every host, and no printed step names a secret', async () => {
    for (const host of ['cloudflare', 'cloudflare-pages', 'netlify', 'vercel', 'deno', 'node']) {
      const { code, output } = await runProgram(['export', '--config', open.file, '--worker', '--host', host, join(directory, `worker-${host}`)])
      assert.equal(code, 0, output)
      assert.match(output, /\nNo secret is needed\. Now:\n/)
      assert.match(output, /\n {2}agent-access try http/)
      assert.doesNotMatch(output, /AGENT_ACCESS_SECRET|^ *$\n^ *$/m)
    }
  })

  test('init --no-access writes neither a secret nor a profile, and what it writes is served', async () => {
    const folder = join(directory, 'made')
    const made = await runProgram(['init', folder, '--base-url', `http://127.0.0.1:${await freePort()}`, '--no-access'])
    assert.equal(made.code, 0, made.output)
    assert.match(made.output, /no secret and no profile/)
    assert.deepEqual((await readdir(folder)).sort(), ['agent-access.toml', 'faq.json', 'faq.schema.json', 'site.json', 'site.schema.json'])
    const checked = await runProgram(['check', '--config', join(folder, 'agent-access.toml')])
    assert.equal(checked.code, 0, checked.output)
  })

  test('dev prints no steps for a token', async () => {
    const port = await freePort()
    await using program = new Program(['dev', '--listen', `127.0.0.1:${port}`], { AGENT_ACCESS_ACCESS_ENABLED: 'false' })
    await program.waitFor(port)
    assertError(await post(`http://127.0.0.1:${port}/oauth/register`), 404, 'not_found')
    assert.doesNotMatch(program.stdout, /curl .*oauth/)
  })

  test('try sees that there are no tokens, and says so: of the service, and of files on two kinds of host', async () => {
    const served = await runTry(open.baseUrl)
    assert.equal(served.code, 0, served.output)
    assert.deepEqual(served.skipped.map(({ name, detail }) => [name, detail]),
      [['Registration, token and profile', 'the site offers none: /api/site.json names no profile']])
    assert.equal(served.report.warnings, 0, served.output)
    for (const readsHeaders of [true, false]) {
      const site = await makeSite(`hosted-${readsHeaders}`, { access: { enabled: false } })
      const { folder } = await exported(site, `hosted-out-${readsHeaders}`)
      await using host = await startStaticHost(folder, { port: site.port, readsHeaders })
      const { code, report, output } = await runTry(site.baseUrl)
      assert.equal(code, 0, output)
      const warned = report.steps.filter(({ ok, remedy }) => ok && remedy !== '').map(({ name }) => name)
      assert.deepEqual(warned, readsHeaders ? [] : ['/.well-known/api-catalog', '/.well-known/ai-catalog.json', '/browser-tools.js'], output)
    }
  })
})

describe('access.issuer', async () => {
  const service = await startServe()
  after(() => service.stop())
  const elsewhere = await makeSite('elsewhere', { access: { issuer: service.baseUrl } })
  await serve(elsewhere)

  test('endpoints and metadata are unknown here', async () => {
    for (const path of kFlow) assertError(await call(`${elsewhere.baseUrl}${path}`), 404, 'not_found')
    assert.equal((await fetch(`${elsewhere.baseUrl}/auth.md`)).status, 200)
  })

  test('check says that secret and profile are not needed here', async () => {
    const { code, output } = await runProgram(['check', '--config', elsewhere.file])
    assert.equal(code, 0, output)
    assert.ok(output.includes(`tokens and the profile are at ${service.baseUrl}; the secret, [keys] and the profile are not needed here`), output)
  })

  test('try completes the flow at the issuer, from the service and from files', async () => {
    const served = await runTry(elsewhere.baseUrl)
    assert.deepEqual([served.code, served.report.warnings, served.report.skipped], [0, 0, 0], served.output)
    assert.ok(served.report.steps.some(({ name, ok }) => name === 'Profile with the token' && ok))
    const site = await makeSite('files', { access: { issuer: service.baseUrl } })
    const { folder, output } = await exported(site, 'files-out')
    assert.ok(output.includes(`The files are the whole site; agents register and read the profile at ${service.baseUrl}.\n`), output)
    await using host = await startStaticHost(folder, { port: site.port, readsHeaders: true })
    const hosted = await runTry(site.baseUrl)
    assert.deepEqual([hosted.code, hosted.report.warnings, hosted.report.skipped], [0, 0, 0], hosted.output)
  })

  test('a worker is refused here: the issuer is one', async () => {
    const { code, output } = await runProgram(['export', '--config', elsewhere.file, '--worker', join(directory, 'issuer-worker-out')])
    assert.equal(code, 1)
    assert.match(output, /access\.issuer: this site has neither tokens nor an MCP endpoint of its own, so it needs no worker/)
  })

  test('settings that contradict are refused with the remedy', async () => {
    const gates = [{ prefix: '/data/', title: 'Data', description: 'Tides.' }]
    for (const [sections, sentence] of [
      [{ access: { enabled: false }, gates }, /what \[\[gates\]\] declares needs tokens, and access\.enabled = false; remove these rows, or set it to true/],
      [{ access: { issuer: service.baseUrl }, gates }, /what \[\[gates\]\] declares is behind a token of access\.issuer; declare it in the configuration of the service there/],
      [{ access: { enabled: false, issuer: service.baseUrl } }, /access\.issuer: with access\.enabled = false no document names an issuer; remove one of the two/],
    ]) {
      const { file } = await makeSite('contradiction', sections)
      const { code, output } = await runProgram(['check', '--config', file])
      assert.equal(code, 1)
      assert.match(output, sentence)
    }
  })
})
