// The owner's content: site.json, faq.json, the folder of own files, content.pages, and what `check` reports.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { runProgram, startDev, startServe, until, writeFiles } from '../support/server.mjs'
import { assertError, call, readProfile, register, token } from '../support/steps.mjs'

const kOldTitle = 'Quiet buoys of an invented sea'
const kNewTitle = 'Loud buoys of an invented lake'
const kMarkdown = { headers: { Accept: 'text/markdown' } }

const siteOf = (title) => ({
  $schema: './site.schema.json',
  title: 'Robin Example',
  tagline: 'Listening to invented oceans',
  owner: { kind: 'person', name: 'Robin Example', x_shoe_size: 43 },
  contact: { email: 'robin@example.com' },
  publications: [{ slug: 'buoys', title, date: '2033-09', x_pages: [1, 2] }],
  x_favourite_colour: { name: 'sea green', exact: 1.5 },
})
const kFaq = { questions: [{ question: 'Is all of this fiction?', answer: 'All of it is invented.' }] }
const kFiles = { 'site.json': siteOf(kOldTitle), 'faq.json': kFaq }

/** Documents that contain the title of a publication: path and Accept. */
const kShows = [
  ['/api/site.json'], ['/llms.txt'], ['/llms-full.txt'], ['/'], ['/', kMarkdown], ['/publications'], ['/publications', kMarkdown],
  ['/publications/buoys'], ['/publications/buoys', kMarkdown], ['/AGENTS.md'], ['/browser-tools.js'],
]
const kMustShow = ['/api/site.json', '/llms-full.txt']

async function withServer(options, use) {
  await using server = await startServe({ settings: { listen: { threads: 1 } }, ...options })
  await use(server)
}

const read = async (server, path, options) => (await call(server.baseUrl + path, options)).text
const profileLines = (server) => server.program.logged('access').filter(({ route }) => route === 'profile')

async function showing(server, title) {
  const shown = []
  for (const [path, options] of kShows) {
    if ((await read(server, path, options)).includes(title)) shown.push(`${path} ${options?.headers.Accept ?? ''}`.trim())
  }
  return shown
}

test('one changed title changes every document that shows it', async () => {
  await withServer({ files: kFiles }, async (server) => {
    const before = await showing(server, kOldTitle)
    for (const path of kMustShow) assert.ok(before.includes(path), `${path} does not show the title`)
    await writeFiles(server.directory, { 'site.json': siteOf(kNewTitle) })
    await server.program.reload()
    await until(async () => (await read(server, '/api/site.json')).includes(kNewTitle), 'the new title')
    assert.deepEqual(await showing(server, kNewTitle), before)
    assert.deepEqual(await showing(server, kOldTitle), [])
  })
})

test('a reload of content keeps all cached tokens, and new keys remove all of them', async () => {
  await withServer({ files: kFiles }, async (server) => {
    const jwt = await token(server.baseUrl, await register(server.baseUrl))
    /** Status of the profile, and whether the token was verified for it: only then the line in the log has a key id. */
    const profile = async () => {
      const before = profileLines(server).length
      const { status } = await readProfile(server.baseUrl, jwt)
      await until(() => profileLines(server).length > before, 'a line in the log')
      return { status, verified: (profileLines(server).at(-1).kid ?? '') !== '' }
    }
    assert.deepEqual(await profile(), { status: 200, verified: false }) // it was cached when it was issued
    await writeFiles(server.directory, { 'site.json': siteOf(kNewTitle) })
    await server.program.reload()
    await until(async () => (await read(server, '/api/site.json')).includes(kNewTitle), 'the new title')
    assert.deepEqual(await profile(), { status: 200, verified: false })
    await server.writeConfig({ base_urls: [server.otherBaseUrl, server.baseUrl] })
    await server.program.reload()
    await until(async () => (await profile()).verified, 'the token to be verified anew')
    assert.deepEqual(await profile(), { status: 200, verified: false })
    await server.writeConfig({ keys: { generation: 2 } })
    await server.program.reload()
    await until(async () => (await profile()).status === 401, 'the end of the token')
  })
})

