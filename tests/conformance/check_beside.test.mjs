// `check --beside`: which paths the owner's site and the service have both, by her folder and by her address, and what to write about it; and what does not
// lead from her first pages to the service.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram, startServe, writeFiles } from '../support/server.mjs'

const server = await startServe({ settings: { content: { beside: true } } })
after(() => server.stop())

/** { code, lines of the report about the site beside, or another subject } with these settings of [content]. */
async function check(site, content = { beside: true }, about = 'beside') {
  await server.writeConfig({ content })
  const { code, output } = await runProgram(['check', '--config', server.configFile, '--beside', site, '--json'])
  return { code, output, lines: code === 2 ? [] : JSON.parse(output).results.filter(({ subject }) => subject === about).map(({ grade, text }) => `${grade} ${text}`) }
}

async function folderWith(name, ...files) {
  const folder = join(temporaryFolder('check-beside'), name)
  await writeFiles(folder, Object.fromEntries(files.map((file) => [file, 'Of the site.\n'])))
  return folder
}

/** A web server with `answer(path)`: { status, text, type, location } or undefined for 404. */
async function startSite(answer) {
  const site = createServer(({ url }, response) => {
    const { status = 200, text = 'Of the site.\n', type = 'text/plain', location } = answer(url) ?? { status: 404 }
    response.writeHead(status, { 'Content-Type': type, ...location && { Location: location } }).end(text)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  return { url: `http://127.0.0.1:${site.address().port}`, [Symbol.asyncDispose]: () => new Promise((closed) => { site.closeAllConnections(); site.close(closed) }) }
}

test('a folder without a path of the service is fine', async () => {
  const folder = await folderWith('other', 'index.html', 'about.html', 'robots.txt', 'api/hello', 'oauth/callback.html')
  const { code, lines } = await check(folder)
  assert.equal(code, 0)
  assert.equal(lines.length, 1)
  assert.match(lines[0], /^ok \S+\/other has none of the \d+ paths of this service$/)
})

test('documents in the folder are named with the setting that keeps them', async () => {
  const folder = await folderWith('documents', 'llms.txt', '.well-known/agent-card.json', 'index.html')
  const { code, lines } = await check(folder)
  assert.deepEqual([code, lines], [0, [
    `warn ${folder} has /.well-known/agent-card.json, /llms.txt, too; to keep yours, write keep_paths = ["/.well-known/agent-card.json", "/llms.txt"] in [content], else remove them there`,
  ]])
  assert.deepEqual((await check(folder, { beside: true, keep_paths: ['/llms.txt'] })).lines, [
    `warn ${folder} has /.well-known/agent-card.json, too; to keep yours, write keep_paths = ["/llms.txt", "/.well-known/agent-card.json"] in [content], else remove them there`,
  ])
  assert.match((await check(folder, { beside: true, keep_paths: ['/llms.txt', '/.well-known/agent-card.json'] })).lines.join(), /^ok /)
})

test('documents that an export has put into the folder are none of the site', async () => {
  const folder = temporaryFolder('check-beside-copied')
  await server.writeConfig({ content: { beside: true } })
  assert.equal((await runProgram(['export', '--config', server.configFile, folder])).code, 0)
  const site = join(folder, '127.0.0.1')
  assert.match((await check(site)).lines.join(), /^ok \S+ has none of the \d+ paths of this service$/)
  await writeFiles(site, { 'llms.txt': '# Of the site\n' })
  assert.deepEqual((await check(site)).lines.map((line) => line.split(', too')[0]), [`warn ${site} has /llms.txt`])
})

test('a path that must be here is a failure, also where a page is at it', async () => {
  const folder = await folderWith('endpoints', 'oauth/register/index.html', 'oauth/token.html', 'api/site.json')
  const { code, lines } = await check(folder)
  assert.deepEqual([code, lines], [1, [
    `fail ${folder} has /api/site.json, /oauth/register, /oauth/token, too, where this service must answer; remove them there, or give the service a host name of its own`,
  ]])
})

test('a kept document that the site does not have is named', async () => {
  const folder = await folderWith('missing', 'index.html')
  assert.equal((await check(folder, { beside: true, keep_paths: ['/llms.txt'] })).lines[0],
    `warn content.keep_paths: ${folder} does not have /llms.txt, which this service gives up and its documents name; remove it from keep_paths`)
})

test('an address is asked for each path', async () => {
  const kAnswers = { '/llms.txt': {}, '/openapi.json': { status: 302, location: '/api/openapi.json' }, '/auth.md': { status: 410 }, '/oauth/token': { status: 405 } }
  await using site = await startSite((path) => kAnswers[path])
  const { code, lines } = await check(site.url)
  assert.deepEqual([code, lines], [0, [
    `warn ${site.url} has /llms.txt, /openapi.json, too; to keep yours, write keep_paths = ["/llms.txt", "/openapi.json"] in [content], else remove them there`,
  ]])
})

test('an address that has one page for all paths has none of them, but another answer counts', async () => {
  await using site = await startSite((path) => ({ text: path === '/llms.txt' ? 'Mine.\n' : '<div id="app"></div>\n' }))
  const { lines } = await check(site.url)
  assert.equal(lines.length, 1)
  assert.match(lines[0], / has \/llms\.txt, too; /)
})

test('the answers of this service itself are no others', async () => {
  const { code, lines } = await check(server.baseUrl)
  assert.equal(code, 0)
  assert.match(lines.join(), /^ok \S+ has none of the \d+ paths of this service$/)
})

test('what is neither a folder nor an address, and a service with pages, are errors', async () => {
  const folder = await folderWith('pages', 'index.html')
  const missing = await check(join(folder, 'nowhere'))
  assert.deepEqual([missing.code, /--beside: there is no folder \S+\/nowhere; write that of your site, or its address with https:\/\//.test(missing.output)], [2, true], missing.output)
  const deep = await check('https://example.com/llms.txt')
  assert.deepEqual([deep.code, /--beside: write the address without a path: https:\/\/example\.com/.test(deep.output)], [2, true], deep.output)
  assert.deepEqual((await check(folder, {})).lines, ['fail content.beside = false, so this service has all paths; set it to true to compare'])
  const { code, lines } = await check('http://127.0.0.1:1')
  assert.equal(code, 1)
  assert.match(lines.join(), /^fail nothing listens at 127\.0\.0\.1:1/)
})

test('what does not lead from the first pages to the service is named, each with a line to paste', async () => {
  const kPages = { 'index.html': '<title>Boats</title>\n', 'llms.txt': '# Boats\n', 'robots.txt': 'User-agent: *\nDisallow: /private/\n' }
  const folder = join(temporaryFolder('check-beside'), 'first')
  await writeFiles(folder, kPages)
  await using site = await startSite((path) => {
    const name = path === '/' ? 'index.html' : path.slice(1)
    return name in kPages ? { text: kPages[name], type: path === '/' ? 'text/html' : 'text/plain' } : undefined
  })
  const content = { beside: true, keep_paths: ['/llms.txt', '/robots.txt'] }
  const expected = [
    'warn /: neither a Link field nor the page names the service, so agents that begin at / do not find it; add to its <head>: <link rel="api-catalog" href="/.well-known/api-catalog"> or send Link: </.well-known/api-catalog>; rel="api-catalog"',
    'warn /: the page does not load the browser tools (WebMCP), so agents in browsers do not have them; add to its <head>: <script type="module" src="/browser-tools.js"></script>',
    `warn /llms.txt: it never names /auth.md, so agents that read it do not learn of the extended profile; add the line: - [auth.md](${server.baseUrl}/auth.md): register, get a token, read the profile`,
    `warn /robots.txt: it does not say where the overview for agents is; add the line: # Overview for agents: ${server.baseUrl}/llms.txt`,
  ]
  for (const place of [folder, site.url]) assert.deepEqual((await check(place, content, 'first pages')).lines, expected, place)
  await writeFiles(folder, {
    'index.html': '<link rel="api-catalog" href="/.well-known/api-catalog"><script type="module" src="/browser-tools.js"></script>\n',
    'llms.txt': 'See /auth.md\n', 'robots.txt': '# Overview for agents: /llms.txt\nUser-agent: *\nDisallow:\n',
  })
  assert.deepEqual((await check(folder, content, 'first pages')).lines, ['ok they lead to the service'])
})
