// The search of the browser tools and of a worker: a part of browser-tools.js, into which the server inserts it. Its twin for MCP is in search.hpp.

// Inserted by the server: web/search.json, what can be found, how the search weighs, how words are spelled, and what they mean.
const kSearch = /*search*/{}

// ---- Words

// Letters of scripts without spaces between words (Thai, Kana, Han): each is a word together with the next one. "C++" and "C#" are words, too.
const kDense = `[${kSearch.dense.map(([first, last]) => `${first}-${last}`).join('')}]`
const kIsDense = new RegExp(`^${kDense}`, 'u')
const kWord = new RegExp(`(${kDense})(?:(?=(\\p{M}* ?${kDense}))|)|[\\p{L}\\p{N}](?:(?!${kDense})[\\p{L}\\p{M}\\p{N}])*[+#]*`, 'gu')
const kPrefix = new RegExp(`^(?:${kSearch.prefixes.join('|')})(?=..)`, 'u')
const kLetters = new Map(kSearch.letters.map(([letter, ...spelled]) => [letter, spelled.join('')]))
const kLetter = new RegExp(`[${[...kLetters.keys()].join('')}]`, 'g')
/** The form in which words are compared: without case, accents, compatibility forms and the Arabic article. */
const fold = (word) => word.replace(kPrefix, '').normalize('NFKD').replace(/[\p{M} ]/gu, '').toLowerCase().replace(kLetter, (letter) => kLetters.get(letter))

/** [{ text, at, end }]. */
const wordsIn = (text) => Array.from(text.matchAll(kWord), ({ 0: word, 1: letter, 2: next, index: at }) => {
  const whole = next === undefined ? word : letter + next
  return { text: whole, at, end: at + whole.length }
})

function commonStart(one, other) {
  let at = 0
  while (at < one.length && one[at] === other[at]) ++at
  return at
}

/** Whether two words differ in their endings. */
function isAlike(word, wanted) {
  const [shorter, longer] = word.length < wanted.length ? [word, wanted] : [wanted, word]
  const same = commonStart(word, wanted)
  if (same < 3 || same < Math.min(4, shorter.length)) return false
  return 5 * same >= 3 * longer.length || (same === shorter.length && longer.slice(same) === 'ing')
}

/** Whether a word may be meant by one that no text has: one begins the other, or at most two letters in the middle differ. */
function mayBe(word, wanted) {
  const start = commonStart(word, wanted)
  let [one, other] = [word.length, wanted.length]
  if (start >= 5 && start === Math.min(one, other)) return true
  while (one > start && other > start && word[one - 1] === wanted[other - 1]) { --one; --other }
  const between = Math.max(one, other) - start
  return between <= 2 && wanted.length >= Math.max(5, 3 * between)
}

// ---- What words mean: a set of bits, one for each name of a part of the site, and these

const [kStop, kLatest, kFirst] = [1 << 28, 1 << 29, 1 << 30]
const kNotSought = kStop | kLatest | kFirst
const kNames = new Map(Object.keys(kSearch.names).map((name, at) => [name, 1 << at]))
const nameBit = (name) => kNames.get(name) ?? 0
const kMeanings = new Map() // by form
const kPhrases = [] // [text, meaning] in scripts without spaces, long ones first
function define(list, meaning) {
  for (const text of list.split(' ')) {
    if (kIsDense.test(text)) kPhrases.push([text, meaning])
    else kMeanings.set(fold(text), kMeanings.get(fold(text)) | meaning)
  }
}
for (const list of Object.values(kSearch.stop_words)) define(list, kStop)
define(kSearch.order.latest, kLatest)
define(kSearch.order.first, kFirst)
for (const [name, list] of Object.entries(kSearch.names)) define(list, nameBit(name))
kPhrases.sort(([one], [other]) => other.length - one.length)

const kHasDense = new RegExp(kDense, 'u')
const phrasesIn = (text) => (kHasDense.test(text) ? kPhrases.filter(([phrase]) => text.includes(phrase)) : [])

/** Whether only signs of an address, or nothing, are between two words. */
const isJoined = (text, end, next) => next < end || (next - end <= 3 && !/[^@./:_]/.test(text.slice(end, next)))