test('an invalid site.json changes nothing and is logged with file, line and member', async () => {
  await withServer({ files: kFiles }, async (server) => {
    const before = await read(server, '/api/site.json')
    const broken = JSON.stringify(siteOf(kNewTitle), null, 2).replace('"2033-09"', '"September"')
    const line = broken.split('\n').findIndex((text) => text.includes('September')) + 1
    await writeFiles(server.directory, { 'site.json': broken })
    const failure = JSON.stringify(await server.program.reload('reload_failed'))
    assert.ok(failure.includes(`${server.path('site.json')}:${line}: publications[0].date: `), failure)
    assert.equal(await read(server, '/api/site.json'), before)
    await writeFiles(server.directory, { 'site.json': siteOf(kNewTitle) })
    await server.program.reload()
    await until(async () => (await read(server, '/api/site.json')).includes(kNewTitle), 'the new title')
  })
})

test('unknown members are published unchanged', async () => {
  await withServer({ files: kFiles }, async (server) => {
    const { json } = await call(`${server.baseUrl}/api/site.json`)
    assert.deepEqual(json.x_favourite_colour, { name: 'sea green', exact: 1.5 })
    assert.deepEqual(json.publications[0].x_pages, [1, 2])
    assert.equal(json.owner.x_shoe_size, 43)
    assert.equal(json.$schema, undefined)
  })
})

test('without site.json the site has the name of its host, and the log reports it', async () => {
  await withServer({}, async (server) => {
    const { json } = await call(`${server.baseUrl}/api/site.json`)
    assert.equal(json.title, '127.0.0.1')
    await until(() => server.program.logged('warning').length > 0, 'the warning')
    assert.match(JSON.stringify(server.program.logged('warning')[0]), /content\.site: there is no .*site\.json/)
  })
})

test('own files are served with media type, ETag and 304', async () => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const files = {
    ...kFiles,
    'public/pictures/a boat.svg': picture,
    'public/about.html': '<!doctype html><title>About</title>',
    'public/blog/index.html': '<!doctype html><title>Blog</title>',
    'public/.well-known/security.txt': 'Contact: mailto:robin@example.com\n',
    'public/.env': 'PASSWORD=example',
    'public/.git/config': '[core]',
  }
  await withServer({ files }, async (server) => {
    const url = `${server.baseUrl}/pictures/a%20boat.svg`
    const first = await call(url)
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('content-type'), 'image/svg+xml')
    assert.equal(first.text, picture)
    const again = await call(url, { headers: { 'If-None-Match': first.headers.get('etag') } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    assert.equal(again.headers.get('etag'), first.headers.get('etag'))
    for (const path of ['/about', '/about.html', '/blog/', '/blog/index.html']) {
      const page = await call(server.baseUrl + path)
      assert.match(page.headers.get('content-type'), /^text\/html; ?charset=utf-8$/i, path)
      assert.match(page.text, path.startsWith('/about') ? /About/ : /Blog/)
    }
    const contact = await call(`${server.baseUrl}/.well-known/security.txt`)
    assert.deepEqual([contact.status, contact.headers.get('content-type'), contact.text], [200, 'text/plain; charset=utf-8', files['public/.well-known/security.txt']])
    for (const path of ['/.env', '/.git/config', '/site.json', '/profile.json', '/secret', '/public/about.html']) {
      assertError(await call(server.baseUrl + path), 404, 'not_found')
    }
  })
})

const kBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }

