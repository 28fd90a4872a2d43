// tools/call has the results of the module that pages serve: both are asked with the same input over the same site.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import { askFor } from '../support/mcp.mjs'
import { Random } from '../support/random_values.mjs'
import { importServed, sameResult } from '../support/served_tools.mjs'
import { startServe } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const kFiller = 'Nothing of interest is said in this sentence, which only takes room. '
const publication = (slug, title, date, more) => ({ slug, title, date, ...more })

const kFull = {
  title: 'Robin Example', tagline: 'Beispiele für Übungen · 例えば', language: 'de-CH', updated: '2034-05-01',
  owner: { kind: 'person', name: 'Robin Beispiel-Großmann', summary: 'Eine erfundene Person.', about: ['Mag Straßen.', '喜欢灯塔。'] },
  contact: { email: 'robin@example.com', note: 'Schreiben Sie auf Dänisch \u{1f40b}.', channels: [{ title: 'Forum', url: 'https://forum.example.com/r' }] },
  links: [{ title: 'Anderswo', url: 'https://social.example.com/robin' }],
  publications: [
    publication('straenlaternen', 'Straßenlaternen in Ærø und Łódź', '2033-02', {
      authors: ['Robin Example', 'Ødegård Đurić'], venue: 'Zeitschrift für Beispiele', topics: ['Größe', 'ŒUVRE'],
      text: [`${kFiller.repeat(4)}Die größte Straße führt zum Leuchtturm. ${kFiller.repeat(3)}`, 'Zweiter Absatz mit Maß.'],
    }),
    publication('garcon-naif', 'Le garçon naïf à Århus', '2031', { summary: "Un essai sur C++, C# et le café d'été.", url: 'https://journal.example.com/garcon' }),
    publication('kotoba', '言葉の海', '2030-11-30', { summary: '灯台について。カタカナとひらがな、漢字。', text: ['灯台'.repeat(120)] }),
    publication('prasa-thai', 'ภาษาไทยและประภาคาร', '2030-11', { summary: 'ทดสอบการค้นหาภาษาไทย' }),
    publication('emoji', 'Wale \u{1f40b} und \u{1f468}‍\u{1f469}‍\u{1f467} \u{1d7d9}\u{1d54f}', '2033-02-01', { text: [`\u{1f40b}${'\u{1f40b}'.repeat(200)} wal ${'\u{1f40b}'.repeat(90)}`] }),
    publication('odysseus', 'Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', '2033', { summary: 'İstanbul ıssız ﬁnal ﬂügel ℌ Ⅻ ½ x² Å Å' }),
    publication('korean-hindi', '한국어 등대 हिन्दी प्रकाशस्तंभ', '2032', { summary: 'עִבְרִית العَرَبِيَّة tiếng Việt', text: ['한'.repeat(200)] }),
    publication('quotes', 'She said "no" \\ <b>&amp;</b> /', '2032', { summary: 'Soft\u00adhyphen, no-break\u00a0space, \u200bjoined and \u2028 more' }),
    publication('clock-drift', 'Clock drift in small fleets of clocks', '2033-02', { text: [`${'x'.repeat(170)} clocks ${'y'.repeat(200)}`, kFiller.repeat(6) + 'clock'] }),
    publication('fields', 'Felder', '2033', { authors: ['A', 'B', 'C', 'D', 'E'], type: 'article', journal: 'Zeitschrift', volume: '7', number: '2', pages: '1–9',
      summary: 'Mit Dr. Beispiel, z. B. am 13. Mai in 3.5 km. Danach mehr.' }),
    publication('lang', '長い', '2033', { venue: 'Ort', publisher: 'Verlag', summary: `${'海'.repeat(250)}。` }),
    publication('clock-drift-two', 'Clock drift, part two', '2033-02', { type: 'book', doi: '10.5555/ABC.1', url: 'https://doi.org/10.5555/abc.1' }),
  ],
  projects: [
    { slug: 'undated', title: 'Undatiertes Ding' },
    { slug: 'undated-too', title: 'Auch undatiert', status: 'idea' },
    { slug: 'lamp-control', title: 'Lamp control', date: '2032', status: 'active', summary: 'Switches lamps.', topics: ['firmware'],
      url: 'https://code.example.com/lamp', repository: 'https://code.example.com/lamp.git', language: 'C++', licence: 'MIT' },
  ],
  cv: {
    summary: 'Fünfzehn Jahre Beispiele.',
    positions: [{ title: 'Leuchtturmwärter', organisation: 'Example Harbour', from: '2020', until: null, summary: 'Kept the beacon burning.' },
      { title: 'Clock', organisation: 'Fleet', from: '2010-01', until: '2019' }],
    education: [{ degree: 'MSc Optik', institution: 'Universität Beispiel', date: '2012' }, { degree: 'BSc', institution: 'Example' }],
    skills: [{ area: 'Sprachen', items: ['C++', 'C#', 'F#', 'Käse'] }, { area: 'Nothing', items: [] }],
    languages: [{ language: 'Dänisch', level: 'Muttersprache' }, { language: '日本語' }],
    awards: [{ name: 'Goldener Docht', date: '2030' }, { name: 'Clock of the year' }],
    sections: [{ title: 'Lehre', items: [{ title: 'Uhren', organization: 'Example School', text: ['Clocks.'] }, { title: 'Lampen' }] }],
  },
}
const kFullFaq = { questions: [
  { question: 'Wer ist Robin Beispiel?', answer: 'Eine erfundene Person, die über Leuchttürme schreibt.' },
  { question: '灯台は何ですか、教えてください。', answer: '灯台は海の明かりです。ありがとうございます。' },
  { question: 'How long does a clock drift?', answer: 'Fifteen minutes; then the clocks drift again, "really".' },
] }
const kSparse = { tagline: 'A line', owner: { name: 'Nobody Example' }, publications: [{ slug: 'one', title: '…', date: '2034' }] }

