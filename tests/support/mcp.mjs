// The Model Context Protocol as wire-level requests to POST /mcp, with checks of the rules of every response.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { exchange, request } from './raw.mjs'

export const kVersion = '2026-07-28'
export const kRevisions = [kVersion, '2025-11-25', '2025-06-18', '2025-03-26']
export const kMeta = {
  'io.modelcontextprotocol/protocolVersion': kVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'Example client', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
export const kServerInfo = 'io.modelcontextprotocol/serverInfo'
/** The names of a server at 127.0.0.1: without a site.json, and with the example. */
export const kServerName = '127.0.0.1/127-0-0-1'
export const kExampleName = '127.0.0.1/robin-example'
export const kExtensions = { 'io.modelcontextprotocol/oauth-client-credentials': {} }
export const kAcceptBoth = 'application/json, text/event-stream'
export const kPublicHints = { ttlMs: 300_000, cacheScope: 'public' }

// The JSON Schema of the revision. MCP_SCHEMA names it; it is not part of this repository.
const kSchemaFile = process.env.MCP_SCHEMA ??
  fileURLToPath(new URL(`../../../shared/spec/external/mcp/${kVersion}/schema.json`, import.meta.url))
export const noSchema = existsSync(kSchemaFile)
  ? false : 'skipped: MCP_SCHEMA does not name the JSON Schema of MCP 2026-07-28'

const schemas = new Map()
let ajv = null
/** Fails unless `value` is valid by the definition of that name in the schema of the revision. */
export function assertValid(definition, value) {
  if (noSchema) return
  ajv ??= addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(JSON.parse(readFileSync(kSchemaFile, 'utf8')), 'mcp')
  if (!schemas.has(definition)) schemas.set(definition, ajv.compile({ $ref: `mcp#/$defs/${definition}` }))
  const validate = schemas.get(definition)
  assert.ok(validate(value), `${definition}: ${JSON.stringify(validate.errors)}`)
}

/** The fields that repeat a message of the current revision; undefined removes one. */
export function fieldsOf({ method, params = {} }, more = {}) {
  const name = method === 'resources/read' ? params.uri : method === 'tools/call' ? params.name : undefined
  const fields = {
    'Content-Type': 'application/json', Accept: kAcceptBoth, 'MCP-Protocol-Version': kVersion, 'Mcp-Method': method,
    'Mcp-Name': typeof name === 'string' ? headerValue(name) : undefined, ...more,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export const encoded = (text) => `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
/** As a client writes a name: plain, or encoded if it is no plain value of a field. */
export const headerValue = (text) =>
  (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text) ? text : encoded(text))

export const messageOf = (method, params = {}, id = 1) =>
  ({ jsonrpc: '2.0', id, method, params: { _meta: kMeta, ...params } })

/** Sends a body as it is: { status, headers, text, json }. */
export async function send(baseUrl, body, headers) {
  const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', body, headers, redirect: 'manual' })
  return checked({ status: response.status, headers: response.headers, text: await response.text() })
}

/** Sends a message with the fields that belong to it; `headers` replaces some. */
export const ask = (baseUrl, message, headers = {}) => send(baseUrl, JSON.stringify(message), fieldsOf(message, headers))
export const askFor = (baseUrl, method, params = {}, headers = {}) => ask(baseUrl, messageOf(method, params), headers)

/** The same as bytes, for what fetch corrects or refuses: `lines` are the field lines. */
export async function sendRaw(port, body, lines, method = 'POST', target = '/mcp') {
  const bytes = request(method, target, { port, fields: [...lines, 'Connection: close'], body })
  const { answers: [answer] } = await exchange(bytes, { port, head: method === 'HEAD' })
  return { status: answer.status, headers: new Headers(answer.headers), text: answer.body.toString('utf8') }
}
export const linesOf = (fields) => Object.entries(fields).map(([name, value]) => `${name}: ${value}`)

/** Checks what every response has. */
function checked(answer) {
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/)
  assert.equal(answer.headers.get('mcp-session-id'), null)
  if (answer.text === '') return answer
  assert.equal(answer.headers.get('content-type'), 'application/json')
  answer.json = JSON.parse(answer.text)
  if (answer.json.jsonrpc !== '2.0') return answer // a refusal before the endpoint, in the form of all others
  const { result, error } = answer.json
  assert.equal(result === undefined, error !== undefined, 'a result or an error')
  // The results of initialize and ping are those of older revisions, without resultType.
  if (error !== undefined) assertValid('JSONRPCErrorResponse', answer.json)
  if (result?.resultType !== undefined) assertValid('JSONRPCResultResponse', answer.json)
  if (error === undefined) return answer
  assert.deepEqual(Object.keys(error), ['code', 'message', 'data'])
  assert.equal(error.data.error_description, error.message)
  assert.match(error.message, /^[\x20-\x7e]+$/)
  assert.ok(error.code === -32700 || (error.code <= -32600 && error.code >= -32603) || [-32002, -32020, -32022].includes(error.code) ||
    error.code === answer.status, `code ${error.code} with ${answer.status}`)
  return answer
}

/** The result of a response with status 200, valid by a definition of the schema, with what every result has. */
export function resultOf(answer, definition) {
  assert.equal(answer.status, 200, answer.text)
  assert.ok(answer.json.result, answer.text)
  const { result } = answer.json
  assert.equal(result.resultType, 'complete')
  assert.ok([kServerName, kExampleName].includes(result._meta[kServerInfo].name), result._meta[kServerInfo].name)
  assertValid(definition, result)
  return result
}

/** A failed request: status of HTTP, code of JSON-RPC, text, and the id, or null if the response has none. */
export function assertFault(answer, status, code, message, id = 1) {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json.error.code, code, answer.text)
  assert.match(answer.json.error.message, message instanceof RegExp ? message : new RegExp(`^${message}`))
  assert.equal(answer.json.error.data.error, 'invalid_request')
  assert.equal('id' in answer.json ? answer.json.id : null, id)
}
