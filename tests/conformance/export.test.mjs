// `export`: the files, with the fields of `_headers`, are the responses of the service.
import assert from 'node:assert/strict'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { exchangeOne, request } from '../support/raw.mjs'
import { Program, freePort, runProgram, writeFiles } from '../support/server.mjs'
import { fileAt, rulesOf } from '../support/static_host.mjs'

/** Fields that a static host writes itself, or that are of one response. */
const kOfTheServer = ['connection', 'content-length', 'date', 'etag', 'x-request-id']

const directory = temporaryFolder('export')

const configFile = () => join(directory, 'site', 'agent-access.toml')
const runExport = (...args) => runProgram(['export', '--config', configFile(), ...args], { environment })

const out = join(directory, 'out')
const port = await freePort()
const environment = { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}`, AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${await freePort()}`,
  AGENT_ACCESS_LIMITS_REQUESTS: '0' } // the remaining budget differs between responses
const kNames = ['127.0.0.1', 'localhost']
const urls = kNames.flatMap((name) => ['--base-url', `http://${name}:${port}`])
const made = await runProgram(['init', join(directory, 'site'), ...urls])
assert.equal(made.code, 0, made.output)
await mkdir(join(directory, 'site', 'public', 'pictures'), { recursive: true })
await writeFile(join(directory, 'site', 'public', 'pictures', 'a boat.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
const exported = await runExport(out)
assert.equal(exported.code, 0, exported.output)
const service = new Program(['serve', '--config', configFile()], environment)
await service.waitFor(port)
after(() => service.stop())

/** The bytes of a document from its file. */
async function bytesAt(name, path) {
  const file = await fileAt(join(out, name), path)
  assert.ok(file, `no file for ${path}`)
  return await readFile(file)
}

describe('what is exported', () => {
  for (const name of kNames) {
    test(`${name}: every document from a file is the response of the service`, async () => {
      const rules = await rulesOf(join(out, name))
      const paths = rules.map(({ path }) => path)
      assert.ok(paths.length >= 10, `${paths}`)
      for (const path of ['/', '/openapi.json', '/.well-known/oauth-protected-resource/api/agent/full-profile',
        '/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server', '/cv', '/pictures/a%20boat.svg']) {
        assert.ok(paths.includes(path), `${path} is missing`)
      }
      for (const { path, fields } of rules) {
        const { answer } = await exchangeOne(request('GET', path, { port, host: `${name}:${port}` }), { port })
        // A Markdown form without its own path is selected by Accept only.
        if (answer.status === 404 && path.endsWith('.md')) continue
        assert.equal(answer.status, 200, path)
        assert.deepEqual(fields, Object.fromEntries(Object.entries(answer.headers).filter(([field]) => !kOfTheServer.includes(field))), path)
        assert.ok(answer.body.equals(await bytesAt(name, path)), `${path}: another body`)
      }
    })
  }

  test('no secret is needed, and every file is the same without one; one that is there must be right', async () => {
    const site = join(directory, 'without-secret')
    await cp(join(directory, 'site'), site, { recursive: true })
    const exportTo = (name, ...options) => runProgram(['export', '--config', join(site, 'agent-access.toml'), ...options, join(directory, name)], { environment })
    const filesOf = async (name) => {
      const names = (await readdir(join(directory, name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      return Promise.all(names.sort().map(async (file) => [file.slice(join(directory, name).length), await readFile(file, 'utf8')]))
    }
    for (const options of [[], ['--worker', '--host', 'node']]) {
      await cp(join(directory, 'site/secret'), join(site, 'secret'))
      assert.equal((await exportTo(`with-secret${options.length}`, ...options)).code, 0)
      await rm(join(site, 'secret'))
      const { code, output } = await exportTo(`no-secret${options.length}`, ...options)
      assert.equal(code, 0, output)
      assert.deepEqual(await filesOf(`no-secret${options.length}`), await filesOf(`with-secret${options.length}`))
    }
    await writeFile(join(site, 'secret'), 'short')
    const refused = await exportTo('short-secret')
    assert.equal(refused.code, 1)
    assert.match(refused.output, /secret: .* holds 5 bytes/)
  })

  test('bodies name the host they are served from', async () => {
    assert.equal(JSON.parse(await bytesAt('localhost', '/.well-known/oauth-authorization-server')).issuer, `http://localhost:${port}`)
  })

  test('AGENTS.md is one file, and a rule answers the other spelling', async () => {
    const names = await readdir(join(out, 'localhost'))
    assert.deepEqual(names.filter((name) => /^agents\.md$/i.test(name)), ['AGENTS.md'])
    assert.match(await readFile(join(out, 'localhost', '_redirects'), 'utf8'), /^\/agents\.md \/AGENTS\.md 200$/m)
    assert.deepEqual(await bytesAt('localhost', '/agents.md'), await bytesAt('localhost', '/AGENTS.md'))
  })

  test('no two names differ only by case', async () => {
    const names = await readdir(out, { recursive: true })
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
  })

  test('404.html is there for unknown paths, with absolute links, unless pages are off', async () => {
    const page = await readFile(join(out, 'localhost', '404.html'), 'utf8')
    assert.match(page, /<h1>Page not found<\/h1>/)
    assert.equal(/(?:href|src)="(?!\/|https?:|#)/.test(page), false)
    const folder = join(directory, 'no-pages')
    const { code, output } = await runProgram(['export', '--config', configFile(), folder], { environment: { ...environment, AGENT_ACCESS_CONTENT_PAGES: 'false' } })
    assert.equal(code, 0, output)
    assert.equal((await readdir(join(folder, 'localhost'))).includes('404.html'), false)
  })

  test('_headers lists the fields of each document', async () => {
    const text = await readFile(join(out, 'localhost', '_headers'), 'utf8')
    for (const line of text.trimEnd().split('\n')) assert.match(line, /^(\/\S*|  [A-Za-z-]+: \S.*)$/)
    const [, openapi] = /^\/openapi\.json\n((?:  .*\n)+)/m.exec(text)
    assert.match(openapi, /^  Content-Type: application\/\S*json$/m)
    assert.match(openapi, /^  Access-Control-Allow-Origin: \*$/m)
    assert.match(openapi, /^  Cache-Control: public, max-age=\d+$/m)
    assert.doesNotMatch(text, /^ {2}(ETag|Content-Length|Content-Encoding):/im)
  })

  test('the key set is in no file, nor is the profile or the secret', async () => {
    const secret = (await readFile(join(directory, 'site', 'secret'), 'utf8')).trim()
    const names = await readdir(out, { recursive: true })
    assert.equal(names.some((name) => /jwks|full-profile\/|secret|profile\.json/.test(name)), false, `${names}`)
    for (const name of filled(names)) {
      if ((await stat(join(out, name))).isDirectory()) continue
      assert.equal((await readFile(join(out, name), 'utf8')).includes(secret), false, name)
    }
  })
})

describe('the command', () => {
  test('reports the written files, the paths that need the service and how to serve them', async () => {
    const { code, output } = await runExport(join(directory, 'again'))
    assert.equal(code, 0, output)
    for (const line of ['POST /oauth/register', 'POST /oauth/token', 'GET /oauth/authorize', 'GET /api/agent/full-profile', 'GET /.well-known/jwks.json']) {
      assert.ok(output.includes(`  ${line}\n`), output)
    }
    assert.match(output, /\d+ files with those for hosts, \d+ KiB/)
    assert.ok(!output.includes('/mcp\n'), output)
  })

  test('names the MCP endpoint among the paths that need the service if it is on', async () => {
    const args = ['export', '--config', configFile(), '--json', join(directory, 'with-mcp')]
    const { code, stdout } = await runProgram(args, { environment: { ...environment, AGENT_ACCESS_MCP_ENABLED: 'true' } })
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout).dynamic.filter(({ path }) => path === '/mcp'), [{ method: 'POST', path: '/mcp' }])
  })

  test('refuses a folder that is not empty, and replaces files in it only with --overwrite', async () => {
    const copy = join(directory, 'copy')
    await cp(out, copy, { recursive: true })
    const openapi = join(copy, 'localhost', 'openapi.json')
    await writeFile(openapi, 'edited')
    await writeFile(join(copy, 'mine'), 'kept')
    const refused = await runExport(copy)
    assert.equal(refused.code, 1)
    assert.ok(refused.output.includes(`${copy} is not empty`), refused.output)
    assert.equal(await readFile(openapi, 'utf8'), 'edited')
    const replaced = await runExport('--overwrite', copy)
    assert.equal(replaced.code, 0, replaced.output)
    assert.deepEqual(await readFile(openapi), await readFile(join(out, 'localhost', 'openapi.json')))
    assert.equal(await readFile(join(copy, 'mine'), 'utf8'), 'kept')
  })

  test('with --overwrite removes what an export wrote and this one does not, and names the rest', async () => {
    const folder = join(directory, 'changed')
    const own = join(directory, 'site', 'public', 'of-yesterday')
    await mkdir(own)
    await writeFile(join(own, 'a.txt'), 'a')
    assert.equal((await runExport(folder)).code, 0)
    await rm(own, { recursive: true })
    await mkdir(join(folder, 'node_modules', 'deep'), { recursive: true })
    await writeFile(join(folder, 'node_modules', 'deep', 'x.js'), 'x')
    await writeFile(join(folder, 'localhost', 'my notes.txt'), 'mine')
    const { code, output } = await runExport('--overwrite', folder)
    assert.equal(code, 0, output)
    assert.deepEqual((await readdir(join(folder, 'localhost'))).filter((name) => /of-yesterday|notes/.test(name)), ['my notes.txt'])
    assert.match(output, /; 2 files of an earlier export removed\n/)
    assert.match(output, /^Not written by an export, and left as it was: 'localhost\/my notes\.txt', node_modules\/$/m)
    const { stdout } = await runExport('--overwrite', '--json', folder)
    assert.deepEqual(JSON.parse(stdout).others, ['localhost/my notes.txt', 'node_modules/'])
  })

  test('replaces no file of somebody else, and then writes nothing', async () => {
    const folder = join(directory, 'theirs')
    await mkdir(join(folder, 'localhost'), { recursive: true })
    await writeFile(join(folder, 'localhost', 'index.html'), 'mine')
    const { code, output } = await runExport('--overwrite', folder)
    assert.equal(code, 1)
    assert.ok(output.includes(`${join(folder, 'localhost', 'index.html')} was not written by an export; move it away, or name a new folder`), output)
    assert.match(output, /the export is incomplete: 0 files were written/)
    assert.deepEqual(await readdir(folder, { recursive: true }), ['localhost', 'localhost/index.html'])
  })

  test('no folder that is served has a record of the export or a file that is not a document', async () => {
    assert.deepEqual((await readdir(out)).sort(), ['.exported-by-agent-access', ...kNames].sort())
    const paths = (await rulesOf(join(out, 'localhost'))).map(({ path }) => path)
    const files = (await readdir(join(out, 'localhost'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    // The file of /agents.md is that of another path; three files have no rule.
    assert.equal(files.length, paths.length - 1 + 3)
  })

  for (const [files, sentence] of [
    [{ 'LLMS.txt': 'mine' }, 'the paths /LLMS.txt and /llms.txt differ only by upper and lower case, which macOS and Windows do not tell apart; rename one'],
    [{ 'A.txt': 'a', 'a.txt': 'b' }, 'the paths /A.txt and /a.txt differ only by upper and lower case'],
    [{ 'Docs/a.txt': 'a', 'docs/b.txt': 'b' }, 'the folders /Docs and /docs differ only by upper and lower case'],
    [{ '404.HTML': 'mine' }, 'the paths /404.HTML and /404.html differ only by upper and lower case'],
  ]) {
    test(`${Object.keys(files)}: refuses names that differ only by case`, async () => {
      const root = join(directory, `own-${Object.keys(files)[0].replace('/', '-')}`)
      await writeFiles(root, files)
      const folder = `${root}-out`
      const { code, output } = await runProgram(['export', '--config', configFile(), folder], { environment: { ...environment, AGENT_ACCESS_CONTENT_ROOT: root } })
      assert.equal(code, 1)
      assert.ok(output.includes(`agent-access: ${sentence}`), output)
      await assert.rejects(readdir(folder))
    })
  }

  for (const name of ['AGENTS.md', 'agents.md']) {
    test(`an own ${name} is the guide at both spellings`, async () => {
      const root = join(directory, `guide-${name}`)
      await writeFiles(root, { [name]: '# Mine\n' })
      const { code, output } = await runProgram(['export', '--config', configFile(), `${root}-out`], { environment: { ...environment, AGENT_ACCESS_CONTENT_ROOT: root } })
      assert.equal(code, 0, output)
      assert.equal(await readFile(join(`${root}-out`, 'localhost', 'AGENTS.md'), 'utf8'), '# Mine\n')
    })
  }

  test('names a file that cannot be written and reports that the export is incomplete', async () => {
    const blocked = join(directory, 'blocked')
    await mkdir(join(blocked, 'localhost', 'openapi.json'), { recursive: true })
    const { code, output } = await runExport('--overwrite', blocked)
    assert.equal(code, 1)
    assert.ok(output.includes(`${join(blocked, 'localhost', 'openapi.json')} is in the way`), output)
    assert.match(output, /the export is incomplete: \d+ files were written/)
  })
})
