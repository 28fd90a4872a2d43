// The programs of docs/agents run as they are written, and print what the pages say: those for curl and Node.js against the demo, the others against a site
// with TLS; only the addresses differ. So do the four requests of docs/for-agents.md. Go runs with `make examples`.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryAuthority } from '../support/certificates.mjs'
import { exampleFile, goProgram, pythonWith } from '../support/examples.mjs'
import { missing } from '../support/faults.mjs'
import { askHttps } from '../support/https.mjs'
import { codeBlocks } from '../support/markdown.mjs'
import { run, startDev, startServe } from '../support/server.mjs'

const kSite = 'https://example.com'
const kDemo = 'http://127.0.0.1:8080'
const { authority, ca, directory, pair } = await temporaryAuthority()
await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(directory, 'node_modules'))
const server = await startServe({ scheme: 'https', profile: '{"name": "Robin Example"}', settings: { mcp: { enabled: true }, tls: pair } })
const demo = await startDev()
after(async () => { await Promise.all([server.stop(), demo.stop()]) })

const blocksOf = (page) => codeBlocks(readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8'))
const withSite = (text) => text.replaceAll(kSite, server.baseUrl).replaceAll(kDemo, demo.baseUrl)

/** What the command prints that runs a program of these texts, in a file with this ending. */
async function output(texts, ending, command, ...args) {
  const file = join(directory, `program.${ending}`)
  await writeFile(file, withSite(texts.join('\n')))
  const trust = { CURL_CA_BUNDLE: authority.file, NODE_EXTRA_CA_CERTS: authority.file, SSL_CERT_FILE: authority.file }
  return (await run(command, [...args, file], { env: { ...process.env, ...trust }, timeout: 60_000 })).stdout
}

/** The programs of a page in one language, in their order, and what they print according to the comments behind their lines. */
function pageOf(name, language) {
  const texts = blocksOf(`agents/${name}`).filter((block) => block.language === language).map(({ text }) => text)
  const printed = [...texts.join('').matchAll(/ (?:\/\/|#) (.+\n)/g)].map(([, line]) => line).join('')
  assert.notEqual(printed, '')
  return { texts, printed }
}

test('curl: the page prints the profile', { skip: missing('jq', '--version') }, async () => {
  const { texts, printed } = pageOf('curl', 'sh')
  assert.equal(await output(texts, 'sh', 'sh', '-eu'), printed)
})

test('Node.js: the page prints the profile and verifies the token', async () => {
  const { texts, printed } = pageOf('node', 'js')
  assert.equal(await output(texts, 'mjs', process.execPath), printed)
})

const python = pythonWith('httpx, authlib, jwt')
test('Python: the page prints the profile and verifies the token', { skip: python.skip }, async () => {
  const { texts, printed } = pageOf('python', 'python')
  assert.equal(await output(texts, 'py', python.interpreter), printed)
})

test('Go: the page has lines of the example', () => {
  const { texts } = pageOf('go', 'go')
  assert.equal(texts.length, 2)
  for (const text of texts) assert.ok(readFileSync(exampleFile('read_profile.go'), 'utf8').includes(text), text)
})

const go = goProgram()
test('Go: the example prints the profile and verifies the token', { skip: go.skip }, async () => {
  const { stdout } = await run(go.command[0], [server.baseUrl], { env: { ...process.env, SSL_CERT_FILE: authority.file }, timeout: 60_000 })
  assert.equal(stdout, pageOf('go', 'go').printed)
})

test('MCP: the page prints the profile with both versions of the SDK', async () => {
  const { texts: [newer, imports], printed } = pageOf('mcp', 'js')
  const older = `${imports}${newer.replace(/^import .*\n/, '')}`
  for (const text of [newer, older]) assert.equal(await output([text], 'mjs', process.execPath), printed)
})

test('the four requests get what the guide says', async () => {
  const blocks = blocksOf('for-agents').filter(({ heading }) => heading === 'Four requests')
  const known = new Map() // values that a page shortens, by their shortened form
  const filled = (text) => withSite(text).replaceAll(/[\w-]+…/g, (short) => known.get(short) ?? assert.fail(short))
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== 'http') continue
    const [head, body] = filled(text).trim().split('\n\n')
    const [request, ...fields] = head.split('\n')
    const [method, path] = request.split(' ')
    const headers = Object.fromEntries(fields.map((field) => field.split(': ')))
    const response = await askHttps(`${server.baseUrl}${path}`, { ca, method, headers, body })
    assert.ok(response.status < 300, `${request}: ${response.text}`)
    const compare = (shown, found) => {
      for (const [name, value] of Object.entries(shown)) {
        if (typeof value === 'object') compare(value, found[name])
        else if (!value.toString().endsWith('…')) assert.equal(found[name], value, `${request}: ${name}`)
        else if (known.has(value)) assert.equal(found[name], known.get(value), name)
        else known.set(value, found[name])
      }
    }
    compare(JSON.parse(withSite(blocks[index + 1].text)), JSON.parse(response.text))
  }
  assert.equal(known.size, 4)
})
