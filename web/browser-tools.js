// The site's browser tools (WebMCP), as one module without dependencies. A page of any origin registers them with
//   <script type="module" src="https://example.com/browser-tools.js"></script>
// and a program uses them without WebMCP: import { tools } from 'https://example.com/browser-tools.js'
//
// A tool returns a result as in MCP: { content: [{ type: 'text', text }] }, where the text is JSON. Invalid input and failures
// return { content, isError: true } with a sentence for the agent. They do not reject, because browsers may replace the text
// of a rejection, and then the agent could not correct its input.
//
// All data is read from the origin of this module. Client and token of get_full_profile are kept in memory only.

// Inserted by the server: name, title, description, inputSchema and annotations of each tool.
const kDefinitions = /*definitions*/[]

const kFreshMs = 5 * 60_000 // how long site.json and faq.json are kept
const kRenewMs = 30_000 // a token is renewed this long before it expires
const kSnippet = 160 // characters
const kTitleWeight = 3
const kSaturation = 1.2 // k1 and b of BM25
const kLengthWeight = 0.75

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

const kNothing = { publications: [], projects: [], pages: [], contact: {} }
const readSite = async () => ({ ...kNothing, ...await readKept('/api/site.json') })
const readQuestions = async () => (await readKept('/ai/faq.json')).faqs
// ---- The extended profile: register, token, profile
let client = null
let token = null // { value, until }
let pending = null // the current renewal, shared by concurrent calls
async function grant() {
  client ??= await requestJson('/oauth/register', { method: 'POST' })
  const { client_id, client_secret } = client
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await requestJson('/oauth/token', { method: 'POST', body })
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

const profileWith = ({ value }) => requestJson('/api/agent/full-profile', { headers: { Authorization: `Bearer ${value}` } })

async function readFullProfile() {
  const used = await validToken()
  return profileWith(used).catch(async (error) => {
    if (error.code !== 'invalid_token') throw error
    if (token === used) token = null // unless a concurrent call has replaced it
    return profileWith(await validToken())
  })
}

// ---- Search
// In scripts without spaces each character is a word; "C++" and "C#" are words.
const kWord = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu
const kLetters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
const kNoText = new Set(['slug', 'url', 'page', 'repository'])
const fold = (word) =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[ßæœøłđı]/g, (letter) => kLetters[letter])
const wordsOf = (text) => (text.match(kWord) ?? []).map(fold)

/** How well a word of a text matches one of a query: equal, a longer word, or the singular. */
function likeness(word, wanted) {
  if (word === wanted) return 1
  if (wanted.length >= 3 && word.startsWith(wanted)) return 0.6
  return word.length >= 4 && wanted.length - word.length <= 2 && wanted.startsWith(word) ? 0.5 : 0
}

/** All texts in a value, joined. */
function textOf(value) {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : ''
  const parts = Object.entries(value).filter(([key]) => !kNoText.has(key)).map(([, part]) => textOf(part))
  return parts.filter(Boolean).join(Array.isArray(value) ? ' ' : ' · ')
}

const countIn = (words, wanted) => words.reduce((sum, word) => sum + likeness(word, wanted), 0)

const kMostWords = 12
/** The words of a query that count, each once. */
const wantedWords = (query) => [...new Set(wordsOf(query))].slice(0, kMostWords)

/** The matching `documents` ({ title, text, … }), best first: BM25, multiplied by the share of the query words found. */
function rank(documents, query) {
  const wanted = wantedWords(query)
  if (wanted.length === 0) throw failure('query must contain a letter or a digit')
  const entries = documents.map((document) => ({
    document, title: wordsOf(document.title ?? ''), text: wordsOf(document.text ?? ''), sum: 0, hits: 0,
  }))
  const sizeOf = ({ title, text }) => kTitleWeight * title.length + text.length
  const mean = entries.reduce((sum, entry) => sum + sizeOf(entry), 0) / entries.length
  for (const word of wanted) {
    const counts = entries.map(({ title, text }) => kTitleWeight * countIn(title, word) + countIn(text, word))
    const holders = counts.filter((count) => count > 0).length
    const rarity = Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
    for (const [at, entry] of entries.entries()) {
      const length = 1 - kLengthWeight + kLengthWeight * sizeOf(entry) / mean
      entry.sum += rarity * counts[at] * (kSaturation + 1) / (counts[at] + kSaturation * length)
      entry.hits += counts[at] > 0 ? 1 : 0
    }
  }
  return entries.filter(({ hits }) => hits > 0)
    .map(({ document, sum, hits }) => ({ ...document, score: Number((sum * hits / wanted.length).toFixed(3)) }))
    .sort((one, other) => other.score - one.score)
}

