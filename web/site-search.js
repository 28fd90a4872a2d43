// The search of the browser tools and of a worker: a part of browser-tools.js, into which the server inserts it.

// Inserted by the server: web/search.json, how the search weighs, which words carry nothing and which name a part of a site.
const kSearch = /*search*/{}

// In scripts without spaces each character is a word; "C++" and "C#" are words.
const kWord = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu
const kLetters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }
const kNoText = new Set(kSearch.no_text)
const fold = (word) =>
  word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[ßæœøłđı]/g, (letter) => kLetters[letter])
const wordsOf = (text) => (text.match(kWord) ?? []).map(fold)

const kLeastPrefix = 3
const kLeastSingular = 4
/** How well a word of a text matches one of a query: equal, a longer word, or the singular. */
function likeness(word, wanted) {
  if (word === wanted) return 1
  if (wanted.length >= kLeastPrefix && word.startsWith(wanted)) return 0.6
  return word.length >= kLeastSingular && wanted.length - word.length <= 2 && wanted.startsWith(word) ? 0.5 : 0
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

/** The least index at which `isThere` is true of a sorted list, or its length. */
function firstIndex(list, isThere) {
  let [from, end] = [0, list.length]
  while (from < end) {
    const middle = (from + end) >> 1
    if (isThere(list[middle])) end = middle
    else from = middle + 1
  }
  return from
}

/**
 * Searches `documents` ({ title, text, names, addresses, isLast, … }), whose words are folded once. A search costs what its words occur, not what
 * the documents have.
 */
class SearchIndex {
  #counts = new Map() // word -> [document, count]: how often, in the title as its weight says
  #words = new Map() // document -> { forms, places } of its text

  constructor(documents) {
    this.documents = documents
    this.addresses = new Set(documents.flatMap(({ addresses = [] }) => addresses))
    const folded = new Map()
    const foldOnce = (word) => folded.get(word) ?? folded.set(word, fold(word)).get(word)
    this.sizes = documents.map((document, at) => {
      const title = ((document.title ?? '').match(kWord) ?? []).map(foldOnce)
      const found = [...(document.text ?? '').matchAll(kWord)]
      const forms = found.map(([word]) => foldOnce(word))
      for (const word of title) this.#count(word, at, kSearch.title_weight)
      for (const word of forms) this.#count(word, at, 1)
      for (const key of new Set(document.addresses)) this.#count(`@${key}`, at, kSearch.title_weight)
      this.#words.set(document, { forms, places: found.map(({ index }) => index) })
      return kSearch.title_weight * title.length + forms.length
    })
    this.mean = this.sizes.reduce((sum, size) => sum + size, 0) / documents.length
    this.sorted = [...this.#counts.keys()].sort()
  }

  #count(word, document, weight) {
    const counts = this.#counts.get(word) ?? this.#counts.set(word, []).get(word)
    if (counts.at(-1)?.[0] === document) counts.at(-1)[1] += weight
    else counts.push([document, weight])
  }

  /** [word, likeness] of each word that matches: longer ones follow the wanted one in their order, shorter ones are its beginnings. */
  #wordsLike(wanted) {
    const found = [1, 2].map((missing) => wanted.slice(0, -missing)).filter((word) => word.length >= kLeastSingular && this.#counts.has(word))
    for (let at = firstIndex(this.sorted, (word) => word >= wanted); this.sorted[at]?.startsWith(wanted); ++at) {
      found.push(this.sorted[at])
      if (wanted.length < kLeastPrefix) break
    }
    return found.map((word) => [word, likeness(word, wanted)]).filter(([, weight]) => weight > 0)
  }

  /** How much each document has of a word; a word also counts in documents with one of its names. */
  #countsOf({ word, names }) {
    const counts = new Float64Array(this.documents.length)
    for (const [like, weight] of word.startsWith('@') ? [[word, 1]] : this.#wordsLike(word)) {
      for (const [document, count] of this.#counts.get(like) ?? []) counts[document] += weight * count
    }
    if (names.size === 0) return counts
    for (const [at, { names: own = [] }] of this.documents.entries()) counts[at] += kSearch.name_weight * own.filter((name) => names.has(name)).length
    return counts
  }

  /**
   * [{ document, score }], best first: BM25, multiplied by the share of the words found. What `isLast` is comes after everything else.
   */
  rank(query) {
    const wanted = wantedOf(query, this.addresses)
    if (wanted.length === 0) return null
    const size = this.documents.length
    const [sums, hits] = [new Float64Array(size), new Uint8Array(size)]
    for (const counts of wanted.map((word) => this.#countsOf(word))) {
      const holders = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
      const rarity = Math.log(1 + (size - holders + 0.5) / (holders + 0.5))
      for (let at = 0; at < size; ++at) {
        if (counts[at] === 0) continue
        const length = 1 - kSearch.length_weight + kSearch.length_weight * this.sizes[at] / this.mean
        sums[at] += rarity * counts[at] * (kSearch.saturation + 1) / (counts[at] + kSearch.saturation * length)
        ++hits[at]
      }
    }
    return this.documents.map((document, at) => ({ document, hits: hits[at], sum: sums[at] })).filter((one) => one.hits > 0)
      .map((one) => ({ document: one.document, score: Number((one.sum * one.hits / wanted.length).toFixed(3)) }))
      .sort((one, other) => Boolean(one.document.isLast) - Boolean(other.document.isLast) || other.score - one.score)
  }

  /** For a document the part of its text around the first word that matches, cut between words. */
  snippetsOf(query) {
    const like = new Set(wantedOf(query).flatMap(({ word }) => this.#wordsLike(word).map(([found]) => found)))
    return (document) => {
      const { forms, places } = this.#words.get(document)
      return snippetAround(document.text, places[forms.findIndex((word) => like.has(word))] ?? 0)
    }
  }
}

function snippetAround(text, place) {
  const most = kSearch.snippet
  if (text.length <= most) return text
  const from = Math.max(0, place - most / 2)
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const space = text.lastIndexOf(' ', start + most)
  const end = start + most >= text.length ? text.length : space > start ? space : start + most
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
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