/** The words of a text, each with `form`, `meaning` and whether it `joins` the one before. The last letter of several in a script without spaces is in the word before. */
function meaningfulWords(text) {
  const places = phrasesIn(text).flatMap(([phrase, meaning]) => Array.from(text.matchAll(phrase), ({ index: at }) => ({ at, end: at + phrase.length, meaning })))
  const found = []
  for (const word of wordsIn(text)) {
    const [form, before] = [fold(word.text), found.at(-1)?.end]
    if (form === '' || before === word.end) continue
    const around = places.filter(({ at, end }) => at <= word.at && word.end <= end)
    found.push({ ...word, form, meaning: around.reduce((all, { meaning }) => all | meaning, kMeanings.get(form)), joins: before !== undefined && isJoined(text, before, word.at) })
  }
  return found
}

const meaningOf = (text) => meaningfulWords(text).reduce((all, { meaning }) => all | meaning, 0)

/** { words, order }: what counts of a query, each once; without words that carry nothing, except in addresses and where nothing else is there. */
function readQuery(query) {
  const cut = phrasesIn(query).reduce((left, [phrase, meaning]) => (meaning & kNotSought ? left.replaceAll(phrase, '-'.repeat(phrase.length)) : left), query)
  const sought = meaningfulWords(cut).filter(({ meaning, joins }, at, all) => !(meaning & kNotSought) || joins || all[at + 1]?.joins)
  const words = sought.length > 0 ? sought : meaningfulWords(query)
  return {
    words: words.filter(({ form }, at) => words.findIndex((word) => word.form === form) === at).slice(0, kSearch.most_words),
    order: sought.length > 0 ? meaningOf(query) & (kLatest | kFirst) : 0,
  }
}

/** Words of a query as they are there; those that overlap, in a script without spaces, as one. */
function partsOfQuery(query, words) {
  const parts = []
  for (const { at, end } of words) {
    if (at < parts.at(-1)?.end) parts.at(-1).end = end
    else parts.push({ at, end })
  }
  return parts.map(({ at, end }) => query.slice(at, end))
}

// ---- What can be found

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value) => typeof value === 'string' && value !== ''
const kUses = new Map(Object.entries(kSearch.uses))

/** The texts in a value, joined, whose members web/search.json uses as `use`. `name`: of the member that has the value; `without`: members of it that are left out. */
function textOf(value, use, name = '', without = []) {
  if (typeof value === 'string') return (kUses.get(name) ?? 'shown') === use ? value : ''
  const isList = Array.isArray(value)
  const members = isList || isObject(value) ? Object.entries(value).filter(([key]) => !without.includes(key)) : []
  const between = !isList ? ' · ' : kSearch.paragraphs.includes(name) ? ' ' : ', '
  return members.map(([key, part]) => textOf(part, use, isList ? name : key)).filter(Boolean).join(between)
}

/** Something that can be found, by a row of web/search.json; `lead`: what its text begins with. */
function documentOf(row, value, lead) {
  const { slug = null, date, from, until, type } = isObject(value) ? value : {}
  return {
    row, value, slug, date: [date, from, until].find(isText),
    title: [row.label, ...row.title.map((name) => value[name])].filter(isText).join(', '),
    text: [lead, textOf(value, 'shown', '', row.title)].filter(Boolean).join(' · '), also: textOf(value, 'sought'),
    names: nameBit(row.path.at(-1)) | nameBit(type) | meaningOf(lead),
  }
}

function documentsOf(parent, row, [name, ...rest] = row.path) {
  const found = [(isObject(parent) ? parent[name] : null) ?? []].flat()
  if (rest.length > 0) return found.flatMap((value) => documentsOf(value, row, rest))
  return found.filter((value) => value !== null).map((value) => documentOf(row, value, textOf(parent[row.lead], 'shown')))
}

// ---- The index

const kBehind = 1e9 // more than any score
const kExact = 16 // how much higher the bit of a word is for a form that is it, not only like it

/** For each word the bit of the last one that is joined to it. */
function endsOf(words) {
  const ends = words.map((_, at) => 1 << at)
  for (let at = words.length - 2; at >= 0; --at) if (words[at + 1].joins) ends[at] = ends[at + 1]
  return ends
}

/** The words of all documents as numbers, which a search reads one after the other. */
class SearchIndex {
  #documents
  #forms // of all words, sorted; the number of a word is the place of its form
  #numbers // of the words of all documents
  #offsets // of the words in their texts
  #places = [] // of each document: where its title, its text and what is not shown begin in #numbers, and its end
  #names // of all documents