/** The part of a text around its first match, cut between words. */
function snippetOf(text, query) {
  if (text.length <= kSnippet) return text
  const wanted = wantedWords(query)
  const hit = [...text.matchAll(kWord)].find(([word]) => wanted.some((one) => likeness(fold(word), one) > 0))
  const from = Math.max(0, (hit?.index ?? 0) - kSnippet / 2)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const space = text.lastIndexOf(' ', start + kSnippet)
  const end = start + kSnippet >= text.length ? text.length : space > start ? space : start + kSnippet
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

// ---- The site as documents
const pageUrl = (site, slug, otherwise) => site.pages.find((page) => page.slug === slug)?.url ?? urlOf(otherwise)
const itemUrl = (item) => item.page ?? item.url ?? null
const titleOf = (...parts) => parts.filter(Boolean).join(', ')
function documentsOfCv({ summary = '', positions = [], education = [], skills = [], languages = [], awards = [] }) {
  return [
    { title: 'Summary', text: summary },
    ...positions.map((entry) => ({ title: titleOf(entry.title, entry.organisation), text: textOf(entry) })),
    ...education.map((entry) => ({ title: titleOf(entry.degree, entry.institution), text: textOf(entry) })),
    ...skills.map((entry) => ({ title: titleOf(entry.area), text: textOf(entry.items) })),
    ...languages.map((entry) => ({ title: titleOf(entry.language), text: textOf(entry) })),
    ...awards.map((entry) => ({ title: titleOf(entry.name), text: textOf(entry) })),
  ]
}

function documentsOf(site, questions) {
  const placed = (documents, collection, url) => documents.map((document) => ({ collection, slug: null, url, ...document }))
  const items = ['publications', 'projects', 'pages'].flatMap((collection) => site[collection].map(
    ({ title, ...item }) => ({ collection, slug: item.slug, url: itemUrl(item), title, text: textOf(item) })))
  return [
    ...items,
    ...placed(documentsOfCv(site.cv ?? {}), 'cv', pageUrl(site, 'cv', '/api/site.json')),
    ...placed(questions.map(({ question, answer }) => ({ title: question, text: answer })), 'faq',
      pageUrl(site, 'faq', '/ai/faq.json')),
    ...placed([{ title: 'Contact', text: textOf(site.contact) }], 'contact', pageUrl(site, 'contact', '/api/site.json')),
  ]
}

/** The content of a page, as data. */
function pageContent(site, slug) {
  if (slug === 'home') return { tagline: site.tagline, owner: site.owner, links: site.links }
  if (slug === 'faq') return readQuestions()
  return slug === 'agent-access' ? site.resources : site[slug] // publications, projects, cv, contact
}

/** The slugs most similar to `slug` by their pairs of letters; at most three, nearest first. */
function nearSlugs(slugs, slug) {
  const pairs = (text) => new Set([...text].map((_, at) => text.slice(at, at + 2)))
  const overlap = (one) => pairs(one).intersection(pairs(fold(slug))).size / pairs(one + fold(slug)).size
  return slugs.filter((one) => overlap(one) > 0.3).sort((one, other) => overlap(other) - overlap(one)).slice(0, 3)
}

// ---- The tools
const kFunctions = {
  async get_site_overview() {
    const { title, tagline, url, inLanguage, dateModified, owner, links, pages, resources, ...rest } = await readSite()
    const collections = { publications: rest.publications.length, projects: rest.projects.length, pages: pages.length }
    return { title, tagline, url, language: inLanguage, updated: dateModified, owner, collections, pages, links, resources }
  },
  async search_content({ query, limit }) {
    const found = rank(documentsOf(await readSite(), await readQuestions()), query)
    const results = found.slice(0, limit).map(({ text, ...result }) => ({ ...result, snippet: snippetOf(text, query) }))
    return { query, total: found.length, results }
  },
  async list_content({ collection, limit }) {
    const all = (await readSite())[collection].toSorted((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
    const items = all.slice(0, limit).map((item) =>
      ({ slug: item.slug, title: item.title, date: item.date, summary: item.summary, url: itemUrl(item) }))
    return { collection, total: all.length, items }
  },
  async get_content_item({ collection, slug }) {
    const site = await readSite()
    const item = site[collection].find((candidate) => candidate.slug === slug)
    if (item) return { collection, ...item, ...(collection === 'pages' && { content: await pageContent(site, slug) }) }
    const near = nearSlugs(site[collection].map((candidate) => candidate.slug ?? ''), slug).join(', ')
    throw failure(`${collection} has no "${slug}"; ${near ? `near: ${near}` : 'list_content names what exists'}`)
  },
  async get_cv_summary() {
    const site = await readSite()
    if (!site.cv) throw failure('This site publishes no CV')
    return { name: site.owner?.name, url: pageUrl(site, 'cv', '/api/site.json'), ...site.cv }
  },
  async get_contact_info() {
    const site = await readSite()
    return { name: site.owner?.name, url: pageUrl(site, 'contact', '/api/site.json'), ...site.contact }
  },
  async get_faq({ query }) {
    const questions = await readQuestions()
    if (query === undefined) return { total: questions.length, faqs: questions }
    const found = rank(questions.map(({ question, answer }) => ({ title: question, text: answer })), query)
    return { query, total: found.length, faqs: found.map(({ title, text }) => ({ question: title, answer: text })) }
  },
  get_full_profile: readFullProfile,
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

// Models and their hosts write null, or an empty text, for what is not set, and numbers as text.
function valueOf({ type, default: usual }, value, isOptional) {
  if (value === undefined || value === null) return usual
  if (type === 'string' && value === '' && isOptional) return undefined
  return type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

function checked({ properties, required = [] }, input = {}) {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) throw failure('input must be an object')
  const given = Object.entries(properties).map(([name, rules]) => [name, valueOf(rules, input[name], !required.includes(name))])
    .filter(([name, value]) => value !== undefined || required.includes(name))
  for (const [name, value] of given) {
    if (!fits(properties[name], value)) throw failure(`${name} must be ${expectationOf(properties[name])}`)
  }
  return Object.fromEntries(given)
}

async function answerOf({ name, inputSchema }, input) {
  try {
    const value = await kFunctions[name](checked(inputSchema, input))
    return { content: [{ type: 'text', text: JSON.stringify(value) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
}

/** The tools with `execute(input)`, for use without WebMCP. */
export const tools = kDefinitions.map((definition) => ({ ...definition, execute: (input) => answerOf(definition, input) }))

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
