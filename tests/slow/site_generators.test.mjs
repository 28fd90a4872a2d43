// docs/site-generators.md: each generator builds a site of its owner's, whose files stay as they are, and all documents are in its output, unchanged.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import yaml from 'js-yaml'
import { kSites, makeGeneratorSite, skipReason } from '../support/generator_sites.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { codeBlocks } from '../support/markdown.mjs'
import { binary, freePort, runProgram, startServe } from '../support/server.mjs'
import { startStaticHost } from '../support/static_host.mjs'

const page = readFileSync(fileURLToPath(new URL('../../docs/site-generators.md', import.meta.url)), 'utf8')
const blocks = codeBlocks(page)
const block = (language, heading, number = 1) => blocks.find((each) => each.language === language && each.heading === heading && each.number === number).text

/** The rows of the table: { name, build, output }. */
const kGenerators = [...page.matchAll(/^\| (\w+) \| `([^`]+)` \| `(\w+)` \|/gm)].map(([, name, build, output]) => ({ name, build, output }))

const program = temporaryFolder('program')
before(() => symlink(binary, join(program, 'agent-access')))

/** Each file below a folder, by name, with its bytes as text. */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'latin1')])))
}

/** A line of the page for a site at this port, with its output. */
const here = (script, port, output) => script.replaceAll('https://example.com', `http://127.0.0.1:${port}`).replaceAll('example.com', '127.0.0.1').replaceAll('OUTPUT', output)

/**
 * The site of a generator, not built yet, with the documents exported as the page says: { folder, port, shell, all, documents }. `documents`: what is to be in
 * the output; `all` has the rules for hosts, too. `change` alters the configuration.
 */
async function makeRepository({ name, output, keep = '[]', change = (text) => text }) {
  const { folder, shell } = await makeGeneratorSite(name, program)
  const port = await freePort()
  const line = (script) => shell(here(script, port, output))
  await line(block('sh', 'The documents', 1))
  const file = join(folder, '.agent-access/agent-access.toml')
  const beside = block('toml', 'The documents').replace(/keep_paths = .*/, `keep_paths = ${keep}`)
  const config = await readFile(file, 'utf8')
  await writeFile(file, change(config.replace('[content]\n', beside)))
  const { stdout, stderr } = await line(block('sh', 'The documents', 2))
  assert.match(stdout, /^Copy the files of the folder into what your site's generator has built, after each build\.$/m)
  assert.doesNotMatch(stderr, /content\.pages/)
  const all = await filesIn(join(folder, '.agent-access/out/127.0.0.1'))
  const documents = Object.fromEntries(Object.entries(all).filter(([each]) => !each.startsWith('_')))
  return { folder, port, shell: line, all, documents }
}

test('the documents arrive unchanged in the output of each generator, whose own files stay as they are', async (t) => {
  assert.deepEqual(kGenerators.map(({ name }) => name), Object.keys(kSites))
  for (const row of kGenerators) {
    await t.test(row.name, { skip: skipReason(row.name) }, async (context) => {
      const site = await makeRepository(row)
      if (row.name === 'Eleventy') await site.shell(block('sh', 'Into the output', 1))
      const output = join(site.folder, row.output)
      await site.shell(row.build)
      const own = await filesIn(output)
      assert.ok(own['index.html'].includes('Boats') && (own['about.html'] ?? own['about/index.html']).includes('hydrophones'), Object.keys(own).join(' '))
      assert.deepEqual(Object.keys(own).filter((name) => /agent-access|site\.json/.test(name)), [])
      await site.shell(block('sh', 'Into the output', 2))
      const built = await filesIn(output)
      assert.deepEqual(built, { ...own, ...site.documents })
      context.diagnostic(`${Object.keys(own).length} files of the site, ${Object.keys(site.documents).length} documents`)
    })
  }
})

test('in the sources of a site the documents become what the table says', async (t) => {
  for (const row of kGenerators) {
    await t.test(row.name, { skip: skipReason(row.name) }, async () => {
      const site = await makeRepository(row)
      for (const [name, text] of Object.entries(site.all)) {
        const file = join(site.folder, kSites[row.name].verbatim, name)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, text, 'latin1')
      }
      const changed = async () => {
        await site.shell(row.build)
        const built = await filesIn(join(site.folder, row.output))
        return Object.keys(site.all).filter((name) => built[name] !== site.all[name])
      }
      const lost = await changed()
      const isHidden = (name) => name.startsWith('.') || name.startsWith('_')
      if (kSites[row.name].verbatim !== '.') return assert.deepEqual(lost, [])
      if (row.name === 'Eleventy') return assert.deepEqual(lost, Object.keys(site.all))
      assert.deepEqual(lost, Object.keys(site.all).filter(isHidden))
      await writeFile(join(site.folder, '_config.yml'), 'include: [.well-known]\n')
      assert.deepEqual(await changed(), ['.well-known/agent-skills/read-site-profile/SKILL.md', '_headers', '_redirects'])
      assert.ok('.well-known/agent-skills/read-site-profile/SKILL.html' in await filesIn(join(site.folder, row.output)))
    })
  }
})

const jekyll = kGenerators[0]
const skip = skipReason('Jekyll')

