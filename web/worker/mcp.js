// The messages of MCP over HTTP as the C++ service answers them: JSON-RPC in one piece, without sessions. What depends on no request
// (lists, server, texts of faults) was written by the program; the tools are those of the pages (browser-tools.js).
import { bytesOf, fromBase64, isText, latin1Of, textOfUtf8 } from './encoding.js'
import { publishedSpelling, single } from './http.js'
import { readJson } from './json.js'

const kMostDepth = 16
const kVersionKey = 'io.modelcontextprotocol/protocolVersion'
const kCapabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const kBegin = '{"jsonrpc":"2.0","result":'
const kPublic = '"ttlMs":300000,"cacheScope":"public"'

const isObject = (value) => value instanceof Map
/** Serializers write null for what is not set. */
const given = (value) => value ?? undefined

// ---- Messages

/** As JSON text; empty if it is missing or of a type that it may not have. */
const idText = (id) => (isText(id) ? JSON.stringify(id) : ['number', 'bigint'].includes(typeof id) ? String(id) : '')

function faultOfEnvelope(envelope, id) {
  if (envelope.has('id') && id === '') return 'invalid_message'
  if (envelope.get('jsonrpc') !== '2.0') return 'invalid_message'
  if (!envelope.has('method') && (envelope.has('result') || envelope.has('error'))) return 'client_response'
  if (!isText(envelope.get('method'))) return 'invalid_message'
  const params = given(envelope.get('params'))
  return params === undefined || isObject(params) ? null : 'params_no_object'
}

const kFaultsOfJson = { not_json: 'malformed_json', duplicate_name: 'duplicate_parameter', too_deep: 'too_deep' }

/** { id, method, params, version, body }, or { id, fault }; `id` as JSON text, empty for a notification. */
export function readMessage(body) {
  const text = textOfUtf8(body)
  const { value, fault } = text === null ? { value: null, fault: 'not_json' } : readJson(text, kMostDepth)
  if (fault) return { id: '', fault: kFaultsOfJson[fault] }
  if (!isObject(value)) return { id: '', fault: Array.isArray(value) ? 'batch' : 'invalid_message' }
  const id = idText(value.get('id'))
  const wrong = faultOfEnvelope(value, id)
  if (wrong) return { id, fault: wrong }
  const params = given(value.get('params')) ?? new Map()
  const meta = isObject(params.get('_meta')) ? params.get('_meta') : new Map()
  const version = isText(meta.get(kVersionKey)) ? meta.get(kVersionKey) : undefined
  return { id, method: value.get('method'), params, meta, version, body: text }
}

// ---- Revisions

