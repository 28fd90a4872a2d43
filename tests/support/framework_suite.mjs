// The tests that every section of docs/frameworks.md passes: on a site of its owner, served by its own server, our paths are all there, and hers are as before.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { kDocumentTypes } from './documents.mjs'
import { exportSite } from './exported_site.mjs'
import { makeSite, serveSite } from './framework_sites.mjs'
import { send } from './gates.mjs'
import { missingPackages } from './npm_packages.mjs'
import { disposable, exampleProfile, runProgram, untilItHolds } from './server.mjs'
import { assertError, call, kForm, kJson, readProfile, register, token } from './steps.mjs'

/** A document that the owner has as a file of her own. */
const kKept = '/llms.txt'
/** Documents that are not there: that one, and those of generated pages. */
const kOthers = [kKept, '/robots.txt', '/sitemap.xml']
/** Bundlers replace such words in the sources that they read. */
const kFaq = { questions: [{ question: 'What is import.meta.url?', answer: 'Like process.env.NODE_ENV, __dirname and typeof window, it is a text here.' }] }
/** A file of hers with the path of a document that she has not kept; which one is served is `filesFirst` of the row. */
const kFile = '/llms-full.txt'
const kSettings = { content: { profile: 'profile.json', faq: 'faq.json', beside: true, keep_paths: [kKept] }, mcp: { enabled: true }, log: { level: 'error' } }

/** A POST request from a page of an origin. */
const posted = (origin, type, body) => ({ method: 'POST', body, fields: ['Origin', origin, ...(type ? ['Content-Type', type] : []), 'Content-Length', String(body.length)] })
const form = (origin) => posted(origin, kForm, 'name=Robin')
const kElsewhere = 'https://elsewhere.example'
const kPreflight = { method: 'OPTIONS', fields: ['Origin', kElsewhere, 'Access-Control-Request-Method', 'POST'] }

/** Requests that are the owner's, each as its path and options of `send`; some of them look like ours. */
const ownRequests = (origin) => [
  ...['/', '/about', kKept, '/robots.txt', '/favicon.svg', '/api/hello?name=Robin', '/oauth/callback?code=1', '/no-such-page'].map((path) => [path]),
  ...['/oauth/', '/oauth/token/more', '/api/agent/', '/mcp-notes', '/.well-known/', '/AUTH.md', '/auth.md/', '/%zz', '/?/auth.md'].map((path) => [path]),
  ['/', { method: 'HEAD' }], ['/', { host: 'elsewhere.example' }], ['/about', { host: '[' }],
  // Some servers take each request as one of https.
  ...[kPreflight, form(origin), form(origin.replace('http:', 'https:')), form(kElsewhere), posted(kElsewhere, kJson, '{}'), posted(kElsewhere, '', '')].map((options) => ['/api/hello', options]),
]

const kTriesOfDevelopers = 3
/** Fields that differ from one of our responses to the next, and one that says only how it is sent. */
const kOfOne = /^(content-length|ratelimit(-.*)?|x-request-id)$/
/** What changes from one start or build to the next. */
const kVolatile = ['date', 'etag', 'last-modified']

/** The responses to the owner's requests, without names that the build made; one that fails is its error. */
async function ownResponses(port, origin, { builtNames }) {
  const all = {}
  for (const [path, { fields = [], ...options } = {}] of ownRequests(origin)) {
    const { status, headers, text } = await send(port, path, fields, options).catch(({ code }) => ({ status: code, headers: {} }))
    for (const name of kVolatile) delete headers[name]
    all[[options.method, path, options.host, ...fields].join(' ')] = { status, headers, text: builtNames ? text?.replace(builtNames, 'a built file') : text }
  }
  return all
}

/** Starts the site with the module: { stop, serve, own, agents, url, port, secret, added }. `own`: what it answered without. */
async function startBeside(row) {
  const { out, port, url, secret } = await exportSite('module', { settings: kSettings, files: { 'faq.json': kFaq } })
  const home = { HOME: out, PATH: process.env.PATH, TMPDIR: tmpdir(), CI: '1', ...row.environment }
  const environment = { ...home, HOST: '127.0.0.1', PORT: String(port), DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, AGENT_ACCESS_SECRET: secret }
  const alone = await makeSite(row, home)
  const before = await serveSite(alone.folder, row.serve, port, environment)
  const own = await ownResponses(port, url, row).finally(() => before.stop())
  const file = join(out, 'agent-access.js')
  const { folder, added } = await makeSite(row, home, await readFile(file))
  const { default: agents } = await import(pathToFileURL(file))
  const serve = (command) => serveSite(folder, command, port, environment)
  return disposable({ ...(await serve(row.serve)), serve, own, agents, url, port, secret, added })
}

async function checkOwn({ own, port, url, added }, row, context) {
  const now = await ownResponses(port, url, row)
  for (const [request, response] of Object.entries(own)) assert.deepEqual(now[request], response, request)
  context.diagnostic(`${Object.keys(now).length} requests; the owner added ${added} lines`)
}

