// agent-access.js, the one module of an export: what stands in it, and what bundlers make of it.
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import ts from 'typescript'
import { exportSite } from '../support/exported_site.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { run, runProgram, writeFiles } from '../support/server.mjs'

const questions = [{ question: 'What does import.meta.url mean?', answer: 'Ask for process.env.NODE_ENV, or require("node:fs").' }]
const site = await exportSite('module', {
  settings: { content: { profile: 'profile.json', faq: 'faq.json', beside: true }, log: { level: 'error' }, mcp: { enabled: true } },
  files: { 'faq.json': { questions }, 'public/images/a.png': Buffer.from([137, 80, 78, 71, 0, 255]) },
})
const file = join(site.out, 'agent-access.js')
const source = await readFile(file, 'utf8')
const { fetch: answer, default: all } = await import(pathToFileURL(file))

test('is one module without imports, and has no word that a bundler replaces', async () => {
  assert.deepEqual((await readdir(site.out)).sort(), ['.exported-by-agent-access', 'agent-access.d.ts', 'agent-access.js', 'package.json'])
  const { importedFiles, ambientExternalModules } = ts.preProcessFile(source, true, true)
  assert.deepEqual([importedFiles, ambientExternalModules], [[], undefined])
  for (const word of ['import.meta', 'process.env', 'require(', 'node:', '__dirname', 'import(']) assert.ok(!source.includes(word), word)
  assert.deepEqual(Object.keys(all), ['fetch', 'handles', 'middleware'])
})
test('is loaded by a project whose files are CommonJS', async () => {
  await writeFiles(site.folder, { 'package.json': { type: 'commonjs' }, 'server.js': "const { default: agents } = require('./out/agent-access.js')\nconsole.log(String(agents.handles('/oauth/token')))\n" })
  assert.equal((await run(process.execPath, [join(site.folder, 'server.js')])).stdout, 'true\n')
})
test('has the profile in no readable form, and the secret not at all', () => {
  assert.ok(!source.includes('Example Person') && !source.includes(site.secret))
  assert.ok(!Buffer.from(/bytesOfBase64\('([^']*)'\)/.exec(source)[1], 'base64').includes(site.secret))
})
test('gives the same documents after a bundler that minifies and replaces words', async () => {
  const bundled = join(temporaryFolder('module-bundled'), 'bundled.mjs')
  await esbuild.build({ entryPoints: [file], outfile: bundled, bundle: true, minify: true, format: 'esm', platform: 'neutral', define: { 'import.meta.url': '"replaced"', 'process.env.NODE_ENV': '"replaced"' }, logLevel: 'error' })
  const other = await import(pathToFileURL(bundled))
  for (const path of ['/ai/faq.json', '/browser-tools.js', '/llms.txt', '/images/a.png']) {
    const [one, two] = await Promise.all([answer, other.fetch].map(async (ask_) => Buffer.from(await (await ask_(new Request(site.url + path))).arrayBuffer())))
    assert.ok(one.length > 0 && one.equals(two), path)
  }
})
test('says how it is used, with commands that are the project\'s', () => {
  assert.match(site.printed, /import \{ fetch as answer, handles \} from ".\/[^"]*\/agent-access\.js"\n {2}if \(handles\(request\)\) return answer\(request, undefined, \{ address \}\)\n/)
  assert.match(site.printed, /holds the profile: keep it out of public repositories/)
})
test('with generated pages it warns that it takes their paths', async () => {
  const folder = temporaryFolder('module-pages')
  const { output: said } = await runProgram(['export', '--config', join(site.folder, 'agent-access.toml'), '--worker', '--host', 'module', folder], { environment: { AGENT_ACCESS_CONTENT_BESIDE: 'false' } })
  assert.match(said, /warning: content\.pages = true: the module takes the paths of the generated pages, also \/; set content\.beside = true to leave them to your site/)
})
test('a path that the site keeps is not taken', async () => {
  const keeping = await exportSite('module', { settings: { content: { profile: 'profile.json', beside: true, keep_paths: ['/llms.txt', '/.well-known/mcp/server-card.json'] }, log: { level: 'error' }, mcp: { enabled: true } } })
  const { fetch: answerOfIt, handles } = await keeping.load('agent-access.js')
  const paths = ['/llms.txt', '/.well-known/mcp/server-card.json', '/llms-full.txt', '/.well-known/mcp.json', '/oauth/token']
  assert.deepEqual(paths.map(handles), [false, false, true, true, true])
  const response = await answerOfIt(new Request(`${keeping.url}/llms.txt`))
  assert.deepEqual([response.status, (await response.json()).error], [404, 'not_found'])
})