test('an own file is found in every spelling of its address, and no other file in its place', async () => {
  const files = {
    ...kFiles, 'public/日本.txt': 'Japan', 'public/report (1).txt': 'report', 'public/tilde~x.txt': 'tilde', 'public/list[1].txt': 'list', 'public/100%.txt': 'hundred', 'public/a%2Fb.txt': 'percent',
    'public/a/b.txt': 'slash', 'public/a;b.txt': 'semicolon', 'public/a.txt': 'a', 'public/ü x/index.html': '<title>U</title>',
  }
  const spellings = {
    Japan: ['/%E6%97%A5%E6%9C%AC.txt', '/%e6%97%a5%e6%9c%ac.txt', '/%E6%97%a5%E6%9C%AC%2Etxt'],
    report: ['/report%20(1).txt', '/report%20%281%29.txt', '/%72eport%20(1%29.txt'],
    tilde: ['/tilde~x.txt', '/tilde%7Ex.txt', '/tilde%7ex.txt'],
    list: ['/list%5B1%5D.txt', '/list%5b1%5d.txt', '/list[1].txt'],
    hundred: ['/100%25.txt'],
    percent: ['/a%252Fb.txt'],
    slash: ['/a/b.txt', '/%61/b.txt'],
    semicolon: ['/a;b.txt', '/a%3Bb.txt', '/a%3bb.txt'],
    a: ['/a.txt', '/%61.txt'],
  }
  await withServer({ files }, async (server) => {
    const get = async (target) => (await exchangeOne(request('GET', target, { port: server.port }), { port: server.port })).answer
    for (const [text, targets] of Object.entries(spellings)) {
      for (const target of targets) {
        const answer = await get(target)
        assert.deepEqual([target, answer.status, answer.body.toString()], [target, 200, text])
      }
    }
    for (const target of ['/a%2Fb.txt', '/a%2fb.txt', '/a.txt%00', '/%61.txt%00', '/x/../a.txt', '/x/%2e%2e/a.txt', '/%2e/%61.txt', '/100%.txt', '/a%252fb.txt', '/a.txt%', '/a%5Cb.txt', '/a\\b.txt', '//x/a.txt']) {
      assert.equal((await get(target)).status, 404, target)
    }
    assert.equal((await get('/%c3%bc%20x')).headers.location, '/%C3%BC%20x/')
    assert.equal((await get('/llms%2Etxt')).status, 200)
  })
})

test('own files whose names differ by case are two files', async () => {
  await withServer({ files: { ...kFiles, 'public/a.txt': 'a', 'public/A.txt': 'A' } }, async (server) => {
    for (const [path, text] of [['/a.txt', 'a'], ['/%61.txt', 'a'], ['/A.txt', 'A'], ['/%41.txt', 'A']]) assert.equal(await read(server, path), text, path)
  })
})

test('a folder of the owner is found without its slash, and nothing else is redirected', async () => {
  const files = { ...kFiles, 'public/blog/index.html': '<!doctype html><title>Blog</title>', 'public/docs/a.html': '<title>A</title>' }
  await withServer({ files }, async (server) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await call(`${server.baseUrl}/blog?next=//evil.test`, { method, redirect: 'manual' })
      assert.deepEqual([status, headers.get('location'), text], [301, '/blog/', ''], method)
    }
    assert.match(await read(server, '/blog', { redirect: 'follow' }), /<title>Blog<\/title>/)
    for (const path of ['/docs', '/docs/', '/publications/buoys/x']) {
      assertError(await call(server.baseUrl + path, { redirect: 'manual' }), 404, 'not_found')
    }
    assertError(await call(`${server.baseUrl}/blog`, { method: 'POST', redirect: 'manual' }), 404, 'not_found')
  })
})

/** 404 with HTML, as a browser gets it. Not with `call`, which requires JSON. */
async function assertPage(server, path, pattern) {
  for (const more of [{}, { 'If-None-Match': '*' }]) {
    const response = await fetch(`${server.baseUrl}${path}?<script>evil`, { headers: { ...kBrowser.headers, ...more } })
    const fields = ['content-type', 'cache-control', 'vary', 'etag'].map((name) => response.headers.get(name))
    assert.deepEqual([response.status, ...fields], [404, 'text/html; charset=utf-8', 'no-store', 'Accept, Accept-Encoding', null], path)
    const text = await response.text()
    assert.match(text, pattern)
    assert.doesNotMatch(text, /evil/)
  }
}

async function assertJsonForPrograms(server) {
  for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/markdown, text/html;q=0.9' }, { Accept: 'application/json, text/html' }]) {
    assertError(await call(`${server.baseUrl}/nothing`, { headers }), 404, 'not_found')
  }
  for (const path of ['/api', '/api/', '/api/nothing', '/oauth', '/oauth/nothing', '/.well-known', '/.well-known/nothing']) {
    assertError(await call(server.baseUrl + path, kBrowser), 404, 'not_found')
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) assertError(await call(`${server.baseUrl}/nothing`, { method, ...kBrowser }), 404, 'not_found')
}

