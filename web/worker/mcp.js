// The messages of MCP over HTTP as the C++ service answers them: JSON-RPC in one piece, without sessions. What depends on no request
// (lists, server, texts of faults) was written by the program; the tools are those of the pages (browser-tools.js).
import { bytesOf, fromBase64, isText, joinBytes, latin1Of, textOfUtf8 } from './encoding.js'
import { publishedSpelling, single } from './http.js'
import { readJson } from './json.js'
import { protocol } from './protocol.js'

const { mcp_revisions: kRevisions, mcp_tolerated_revision: kTolerated, mcp_version_key: kVersionKey } = protocol
const [kCurrent, kNewestInitialized] = kRevisions
const kLargeText = 65_536
const kBegin = '{"jsonrpc":"2.0","result":'
/** What a result says about who may keep it; nothing for a tool. */
const kHints = { everybody: { ttlMs: protocol.fresh_seconds * 1000, cacheScope: 'public' }, caller: { ttlMs: 0, cacheScope: 'private' } }

const isObject = (value) => value instanceof Map
/** An optional value, or undefined for what clients fill in when they leave it out: null, an empty text and, of an object, the empty list of PHP. */
function given(value, isOfObject = false) {
  const isFiller = value === null || value === '' || (isOfObject && Array.isArray(value) && value.length === 0)
  return isFiller ? undefined : value
}

// ---- Messages

/** As JSON text; empty if it is missing or of a type that it may not have. */
const idText = (id) => (isText(id) ? JSON.stringify(id) : ['number', 'bigint'].includes(typeof id) ? String(id) : '')

function faultOfEnvelope(envelope, id) {
  if (envelope.has('id') && id === '') return 'invalid_message'
  if (envelope.get('jsonrpc') !== '2.0') return 'invalid_message'
  if (!envelope.has('method') && (envelope.has('result') || envelope.has('error'))) return 'client_response'
  if (!isText(envelope.get('method'))) return 'invalid_message'
  const params = given(envelope.get('params'), true)
  return params === undefined || isObject(params) ? null : 'params_no_object'
}

const kFaultsOfJson = { not_json: 'malformed_json', duplicate_name: 'duplicate_parameter', too_deep: 'too_deep' }

/** { id, method, params, version, body }, or { id, fault }; `id` as JSON text, empty for a notification. */
export function readMessage(body) {
  const text = textOfUtf8(body)
  const { value, fault } = text === null ? { value: null, fault: 'not_json' } : readJson(text, protocol.mcp_depth)
  if (fault) return { id: '', fault: kFaultsOfJson[fault] }
  if (!isObject(value)) return { id: '', fault: Array.isArray(value) ? 'batch' : 'invalid_message' }
  const id = idText(value.get('id'))
  const wrong = faultOfEnvelope(value, id)
  if (wrong) return { id, fault: wrong }
  const params = given(value.get('params'), true) ?? new Map()
  const meta = isObject(params.get('_meta')) ? params.get('_meta') : new Map()
  const version = isText(meta.get(kVersionKey)) ? meta.get(kVersionKey) : undefined
  return { id, method: value.get('method'), params, meta, version, body: text }
}

// ---- Revisions

/** The fields of HTTP that repeat a message. */
export const repeatedFields = (headers) => ({
  version: single(headers, 'mcp-protocol-version') ?? undefined, method: single(headers, 'mcp-method') ?? undefined,
  name: headers.get('mcp-name') ?? undefined, oneName: single(headers, 'mcp-name') ?? undefined,
})

/** Whether the value of Mcp-Name is `name`: as it is, whose bytes a platform gives as Latin-1, or as "=?base64?…?=". */
function isName(field, name) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(field)
  if (encoded === null) return field === name || field === latin1Of(bytesOf(name))
  const decoded = fromBase64(encoded[1])
  return decoded !== null && textOfUtf8(decoded) === name
}

function hasMatchingName({ method, params }, { name, oneName }) {
  const member = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }[method]
  if (member === undefined) return true
  const wanted = params.get(member)
  if (!isText(wanted)) return name === undefined // the method refuses the message
  return name !== undefined && (isName(name, wanted) || isName(oneName, wanted))
}

