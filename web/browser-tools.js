// The site's browser tools (WebMCP), as one module without dependencies. A page of any origin registers them with
//   <script type="module" src="https://example.com/browser-tools.js"></script>
// and a program uses them without WebMCP: import { tools } from 'https://example.com/browser-tools.js'
//
// A tool returns a result as in MCP: { content: [{ type: 'text', text }] }, where the text is JSON. Invalid input and failures
// return { content, isError: true } with a sentence for the agent. They do not reject, because browsers may replace the text
// of a rejection, and then the agent could not correct its input.
//
// All data is read from the origin of this module. `toolsOf` gives the same tools for data that is read elsewhere, such as the
// files of an exported worker.

// Inserted by the server: name, title, description, inputSchema and annotations of each tool.
const kDefinitions = /*definitions*/[]
const kFreshMs = 5 * 60_000 // how long site.json and faq.json are kept
const kRenewMs = 30_000 // a token is renewed this long before it expires
/** An error with a text for the agent; `code` is the `error` of the server, where it sent one. */
const failure = (message, code) => Object.assign(new Error(message), { code })

// ---- Reading
const urlOf = (path) => new URL(path, import.meta.url).href

async function requestJson(path, options) {
  const response = await fetch(urlOf(path), { credentials: 'omit', ...options })
    .catch(() => { throw failure(`${urlOf(path)} cannot be reached`) })
  const body = await response.json().catch(() => null)
  if (response.ok && body !== null) return body
  const seconds = response.headers.get('retry-after')
  const what = body?.error ? `${body.error}: ${body.error_description}` : `${path} returned ${response.status} without JSON`
  throw failure(seconds ? `${what}. Try again in ${seconds} seconds.` : what, body?.error)
}

const kept = new Map() // path -> { until, body }; body is a promise
function readKept(path) {
  const entry = kept.get(path)
  if (entry && Date.now() < entry.until) return entry.body
  const body = requestJson(path)
  kept.set(path, { until: Date.now() + kFreshMs, body })
  body.catch(() => kept.delete(path))
  return body
}

// ---- The extended profile: register, token, profile
// Client and token are kept in memory only. Inserted by the server: the address of the service, if it is not that of this module.
const kIssuer = /*issuer*/''
let client = null
let token = null // { value, until }
let pending = null // the current renewal, shared by concurrent calls
async function grant() {
  client ??= await requestJson(`${kIssuer}{{register_path}}`, { method: 'POST' })
  const { client_id, client_secret } = client
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await requestJson(`${kIssuer}{{token_path}}`, { method: 'POST', body })
  return { value: answer.access_token, until: Date.now() + answer.expires_in * 1000 - kRenewMs }
}

async function renew() {
  const isKnown = client !== null
  token = await grant().catch((error) => {
    if (error.code !== 'invalid_client' || !isKnown) throw error
    client = null // the master secret of the server has changed
    return grant()
  })
}

async function validToken() {
  if (!token || Date.now() >= token.until) await (pending ??= renew().finally(() => { pending = null }))
  return token
}

const profileWith = ({ value }) => requestJson(`${kIssuer}{{profile_path}}`, { headers: { Authorization: `Bearer ${value}` } })

async function readFullProfile() {
  const used = await validToken()
  return profileWith(used).catch(async (error) => {
    if (error.code !== 'invalid_token') throw error
    if (token === used) token = null // unless a concurrent call has replaced it
    return profileWith(await validToken())
  })
}

// ---- Search
/*site-search.js*/
// ---- The site as documents
const pageUrl = (site, slug, otherwise) => site.pages.find((page) => page.slug === slug)?.url ?? otherwise
const itemUrl = (item) => item.page ?? item.url ?? null
const objectsOf = (value) => (Array.isArray(value) ? value.filter(isObject) : [])

/** The content of a page, as data. */
async function pageContent(site, slug, { readFaq }) {
  if (slug === 'home') return { tagline: site.tagline, owner: site.owner, links: site.links }
  if (slug === 'faq') return (await readFaq()).faqs
  return slug === 'agent-access' ? site.resources : site[slug] // publications, projects, cv, contact
}

// ---- What is prepared once for each site.json and faq.json

/** What `make` gives for values; made again only for other values. */
function remembered(make) {
  let [used, made] = [[], undefined]
  return (...values) => {
    if (made === undefined || values.some((value, at) => value !== used[at])) [used, made] = [values, make(...values)]
    return made
  }
}

const kCollections = ['publications', 'projects', 'pages']
const byCollection = (make) => remembered((site) => Object.fromEntries(kCollections.map((name) => [name, make(site[name], name)])))

/** What is not yet published comes first. */
function sortedByDate(items, collection) {
  const timeOf = ({ date, status }) => date || (collection === 'publications' && status ? '9999' : '')
  return [...items].sort((one, other) => (timeOf(one) < timeOf(other) ? 1 : timeOf(one) > timeOf(other) ? -1 : 0))
}

// ---- Rows of lists

