// `dev --site DIR` while its owner edits the files, and `dev --open`.
import assert from 'node:assert/strict'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { freePort, Program, renderConfig, runProgram, startDev, until, writeFiles } from '../support/server.mjs'
import { call, readProfile, register, token } from '../support/steps.mjs'

const siteOf = (tagline, more = {}) => ({ title: 'Robin Example', tagline, owner: { kind: 'person', name: 'Robin Example' }, ...more })

const emptied = (file) => `agent-access: ${file}:1:1: the file is not valid JSON: found no text; write an object, { ... }`

/** `dev` with a folder that has site.json alone: { at, server, says, shows, write }. */
async function edited(name, use) {
  const folder = temporaryFolder(name)
  await writeFiles(folder, { 'site.json': siteOf('The first tagline') })
  await using server = await startDev({ site: folder })
  const { program } = server
  await until(() => program.output.includes(`Changes in ${folder} are checked and served at once.\n`), 'the line of the start')
  const linesOf = (line) => program.output.split('\n').filter((one) => one === line).length
  await use({
    folder,
    server,
    at: (file) => join(folder, file),
    /** Resolves when the path has the text, or a response without it. */
    shows: (path, text, wanted = true) => until(async () => (await call(server.baseUrl + path)).text.includes(text) === wanted, `${path}: ${text}`),
    /** Makes a change and waits for a new line in the terminal. */
    says: async (line, change) => {
      const before = linesOf(line)
      await change()
      await until(() => linesOf(line) > before, line)
    },
    write: (files) => writeFiles(folder, files),
  })
  assert.equal(program.exited, null, program.output)
}

test('dev --site serves a change, however a file is written', () => edited('written', async ({ at, folder, says, server, shows, write }) => {
  await says('reloaded', () => write({ 'site.json': siteOf('Written in place') }))
  await shows('/', 'Written in place')
  await write({ '.site.json.swp': siteOf('By rename') })
  await says('reloaded', () => rename(at('.site.json.swp'), at('site.json')))
  await shows('/llms.txt', 'By rename')
  const text = JSON.stringify(siteOf('In two steps'))
  await says(emptied(at('site.json')), () => writeFile(at('site.json'), ''))
  await says('reloaded', () => writeFile(at('site.json'), text))
  await shows('/api/site.json', 'In two steps')
  await says('reloaded', () => server.program.signal('SIGHUP'))
  // As version control does: every file is new.
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`public/notes/${index % 20}/${index}.txt`, `note ${index}`]))
  await says('reloaded', () => write({ ...many, 'site.json': siteOf('With many files') }))
  await shows('/notes/19/299.txt', 'note 299')
  await shows('/', 'With many files')
  await says(`agent-access: there is no folder ${folder}`, () => rename(folder, `${folder}-away`))
  await shows('/', `there is no folder ${folder}`)
  await says('reloaded', () => rename(`${folder}-away`, folder))
  await shows('/', 'With many files')
}))

test('dev --site needs site.json alone, says what is missing, and sees files that appear and disappear', () => edited('alone', async ({ at, says, server, shows, write }) => {
  const kMissing = `content.profile: there is no ${at('profile.json')}; until you write one, which serve needs, agents with a token read an empty one`
  await until(() => server.program.logged('warning').some(({ text }) => text === kMissing), kMissing)
  const accessToken = await token(server.baseUrl, await register(server.baseUrl))
  const profile = async () => (await readProfile(server.baseUrl, accessToken)).json
  assert.deepEqual(Object.keys(await profile()), ['_meta'])
  await says('reloaded', () => write({ 'profile.json': { name: 'Robin Example' } }))
  await until(async () => (await profile()).name === 'Robin Example', 'the profile')
  await says('reloaded', () => write({ 'faq.json': { questions: [{ question: 'Is it new?', answer: 'It is new on this site.' }] } }))
  await shows('/faq', 'It is new on this site.')
  await says('reloaded', () => rm(at('faq.json')))
  await shows('/faq', 'It is new on this site.', false)
  await says('reloaded', () => mkdir(at('public/deep/er'), { recursive: true }))
  await says('reloaded', () => write({ 'public/deep/er/a.html': '<h1>Deep</h1>' }))
  await shows('/deep/er/a', 'Deep')
  await rm(at('site.json'))
  await shows('/', 'Robin Example', false)
  assert.equal(server.program.logged('warning').filter(({ text }) => text === kMissing).length, 1, 'said once')
}))