const isAnswered = (version) => version === kTolerated || kRevisions.includes(version)

/** The revision for a client that asks for `wanted` with `initialize`: the same, or the newest one with `initialize`. */
const negotiated = (wanted) => (wanted !== kCurrent && isAnswered(wanted) ? wanted : kNewestInitialized)

/** Of `initialize`: clients that know newer revisions name them in the field before anything is negotiated, so the body decides. */
function initialized({ params, version }) {
  const wanted = params.get('protocolVersion')
  return !isText(wanted) && version === kCurrent ? version : negotiated(wanted)
}

/** { revision } or { fault }. A request that names no revision has the oldest: clients of the two oldest send no field, so they get what both know. */
export function revisionOf(message, fields) {
  if (message.method === 'initialize') return { revision: initialized(message) }
  if (message.id === '' || (fields.version !== kCurrent && message.version === undefined)) {
    const revision = fields.version ?? kTolerated
    return isAnswered(revision) ? { revision } : { fault: 'unsupported_version' }
  }
  if (fields.version === undefined) return { fault: 'header_mismatch' }
  if (message.version === undefined) return { fault: 'missing_meta' }
  if (message.version !== fields.version) return { fault: 'header_mismatch' }
  if (!isAnswered(message.version)) return { fault: 'unsupported_version' }
  if (message.version !== kCurrent) return { revision: message.version }
  if (!isObject(message.meta.get(protocol.mcp_capabilities_key))) return { fault: 'missing_meta' }
  const agrees = fields.method === message.method && hasMatchingName(message, fields)
  return agrees ? { revision: kCurrent } : { fault: 'header_mismatch' }
}

/**
 * What a revision knows of an object, or of each of a list. A row is the first revision of a member, or has the rows of what is in it; an object
 * of which nothing is left leaves, too.
 */
function within(value, rows, revision) {
  if (Array.isArray(value)) return value.map((one) => within(one, rows, revision))
  const members = Object.entries(value).flatMap(([name, member]) => {
    const row = Object.hasOwn(rows, name) ? rows[name] : ''
    if (isText(row)) return row <= revision ? [[name, member]] : []
    const part = within(member, row, revision)
    return Array.isArray(part) || Object.keys(part).length > 0 ? [[name, part]] : []
  })
  return Object.fromEntries(members)
}

// ---- The server