test('without a page for unknown paths everybody gets JSON', async () => {
  await withServer({ files: kFiles }, async (server) => {
    assertError(await call(`${server.baseUrl}/nothing`, kBrowser), 404, 'not_found')
    assertError(await call(`${server.baseUrl}/404.html`, kBrowser), 404, 'not_found')
  })
})

test('content.not_found_page shows people a page at unknown paths, and programs get JSON', async () => {
  const settings = { listen: { threads: 1 }, content: { not_found_page: true } }
  await withServer({ files: { ...kFiles, 'site.json': { ...siteOf(kOldTitle), language: 'it' } }, settings }, async (server) => {
    for (const path of ['/nothing', '/apix', '/oauth2', '/.well-known-x', '/API/x']) await assertPage(server, path, /<h1>Pagina non trovata<\/h1>/)
    await assertJsonForPrograms(server)
    assert.doesNotMatch(await read(server, '/sitemap.xml'), /404/)
  })
})

test('a 404.html of the owner is the page for unknown paths', async () => {
  const files = { ...kFiles, 'public/404.html': '<!doctype html><title>Lost</title><script>1</script>' }
  await withServer({ files }, async (server) => {
    await assertPage(server, '/nothing/at/all', /^<!doctype html><title>Lost<\/title>/)
    await assertJsonForPrograms(server)
    await server.writeConfig({ listen: { threads: 1 }, content: { not_found_page: true } })
    await server.program.reload()
    await assertPage(server, '/nothing', /<title>Lost<\/title>/)
    await rm(server.path('public/404.html'))
    await server.program.reload()
    await until(async () => (await (await fetch(`${server.baseUrl}/nothing`, kBrowser)).text()).includes('Page not found'), 'the generated page')
  })
})