test('a file of the owner with the name of a document is not replaced, and is named; kept, it stays', { skip }, async () => {
  const own = '# Mine\n'
  for (const [keep, isKept] of [['[]', false], ['["/llms.txt"]', true]]) {
    const site = await makeRepository({ ...jekyll, keep })
    await writeFile(join(site.folder, 'llms.txt'), own)
    await site.shell(jekyll.build)
    const { stdout } = await site.shell(`agent-access check --config .agent-access/agent-access.toml --beside ${jekyll.output} | grep '^[a-zA-Z]* *beside '`)
    assert.match(stdout, isKept ? /^ok +beside +_site has none of the \d+ paths of this service$/m : /^warn +beside +_site has \/llms\.txt, too; to keep yours, write keep_paths = /m)
    const copied = site.shell(block('sh', 'Into the output', 2))
    await (isKept ? copied : assert.rejects(copied, ({ stderr }) => /\.\/llms\.txt: Cannot open: File exists/.test(stderr)))
    assert.equal(await readFile(join(site.folder, jekyll.output, 'llms.txt'), 'utf8'), own)
    assert.equal('llms.txt' in site.documents, !isKept)
  }
})

test('the rules for hosts that read them follow those of the owner', { skip }, async () => {
  const site = await makeRepository(jekyll)
  await site.shell(jekyll.build)
  const output = join(site.folder, jekyll.output)
  await writeFile(join(output, '_headers'), '/*\n  X-Own: yes\n')
  await site.shell(block('sh', 'Into the output', 3))
  const { _headers, _redirects } = await filesIn(output)
  assert.equal(_headers, `/*\n  X-Own: yes\n${site.all._headers}`)
  assert.equal(_redirects, site.all._redirects)
})

test('the workflow for GitHub Pages builds the site with all documents, and try finds what leads nowhere yet', { skip }, async () => {
  const site = await makeRepository(jekyll)
  const { jobs: { publish: { steps } } } = yaml.load(here(block('yaml', 'GitHub Pages'), site.port, jekyll.output))
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  assert.deepEqual(actions.map((name) => name.replace(/@[0-9a-f]{40}$/, '')), ['actions/checkout', 'actions/upload-pages-artifact', 'actions/deploy-pages'])
  const pinned = readFileSync(fileURLToPath(new URL('../../docs/static-hosting.md', import.meta.url)), 'utf8')
  for (const name of actions) assert.ok(pinned.includes(name), name)
  for (const { run } of steps) if (run && !run.includes('apt-get')) await site.shell(run)
  const { with: { path, ...options } } = steps.find(({ uses }) => uses?.includes('upload-pages-artifact'))
  assert.deepEqual(options, { 'include-hidden-files': true })
  const published = join(site.folder, path)
  await using host = await startStaticHost(published, { port: site.port, readsHeaders: false })
  const url = `http://127.0.0.1:${site.port}`
  const warned = async () => {
    const { code, stdout } = await runProgram(['try', url, '--json'])
    assert.equal(code, 0, stdout)
    return JSON.parse(stdout).steps.filter(({ ok, remedy }) => ok && remedy !== '').map(({ name, remedy }) => [name, remedy])
  }
  const kFields = ['/.well-known/api-catalog', '/.well-known/ai-catalog.json', '/agents.md', '/browser-tools.js']
  const leads = (await warned()).filter(([name]) => !kFields.includes(name))
  assert.deepEqual(leads.map(([name]) => name), ['/ leads to the service', '/ loads the browser tools', '/robots.txt leads to the service'])
  const lines = leads.map(([, remedy]) => remedy.replace(/^add [^:]*: /, '').replace(/ or send Link.*/, ''))
  for (const line of lines) assert.ok(page.includes(line.replaceAll(url, 'https://example.com')), line)
  const [link, script, comment] = lines
  const change = async (name, edit) => writeFile(join(published, name), edit(await readFile(join(published, name), 'utf8')))
  await change('index.html', (text) => text.replace('</head>', `${link}\n${script}\n</head>`))
  await change('robots.txt', (text) => `${comment}\n${text}`)
  assert.deepEqual((await warned()).filter(([name]) => !kFields.includes(name)), [])
})

test('with an issuer elsewhere the documents name its endpoints, and try completes the flow there', { skip }, async () => {
  await using service = await startServe()
  const issuer = block('toml', 'Tokens').replace('https://agents.example.com', service.baseUrl)
  const site = await makeRepository({ ...jekyll, change: (config) => config.replace(/\[access\]\n(?:#.*\n)*enabled = false\n/, issuer) })
  await site.shell(jekyll.build)
  await site.shell(block('sh', 'Into the output', 2))
  await using host = await startStaticHost(join(site.folder, jekyll.output), { port: site.port, readsHeaders: false })
  const { code, stdout } = await runProgram(['try', `http://127.0.0.1:${site.port}`, '--json'])
  const { steps } = JSON.parse(stdout)
  assert.equal(code, 0, stdout)
  assert.deepEqual(steps.filter(({ ok }) => ok === null), [])
  assert.ok(steps.some(({ name, ok }) => name === 'Profile with the token' && ok), stdout)
})
