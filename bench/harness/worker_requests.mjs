// What the most expensive requests of each kind cost an exported worker: exports a site with many works, calls the worker in this process, and prints
// the CPU time of the first request, which prepares what later ones use, and the mean of the others.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runProgram } from './processes.mjs'

const kUrl = 'https://www.example.com'
const kGoalMs = 3
const kHelp = `Usage: bench/worker [--works 1500] [--rounds 200]

AGENT_ACCESS_BIN names the program; the goal is ${kGoalMs} ms of CPU time for any one request.`

/** Words of two or three syllables, the first ones of 8,000 more often, as in a language; the same in each run. */
function* words() {
  const syllables = 'ba be ti do ra lo mi su ka ne vo fi ga hu po sa le ru wi za'.split(' ')
  for (let state = 1; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    let number = (state >>> 8) % (1 + (state >>> 4) % 8000)
    let text = ''
    for (let syllable = 0; syllable < 2 || number > 0; ++syllable) {
      text += syllables[number % syllables.length]
      number = Math.floor(number / syllables.length)
    }
    yield text
  }
}

function siteOf(works) {
  const source = words()
  const take = (count) => Array.from({ length: count }, () => source.next().value).join(' ')
  const publications = Array.from({ length: works }, (_, at) => ({
    slug: `work-${at}-${take(2).replace(' ', '-')}`, title: take(6), date: `${1990 + at % 40}-0${1 + at % 9}`, doi: `10.5555/example.${at}`, authors: ['Robin Example', take(2)], summary: take(100),
  }))
  return { title: 'Robin Example', tagline: 'A site with many works', owner: { kind: 'person', name: 'Robin Example' }, publications }
}

async function exported(binary, folder, works) {
  const must = async (...command) => {
    const { code, err } = await runProgram([binary, ...command])
    if (code !== 0) throw new Error(`${command[0]} failed: ${err.trim()}`)
  }
  Object.assign(process.env, { AGENT_ACCESS_BASE_URLS: kUrl, AGENT_ACCESS_MCP_ENABLED: 'true', AGENT_ACCESS_LIMITS_REQUESTS: '0' })
  await must('init', join(folder, 'site'))
  writeFileSync(join(folder, 'site/site.json'), JSON.stringify(siteOf(works)))
  await must('export', '--config', join(folder, 'site/agent-access.toml'), '--worker', '--host', 'node', join(folder, 'out'))
  const { createWorker, data } = await import(pathToFileURL(join(folder, 'out/worker/worker.js')).href)
  const fetchFile = async (url) => new Response(await readFile(join(folder, 'out/public', decodeURIComponent(new URL(url).pathname))))
  const env = { AGENT_ACCESS_SECRET: readFileSync(join(folder, 'site/secret'), 'utf8').trim(), ASSETS: { fetch: fetchFile } }
  const worker = createWorker(data, { log: () => {}, addressOf: () => '192.0.2.1' })
  return async (path, options) => {
    const { status, body } = await worker.respond(new Request(kUrl + path, options), env)
    return { status, body: body instanceof Uint8Array ? Buffer.from(body) : body }
  }
}