  /** `isLast`: whether a document comes after all others. */
  constructor(site, isLast) {
    this.#documents = kSearch.found.flatMap((row) => documentsOf(site, row)).map((document, at) => ({ ...document, at, isLast: isLast(document) }))
    const [ids, forms, numbers, offsets] = [new Map(), [], [], []] // each spelling of a word has an id; `forms` has its form there
    const add = (text) => {
      for (const { text: word, at } of wordsIn(text)) {
        if (!ids.has(word)) ids.set(word, forms.push(fold(word)) - 1)
        numbers.push(ids.get(word))
        offsets.push(at)
      }
      return numbers.length
    }
    for (const { title, text, also, names } of this.#documents) this.#places.push({ names, title: numbers.length, text: add(title), also: add(text), end: add(also) })
    this.#forms = [...new Set(forms)].sort()
    const byForm = new Map(this.#forms.map((form, number) => [form, number]))
    const byId = forms.map((form) => byForm.get(form))
    this.#numbers = Int32Array.from(numbers, (id) => byId[id])
    this.#offsets = Int32Array.from(offsets)
    this.#names = this.#documents.reduce((all, { names }) => all | names, 0)
  }

  /** The number of the first form that is not before `text`. */
  #numberAt(text) {
    let [from, to] = [0, this.#forms.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#forms[middle] < text) from = middle + 1
      else to = middle
    }
    return from
  }

  /** Notes in `masks` which forms are the word or like it. Whether there are such, or documents that it names; otherwise, if it may be `guessed`, those that it may be count. */
  #mark({ form, meaning }, at, guessed, masks) {
    const isLetter = kIsDense.test(form)
    const hasEndings = !isLetter && !/^\d/.test(form)
    const isSame = isLetter ? (one) => one.startsWith(form) : (one) => one === form
    const mark = (beginning, isMatch) => {
      let isFound = false
      for (let number = this.#numberAt(beginning); this.#forms[number]?.startsWith(beginning); ++number) {
        const one = this.#forms[number]
        if (!isMatch(one)) continue
        masks[number] |= (isSame(one) ? 1 << kExact | 1 : 1) << at
        isFound = true
      }
      return isFound
    }
    if (mark(hasEndings ? form.slice(0, 2) : form, (one) => isSame(one) || (hasEndings && isAlike(one, form))) || meaning & this.#names) return true
    if (hasEndings && guessed) mark(form.slice(0, 1), (one) => mayBe(one, form))
    return false
  }

  /** The bits of the words, each with those that it joins, that some numbers have one after the other; `masks`: of the forms. */
  #reached({ title, end }, begins, masks) {
    let [run, reached] = [0, 0]
    for (let at = title; at < end; ++at) {
      run = (run << 1 | begins) & masks[this.#numbers[at]] >> kExact
      reached |= run
    }
    return reached
  }

  /** { title, all, full }: of each document a bit for each word that it has in its title, anywhere, and fully: as a name, or as it stands in the query. */
  #evidence(words, masks) {
    const [title, all, full] = [0, 1, 2].map(() => new Int32Array(this.#places.length))
    const [ends, meanings, numbers] = [endsOf(words), words.map(({ meaning }) => meaning), this.#numbers]
    const begins = words.reduce((bits, { joins }, at) => (at > 0 && joins ? bits : bits | 1 << at), 0)
    const isSingle = begins === (1 << words.length) - 1
    for (let document = 0; document < title.length; ++document) {
      const place = this.#places[document]
      let [inTitle, inText, at] = [0, 0, place.title]
      for (; at < place.text; ++at) inTitle |= masks[numbers[at]]
      for (; at < place.end; ++at) inText |= masks[numbers[at]]
      const reached = isSingle ? (inTitle | inText) >> kExact : this.#reached(place, begins, masks)
      for (let word = 0; word < ends.length; ++word) {
        const isNamed = (meanings[word] & place.names) !== 0
        if (isNamed) inTitle |= 1 << word
        if (isNamed || reached & ends[word]) full[document] |= 1 << word
      }
      title[document] = inTitle
      all[document] = inTitle | inText
    }
    return { title, all, full }
  }

  /** Of each document the sum over its words, by their rarity, multiplied by the share of the words that it has, in thousandths; -1 if it has none. */
  #scores({ title, all, full }, size) {
    const rarity = Array.from({ length: size }, (_, word) => {
      let holders = 0
      for (const bits of all) holders += bits >> word & 1
      return Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5))
    })
    const whole = rarity.reduce((sum, one) => sum + one, 0)
    const scores = new Float64Array(all.length).fill(-1)
    for (let document = 0; document < all.length; ++document) {
      let [sum, share] = [0, 0]
      for (let word = 0; word < size; ++word) {
        if (!(all[document] >> word & 1)) continue
        sum += rarity[word] * (title[document] >> word & 1 ? 1 : kSearch.text_weight) * (full[document] >> word & 1 ? 1 : kSearch.part_weight)
        share += rarity[word]
      }
      if (share > 0) scores[document] = Math.round(1000 * sum * share / whole)
    }
    return scores
  }