/** As documents are listed: scheme and host in lower case, the path in the one spelling. */
export function listedSpelling(uri) {
  const [, start, path, query] = /^([^]*?:\/\/[^/?#]*)([^?]*)([^]*)$/.exec(uri) ?? []
  return start === undefined ? uri : start.toLowerCase() + publishedSpelling(path) + query
}

const escaped = (slug) => encodeURIComponent(slug).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** { collection, slug } of each item by its address; of equal slugs the first one. */
function placesOf(site) {
  const places = new Map()
  for (const collection of ['publications', 'projects', 'pages']) {
    for (const { slug } of site[collection] ?? []) {
      const uri = `content:///${collection}/${escaped(slug ?? '')}`
      if (slug && !places.has(uri)) places.set(uri, { collection, slug })
    }
  }
  return places
}

/** What `make` gives for each key, made once. */
function memoized(make) {
  const values = new Map()
  return (key, ...more) => {
    if (!values.has(key)) values.set(key, make(key, ...more))
    return values.get(key)
  }
}

/** Writes the response to a request, of one site. A message has its `revision`, and `readFile`, which gives the text of a form of a document. */
export class McpServer {
  #content

  /** `data`, `site`: as exported. */
  constructor(data, site) {
    this.data = data
    this.site = site
    this.results = site.mcp
    this.profileUri = data.keys && site.url + protocol.profile_path
    this.constantOf = memoized((revision) => memoized((result) => this.#begun(within(result, data.mcp.members, revision))))
    this.endOf = memoized((revision) => memoized((cache) => this.#ended({ ...kHints[cache], resultType: 'complete', _meta: this.#serverInfo }, revision)))
    this.toolTextOf = memoized((tool) => tool.execute())
  }

  get #serverInfo() { return { [protocol.mcp_server_info_key]: this.results.initialize.serverInfo } }

  // ---- Texts of responses: the beginning of the result, and what ends it, the id to come

  #begun(result) { return kBegin + JSON.stringify(result).slice(0, -1) }

  #ended(members, revision) {
    const text = JSON.stringify(within(members, this.data.mcp.members, revision))
    return `${text === '{}' ? '' : ','}${text.slice(1)},"id":`
  }

  /** `cache`: of kHints. */
  #text(begun, { id, revision }, cache = '') { return `${begun}${this.endOf(revision)(cache)}${id}}` }

  #hasMember(name, { revision }) { return this.data.mcp.members[name] <= revision }

  // ---- Methods

  /** 'tool', 'resource' or the path of a gated document, if the message needs a token; else undefined. */
  needs({ method, params }) {
    if (method === 'tools/call') return params.get('name') === 'get_full_profile' ? 'tool' : undefined
    const uri = method === 'resources/read' && isText(params.get('uri')) ? listedSpelling(params.get('uri')) : ''
    return uri === this.profileUri ? 'resource' : this.#gatedPath(uri)
  }

  #gatedPath(uri) {
    return this.data.gated.find(({ path }) => uri === this.site.url + path)?.path
  }

  /** What is made of the documents once, so that only the first request that needs it takes long. Not shared while it is made: a host ends requests. */
  async #contentOf({ readFile }) {
    if (this.#content) return this.#content
    const [site, faq] = await Promise.all([protocol.site_path, protocol.faq_path].map(async (path) => JSON.parse(await readFile(this.site.documents[path]))))
    const tools = this.data.mcp.toolsOf({ urlOf: (path) => this.site.url + path, readSite: async () => site, readFaq: async () => faq })
    await tools.prepare()
    const largeTexts = new Map()
    for (const [path, document] of Object.entries(this.site.documents)) {
      const isLarge = document.readAs && (document.markdown ?? document).size >= kLargeText
      if (isLarge) largeTexts.set(document, bytesOf(await this.#documentBegun(this.site.url + path, document, readFile)))
    }
    this.#content = { places: placesOf(site), byName: new Map(tools.map((tool) => [tool.name, tool])), largeTexts }
    return this.#content
  }

  async #documentBegun(uri, document, readFile) {
    return this.#begun({ contents: [{ uri, mimeType: document.readAs, text: await readFile(document.markdown ?? document) }] })
  }

  /** { text }, { fault } or { needs }; a large text as bytes. */
  async answer(message) {
    const { method } = message
    const cursor = given(message.params.get('cursor'))
    const constant = () => ({ text: this.#text(this.constantOf(message.revision)(this.results[method]), message, 'everybody') })
    const list = () => (cursor === undefined ? constant() : { fault: 'invalid_cursor' })
    const answers = {
      'tools/call': () => this.#callTool(message), 'resources/read': () => this.#readResource(message),
      'tools/list': list, 'resources/templates/list': list, 'resources/list': () => this.#listResources(message, cursor),
      ...(message.revision === kCurrent ? { 'server/discover': constant }
        : { initialize: () => this.#initialize(message), ping: () => ({ text: `${kBegin}{},"id":${message.id}}` }) }),
    }
    return Object.hasOwn(answers, method) ? answers[method]() : { fault: 'unknown_method' }
  }

  #initialize({ id, params }) {
    const wanted = params.get('protocolVersion')
    if (!isText(wanted)) return { fault: 'invalid_params' }
    const protocolVersion = negotiated(wanted)
    const result = { ...within(this.results.initialize, this.data.mcp.members, protocolVersion), protocolVersion }
    return { text: `${this.#begun(result)}},"id":${id}}` }
  }

  #listResources(message, cursor) {
    const isNumber = cursor === undefined || (isText(cursor) && /^[1-9]\d*$/.test(cursor))
    const page = isNumber ? this.results.resources[Number(cursor ?? 0) / this.data.mcp.pageSize] : undefined
    if (page === undefined) return { fault: 'invalid_cursor' }
    return { text: this.#text(this.constantOf(message.revision)(page), message, 'everybody') }
  }

  async #callTool(message) {
    const { params, body } = message
    const name = params.get('name')
    if (!isText(name)) return { fault: 'invalid_params' }
    const { byName } = await this.#contentOf(message)
    const tool = byName.get(name)
    if (tool === undefined) return { fault: 'unknown_tool' }
    const input = given(params.get('arguments'), true)
    if (input !== undefined && !isObject(input)) return { fault: 'invalid_params' }
    if (tool.gated) return { needs: 'tool' }
    const { content: [{ text }], isError } = await (input?.size ? tool.execute(JSON.parse(body).params.arguments) : this.toolTextOf(tool))
    return { text: this.#toolResult(text, isError, message) }
  }

  /** The text carries the result for clients that read only that, and for revisions without structuredContent. */
  #toolResult(text, isError, message) {
    const structured = this.#hasMember('structuredContent', message) ? `,"structuredContent":${text}` : ''
    return this.#text(`${kBegin}{"content":[{"type":"text","text":${JSON.stringify(text)}}]${isError ? ',"isError":true' : structured}`, message)
  }

  async #readResource(message) {
    const uri = message.params.get('uri')
    if (!isText(uri)) return { fault: 'invalid_params' }
    const read = await this.#readAddress(uri, message)
    return read.fault ? this.#readAddress(listedSpelling(uri), message) : read
  }

  async #readAddress(uri, message) {
    const { url, documents } = this.site
    const path = uri.startsWith(url) ? uri.slice(url.length) : ''
    const document = Object.hasOwn(documents, path) ? documents[path] : undefined
    if (document?.readAs) return { text: await this.#documentText(document, uri, message) }
    if (uri === this.profileUri) return { needs: 'resource' }
    if (this.#gatedPath(uri)) return { needs: path }
    const { places, byName } = await this.#contentOf(message)
    const place = places.get(uri)
    if (place === undefined) return { fault: 'unknown_resource' }
    const { content: [{ text }] } = await byName.get('get_content_item').execute(place)
    return { text: this.#text(this.#begun({ contents: [{ uri, mimeType: 'application/json', text }] }), message, 'everybody') }
  }

  /** Of a large document, whose escapes take long, the bytes are kept. */
  async #documentText(document, uri, message) {
    const { largeTexts } = await this.#contentOf(message)
    const large = largeTexts.get(document)
    if (large) return joinBytes(large, bytesOf(this.#text('', message, 'everybody')))
    return this.#text(await this.#documentBegun(uri, document, message.readFile), message, 'everybody')
  }

  // ---- What needed a token

  /** `profile`: JSON text. */
  profileResult(needs, profile, message) {
    if (needs === 'tool') return this.#toolResult(profile, false, message)
    return this.#privateResult({ uri: this.profileUri, mimeType: 'application/json', text: profile }, message)
  }

  /** `uri` as asked for. */
  documentResult(uri, { readAs, body }, message) {
    return this.#privateResult({ uri, mimeType: readAs, ...(isText(body) ? { text: body } : { blob: body.base64 }) }, message)
  }

  #privateResult(contents, message) { return this.#text(this.#begun({ contents: [contents] }), message, 'caller') }

  /** A failed call of get_full_profile, with the challenge for hosts that do not read it from HTTP. */
  challengeResult(text, challenge, { id, revision }) {
    const members = { isError: true, resultType: 'complete', _meta: { 'mcp/www_authenticate': [challenge], ...this.#serverInfo } }
    return `${this.#begun({ content: [{ type: 'text', text }] })}${this.#ended(members, revision)}${id}}`
  }
}

/** A response of JSON-RPC with an error; `id` may be empty. */
export function errorText(code, id, message, data) {
  return `{"jsonrpc":"2.0",${id === '' ? '' : `"id":${id},`}"error":${JSON.stringify({ code, message, data })}}`
}