/** The fields of HTTP that repeat a message. */
export const repeatedFields = (headers) => ({
  version: given(single(headers, 'mcp-protocol-version')), method: given(single(headers, 'mcp-method')),
  name: given(headers.get('mcp-name')), oneName: given(single(headers, 'mcp-name')),
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

/** { isLegacy } or { fault }. `revisions`: { current, all, newestInitialized, tolerated }. */
export function eraOf(message, fields, revisions) {
  const isRevision = (version) => version === revisions.tolerated || revisions.all.includes(version)
  const isCurrent = fields.version === revisions.current
  if (message.id === '' || (!isCurrent && message.version === undefined)) {
    return fields.version !== undefined && !isRevision(fields.version) ? { fault: 'unsupported_version' } : { isLegacy: !isCurrent }
  }
  if (fields.version === undefined) return { fault: 'header_mismatch' }
  if (message.version === undefined) return { fault: 'missing_meta' }
  if (message.version !== fields.version) return { fault: 'header_mismatch' }
  if (!isRevision(message.version)) return { fault: 'unsupported_version' }
  if (message.version !== revisions.current) return { isLegacy: true }
  if (!isObject(message.meta.get(kCapabilitiesKey))) return { fault: 'missing_meta' }
  const agrees = fields.method === message.method && hasMatchingName(message, fields)
  return agrees ? { isLegacy: false } : { fault: 'header_mismatch' }
}

// ---- The server

/** As documents are listed: scheme and host in lower case, the path in the one spelling. */
export function listedSpelling(uri) {
  const [, start, path, query] = /^([^]*?:\/\/[^/?#]*)([^?]*)([^]*)$/.exec(uri) ?? []
  return start === undefined ? uri : start.toLowerCase() + publishedSpelling(path) + query
}

const escaped = (slug) => encodeURIComponent(slug).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** { collection, slug } of the item at an address, or null. */
function placeOf(uri, site) {
  const [, collection, name] = /^content:\/\/\/(publications|projects|pages)\/([^/]+)$/.exec(uri) ?? []
  const item = site[collection]?.find(({ slug }) => slug && escaped(slug) === name)
  return item ? { collection, slug: item.slug } : null
}

/** Writes the response to a request, of one site. */
export class McpServer {
  #tools

  /** `data`, `site`: as exported. */
  constructor(data, site) {
    this.data = data
    this.site = site
    this.constants = site.mcp
    this.profileUri = `${site.url}/api/agent/full-profile`
  }

  /** The text of a response that ends with the id: `result` is its JSON text without the last brace. */
  #result(result, { id }) { return `${kBegin}${result}${this.constants.end}${id}}` }

  /** The tools, for which the documents are read once. */
  async #toolsOf({ readFile }) {
    if (this.#tools) return this.#tools
    const [site, faq] = await Promise.all(['/api/site.json', '/ai/faq.json'].map(async (path) => JSON.parse(await readFile(this.site.documents[path]))))
    const tools = this.data.mcp.toolsOf({ urlOf: (path) => this.site.url + path, readSite: async () => site, readFaq: async () => faq })
    this.#tools = { site, byName: new Map(tools.map((tool) => [tool.name, tool])) }
    return this.#tools
  }

  /**
   * { text }, { fault } or { needs }: 'tool', 'resource' or the path of a gated document. The message has `readFile`, which gives the text of a
   * form of a document.
   */
  async answer(message, isLegacy) {
    const { method } = message
    const cursor = given(message.params.get('cursor'))
    const isFirstPage = cursor === undefined || (isLegacy && cursor === '') // which older clients send for the first page
    const constant = () => ({ text: `${this.constants[method]}${message.id}}` })
    const list = () => (isFirstPage ? constant() : { fault: 'invalid_cursor' })
    const answers = {
      'tools/call': () => this.#callTool(message), 'resources/read': () => this.#readResource(message),
      'tools/list': list, 'resources/templates/list': list, 'resources/list': () => this.#listResources(message, isFirstPage ? undefined : cursor),
      ...(isLegacy ? { initialize: () => this.#initialize(message), ping: () => ({ text: `${kBegin}{},"id":${message.id}}` }) } : { 'server/discover': constant }),
    }
    return Object.hasOwn(answers, method) ? answers[method]() : { fault: 'unknown_method' }
  }

  #initialize({ id, params }) {
    const wanted = params.get('protocolVersion')
    if (!isText(wanted)) return { fault: 'invalid_params' }
    const { current, all, tolerated, newestInitialized } = this.data.mcp.revisions
    const hasInitialize = wanted !== current && (wanted === tolerated || all.includes(wanted))
    const version = hasInitialize ? wanted : newestInitialized
    return { text: `${kBegin}{"protocolVersion":"${version}",${this.constants.initialize}${id}}` }
  }

  #listResources({ id }, cursor) {
    const pages = this.constants.resources
    const isNumber = cursor === undefined || (isText(cursor) && /^[1-9]\d*$/.test(cursor))
    const page = isNumber ? pages[Number(cursor ?? 0) / this.data.mcp.pageSize] : undefined
    return page === undefined ? { fault: 'invalid_cursor' } : { text: `${page}${id}}` }
  }

  async #callTool(message) {
    const { params, body } = message
    const name = params.get('name')
    if (!isText(name)) return { fault: 'invalid_params' }
    const { byName } = await this.#toolsOf(message)
    const tool = byName.get(name)
    if (tool === undefined) return { fault: 'unknown_tool' }
    const input = given(params.get('arguments'))
    if (input !== undefined && !isObject(input)) return { fault: 'invalid_params' }
    if (tool.gated) return { needs: 'tool' }
    const { content: [{ text }], isError } = await tool.execute(input && JSON.parse(body).params.arguments)
    const ending = isError ? ',"isError":true' : `,"structuredContent":${text}`
    return { text: this.#result(`{"content":[{"type":"text","text":${JSON.stringify(text)}}]${ending}`, message) }
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
    if (document?.readAs) return this.#contents(uri, document.readAs, await message.readFile(document.markdown ?? document), message)
    if (uri === this.profileUri) return { needs: 'resource' }
    if (this.data.gated.some((one) => one.path === path)) return { needs: path }
    const { site, byName } = await this.#toolsOf(message)
    const place = placeOf(uri, site)
    if (place === null) return { fault: 'unknown_resource' }
    const { content: [{ text }] } = await byName.get('get_content_item').execute(place)
    return this.#contents(uri, 'application/json', text, message)
  }

  #contents(uri, mimeType, text, message) {
    return { text: this.#result(`{"contents":[${JSON.stringify({ uri, mimeType, text })}],${kPublic}`, message) }
  }

  // ---- What needed a token

  /** `profile`: JSON text. */
  profileResult(needs, profile, message) {
    if (needs === 'tool') return this.#result(`{"content":[{"type":"text","text":${JSON.stringify(profile)}}],"structuredContent":${profile}`, message)
    return this.#privateResult({ uri: this.profileUri, mimeType: 'application/json', text: profile }, message)
  }

  /** `uri` as asked for. */
  documentResult(uri, { readAs, body }, message) {
    return this.#privateResult({ uri, mimeType: readAs, ...(isText(body) ? { text: body } : { blob: body.base64 }) }, message)
  }

  #privateResult(contents, message) {
    return this.#result(`{"ttlMs":0,"cacheScope":"private","contents":[${JSON.stringify(contents)}]`, message)
  }

  /** A failed call of get_full_profile, with the challenge for hosts that do not read it from HTTP. */
  challengeResult(text, challenge, { id }) {
    const content = JSON.stringify([{ type: 'text', text }])
    const meta = `"mcp/www_authenticate":${JSON.stringify([challenge])},${this.constants.end.slice(this.constants.end.indexOf('"_meta":{') + 9)}`
    return `${kBegin}{"content":${content},"isError":true,"resultType":"complete","_meta":{${meta}${id}}`
  }
}

/** A response of JSON-RPC with an error; `id` may be empty. */
export function errorText(code, id, message, data) {
  return `{"jsonrpc":"2.0",${id === '' ? '' : `"id":${id},`}"error":${JSON.stringify({ code, message, data })}}`
}