const kMostWholeRows = 10 // a list of more items leaves out what is long
const kMostAuthors = 3
const kLongestSentence = 200 // in characters
/** As first_sentence of site/content/sentence.hpp, which says where a sentence ends. */
const kSentenceEnd = /[。！？][」』）”]*|(?:[!?؟]|(?<!(?:^|[ .(])(?:[^ .(]|[A-Z][a-z]|\d\d))\.)["')\]”’»]*(?=$| (?![a-z0-9]))/u
function firstSentence(text) {
  const end = kSentenceEnd.exec(text)
  const characters = [...(end ? text.slice(0, end.index + end[0].length) : text)]
  if (characters.length <= kLongestSentence) return characters.join('')
  const space = characters.lastIndexOf(' ', kLongestSentence - 1)
  return `${characters.slice(0, space < 0 ? kLongestSentence - 1 : space).join('')}…`
}

/** The first authors, and how many there are besides. */
function authorsOf({ authors }, most) {
  if (!Array.isArray(authors) || authors.length <= most) return { authors }
  return { authors: authors.slice(0, most), more_authors: authors.length - most }
}

function rowOf(item, isWhole) {
  const { slug, title, date, type, venue, summary } = item
  const row = { slug, title, date, ...authorsOf(item, isWhole ? kMostAuthors : 1), type, venue }
  return isWhole ? { ...row, summary: typeof summary === 'string' ? firstSentence(summary) : summary, url: itemUrl(item) } : row
}

function prepared(source) {
  // A file of the owner's own may lack members, or have any value.
  const whole = remembered((site) => ({ ...site, contact: isObject(site.contact) ? site.contact : {}, ...Object.fromEntries(kCollections.map((name) => [name, objectsOf(site[name])])) }))
  const wholeFaq = remembered((faq) => ({ ...faq, faqs: objectsOf(faq.faqs) }))
  return {
    ...source,
    /** Makes all of it now. */
    async prepare() {
      const [site, faq] = [await this.readSite(), await this.readFaq()]
      this.contentIndex(site, faq)
      this.newestFirst(site)
      this.nearestSlugs(site)
    },
    readSite: async () => whole(await source.readSite()),
    readFaq: async () => wholeFaq(await source.readFaq()),
    newestFirst: byCollection(sortedByDate),
    nearestSlugs: byCollection((items) => nearestOf(items.map(({ slug }) => slug ?? ''))),
    // The questions of the program about access are after everything else.
    contentIndex: remembered((site, { faqs, about }) => new SearchIndex({ ...site, faqs }, ({ row }) => about !== undefined && row.collection === 'faq')),
  }
}

/** What a search finds, and what its result begins with; `isWanted` chooses among the documents. */
async function searched(query, { readSite, readFaq, contentIndex }, isWanted = () => true) {
  const found = contentIndex(await readSite(), await readFaq()).search(query)
  if (found === null) throw failure('query must contain a letter or a digit')
  const documents = found.documents.filter(isWanted)
  return { ...found, documents, begun: { query, total: documents.length, ...(found.notFound.length > 0 && { not_found: found.notFound }) } }
}

// ---- The tools, each with its input and the source of the data
const kFunctions = {
  async get_site_overview(_, { readSite }) {
    const { title, tagline, url, inLanguage, dateModified, owner, links, pages, resources, ...rest } = await readSite()
    const collections = { publications: rest.publications.length, projects: rest.projects.length, pages: pages.length }
    return { title, tagline, url, language: inLanguage, updated: dateModified, owner, collections, pages, links, resources }
  },
  async search_content({ query, limit }, source) {
    const [{ documents, begun, scoreOf, snippetOf }, site] = [await searched(query, source), await source.readSite()]
    const addressOf = ({ row: { page }, value }) => (page ? pageUrl(site, page, source.urlOf(page === 'faq' ? '{{faq_path}}' : '{{site_path}}')) : itemUrl(value))
    const results = documents.slice(0, limit).map((document) => {
      const { row: { collection }, slug, title } = document
      return { collection, slug, url: addressOf(document), title, score: scoreOf(document), snippet: snippetOf(document) }
    })
    return { ...begun, results }
  },
  async list_content({ collection, limit, offset, year, type }, { readSite, newestFirst }) {
    const all = newestFirst(await readSite())[collection].filter((item) =>
      (year === undefined || item.date?.slice(0, 4) === `${year}`) && (type === undefined || item.type === type))
    const items = all.slice(offset, offset + limit).map((item, _, rows) => rowOf(item, rows.length <= kMostWholeRows))
    const next = offset + items.length
    const rest = all.length - next
    const more = items.length > 0 && rest > 0 && { next_offset: next, next: `${rest} more: call list_content again with offset ${next}` }
    return { collection, total: all.length, items, ...more }
  },
  async get_content_item({ collection, slug }, source) {
    const site = await source.readSite()
    const item = site[collection].find((candidate) => candidate.slug === slug)
    if (item) return { collection, ...item, ...(collection === 'pages' && { content: await pageContent(site, slug, source) }) }
    const near = source.nearestSlugs(site)[collection](slug).join(', ')
    throw failure(`${collection} has no "${slug}"; ${near ? `near: ${near}` : 'list_content names what exists'}`)
  },
  async get_cv_summary(_, { readSite, urlOf }) {
    const site = await readSite()
    if (!site.cv) throw failure('This site publishes no CV')
    return { name: site.owner?.name, url: pageUrl(site, 'cv', urlOf('{{site_path}}')), ...site.cv }
  },
  async get_contact_info(_, { readSite, urlOf }) {
    const site = await readSite()
    return { name: site.owner?.name, url: pageUrl(site, 'contact', urlOf('{{site_path}}')), ...site.contact }
  },
  async get_faq({ query }, source) {
    const { faqs } = await source.readFaq()
    if (query === undefined) return { total: faqs.length, faqs }
    const { documents, begun } = await searched(query, source, ({ row }) => row.collection === 'faq')
    return { ...begun, faqs: documents.map(({ value: { question, answer } }) => ({ question, answer })) }
  },
  get_full_profile: (_, { readFullProfile }) => readFullProfile(),
}

// ---- Input: the keywords of JSON Schema that the eight schemas use
function expectationOf({ type, enum: values, minLength, maxLength, minimum, maximum }) {
  if (values) return `one of ${values.join(', ')}`
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`
  return `a string of ${minLength} to ${maxLength} characters`
}
function fits({ type, enum: values, minLength, maxLength, minimum, maximum }, value) {
  if (values) return values.includes(value)
  if (type === 'integer') return Number.isInteger(value) && value >= minimum && value <= maximum
  return typeof value === 'string' && [...value].length >= minLength && [...value].length <= maxLength
}

/** What models and their hosts write for an optional value that is not set: null, "", of an object the [] of PHP, and 0 where the least is more. */
function isFiller({ type, minimum }, value) {
  if (type === 'object' && Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === '' || (value === 0 && minimum > 0)
}

/** Clients also write numbers as text. */
function valueOf(rules, value, isOptional) {
  if (isOptional && isFiller(rules, value)) return rules.default
  return rules.type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

function checked(schema, asked) {
  const input = isFiller(schema, asked) ? {} : asked
  if (typeof input !== 'object' || Array.isArray(input)) throw failure('input must be an object')
  const { properties, required = [] } = schema
  const given = Object.entries(properties).map(([name, rules]) => [name, valueOf(rules, input[name], !required.includes(name))])
    .filter(([name, value]) => value !== undefined || required.includes(name))
  for (const [name, value] of given) {
    if (!fits(properties[name], value)) throw failure(`${name} must be ${expectationOf(properties[name])}`)
  }
  return Object.fromEntries(given)
}

async function answerOf({ name, inputSchema }, input, source) {
  try {
    const value = await kFunctions[name](checked(inputSchema, input), source)
    return { content: [{ type: 'text', text: JSON.stringify(value) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
}

/** The tools with `execute(input)`. `source`: { urlOf(path), readSite(), readFaq(), readFullProfile() }, of which the last three are asynchronous. `prepare()` of the
 * result does at once what the first calls would do. */
export function toolsOf(source) {
  const whole = prepared(source)
  const tools = kDefinitions.map((definition) => ({ ...definition, execute: (input) => answerOf(definition, input, whole) }))
  return Object.assign(tools, { prepare: () => whole.prepare() })
}

/** The tools of this origin, for use without WebMCP. */
export const tools = toolsOf({ urlOf, readSite: () => readKept('{{site_path}}'), readFaq: () => readKept('{{faq_path}}'), readFullProfile })

// ---- Registration
/** Registers the tools with a ModelContext until `signal` aborts. Resolves to the names that this call added. */
export async function register(context, { signal } = {}) {
  const outcomes = await Promise.allSettled(tools.map(async (tool) => context.registerTool(tool, { signal })))
  for (const { reason } of outcomes) {
    // InvalidStateError: another copy of this module has registered the tools. AbortError: registration was aborted.
    if (reason && !signal?.aborted && reason.name !== 'InvalidStateError') console.warn(`WebMCP: ${reason.message}`)
  }
  return tools.filter((_, at) => outcomes[at].status === 'fulfilled').map(({ name }) => name)
}

const controller = new AbortController()
let isRegistered = false

/** Removes the tools that this module registered on load; it does not register them again. */
export const unregister = () => controller.abort()

function registerOnLoad() {
  const context = document.modelContext ?? navigator.modelContext // the second is the older name
  if (isRegistered || controller.signal.aborted || !context?.registerTool) return
  isRegistered = true
  register(context, { signal: controller.signal })
}

if (globalThis.document) {
  registerOnLoad()
  document.addEventListener('DOMContentLoaded', registerOnLoad, { once: true }) // a polyfill may be loaded after this module
  addEventListener('load', registerOnLoad, { once: true })
  addEventListener('pagehide', (event) => { if (!event.persisted) unregister() })
}
