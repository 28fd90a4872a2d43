// `try` where the service stands beside a site: what that site answers is no fault, and of its pages it says what does not lead to the service.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startChanger } from '../support/changer.mjs'
import { kDocumentTypes } from '../support/documents.mjs'
import { freePort, runProgram, startServe } from '../support/server.mjs'

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const kKept = ['/llms.txt', '/robots.txt']
const service = await startServe({ settings: { base_urls: [origin], content: { beside: true, keep_paths: kKept } } })
const kOurs = [...Object.keys(kDocumentTypes).filter((path) => !kKept.includes(path)), '/browser-tools.js', '/oauth/register', '/oauth/token', '/oauth/authorize', '/api/agent/full-profile']

/** The pages of the site: { path: [type, body] }. */
let site
const kPlain = {
  '/': ['text/html', '<!DOCTYPE html>\n<title>Boats</title>\n<h1>Boats</h1>\n'],
  '/llms.txt': ['text/plain', '# Boats\n\n- [Home](/): about boats\n'],
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /private/\n'],
}

/** What the site says of a path that it does not have. */
let unknown = ['text/html', '<h1>This page does not exist</h1>']

const answer = (request, reply) => {
  const isForeign = request.headers.host.startsWith('foreign')
  if (!isForeign && kOurs.includes(request.url)) return
  const [type, body] = isForeign ? ['text/html', `<h1>${request.headers.host} is not served here</h1>`] : site[request.url] ?? unknown
  Object.assign(reply, { status: isForeign || !(request.url in site) ? 404 : 200, headers: { 'content-type': type }, body })
}
const front = await startChanger({ listen: port, port: () => service.port, change: () => ({ answer }) })
after(async () => { front.close(); await service.stop() })

/** { code, failed, warned, passed }: the names of the steps, with what is said of each. */
async function runTry(pages, ...options) {
  site = pages
  const { code, stdout } = await runProgram(['try', origin, '--json', ...options])
  const { steps } = JSON.parse(stdout)
  const named = (isWanted, text) => Object.fromEntries(steps.filter(isWanted).map((step) => [step.name, text(step)]))
  return {
    code,
    failed: named(({ ok }) => ok === false, ({ detail }) => detail),
    warned: named(({ ok, remedy }) => ok && remedy !== '', ({ remedy }) => remedy),
    passed: named(({ ok, remedy, detail }) => ok && remedy === '' && detail !== '', ({ detail }) => detail),
  }
}

const kLines = {
  '/ leads to the service': 'add to its <head>: <link rel="api-catalog" href="/.well-known/api-catalog"> or send Link: </.well-known/api-catalog>; rel="api-catalog"',
  '/ loads the browser tools': 'add to its <head>: <script type="module" src="/browser-tools.js"></script>',
  '/llms.txt leads to the service': `add the line: - [auth.md](${origin}/auth.md): register, get a token, read the profile`,
  '/robots.txt leads to the service': `add the line: # Overview for agents: ${origin}/llms.txt`,
}

test('by what answers: pages of the site are no failure, and what does not lead to the service has a line to paste', async () => {
  const { code, failed, warned, passed } = await runTry(kPlain)
  assert.deepEqual([code, failed], [0, {}])
  assert.deepEqual(warned, { 'Unknown path is not found': 'right beside a site (content.beside = true); else pass everything below /api/agent/ to the service', ...kLines })
  assert.deepEqual(passed, { 'Foreign Host is refused': 'a proxy responds to unknown names itself: 404', '/llms.txt': "the site's own" })
})

test('by the configuration: the 404 of the site is right', async () => {
  const { code, failed, warned, passed } = await runTry(kPlain, '--config', service.configFile)
  assert.deepEqual([code, failed, warned], [0, {}, kLines])
  assert.deepEqual(passed, {
    'Unknown path is not found': 'the site answers unknown paths itself: 404', 'Foreign Host is refused': 'a proxy responds to unknown names itself: 404',
    '/llms.txt': "the site's own",
  })
})

test('so is one in JSON, which is not that of the service', async () => {
  unknown = ['application/json', '{"message":"Route not found","error":"Not Found","statusCode":404}']
  const [{ code, failed, warned }, { passed }] = [await runTry(kPlain), await runTry(kPlain, '--config', service.configFile)]
  assert.deepEqual([code, failed], [0, {}])
  assert.match(warned['Unknown path is not found'], /^right beside a site/)
  assert.equal(passed['Unknown path is not found'], 'the site answers unknown paths itself: 404')
})

test('by the configuration: a site with its home page at every path is warned of', async () => {
  const everywhere = new Proxy(kPlain, { get: (pages, path) => pages[path] ?? pages['/'], has: () => true })
  const { code, failed, warned } = await runTry(everywhere, '--config', service.configFile)
  assert.deepEqual([code, failed], [0, {}])
  assert.deepEqual(warned, { 'Unknown path is not found': 'let the host answer 404 there, so that agents notice a wrong address', ...kLines })
  assert.deepEqual((await runTry(everywhere)).failed, { 'Unknown path is not found': 'expected 404 not_found, got 200' })
  assert.match((await runProgram(['try', origin])).stdout, /has a page at every path, name the configuration with --config/)
})

test('after the lines are pasted nothing is left to say', async () => {
  const [link, script, llms, robots] = Object.values(kLines).map((remedy) => remedy.replace(/^add [^:]*: /, '').replace(/ or send Link.*/, ''))
  const pages = {
    '/': ['text/html', kPlain['/'][1].replace('<h1>', `${link}${script}\n<h1>`)],
    '/llms.txt': ['text/plain', `${kPlain['/llms.txt'][1]}${llms}\n`],
    '/robots.txt': ['text/plain', `${robots}\n${kPlain['/robots.txt'][1]}`],
  }
  const { code, failed, warned } = await runTry(pages, '--config', service.configFile)
  assert.deepEqual([code, failed, warned], [0, {}, {}])
})

test('a kept document that the site does not have is a warning, and so is one that the service answers', async () => {
  const { '/llms.txt': _, ...others } = kPlain
  const gone = await runTry(others, '--config', service.configFile)
  assert.equal(gone.warned['/llms.txt'], 'publish it in the site, or take the path out of content.keep_paths')
  await using later = await startServe({ settings: { base_urls: [origin], content: { beside: true, keep_paths: ['/openapi.json'] } } })
  const both = await runTry(kPlain, '--config', later.configFile)
  assert.equal(both.warned['/openapi.json'], 'reload the service, or export and deploy again')
})

test('a page where the service must answer is a failure', async () => {
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/jwks.json', '/api/agent/full-profile']) {
    const place = kOurs.indexOf(path)
    kOurs.splice(place, 1)
    const { code } = await runTry({ ...kPlain, [path]: ['text/html', '<h1>Boats</h1>'] }, '--config', service.configFile)
    kOurs.splice(place, 0, path)
    assert.equal(code, 1, path)
  }
})

test('a wrong configuration, and a path behind the host, are named', async () => {
  const wrong = await runProgram(['try', origin, '--config', '/no/such/file.toml'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.output, /^agent-access: .*\/no\/such\/file\.toml/)
  site = kPlain
  const { output } = await runProgram(['try', `${origin}/repo`, '--only', 'discovery'])
  assert.match(output, /^agent-access: the path \/repo is left out, because agents look for documents at the root of a host\n/m)
})
