// The tools over a site's content: a part of browser-tools.js and of an exported worker, into which the program inserts it. It reads nothing itself.

// Inserted by the server: name, title, description, inputSchema and annotations of each tool.
const kDefinitions = /*definitions*/[]
/** An error with a text for the agent; `code` is the `error` of the server, where it sent one. */
const failure = (message, code) => Object.assign(new Error(message), { code })

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