const post = (body, headers = {}) => ['/mcp', { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25', ...headers } }]
const message = (method, params, headers) => post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers)
const call = (name, input) => message('tools/call', { name, arguments: input })
const read = (uri) => message('resources/read', { uri })

/** [what, path, options, expected status] */
function requests(site, most, token) {
  const frequent = site.publications.flatMap(({ summary }) => summary.split(' ').slice(0, 1)).slice(0, 40)
  const slug = site.publications[7].slug
  const long = (letter) => letter.repeat(Math.floor((most - 200) / Buffer.byteLength(letter)))
  return [
    ['search, two words', ...call('search_content', { query: frequent.slice(0, 2).join(' ') })],
    ['search, twelve words, 50 results', ...call('search_content', { query: frequent.slice(0, 12).join(' '), limit: 50 })],
    ['search, twelve beginnings of words, 50 results', ...call('search_content', { query: [...new Set(frequent.map((word) => word.slice(0, 3)))].slice(0, 12).join(' '), limit: 50 })],
    ['search, words that name parts', ...call('search_content', { query: 'books articles projects languages education skills positions awards talks software', limit: 50 })],
    ['search, 200 characters with accents', ...call('search_content', { query: 'é'.repeat(200) })],
    ['search, a query beyond the limit', ...call('search_content', { query: long('é') })],
    ['list, 50 works', ...call('list_content', { collection: 'publications', limit: 50 })],
    ['list, of one year', ...call('list_content', { collection: 'publications', limit: 50, year: 1999 })],
    ['item', ...call('get_content_item', { collection: 'publications', slug })],
    ['item, an unknown slug like all others', ...call('get_content_item', { collection: 'publications', slug: 'work-9999-bati-dora' })],
    ['item, an unknown slug of 100 characters', ...call('get_content_item', { collection: 'publications', slug: 'work-bati-dora-lomi-suka-nevo-fi'.repeat(4).slice(0, 100) })],
    ['overview', ...call('get_site_overview')],
    ['FAQ', ...call('get_faq')],
    ['FAQ, twelve words', ...call('get_faq', { query: 'how does an agent get a token for the profile of robin example' })],
    ['list of resources', ...message('resources/list')],
    ['list of resources, an older revision', ...message('resources/list', {}, { 'MCP-Protocol-Version': '2025-03-26' })],
    ['resource, an item', ...read(`content:///publications/${slug}`)],
    ['resource, an unknown item', ...read('content:///publications/nothing')],
    ['resource, all data of the site', ...read(`${kUrl}/api/site.json`)],
    ['resource, llms-full.txt', ...read(`${kUrl}/llms-full.txt`)],
    ['resource, an address as long as a body', ...read(`${kUrl}/${long('!')}`)],
    ['resource, an encoded address as long as a body', ...read(`${kUrl}/${long('%C3%A9')}`)],
    ['completion, which does not exist', ...message('completion/complete', { argument: { value: long('é') } })],
    ['a message of empty lists', ...post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${'[],'.repeat(5_000)}[]]}}`)],
    ['a message of names', ...post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{${Array.from({ length: 1_600 }, (_, at) => `"${at}":1`).join(',')}}}`)],
    ['a message of escapes', ...post(`{"jsonrpc":"2.0","id":"${'\\n'.repeat(7_500)}","method":"ping"}`)],
    ['a message of strings', ...post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[${'"",'.repeat(5_000)}""]}}`)],
    ['tools', ...message('tools/list')],
    ['a token that is none', ...message('tools/list', {}, { Authorization: `Bearer ${'a.'.repeat(2_000)}a` })],
    ['a token of another signature', ...message('tools/list', {}, { Authorization: `Bearer ${token.slice(0, -6)}AAAAAA` })],
    ['the profile', ...message('tools/call', { name: 'get_full_profile' }, { Authorization: `Bearer ${token}` })],
    ['a path of 8,000 characters', `/${'!'.repeat(8_000)}`],
    ['an encoded path of 8,000 characters', `/${'%C3%A9'.repeat(1_300)}`],
    ['a document', '/llms.txt'],
    ['registration', '/oauth/register', { method: 'POST' }],
  ]
}

async function tokenFrom(send) {
  const posted = async (path, body, type) => JSON.parse((await send(path, { method: 'POST', body, headers: { 'Content-Type': type } })).body.toString())
  const { client_id, client_secret } = await posted('/oauth/register', '{}', 'application/json')
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString()
  return (await posted('/oauth/token', form, 'application/x-www-form-urlencoded')).access_token
}

const cpuMs = (from) => {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000
}

async function measured(send, [, path, options], rounds) {
  const before = process.cpuUsage()
  const { status, body } = await send(path, options)
  const first = cpuMs(before)
  for (let round = 0; round < rounds / 4; ++round) await send(path, options)
  const start = process.cpuUsage()
  for (let round = 0; round < rounds; ++round) await send(path, options)
  return { status, bytes: body?.length ?? 0, first, mean: cpuMs(start) / rounds }
}

const { values } = parseArgs({ options: { works: { type: 'string', default: '1500' }, rounds: { type: 'string', default: '200' }, help: { type: 'boolean' } } })
if (values.help) console.log(kHelp)
else {
  const folder = mkdtempSync(join(tmpdir(), 'agent-access-bench-worker-'))
  try {
    const works = Number(values.works)
    const binary = process.env.AGENT_ACCESS_BIN ?? fileURLToPath(new URL('../../build/release/agent-access', import.meta.url))
    const send = await exported(binary, folder, works)
    console.log(`Node ${process.versions.node}, ${works} works, mean of ${values.rounds} requests\n`)
    console.log(`${'Request'.padEnd(52)}${'status'.padStart(7)}${'bytes'.padStart(11)}${'first ms'.padStart(10)}${'ms'.padStart(9)}`)
    const rows = []
    for (const request of requests(siteOf(works), 16_384, await tokenFrom(send))) {
      const row = await measured(send, request, Number(values.rounds))
      rows.push({ what: request[0], ...row })
      console.log(`${request[0].padEnd(52)}${String(row.status).padStart(7)}${String(row.bytes).padStart(11)}${row.first.toFixed(1).padStart(10)}${row.mean.toFixed(3).padStart(9)}`)
    }
    const over = rows.filter(({ mean }) => mean > kGoalMs)
    console.log(`\n${over.length === 0 ? 'All are' : `${over.length} of ${rows.length} are not`} within ${kGoalMs} ms: ${over.map(({ what }) => what).join('; ') || 'the most expensive one takes ' + Math.max(...rows.map(({ mean }) => mean)).toFixed(3) + ' ms'}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
