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
// Inserted by the server: web/search.json, how the search weighs, which words carry nothing and which name a part of a site.
const kSearch = /*search*/{}

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
  client ??= await requestJson(`${kIssuer}/oauth/register`, { method: 'POST' })
  const { client_id, client_secret } = client
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await requestJson(`${kIssuer}/oauth/token`, { method: 'POST', body })
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

const profileWith = ({ value }) => requestJson(`${kIssuer}/api/agent/full-profile`, { headers: { Authorization: `Bearer ${value}` } })

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
const kNoText = new Set(kSearch.no_text)
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
function textOf(value, name) {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : ''
  const parts = Object.entries(value).filter(([key]) => !kNoText.has(key)).map(([key, part]) => textOf(part, key))
  const between = !Array.isArray(value) ? ' · ' : kSearch.comma_lists.includes(name) ? ', ' : ' '
  return parts.filter(Boolean).join(between)
}

/** An address without what several spellings of it differ in, for comparison. */
const kPrefixes = ['doi:', 'https://', 'http://', 'www.', 'dx.doi.org/', 'doi.org/']
const addressKey = (text) =>
  kPrefixes.reduce((key, prefix) => (key.startsWith(prefix) ? key.slice(prefix.length) : key), fold(text).replace(/^[<("'[]+/, ''))
    .replace(/[>)"'\].,;:?!/]+$/, '')

/** The addresses of an item and of what it links to. */
const addressesOf = (item) => Object.entries(item).flatMap(([name, value]) => [value].flat().flatMap((part) => {
  if (typeof part === 'string') return kSearch.addresses.includes(name) ? addressKey(part) : []
  return Array.isArray(value) && part !== null && typeof part === 'object' ? addressesOf(part) : []
})).filter(Boolean)

/** Lists of words by the first word of each phrase; in scripts without spaces a word of the list is a phrase. */
function phrasesOf(lists) {
  const phrases = new Map()
  for (const [name, text] of lists) {
    for (const words of text.split(' ').map(wordsOf)) {
      phrases.set(words[0], [...phrases.get(words[0]) ?? [], { name, words }])
    }
  }
  return phrases
}
const kStops = phrasesOf(Object.entries(kSearch.stop_words))
const kNames = phrasesOf(Object.entries(kSearch.names))

/** For each word, the names of the phrases that it is part of. */
function namesIn(phrases, words) {
  const names = words.map(() => new Set())
  for (const [at, word] of words.entries()) {
    for (const phrase of phrases.get(word) ?? []) {
      if (!phrase.words.every((one, next) => words[at + next] === one)) continue
      for (let next = 0; next < phrase.words.length; ++next) names[at + next].add(phrase.name)
    }
  }
  return names
}

/** What counts of a query, each once: { word, names }. An address of the site is one word; a query of nothing but stop words keeps them. */
function wantedOf(query, addresses = new Set()) {
  const words = query.split(/[ \t\r\n]/).flatMap((part) => {
    const key = addressKey(part)
    return addresses.has(key) ? [`@${key}`] : wordsOf(part)
  })
  const stops = namesIn(kStops, words)
  const isStopped = stops.some(({ size }) => size === 0)
  const names = namesIn(kNames, words)
  const wanted = new Map()
  for (const [at, word] of words.entries()) {
    if (wanted.has(word) || wanted.size === kSearch.most_words || (isStopped && stops[at].size > 0)) continue
    wanted.set(word, { word, names: names[at] })
  }
  return [...wanted.values()]
}

const countIn = (words, wanted) => words.reduce((sum, word) => sum + likeness(word, wanted), 0)

/**
 * The matching `documents` ({ title, text, names, addresses, isLast, … }), best first: BM25, multiplied by the share of the words
 * found. A word also counts in documents with one of its names. What `isLast` is comes after everything else.
 */
function rank(documents, query) {
  const wanted = wantedOf(query, new Set(documents.flatMap(({ addresses }) => addresses ?? [])))
  if (wanted.length === 0) throw failure('query must contain a letter or a digit')
  const entries = documents.map((document) => ({
    document, title: wordsOf(document.title ?? ''), text: wordsOf(document.text ?? ''), sum: 0, hits: 0,
  }))
  const { title_weight: titleWeight, name_weight: nameWeight } = kSearch
  const sizeOf = ({ title, text }) => titleWeight * title.length + text.length
  const mean = entries.reduce((sum, entry) => sum + sizeOf(entry), 0) / entries.length
  for (const { word, names } of wanted) {
    const counts = entries.map(({ document, title, text }) => {
      if (word.startsWith('@')) return document.addresses?.includes(word.slice(1)) ? titleWeight : 0
      const named = (document.names ?? []).filter((name) => names.has(name)).length
      return titleWeight * countIn(title, word) + countIn(text, word) + nameWeight * named
    })
    const holders = counts.filter((count) => count > 0).length
    const rarity = Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
    for (const [at, entry] of entries.entries()) {
      const length = 1 - kSearch.length_weight + kSearch.length_weight * sizeOf(entry) / mean
      entry.sum += rarity * counts[at] * (kSearch.saturation + 1) / (counts[at] + kSearch.saturation * length)
      entry.hits += counts[at] > 0 ? 1 : 0
    }
  }
  return entries.filter(({ hits }) => hits > 0)
    .map(({ document, sum, hits }) => ({ ...document, score: Number((sum * hits / wanted.length).toFixed(3)) }))
    .sort((one, other) => Boolean(one.isLast) - Boolean(other.isLast) || other.score - one.score)
}

/** The part of a text around its first match, cut between words. */
function snippetOf(text, query) {
  const most = kSearch.snippet
  if (text.length <= most) return text
  const wanted = wantedOf(query)
  const hit = [...text.matchAll(kWord)].find(([found]) => wanted.some(({ word }) => likeness(fold(found), word) > 0))
  const from = Math.max(0, (hit?.index ?? 0) - most / 2)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const space = text.lastIndexOf(' ', start + most)
  const end = start + most >= text.length ? text.length : space > start ? space : start + most
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

// ---- The site as documents
const pageUrl = (site, slug, otherwise) => site.pages.find((page) => page.slug === slug)?.url ?? otherwise
const itemUrl = (item) => item.page ?? item.url ?? null
const partsOf = (value) => (Array.isArray(value) ? value : [])
const joined = (...values) => values.map((value) => textOf(value)).filter(Boolean).join(' · ')
const objectsOf = (value) => partsOf(value).filter((part) => part !== null && typeof part === 'object')
const titleOf = (entry, names) => names.map((name) => entry?.[name]).filter((part) => typeof part === 'string' && part).join(', ')
function documentsOfCv({ summary, sections, ...lists }) {
  const named = Object.entries(kSearch.cv_titles).flatMap(([name, titles]) => partsOf(lists[name]).map(
    (entry) => ({ title: titleOf(entry, titles), text: textOf(entry), names: [name, !entry?.until && name === 'positions' && 'current'] })))
  const own = objectsOf(sections).flatMap((section) => partsOf(section.items).map((item) => ({
    title: titleOf(item, ['title', 'organization']), text: joined(section.title, item), names: ['sections'],
  })))
  return [{ title: 'Summary', text: textOf(summary), names: ['cv'] }, ...named, ...own]
}

/** What can be found: { collection, slug, url, title } of the result, and what only the search reads. */
function documentsOf(site, { faqs, about }, urlOf) {
  const placed = (documents, collection, url) => documents.map((document) => ({ collection, slug: null, url, ...document }))
  const items = ['publications', 'projects', 'pages'].flatMap((collection) => site[collection].map(({ title, ...item }) => ({
    collection, slug: item.slug, url: itemUrl(item), title, text: textOf(item), names: [collection, item.type], addresses: addressesOf(item),
  })))
  const { name, ...owner } = site.owner ?? {}
  return [
    ...placed(name ? [{ title: name, text: joined(site.tagline, owner), names: ['owner'], addresses: addressesOf(owner) }] : [],
      'owner', pageUrl(site, 'home', urlOf('/api/site.json'))),
    ...items,
    ...placed(documentsOfCv(site.cv ?? {}), 'cv', pageUrl(site, 'cv', urlOf('/api/site.json'))),
    ...objectsOf(site.links).map((link) => ({ collection: 'links', slug: null, url: itemUrl(link), title: textOf(link.title),
      text: joined(link.summary, link.url), names: ['links'], addresses: addressesOf(link) })),
    ...placed(faqs.map(({ question, answer }) => ({ title: question, text: answer, isLast: about !== undefined })), 'faq',
      pageUrl(site, 'faq', urlOf('/ai/faq.json'))),
    ...placed([{ title: 'Contact', text: textOf(site.contact), names: ['contact'], addresses: addressesOf(site.contact) }], 'contact',
      pageUrl(site, 'contact', urlOf('/api/site.json'))),
  ]
}

/** The content of a page, as data. */
async function pageContent(site, slug, { readFaq }) {
  if (slug === 'home') return { tagline: site.tagline, owner: site.owner, links: site.links }
  if (slug === 'faq') return (await readFaq()).faqs
  return slug === 'agent-access' ? site.resources : site[slug] // publications, projects, cv, contact
}

/** The slugs most similar to `slug` by their pairs of letters; at most three, nearest first. */
function nearSlugs(slugs, slug) {
  const pairs = (text) => new Set([...text].map((_, at) => text.slice(at, at + 2)))
  const wanted = pairs(fold(slug))
  const overlap = (one) => [...pairs(one)].filter((pair) => wanted.has(pair)).length / pairs(one + fold(slug)).size
  return slugs.filter((one) => overlap(one) > 0.3).sort((one, other) => overlap(other) - overlap(one)).slice(0, 3)
}

// ---- The tools, each with its input and the source of the data
const kFunctions = {
  async get_site_overview(_, { readSite }) {
    const { title, tagline, url, inLanguage, dateModified, owner, links, pages, resources, ...rest } = await readSite()
    const collections = { publications: rest.publications.length, projects: rest.projects.length, pages: pages.length }
    return { title, tagline, url, language: inLanguage, updated: dateModified, owner, collections, pages, links, resources }
  },
  async search_content({ query, limit }, { readSite, readFaq, urlOf }) {
    const found = rank(documentsOf(await readSite(), await readFaq(), urlOf), query)
    const results = found.slice(0, limit).map(({ collection, slug, url, title, score, text }) =>
      ({ collection, slug, url, title, score, snippet: snippetOf(text, query) }))
    return { query, total: found.length, results }
  },
  async list_content({ collection, limit, offset, year, type }, { readSite }) {
    // What is not yet published comes first.
    const timeOf = ({ date, status }) => date || (collection === 'publications' && status ? '9999' : '')
    const all = (await readSite())[collection].filter((item) =>
      (year === undefined || item.date?.slice(0, 4) === `${year}`) && (type === undefined || item.type === type))
      .sort((one, other) => timeOf(other).localeCompare(timeOf(one)))
    const items = all.slice(offset, offset + limit).map((item) =>
      ({ slug: item.slug, title: item.title, date: item.date, summary: item.summary, url: itemUrl(item) }))
    const next = offset + items.length
    const rest = all.length - next
    const more = items.length > 0 && rest > 0 && { next_offset: next, next: `${rest} more: call list_content again with offset ${next}` }
    return { collection, total: all.length, items, ...more }
  },
  async get_content_item({ collection, slug }, source) {
    const site = await source.readSite()
    const item = site[collection].find((candidate) => candidate.slug === slug)
    if (item) return { collection, ...item, ...(collection === 'pages' && { content: await pageContent(site, slug, source) }) }
    const near = nearSlugs(site[collection].map((candidate) => candidate.slug ?? ''), slug).join(', ')
    throw failure(`${collection} has no "${slug}"; ${near ? `near: ${near}` : 'list_content names what exists'}`)
  },
  async get_cv_summary(_, { readSite, urlOf }) {
    const site = await readSite()
    if (!site.cv) throw failure('This site publishes no CV')
    return { name: site.owner?.name, url: pageUrl(site, 'cv', urlOf('/api/site.json')), ...site.cv }
  },
  async get_contact_info(_, { readSite, urlOf }) {
    const site = await readSite()
    return { name: site.owner?.name, url: pageUrl(site, 'contact', urlOf('/api/site.json')), ...site.contact }
  },
  async get_faq({ query }, { readFaq }) {
    const questions = (await readFaq()).faqs
    if (query === undefined) return { total: questions.length, faqs: questions }
    const found = rank(questions.map(({ question, answer }) => ({ title: question, text: answer })), query)
    return { query, total: found.length, faqs: found.map(({ title, text }) => ({ question: title, answer: text })) }
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

async function answerOf({ name, inputSchema }, input, source) {
  try {
    const value = await kFunctions[name](checked(inputSchema, input), source)
    return { content: [{ type: 'text', text: JSON.stringify(value) }] }
  } catch (error) {
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
}

const kNothing = { publications: [], projects: [], pages: [], contact: {} }

/** The tools with `execute(input)`. `source`: { urlOf(path), readSite(), readFaq(), readFullProfile() }, of which the last three are asynchronous. */
export function toolsOf(source) {
  const whole = { ...source, readSite: async () => ({ ...kNothing, ...await source.readSite() }) }
  return kDefinitions.map((definition) => ({ ...definition, execute: (input) => answerOf(definition, input, whole) }))
}

/** The tools of this origin, for use without WebMCP. */
export const tools = toolsOf({ urlOf, readSite: () => readKept('/api/site.json'), readFaq: () => readKept('/ai/faq.json'), readFullProfile })

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