  /** { documents, notFound, scoreOf(document), snippetOf(document) }, the documents best first; null if the query has no word. */
  search(query) {
    const { words, order } = readQuery(query)
    if (words.length === 0) return null
    const masks = new Int32Array(this.#forms.length)
    const missing = []
    for (const [at, word] of words.entries()) if (!this.#mark(word, at, missing.length < kSearch.most_guesses, masks)) missing.push(word)
    const scores = this.#scores(this.#evidence(words, masks), words.length)
    const documents = this.#sorted(scores, order).map((at) => this.#documents[at])
    return { documents, notFound: partsOfQuery(query, missing), scoreOf: ({ at }) => scores[at] / 1000, snippetOf: ({ at }) => this.#snippet(at, masks) }
  }

  /** The indexes of the documents with a score, best first. If an order is wanted, those that are nearly as good as the best one come by date. */
  #sorted(scores, order) {
    const count = scores.length
    const rankOf = (at) => (this.#documents[at].isLast ? scores[at] - kBehind : scores[at])
    const keys = [] // numbers, because they are sorted fast: an index less multiples of their count
    for (let at = 0; at < count; ++at) if (scores[at] >= 0) keys.push(at - rankOf(at) * count)
    const found = Array.from(Float64Array.from(keys).sort(), (key) => ((key % count) + count) % count)
    if (order === 0) return found
    const dateOf = (at) => this.#documents[at].date
    const isDated = (at) => dateOf(at) !== undefined && scores[at] >= scores[found[0]] * kSearch.order_share
    const before = order === kFirst ? -1 : 1
    const byDate = (one, other) => (dateOf(one) < dateOf(other) ? before : dateOf(one) > dateOf(other) ? -before : 0)
    return [...found.filter(isDated).sort(byDate), ...found.filter((at) => !isDated(at))]
  }

  /** Some words of a text around the first one that matches, with "…" where something is left out. */
  #snippet(document, masks) {
    const { text } = this.#documents[document]
    const { text: from, also: to } = this.#places[document]
    if (to - from <= kSearch.snippet) return text
    const match = this.#numbers.subarray(from, to).findIndex((number) => masks[number] !== 0)
    const first = from + Math.max(0, match - kSearch.snippet / 3)
    const last = first + kSearch.snippet
    const [start, end] = [first === from ? 0 : this.#offsets[first], last < to ? this.#offsets[last] : text.length]
    return `${start > 0 ? '…' : ''}${text.slice(start, end).replace(/ +$/, '')}${end < text.length ? '…' : ''}`
  }
}

/** Each letter with the one after it, the last one alone. */
const pairsOf = (text) => new Set([...text].map((_, at) => text.slice(at, at + 2)))

/**
 * Finds the slugs most similar to another by their pairs of letters, whose pairs are made once: the share of common ones in those of both texts, one
 * after the other. At most three, nearest first.
 */
function nearestOf(slugs) {
  const known = slugs.map((slug) => ({ slug, pairs: pairsOf(slug) }))
  const holders = new Map() // pair -> indexes of slugs
  for (const [at, { pairs }] of known.entries()) {
    for (const pair of pairs) (holders.get(pair) ?? holders.set(pair, []).get(pair)).push(at)
  }
  return (wanted) => {
    const text = fold(wanted)
    const pairs = pairsOf(text)
    const common = new Map()
    for (const pair of pairs) for (const at of holders.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1)
    const overlaps = [...common].map(([at, count]) => ({ slug: known[at].slug, at, overlap: count / pairsTogether(known[at], text, pairs, count) }))
    return overlaps.filter(({ overlap }) => overlap > 0.3).sort((one, other) => other.overlap - one.overlap || one.at - other.at).slice(0, 3).map(({ slug }) => slug)
  }
}

/** How many pairs `slug` and `text` have, one after the other, where `common` of their own are equal: the last letter of the first has a neighbor. */
function pairsTogether({ slug, pairs: own }, text, pairs, common) {
  const last = slug.slice(-1)
  const between = last + text.slice(0, 1)
  const isLost = pairs.has(last) ? 0 : 1
  return own.size + pairs.size - common - isLost + (own.has(between) || pairs.has(between) ? 0 : 1)
}
