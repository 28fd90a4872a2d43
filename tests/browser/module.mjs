// web/browser-tools.js in plain Node: with tool definitions, a stubbed fetch and a new copy for each test.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { protocol } from '../../web/worker/protocol.js'

const readWeb = (name) => readFileSync(fileURLToPath(new URL(`../../web/${name}`, import.meta.url)), 'utf8')
const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => protocol[name])

const none = { type: 'object', properties: {}, additionalProperties: false }
const query = { type: 'string', minLength: 2, maxLength: 200 }
const limit = { type: 'integer', minimum: 1, maximum: 50, default: 10 }
const collection = { type: 'string', enum: ['publications', 'projects', 'pages'] }
const offset = { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 }
const year = { type: 'integer', minimum: 1000, maximum: 9999 }
const type = { type: 'string', enum: ['article', 'book', 'chapter', 'thesis', 'report', 'talk', 'patent', 'dataset', 'software', 'other'] }
const slug = { type: 'string', minLength: 1, maxLength: 100 }
const taking = (properties, ...required) => ({ type: 'object', properties, required, additionalProperties: false })

const kSchemas = {
  get_site_overview: none,
  search_content: taking({ query, limit }, 'query'),
  list_content: taking({ collection, limit, offset, year, type }, 'collection'),
  get_content_item: taking({ collection, slug }, 'collection', 'slug'),
  get_cv_summary: none,
  get_contact_info: none,
  get_faq: { type: 'object', properties: { query }, additionalProperties: false },
  get_full_profile: none,
}
export const kToolNames = Object.keys(kSchemas)
/** Over MCP, and so in mcp.json, the client gets the token. */
export const kProfileOnPages = 'Returns the extended profile. Registers an anonymous client and gets a Bearer token with scope read:extended first, and a fresh one when it expires.'
const kDefinitions = Object.entries(kSchemas).map(([name, inputSchema]) => ({
  name, title: name, description: `What ${name} does.`, inputSchema, annotations: { readOnlyHint: true },
}))

const directory = mkdtempSync(join(tmpdir(), 'agent-access-tools-'))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
const file = join(directory, 'browser-tools.mjs')
/** The text with the value in place of the marker. */
function insert(text, [marker, value]) {
  assert.equal(text.split(marker).length, 2, `${marker} occurs exactly once`)
  return text.replace(marker, () => value)
}
const kInserted = {
  '/*site-tools.js*/\n': filled(readWeb('site-tools.js')), '/*definitions*/[]': JSON.stringify(kDefinitions),
  '/*site-search.js*/\n': readWeb('site-search.js'), '/*search*/{}': readWeb('search.json'),
}
writeFileSync(file, Object.entries(kInserted).reduce(insert, filled(readWeb('browser-tools.js'))))

let copies = 0

/** A new copy of the module. */
export const importModule = () => import(`${pathToFileURL(file)}?copy=${++copies}`)

/** The result of a tool, { value } or { error }; it must have only the members of an MCP result. */
export function outcomeOf(result) {
  const { content: [{ type, text }], isError, ...rest } = result
  assert.deepEqual({ type, count: result.content.length, rest }, { type: 'text', count: 1, rest: {} })
  if (isError === undefined) return { value: JSON.parse(text) }
  assert.equal(isError, true)
  return { error: text }
}

/** New tools by name. `answers` maps a path to a body, or to a function of the request's options that returns a Response. */
export async function toolsOver(answers) {
  const requests = []
  globalThis.fetch = async (url, options = {}) => {
    const { pathname } = new URL(url)
    requests.push({ path: pathname, options })
    const answer = answers[pathname]
    if (answer === undefined) throw new TypeError('fetch failed')
    return typeof answer === 'function' ? answer(options) : Response.json(answer)
  }
  const { tools } = await importModule()
  const run = async (name, input) => outcomeOf(await tools.find((tool) => tool.name === name).execute(input))
  return { run, requests, paths: () => requests.map(({ path }) => path) }
}