async function checkProfile({ url }) {
  const bearer = await token(url, await register(url, { client_name: 'Example client' }))
  await jwtVerify(bearer, createRemoteJWKSet(new URL('/.well-known/jwks.json', url)), { issuer: url, audience: url })
  const { _meta, ...profile } = (await readProfile(url, bearer)).json
  assert.deepEqual(profile, exampleProfile)
  assertError(await readProfile(url, `${bearer}x`), 401, 'invalid_token')
}

async function checkDocuments({ agents, secret, url }, { filesFirst }) {
  for (const path of Object.keys(kDocumentTypes).filter((each) => !kOthers.includes(each) && !(filesFirst && each === kFile))) {
    const expected = await agents.fetch(new Request(`${url}${path}`), { AGENT_ACCESS_SECRET: secret })
    const { status, headers, text } = await call(`${url}${path}`, { headers: { 'Accept-Encoding': 'identity' } })
    assert.equal(status, 200, path)
    assert.equal(text, await expected.text(), path)
    for (const [name, value] of expected.headers) if (!kOfOne.test(name)) assert.equal(headers.get(name), value, `${path}: ${name}`)
  }
}

async function checkFile({ port }, { filesFirst = false }) {
  const file = await readFile(new URL(`../frameworks/public${kFile}`, import.meta.url), 'utf8')
  assert.equal((await send(port, kFile, [])).text === file, filesFirst)
}

async function checkMcp({ url }) {
  const client = new Client({ name: 'Example client', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)))
  const { structuredContent: { faqs } } = await client.callTool({ name: 'get_faq', arguments: {} })
  await client.close()
  assert.deepEqual(faqs.map(({ question, answer }) => ({ question, answer })), kFaq.questions)
}

async function checkOrigins({ port, url }) {
  const asked = await call(`${url}/oauth/token`, { method: 'OPTIONS', headers: { Origin: kElsewhere, 'Access-Control-Request-Method': 'POST' } })
  assert.deepEqual([asked.status, asked.headers.get('access-control-allow-methods')], [204, 'POST, OPTIONS'])
  assert.equal((await send(port, '/auth.md', [], { host: 'elsewhere.example' })).status, 421)
}

async function checkAddresses({ port }, { addressField }) {
  const remaining = async (address) => {
    const { headers } = await send(port, '/api/site.json', addressField ? [addressField, address] : [], { localAddress: address })
    return headers['ratelimit-remaining']
  }
  const first = await remaining('127.0.0.2')
  await Promise.all(Array.from({ length: 30 }, () => remaining('127.0.0.2')))
  assert.equal(await remaining('127.0.0.3'), first)
}

async function checkByTry({ url }, row, context) {
  const { code, stdout } = await runProgram(['try', '--json', url])
  const { passed, failed, warnings, skipped, steps } = JSON.parse(stdout)
  assert.deepEqual({ code, failed, skipped }, { code: 0, failed: 0, skipped: 0 }, JSON.stringify(steps.filter(({ ok }) => !ok)))
  context.diagnostic(`${passed} passed, ${warnings} warnings`)
}

async function checkDevelopment(site, row, context) {
  await site.stop()
  await using _ = await site.serve([...row.dev, '--port', String(site.port)])
  // Such a server starts anew once it notices that a file is new, which may be after its first responses.
  await untilItHolds(async () => {
    await checkDocuments(site, row)
    await checkByTry(site, row, context)
  }, kTriesOfDevelopers)
}

const kChecks = {
  'the pages of the owner are as before, byte for byte': checkOwn,
  'a client registers, gets a token that the published keys verify, and reads the profile': checkProfile,
  'each document has the bytes and fields that the module gives': checkDocuments,
  'a file of the owner at the path of a document is served where the page says so': checkFile,
  'a client of MCP gets an answer with words that bundlers replace': checkMcp,
  'a browser of another origin may ask, and another host is refused at our paths alone': checkOrigins,
  'clients are counted by their addresses': checkAddresses,
  'try finds nothing': checkByTry,
}
const kDevelopment = { 'the server of developers has the same': checkDevelopment }

/**
 * A row has `heading`, that of the section; `site`, the folder below tests/frameworks/sites; `packages`, the folder of tests with its packages; `serve`, the
 * command of its server, `dev`, that of the one for developers, and `build`, if it is built; `publicFolder`, if it is not `public`; `environment` of these
 * commands; `filesFirst`, if a file of the owner goes before a document; `addressField`, the field that names the client; `builtNames`, a pattern of names
 * of files that the build may change.
 */
export const testFramework = (row) => test(row.heading, { skip: missingPackages(row.packages) }, async (framework) => {
  await using site = await startBeside(row)
  for (const [name, check] of Object.entries({ ...kChecks, ...(row.dev && kDevelopment) })) await framework.test(name, (context) => check(site, row, context))
})
