// The npm package on Windows: paths with drives and backslashes, and commands of PowerShell. Under Wine, with Node.js for Windows.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { noNpmPackage, npmProgram } from '../support/npm_package.mjs'
import { freePort, run, until } from '../support/server.mjs'
import { noWine, startWindows, windowsPath } from '../support/wine.mjs'

const skip = noWine || noNpmPackage
const kBibliography = '@article{one, author = {Example, Ada}, title = {A first work}, year = 2024, journal = {Example Letters}}\n'

const windows = skip ? undefined : await startWindows()
const program = (args, options) => windows.run([windowsPath(npmProgram), ...args], options)
const onDrive = (path) => join(windows.drive, path)
if (!skip) {
  mkdirSync(onDrive('files'))
  writeFileSync(onDrive('files/papers.bib'), kBibliography)
}
const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile()).sort()

/** A site in C:\NAME, made from a bibliography by a path with a drive. */
async function siteIn(name) {
  const made = await program(['init', `C:\\${name}`, '--from', 'C:\\files\\papers.bib', '--base-url', 'https://ada.example.net'])
  assert.equal(made.code, 0, made.output)
  return made
}

test('init, check and import read and print paths with drives', { skip }, async () => {
  const { stdout } = await siteIn('My site')
  assert.ok(stdout.includes("\nWrote 'C:\\My site\\agent-access.toml'\n      'C:\\My site\\secret'\n"), stdout)
  assert.ok(stdout.includes("\n  agent-access check --config 'C:\\My site\\agent-access.toml'\n"), stdout)
  assert.doesNotMatch(stdout, /readable by|chmod/)
  const checked = await program(['check', '--config=C:\\My site\\agent-access.toml'])
  assert.equal(checked.code, 0, checked.output)
  assert.match(checked.output, /^ok +configuration +'C:\\My site\\agent-access\.toml'$/m)
  assert.doesNotMatch(checked.output, /chmod|may be read by/)
  const imported = await program(['import', '..\\files\\papers.bib'], { folder: onDrive('My site') })
  assert.deepEqual([imported.code, imported.output.startsWith('..\\files\\papers.bib: BibTeX: 1 publication\n')], [0, true], imported.output)
  const missing = await program(['check', '--config', 'c:\\none\\agent-access.toml'])
  assert.deepEqual([missing.code, /cannot read c:\\none\\agent-access\.toml: No such file or directory/.test(missing.output)], [1, true], missing.output)
})

test('a configuration has paths with drives, and config shows them', { skip }, async () => {
  await siteIn('drives')
  const file = onDrive('drives/agent-access.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^sources = .*$/m, "sources = ['C:\\files\\papers.bib']"))
  const checked = await program(['check'], { folder: onDrive('drives') })
  assert.equal(checked.code, 0, checked.output)
  const { stdout } = await program(['config'], { folder: onDrive('drives') })
  assert.ok(stdout.includes('["C:\\\\files\\\\papers.bib"]'), stdout)
})

test('an export has the bytes of one on this system, and its steps are for PowerShell', { skip }, async () => {
  await siteIn('exported')
  const here = temporaryFolder('exported')
  cpSync(onDrive('exported'), here, { recursive: true })
  await run(process.execPath, [npmProgram, 'export', '--worker', '--host', 'node', '--config', join(here, 'agent-access.toml'), join(here, 'out')])
  const { code, output, stdout } = await program(['export', '--worker', '--host', 'node', 'out'], { folder: onDrive('exported') })
  assert.equal(code, 0, output)
  const files = filesIn(join(here, 'out'))
  assert.deepEqual(filesIn(onDrive('exported/out')), files)
  for (const name of files) assert.ok(readFileSync(join(here, 'out', name)).equals(readFileSync(onDrive(`exported/out/${name}`))), name)
  assert.ok(stdout.includes('\n  cd C:\\exported\\out\n  $env:AGENT_ACCESS_SECRET = Get-Content C:\\exported\\secret\n  $env:PORT = 8080\n  node server.mjs\n'), stdout)
  const vercel = await program(['export', '--worker', '--host', 'vercel', 'C:\\exported\\vercel', '--config', 'C:\\exported\\agent-access.toml'])
  assert.ok(vercel.stdout.includes('\n  npx vercel env add AGENT_ACCESS_SECRET production  # paste the line of C:\\exported\\secret\n'), vercel.stdout)
})

test('dev serves a change and shows a mistake, and try passes', { skip }, async () => {
  mkdirSync(onDrive('played'))
  const write = (tagline) => writeFileSync(onDrive('played/site.json'), JSON.stringify({ title: 'Ada', tagline, owner: { kind: 'person', name: 'Ada Example' } }))
  write('The first tagline')
  const address = `127.0.0.1:${await freePort()}`
  const dev = windows.start([windowsPath(npmProgram), 'dev', '--site', 'C:\\played', '--listen', address])
  const shows = (path, text) => until(async () => (await fetch(`http://${address}${path}`).then((response) => response.text(), () => '')).includes(text), `${path}: ${text}\n${dev.output()}`)
  await shows('/', 'The first tagline')
  await until(() => dev.output().includes(`\nhttp://${address}/\n`), 'the welcome')
  assert.ok(dev.stdout().includes(`  Invoke-RestMethod http://${address}/oauth/register -Method Post \`\n`), dev.stdout())
  assert.ok(dev.stdout().includes('\nChanges in C:\\played are checked and served at once.\n'), dev.stdout())
  const tried = await program(['try', `http://${address}`])
  assert.equal(tried.code, 0, tried.output)
  assert.match(tried.output, /\n {2}\d+ passed, 0 failed, /)
  write('The second tagline')
  await shows('/llms.txt', 'The second tagline')
  await until(() => dev.output().includes('reloaded\n'), 'reloaded')
  writeFileSync(onDrive('played/site.json'), '')
  await shows('/', 'C:\\played\\site.json:1:1: the file is not valid JSON')
  windows.stop()
  await dev.ended
  const refused = await program(['try', `http://${address}`])
  assert.deepEqual([refused.code, refused.output.includes(`nothing listens at ${address}: Connection refused`)], [1, true], refused.output)
})