// A file of the owner instead of the generated document: members are missing that generated ones have.
const kOwn = {
  publications: [{ title: 'A clock' }, { slug: 'b', date: null }, { slug: 'b', title: 'The same slug' }, { slug: 'c', title: 'C', page: null, url: 'https://example.com/c' }],
  pages: [{ slug: 'cv' }, { slug: 'faq', title: 'F' }, { url: 'https://example.com/x' }], owner: null, contact: { note: 'clock' },
  cv: { summary: 'clock', positions: [{ organisation: 'clock' }, { title: 'clock' }], skills: [{ items: ['clock'] }], education: [{}], languages: [{}], awards: [{ date: '2030' }], sections: [{ items: [{ text: 'clock' }] }, 1, { title: 'clock' }] },
  links: [{}, { title: 'clock', url: 'https://example.com/clock' }, 'clock'],
}
const kSites = { own: { 'public/api/site.json': kOwn }, full: { 'site.json': kFull, 'faq.json': kFullFaq }, sparse: { 'site.json': kSparse }, empty: {} }
const contentOf = (name) => (name === 'own' ? { root: 'public' } : Object.fromEntries(Object.keys(kSites[name]).map((file) => [file.replace('.json', ''), file])))

const servers = {}
const modules = {}
for (const [name, files] of Object.entries(kSites)) {
  servers[name] = await startServe({ settings: { mcp: { enabled: true }, listen: { threads: 1 }, content: contentOf(name) }, files })
  modules[name] = await importServed(servers[name].baseUrl)
}
after(async () => {
  for (const server of Object.values(servers)) await server.stop()
})

/** Whether a value fits the outputSchema of a tool, by its name. */
const listed = await askFor(servers.full.baseUrl, 'tools/list')
const outputs = Object.fromEntries(listed.json.result.tools.map(({ name, outputSchema }) => [name, new Ajv2020({ strict: true }).compile(outputSchema)]))

async function compare(site, name, input) {
  const value = await sameResult({ baseUrl: servers[site].baseUrl, tools: modules[site], site }, name, input)
  if (value !== undefined) assert.ok(outputs[name](value), `${site} ${name} ${JSON.stringify(input)}: ${JSON.stringify(outputs[name].errors)}`)
}