test('dev --site shows the lines of check for a broken file, in the terminal and on every page, until it is mended', () => edited('broken', async ({ at, says, server, shows, write }) => {
  const before = await call(`${server.baseUrl}/api/site.json`)
  const client = await register(server.baseUrl)
  const broken = siteOf('<script>alert(1)</script>', { publications: [{ slug: 'a', title: 'A', date: '<b>September</b>' }], owner: {} })
  await says('reloaded', () => write({ 'public/own.html': '<h1>Mine</h1>', 'agent-access.toml': renderConfig({ base_urls: ['http://localhost:8080'] }) }))
  await write({ 'site.json': broken })
  const { output } = await runProgram(['check', '--config', at('agent-access.toml')], { environment: { AGENT_ACCESS_SECRET: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' } })
  const problems = output.split('\n').filter((line) => /^FAIL +site /.test(line)).map((line) => line.replace(/^FAIL +site +/, ''))
  assert.equal(problems.length, 2, output)
  for (const problem of problems) await until(() => server.program.output.includes(`agent-access: ${problem}\n`), problem)
  const escaped = (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  for (const path of ['/', '/agent-access', '/own.html', '/own']) {
    await shows(path, 'A file has a mistake')
    const { text, headers } = await call(server.baseUrl + path)
    for (const problem of problems) assert.ok(text.includes(`<pre>${escaped(problem)}</pre>`), `${path}: ${text}`)
    assert.ok(!text.includes('<b>'), path)
    assert.match(headers.get('content-security-policy'), /^default-src 'none'/)
  }
  assert.deepEqual((await call(`${server.baseUrl}/api/site.json`)).json, before.json)
  await token(server.baseUrl, client)
  // A new mistake takes the place of the old ones.
  await says(emptied(at('site.json')), () => writeFile(at('site.json'), ''))
  await shows('/', 'September', false)
  await write({ 'faq.json': siteOf('No questions') })
  await shows('/', '/faq.json:')
  await says('reloaded', async () => { await write({ 'site.json': siteOf('Mended') }); await rm(at('faq.json')) })
  await shows('/', 'Mended')
  await shows('/own', 'Mine')
  await token(server.baseUrl, client)
}))

test('browsers store no page and no document of dev, and metadata keeps its fields', () => edited('stored', async ({ server, write, shows }) => {
  await write({ 'public/a.txt': 'a' })
  await shows('/a.txt', 'a')
  const caching = async (path, options) => (await call(server.baseUrl + path, options)).headers.get('cache-control')
  for (const path of ['/', '/agent-access', '/assets/site.css', '/browser-tools.js', '/llms.txt', '/api/site.json', '/openapi.json', '/a.txt']) {
    assert.equal(await caching(path), 'no-store', path)
  }
  assert.equal(await caching('/', { headers: { Accept: 'text/markdown' } }), 'no-store')
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/jwks.json']) assert.equal(await caching(path), 'public, max-age=300', path)
}))

test('dev refuses a folder that does not exist', async () => {
  const { code, output } = await runProgram(['dev', '--site', '/nowhere/at/all', '--listen', '127.0.0.1:0'])
  assert.deepEqual([code, output], [1, 'agent-access: there is no folder /nowhere/at/all\n'])
})

test('dev --open runs the browser of BROWSER with the address, in no shell; without a browser it says so and serves', async () => {
  const folder = temporaryFolder('a browser; with spaces')
  const browser = join(folder, 'browser')
  await writeFile(browser, '#!/bin/sh\necho "opened $# $1 ${AGENT_ACCESS_SECRET-without a secret}"\n')
  await chmod(browser, 0o755)
  const kCases = [
    [{ BROWSER: browser, AGENT_ACCESS_SECRET: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' }, (port) => `opened 1 http://127.0.0.1:${port}/ without a secret\n`],
    [{ BROWSER: '', PATH: folder }, () => 'agent-access: found no browser: there is no xdg-open, and BROWSER names no program\n'],
  ]
  for (const [environment, line] of kCases) {
    const port = await freePort()
    await using program = new Program(['dev', '--open', '--listen', `127.0.0.1:${port}`], environment)
    await until(() => program.output.includes(line(port)), line(port))
    assert.equal((await call(`http://127.0.0.1:${port}/`)).status, 200)
  }
})
