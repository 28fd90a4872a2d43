// Reads published documents.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startDev } from './server.mjs'
import { call } from './steps.mjs'

/** The browser tools, in the order in which every document lists them. */
export const kTools = [
  'get_site_overview', 'search_content', 'list_content', 'get_content_item', 'get_cv_summary', 'get_contact_info', 'get_faq',
  'get_full_profile',
]
export const kWebMcp = 'https://webmachinelearning.github.io/webmcp/'
export const kMcp = 'https://modelcontextprotocol.io/specification'
export const kErrors = [
  'unsupported_grant_type', 'invalid_request', 'invalid_client', 'invalid_token', 'insufficient_scope', 'not_found', 'rate_limited',
]

/** The text of a document, which must be there. */
async function readText(base, path) {
  const { status, text } = await call(`${base}${path}`)
  assert.equal(status, 200, path)
  return text
}

/** The demo's documents for the tests of one file: a server that runs from before its tests until after them, and its two hosts. */
export function publishedByDemo() {
  const site = {
    server: undefined,
    hosts: () => [site.server.baseUrl, site.server.otherBaseUrl],
    readText: (path, base = site.server.baseUrl) => readText(base, path),
    readJson: async (path, base) => JSON.parse(await site.readText(path, base)),
  }
  before(async () => { site.server = await startDev() })
  after(() => site.server?.stop())
  return site
}