const kInputs = {
  get_site_overview: [undefined, {}, { full: true }, { '': 1 }],
  get_cv_summary: [undefined, {}, { full: true }],
  get_contact_info: [undefined, {}, { x: null }],
  list_content: [undefined, {}, { collection: 'publications' }, { collection: 'projects' }, { collection: 'pages' },
    { collection: 'publications', limit: 1 }, { collection: 'publications', limit: 50 }, { collection: 'publications', limit: 2.0 },
    { collection: 'publications', limit: 0 }, { collection: 'publications', limit: 51 }, { collection: 'publications', limit: 1.5 },
    { collection: 'publications', limit: '1' }, { collection: 'publications', limit: null }, { collection: 'publications', limit: 1e300 },
    { collection: 'publications', offset: 3, limit: 2 }, { collection: 'publications', offset: 10 }, { collection: 'publications', offset: 9 },
    { collection: 'publications', offset: -1 }, { collection: 'publications', offset: 1_000_001 }, { collection: 'publications', offset: '2' },
    { collection: 'publications', year: 2033, limit: 1 }, { collection: 'publications', year: '2031' }, { collection: 'publications', year: 33 },
    { collection: 'publications', year: 2033, type: 'book' }, { collection: 'publications', type: 'book' }, { collection: 'publications', type: '' },
    { collection: 'publications', type: 'novel' }, { collection: 'projects', year: 2032, type: 'other' }, { collection: 'publications', limit: -1 }, { collection: 'publications', limit: true }, { collection: 'publications', limit: 2 ** 53 + 2 },
    { collection: 'Publications' }, { collection: '' }, { collection: null }, { collection: 1 }, { collection: ['publications'] },
    { collection: {} }, { limit: 5 }, { collection: 'publications', 'naïve "key"': 1 }, { collection: 'nothing', limit: 0 }],
  get_content_item: [undefined, {}, { collection: 'publications' }, { slug: 'kotoba' }, { collection: 'pages', slug: 1 },
    ...['', 'x'.repeat(100), 'x'.repeat(101), '\u{1f40b}'.repeat(100), '\u{1f40b}'.repeat(101)].map((slug) => ({ collection: 'publications', slug })),
    ...['home', 'publications', 'projects', 'cv', 'faq', 'contact', 'agent-access', 'Home', 'agent', 'contakt', 'fag', 'h', 'ome'].map((slug) => ({ collection: 'pages', slug })),
    ...['straenlaternen', 'garcon-naif', 'kotoba', 'prasa-thai', 'emoji', 'quotes', 'odysseus', 'clock-drift', 'clock-drif', 'Clock Drift',
      'CLOCK-DRIFT-THREE', 'garçon-naïf', 'Straßenlaternen', 'ｋｏｔｏｂａ', 'one', 'on', '言葉', '\u{1f40b}', '"', '\\', '\n', '\u0000', 'quote\u{1f40b}s', 'ﬁ', 'é',
      'ΟΔΥΣΣΕΥΣ', 'one\u{1f40b}', '__proto__', 'constructor'].map((slug) => ({ collection: 'publications', slug })),
    ...['undated', 'undated-to', 'lamp', 'control'].map((slug) => ({ collection: 'projects', slug })),
    { collection: 'faq', slug: 'x' }, { collection: 'publications', slug: 'kotoba', more: [] }],
}
for (const [name, inputs] of Object.entries(kInputs)) {
  for (const site of Object.keys(kSites)) {
    test(`${name} over the ${site} site has the results of the browser tool`, async () => {
      for (const input of inputs) await compare(site, name, input)
    })
  }
}

const kQueries = [
  'straße', 'Strasse', 'STRASSE', 'STRAẞE', 'grösste', 'größte', 'Leuchtturm', 'aero', 'Ærø', 'Lodz', 'Łódź', 'oeuvre', 'Đurić', 'durić', 'ødegard',
  'garçon', 'garcon', 'GARÇON', 'garc\u0327on', 'naif', 'été', "d'été", 'café C++', 'C++', 'c#', 'C', 'F#', '++', 'C+', 'C##', '+C',
  '言葉', '海', '灯台', '灯台 海 言葉', 'カタカナ', 'ｶﾀｶﾅ', 'ひらがな', 'ﾋらがな', '漢', 'が', 'か', 'ภาษา', 'ภาษาไทย', 'ประภาคาร', 'ทดสอบการค้นหา', 'ก็',
  '\u{1f40b}\u{1f40b}', '\u{1f40b} wal', '\u{1f468}‍\u{1f469}‍\u{1f467}', '\u{1d7d9}\u{1d54f}', '1X', 'Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', 'Ὀδυσσεύς', 'istanbul', 'İSTANBUL', 'ISTANBUL', 'ıssız', 'issiz',
  'final', 'ﬁnal', 'flügel', 'ℌ', 'xii', 'Ⅻ', '12', 'x²', 'x2', '½', 'Å ', '한국어', '한국', '등대', 'हिन्दी', 'हिन्', 'प्रकाशस्तंभ', 'עברית', 'עִבְרִית', 'العربية', 'tiếng', 'tieng Viet', 'TIẾNG VIỆT',
  'clock', 'clocks', 'clo', 'cl', 'cloc', 'clockss', 'clocksss', 'clock drift', 'drift clock drift', 'clock clock', 'fleet', 'fleets', 'nothing interest', 'Beispiel', 'example',
  'no', 'NO "quotes"', '\\ <b>', 'amp', 'next', 'line\tfeed', 'a b c d e f', 'Contact', 'Summary', 'Muttersprache', 'undefined', 'null', 'robin@example.com', 'https', 'email', '2033', '2033-02',
  'the', 'what is the', 'wer ist das', '是什么', 'Who is', 'books', 'Which books has he written?', 'livre', 'Welche Sprachen?', '语言', '会说什么语言', 'current job',
  'https://journal.example.com/garcon', 'journal.example.com/garcon', '(https://code.example.com/lamp.git)', 'https://social.example.com/robin', 'doi:10.5555/ABC.1',
  '10.5555/abc.1', 'doi.org/10.5555/abc.1 clock', 'https://', 'forum.example.com/r.', 'zzzz', 'qqqq wwww', 'xx', 'x'.repeat(200), 'clock '.repeat(33), '\u{1f40b}'.repeat(200), '!?', '...', '  ', '\u0301\u0301', '_a', 'a_b', '\u00a0x', 'e\u0301te\u0301', '\u{20000}\u{20001}', '㐀㐁', '々〆', 'ー〜', 'ߌߏ', 'Ǆ ǅ ǆ', 'ﷺﷺ', 'ẛ̣ ẛ',
  '\ufeffclock', '\u200bclock', 'clock\u00ad', 'ſtraße', 'K', 'K elvin', 'ŉa', 'ΐ ΰ', 'և և', 'ᾳ ᾼ', 'Ꭰꭰ', 'Გა', 'ⓒⓛⓞⓒⓚ', '①②', '۱۲۳', '１２３',
]
const kBadQueries = ['', 'a', 'x'.repeat(201), '\u{1f40b}', '\u{1f40b}'.repeat(201), null, 5, ['clock'], { a: 1 }, true]

