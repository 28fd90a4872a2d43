// `dev` of the npm package: Node.js serves an export of the playground, and makes it again when a file changes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { freePort, Program, runProgram, until, writeFiles } from '../support/server.mjs'

const entry = process.env.NPM_PROGRAM ?? fileURLToPath(new URL('../../build/npm/package/cli.mjs', import.meta.url))
const workOf = (title) => `@article{one, title = {${title}}, author = {Example, Robin}, year = {2024}}\n`
const siteOf = (tagline) => ({ title: 'Robin Example', tagline, owner: { kind: 'person', name: 'Robin Example' } })

/** `dev` in a folder with these files: { folder, port, url, program, temporary, shows }. */
async function startIn(name, files, ...options) {
  const folder = temporaryFolder(`npm-${name}`)
  const temporary = join(folder, 'temporary')
  await writeFiles(folder, files)
  await mkdir(temporary)
  const port = await freePort()
  const program = new Program(['dev', '--listen', `127.0.0.1:${port}`, ...options], { TMPDIR: temporary }, { wrap: ['env', '-C', folder, process.execPath], file: entry })
  const url = `http://127.0.0.1:${port}`
  const textOf = (path) => fetch(url + path).then((response) => response.text(), () => '')
  /** Resolves when the path has the text. */
  const shows = (path, text) => until(async () => program.exited !== null || (await textOf(path)).includes(text), `${path}: ${text}\n${program.output}`)
  return { folder, port, url, program, temporary, shows, [Symbol.asyncDispose]: () => program.stop() }
}

test('a file of the working folder is shown, and a change of it', async () => {
  await using dev = await startIn('from', { 'papers.bib': workOf('Quiet Buoys') }, '--from', 'papers.bib')
  await dev.shows('/api/site.json', 'Quiet Buoys')
  assert.equal(dev.program.exited, null, dev.program.output)
  await writeFile(join(dev.folder, 'papers.bib'), workOf('Loud Buoys'))
  await dev.shows('/api/site.json', 'Loud Buoys')
  assert.equal(dev.program.exited, null, dev.program.output)
})

test('a mistake is named, and what was served stays', async () => {
  await using dev = await startIn('mistake', { 'my-site/site.json': siteOf('The first tagline') }, '--site', 'my-site')
  await dev.shows('/llms.txt', 'The first tagline')
  await writeFile(join(dev.folder, 'my-site/site.json'), '{')
  await until(() => dev.program.output.includes('site.json:1:2: '), 'the mistake')
  await dev.shows('/llms.txt', 'The first tagline')
  await writeFiles(dev.folder, { 'my-site/site.json': siteOf('The second tagline') })
  await dev.shows('/llms.txt', 'The second tagline')
  assert.equal(dev.program.exited, null, dev.program.output)
})

test('its end is that of its server, and no file is left', async () => {
  const dev = await startIn('end', {})
  await dev.shows('/llms.txt', 'auth.md')
  assert.equal(readdirSync(dev.temporary).length, 1)
  await dev.program.stop()
  assert.equal(dev.program.exited.code, 0, dev.program.output)
  await assert.rejects(fetch(dev.url))
  assert.deepEqual(readdirSync(dev.temporary), [])
})

test('a connection without a request holds neither a change nor its end', async () => {
  await using dev = await startIn('unused', { 'my-site/site.json': siteOf('The first tagline') }, '--site', 'my-site')
  await dev.shows('/llms.txt', 'The first tagline')
  const before = connect(dev.port, '127.0.0.1')
  await once(before, 'connect')
  await writeFiles(dev.folder, { 'my-site/site.json': siteOf('The second tagline') })
  await dev.shows('/llms.txt', 'The second tagline')
  await once(before.resume(), 'close')
  const after = connect(dev.port, '127.0.0.1').resume()
  await once(after, 'connect')
  await Promise.all([dev.program.stop(), once(after, 'close')])
  assert.equal(dev.program.exited.code, 0, dev.program.output)
})

test('a change of what a link names is shown', async () => {
  const folder = temporaryFolder('npm-link')
  await writeFiles(folder, { 'shared.json': siteOf('The first tagline') })
  await mkdir(join(folder, 'my-site'))
  await symlink('../shared.json', join(folder, 'my-site/site.json'))
  await using dev = await startIn('linked', {}, '--site', join(folder, 'my-site'))
  await dev.shows('/llms.txt', 'The first tagline')
  await writeFiles(folder, { 'shared.json': siteOf('The second tagline') })
  await dev.shows('/llms.txt', 'The second tagline')
})

test('where it cannot serve it says why, and nothing else', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address()
  const toldBy = async (environment, listen) => {
    const { code, output } = await runProgram(['dev', '--listen', listen], { file: entry, environment })
    assert.equal(code, 1)
    return output
  }
  assert.equal(await toldBy({}, `127.0.0.1:${port}`), `agent-access: cannot listen on 127.0.0.1:${port}: Address already in use; choose another with listen.address (dev: --listen)\n`)
  other.close()
  assert.equal(await toldBy({}, '192.0.2.9:0'), 'agent-access: cannot listen on 192.0.2.9:0: this machine does not have that address; choose another with listen.address (dev: --listen)\n')
  assert.equal(await toldBy({ TMPDIR: '/none' }, '127.0.0.1:0'), 'agent-access: cannot create a temporary folder in /none: No such file or directory; set TMPDIR\n')
})