test('design and labels change the pages and are not published as data', async () => {
  const site = { ...siteOf(kOldTitle), language: 'de', design: { accent: '#7a2e4d', logo: '/logo.svg' }, labels: { cv_title: 'Vita', about: 'Über mich' } }
  await withServer({ files: { ...kFiles, 'site.json': site, 'public/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' } }, async (server) => {
    assert.match(await read(server, '/contact'), /<h1>Kontakt<\/h1>/)
    assert.match(await read(server, '/'), /<img src="\/logo\.svg" alt="" height="28">/)
    assert.match(await read(server, '/assets/site.css'), /--accent: #7a2e4d;/)
    const { json } = await call(`${server.baseUrl}/api/site.json`)
    assert.deepEqual([json.design, json.labels], [undefined, undefined])
    assert.equal(json.pages.find(({ slug }) => slug === 'contact').title, 'Kontakt')
  })
})

test('an own file replaces the generated document, which returns when the file is removed', async () => {
  await withServer({ files: { ...kFiles, 'public/auth.md': '# My own door\n' } }, async (server) => {
    const own = await call(`${server.baseUrl}/auth.md`)
    assert.equal(own.text, '# My own door\n')
    assert.match(own.headers.get('content-type'), /^text\/markdown/)
    await rm(server.path('public/auth.md'))
    await server.program.reload()
    await until(async () => (await read(server, '/auth.md')).includes('/oauth/register'), 'the generated auth.md')
  })
})

test('robots.txt has exactly the content signals that the owner has set', async () => {
  for (const [robots, expected] of [
    [{}, ['Disallow:']], [{ training: 'no' }, ['Content-Signal: ai-train=no', 'Content-Usage: train-ai=n', 'Disallow:']],
    [{ search: 'yes', input: 'no', training: 'no' }, ['Content-Signal: search=yes, ai-input=no, ai-train=no', 'Content-Usage: search=y, train-ai=n', 'Disallow:']],
    [{ input: 'no', use: 'reference' }, ['Content-Signal: ai-input=no, use=reference', 'Disallow:']],
  ]) {
    await withServer({ settings: { robots } }, async (server) => {
      assert.deepEqual((await read(server, '/robots.txt')).split('\n').filter((line) => /^(Content-Signal|Content-Usage|Allow|Disallow)/.test(line)), expected)
    })
  }
})

test('an own robots.txt is served unchanged, and check says where [robots] has no effect', async () => {
  const kRobots = 'User-agent: *\nDisallow: /drafts/\n'
  const said = async (server) => (await runProgram(['check', '--config', server.configFile])).output
  await withServer({ files: { ...kFiles, 'public/robots.txt': kRobots }, settings: { robots: { training: 'yes' } } }, async (server) => {
    assert.equal(await read(server, '/robots.txt'), kRobots)
    assert.match(await said(server), /\[robots\] has no effect, because content\.root contains a robots\.txt/)
  })
  await withServer({ settings: { content: { pages: false }, robots: { training: 'no' } } }, async (server) => {
    assert.match(await said(server), /\[robots\] has no effect with content\.pages = false; write a Content-Signal line into your own robots\.txt instead/)
  })
})

test('an own page replaces a generated one, in every form', async () => {
  await withServer({ files: { ...kFiles, 'public/index.html': '<!doctype html><title>Mine</title>' } }, async (server) => {
    for (const options of [{}, kMarkdown]) assert.match(await read(server, '/', options), /<title>Mine<\/title>/)
    assert.match((await fetch(server.baseUrl)).headers.get('link'), /^<\/\.well-known\/api-catalog>; rel="api-catalog", .*<\/auth\.md>; rel="service-doc"/)
  })
})

test('content.pages = false disables the pages and removes every link to them', async () => {
  const settings = { listen: { threads: 1 }, content: { pages: false } }
  await withServer({ files: kFiles, settings }, async (server) => {
    for (const path of ['/publications', '/publications/buoys', '/faq', '/contact', '/agent-access', '/assets/site.css', '/sitemap.xml', '/robots.txt']) {
      assertError(await call(server.baseUrl + path), 404, 'not_found')
    }
    for (const path of ['/api/site.json', '/llms.txt', '/llms-full.txt', '/AGENTS.md', '/.well-known/agent-card.json']) {
      const { status, text } = await call(server.baseUrl + path)
      assert.equal(status, 200, path)
      assert.doesNotMatch(text, /127\.0\.0\.1:\d+\/(publications|faq|contact|agent-access|sitemap)/, path)
    }
    assert.equal((await call(`${server.baseUrl}/browser-tools.js`)).status, 200)
    await server.writeConfig({ listen: { threads: 1 }, content: { pages: true } })
    await server.program.reload()
    await until(async () => (await call(`${server.baseUrl}/agent-access`)).status === 200, 'the page')
  })
})

test('plain dev serves the example and nothing of the working directory', async () => {
  await using server = await startDev()
  const { json } = await call(`${server.baseUrl}/api/site.json`)
  assert.equal(json.owner.name, 'Robin Example')
  assert.ok(json.publications.length > 1)
  await until(() => server.program.output.includes(`${server.baseUrl}/agent-access`), 'the addresses that dev prints')
})

/** Runs `check` on what `init` wrote, after `change`: { code, output, path }. */
async function checkAfter(change) {
  const folder = temporaryFolder('check')
  const config = join(folder, 'agent-access.toml')
  // Port 0, so that neither is in use.
  const environment = { AGENT_ACCESS_LISTEN_ADDRESS: '127.0.0.1:0', AGENT_ACCESS_LISTEN_ADMIN: '' }
  assert.equal((await runProgram(['init', folder, '--base-url', 'https://example.com'])).code, 0)
  await change(folder)
  return { ...(await runProgram(['check', '--config', config], { environment })), path: (name) => join(folder, name) }
}

const lineOf = (output, subject) => output.split('\n').filter((line) => new RegExp(`^(ok|info|warn|FAIL) +${subject} `).test(line))

test('check accepts files of an owner and lists the content', async () => {
  const { code, output, path } = await checkAfter((folder) => writeFiles(folder, {
    'site.json': JSON.stringify({ title: 'Robin', tagline: 'Sound', owner: { name: 'Robin Example' }, projects: [{ slug: 'a', title: 'A' }] }),
    'faq.json': JSON.stringify({ questions: [{ id: 'why', question: 'Why is there noise?', answer: 'Because things move all the time.' }] }),
    'public/auth.md': '# Mine\n', 'public/llms.txt': '# Mine\n', 'public/a/b.txt': '12345',
  }))
  assert.equal(code, 0, output)
  assert.match(lineOf(output, 'site')[0], /^ok .*site\.json: Robin Example, 0 publications, 1 projects, no CV$/)
  assert.match(lineOf(output, 'faq')[0], /^ok .*faq\.json: 1 questions$/)
  assert.equal(lineOf(output, 'root')[0].slice(5).trim().replace(/^root +/, ''), `${path('public')}: 3 files, 19 bytes`)
  assert.match(lineOf(output, 'replaced')[0], /^ok .* \/auth\.md, \/llms\.txt$/)
  assert.match(lineOf(output, 'documents')[0], /^ok .* \d+ documents per host$/)
})

test('check calls no file that is still the example right, and says what is served without a FAQ', async () => {
  const { code, output, path } = await checkAfter((folder) => rm(join(folder, 'faq.json')))
  assert.equal(code, 0, output)
  for (const subject of ['site', 'profile']) assert.deepEqual(lineOf(output, subject).map((line) => line.slice(0, 4)), ['warn'])
  assert.deepEqual(lineOf(output, 'faq'), [`ok    faq            no ${path('faq.json')}: 4 built-in questions about access`])
})

test('check names what only /api/site.json has, and texts with markup', async () => {
  const { code, output, path } = await checkAfter((folder) => writeFiles(folder, {
    'site.json': '{\n"tagline": "T", "owner": {"name": "Robin Example", "phone": "1"},\n' +
      '"publications": [{"slug": "a", "title": "A", "abstract": "x"}, {"slug": "b", "title": "B", "summary": "On <em>noise</em>", "abstract": "y"}]}',
    'faq.json': '{"questions": [{"question": "Is it **loud** at night?", "answer": "No, it is as quiet as the sea."}]}',
  }))
  assert.equal(code, 0, output)
  assert.deepEqual(lineOf(output, 'site').map((line) => line.slice(21)), [
    `${path('site.json')}:3: publications[1].summary: has HTML, which is shown as it is; write plain text`,
    `${path('site.json')}: Robin Example, 2 publications, 0 projects, no CV`,
    '3 members are published in /api/site.json and shown nowhere else: owner.phone, publications[].abstract (2)',
  ])
  assert.deepEqual(lineOf(output, 'site').map((line) => line.slice(0, 4)), ['warn', 'ok  ', 'info'])
  assert.match(lineOf(output, 'faq')[0], /^warn .*faq\.json:1: questions\[0\]\.question: has Markdown/)
})

test('with site.json alone check fails for the profile only, and checks everything else', async () => {
  const { code, output, path } = await checkAfter(async (folder) => {
    for (const name of ['profile.json', 'faq.json']) await rm(join(folder, name))
    await writeFiles(folder, { 'site.json': siteOf(kOldTitle) })
  })
  assert.equal(code, 1)
  const failures = output.split('\n').filter((line) => line.startsWith('FAIL'))
  assert.equal(failures.length, 1, output)
  assert.ok(failures[0].includes(`content.profile: there is no ${path('profile.json')}, without which serve does not start;`), failures[0])
  assert.match(lineOf(output, 'documents')[0], /^ok /)
})

test('check calls the folder public optional', async () => {
  const { output, path } = await checkAfter(() => {})
  assert.match(lineOf(output, 'root')[0], new RegExp(`^ok +root +no folder ${path('public')} \\(optional\\)$`))
})

test('check accepts the site.json of the guide for owners and names the pictures that are missing', async () => {
  const guide = await readFile(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
  const [, site] = guide.match(/^```json\n(\{\n  "tagline".*?)^```$/ms)
  const { code, output } = await checkAfter((folder) => writeFiles(folder, { 'site.json': site }))
  assert.equal(code, 0, output)
  const missing = lineOf(output, 'pages').map((line) => line.match(/design\.(\w+): content\.root has no (\S+);/).slice(1))
  assert.deepEqual(missing, [['logo', '/pictures/logo.svg'], ['portrait', '/pictures/robin.jpg'], ['favicon', '/pictures/icon.png']])
})

test('check fails and reports every mistake with its place', async () => {
  const { code, output, path } = await checkAfter((folder) => writeFiles(folder, {
    'site.json': '{\n  "tagline": "T",\n  "owner": {\n    "name": 7\n  },\n  "contact": {\n    "email": "nobody"\n  }\n}',
    'faq.json': '{\n  "questions": 1\n}',
    'public/.well-known/jwks.json': '{}',
  }))
  assert.equal(code, 1)
  const failures = output.split('\n').filter((line) => line.startsWith('FAIL'))
  const expected = [
    `${path('site.json')}:4: owner.name: `, `${path('site.json')}:7: contact.email: `, `${path('faq.json')}:2: questions: `,
    `${path('public/.well-known/jwks.json')}: its path belongs to an endpoint of the service; remove it`,
  ]
  assert.equal(failures.length, expected.length, output)
  for (const [index, text] of expected.entries()) assert.ok(failures[index].includes(text), failures[index])
})

test('check fails for an invalid replacement', async () => {
  const { code, output, path } = await checkAfter((folder) => writeFiles(folder, { 'public/openapi.json': '{\n  "openapi": \n}' }))
  assert.equal(code, 1)
  assert.ok(lineOf(output, 'replaced')[0].includes(`${path('public/openapi.json')}:3:1: `), output)
})

test('check warns about a likely typing error and succeeds', async () => {
  const { code, output } = await checkAfter((folder) => writeFiles(folder, {
    'site.json': { tagline: 'T', owner: { name: 'Robin Example' }, publicatons: [] },
  }))
  assert.equal(code, 0, output)
  assert.match(lineOf(output, 'site')[0], /^warn .*site\.json: publicatons: .*did you mean "publications"\?$/)
})

test('the example of init is on no domain: no document, page, card or file of an export has it', async () => {
  const directory = temporaryFolder('example')
  const config = join(directory, 'agent-access.toml')
  const kExample = /Robin|Hydrophone|Listening to invented|Port Example/i
  const exported = async (name, environment) => {
    const out = join(directory, name)
    const { code, output } = await runProgram(['export', '--config', config, out], { environment })
    assert.equal(code, 0, output)
    const names = await readdir(out, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    return Promise.all(files.map(async (file) => [file, (await readFile(file)).toString('latin1')]))
  }
  assert.equal((await runProgram(['init', directory, '--base-url', 'https://port.test'])).code, 0)
  const files = await exported('out')
  assert.ok(files.length > 20, String(files.length))
  assert.deepEqual(files.filter(([, text]) => kExample.test(text)).map(([file]) => file), [])
  assert.ok(files.some(([file, text]) => file.endsWith('site.json') && JSON.parse(text).owner.name === 'port.test'))
  // This machine alone may see it.
  assert.ok((await exported('own', { AGENT_ACCESS_BASE_URLS: 'http://localhost:8080' })).some(([, text]) => kExample.test(text)))
})

test('until the owner writes a profile, agents on a domain read an empty one', async () => {
  const example = await readFile(new URL('../../web/example/profile.json', import.meta.url), 'utf8')
  await withServer({ profile: example, settings: { base_urls: ['https://port.test'], limits: { trusted_proxies: ['127.0.0.0/8'] } } }, async (server) => {
    const headers = { Host: 'port.test' }
    const ask = async (method, path, fields, body) => {
      const request = http.request({ port: server.port, host: '127.0.0.1', method, path, headers: { ...headers, ...fields } })
      request.end(body)
      const [answer] = await once(request, 'response')
      return { status: answer.statusCode, json: JSON.parse(Buffer.concat(await Array.fromAsync(answer)).toString()) }
    }
    const { json: client } = await ask('POST', '/oauth/register')
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret }).toString()
    const { json: issued } = await ask('POST', '/oauth/token', { 'Content-Type': 'application/x-www-form-urlencoded' }, form)
    const { status, json } = await ask('GET', '/api/agent/full-profile', { Authorization: `Bearer ${issued.access_token}` })
    assert.deepEqual([status, Object.keys(json)], [200, ['_meta']])
    const warning = 'content.profile: is still the example of `init`, so it is not published: agents get an empty profile. Replace it.'
    await until(() => server.program.logged('warning').some(({ text }) => text === warning), 'the warning')
  })
})