for (const name of ['search_content', 'get_faq']) {
  for (const site of Object.keys(kSites)) {
    test(`${name} over the ${site} site has the results of the browser tool, in any script`, async () => {
      const queries = site === 'full' ? kQueries : kQueries.filter((_, at) => at % 5 === 0)
      for (const query of [...queries, ...kBadQueries]) await compare(site, name, { query })
      for (const input of [undefined, {}, { query: undefined, limit: 5 }, { query: 'clock', more: 1 }]) await compare(site, name, input)
    })
  }
}

test('search_content: every limit, and beginnings of all words of the site', async () => {
  await compare('full', 'search_content', { query: 'a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 drift clock' })
  for (const limit of [1, 2, 3, 50, 0, 51, 1.5, '3', '03', '51', '', ' 3', '3.0', null, -1]) await compare('full', 'search_content', { query: 'clock drift', limit })
  const random = new Random(7)
  const words = JSON.stringify([kFull, kFullFaq]).split(/[\s"\\,.:;{}[\]]+/).filter(Boolean)
  for (let count = 0; count < 60; ++count) {
    const word = [...random.pick(words)]
    const part = word.slice(0, 1 + random.below(word.length)).join('')
    await compare('full', 'search_content', { query: `${part} ${random.chance(0.5) ? random.pick(words) : ''}`.slice(0, 60), limit: 50 })
  }
})

test('get_full_profile: the same profile, and _meta of each caller', async () => {
  const { baseUrl } = servers.full
  const [{ text }] = (await modules.full.find(({ name }) => name === 'get_full_profile').execute({})).content
  const jwt = await token(baseUrl, await register(baseUrl))
  const answer = await askFor(baseUrl, 'tools/call', { name: 'get_full_profile' }, { Authorization: `Bearer ${jwt}` })
  const { _meta: _, ...wanted } = JSON.parse(text)
  const { _meta, ...profile } = answer.json.result.structuredContent
  assert.ok(outputs.get_full_profile({ _meta, ...profile }))
  assert.deepEqual(profile, wanted)
  assert.deepEqual(JSON.parse(answer.json.result.content[0].text), answer.json.result.structuredContent)
  assert.deepEqual(_meta, (await readProfile(baseUrl, jwt)).json._meta)
  for (const input of [{ now: true }, { '': null }]) {
    const ignored = await askFor(baseUrl, 'tools/call', { name: 'get_full_profile', arguments: input }, { Authorization: `Bearer ${jwt}` })
    assert.deepEqual(ignored.json, answer.json)
    const [content] = (await modules.full.find(({ name }) => name === 'get_full_profile').execute(input)).content
    const { _meta: __, ...other } = JSON.parse(content.text)
    assert.deepEqual(other, wanted)
  }
})
