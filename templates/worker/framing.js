// What Node's parser accepts of a request and the service does not, and what it refuses, as the names of faults: the same cause gets the same
// text as from the service.
import { isHost, protocol } from '../worker/worker.js'

const kTarget = /^[\x21\x22\x24-\x7e]*$/ // visible ASCII without "#"
const kToken = /^[\w!#$%&'*+.^`|~-]+$/

function isTarget(method, url) {
  if (!kTarget.test(url)) return false
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return true
  const [, authority] = /^https?:\/\/([^/?]*)/i.exec(url) ?? []
  return authority !== undefined && isHost(authority)
}

/** `lists`: the values of all fields Transfer-Encoding (RFC 9112 sections 6.1 and 6.3). */
function faultOfCodings(lists, hasLength, httpVersion) {
  const codings = lists.join(',').split(',').map((element) => element.trim().toLowerCase())
  const isGood = codings.every((coding, at) => (coding === 'chunked' ? at === codings.length - 1 : kToken.test(coding.split(';', 1)[0].trim()) && !/^chunked *;/.test(coding)))
  if (!isGood || hasLength || httpVersion === '1.0') return 'unsupported_coding'
  return codings.length === 1 && codings[0] === 'chunked' ? undefined : 'not_implemented'
}

function faultOfHosts(hosts = []) {
  if (hosts.length === 0) return 'missing_host'
  if (hosts[0] === '') return 'empty_host'
  if (!isHost(hosts[0])) return 'malformed_host'
  return hosts.length > 1 ? 'repeated_host' : undefined
}

const isDisguised = (name) => name.includes('_') && protocol.trusted_fields.includes(name.toLowerCase().replaceAll('_', '-'))
const isConnectionList = (list) => list.split(',').every((option) => option.trim() === '' || kToken.test(option.trim()))

function faultOfFields({ httpVersion, headersDistinct: fields, rawHeaders }) {
  const names = rawHeaders.filter((_, at) => at % 2 === 0)
  if (names.some((name) => name.length > protocol.field_name_bytes)) return 'headers_too_large'
  if (names.some(isDisguised)) return 'disguised_field'
  const { authorization = [], connection = [], 'content-type': types = [], 'proxy-connection': proxied = [], 'transfer-encoding': codings } = fields
  if (authorization.length > 1) return 'repeated_authorization'
  if (new Set(types).size > 1) return 'differing_types'
  if (![...connection, ...proxied].every(isConnectionList)) return 'malformed_connection'
  return faultOfHosts(fields.host) ?? (codings && faultOfCodings(codings, fields['content-length'] !== undefined, httpVersion))
}

/** The fault of a request of Node, or undefined. The limits are in bytes and fields. */
export function faultOf(incoming, { requestLine, headerBlock, headerFields }) {
  const { httpVersion, method, url, rawHeaders } = incoming
  if (`${method} ${url} HTTP/1.1`.length > requestLine) return 'target_too_long'
  if (httpVersion === '0.9') return 'malformed_request' // no version at all
  if (!/^1\.[01]$/.test(httpVersion)) return 'unsupported_version'
  if (!isTarget(method, url)) return 'malformed_target'
  const size = rawHeaders.reduce((sum, { length }) => sum + length + 2, 0) // ": " and CR LF
  if (rawHeaders.length > 2 * headerFields || size > headerBlock) return 'headers_too_large'
  return faultOfFields(incoming)
}

/** By the reasons that Node's parser gives, where its codes have several. */
const kReasons = [
  [/^Duplicate Content-Length/, 'repeated_length'],
  [/can't be present with/, 'unsupported_coding'],
  [/^Chunk size overflow/, 'body_too_large'],
  [/after chunk/, 'malformed_chunks'],
  [/CRLF after version|^Invalid header value char/, 'malformed_line'],
]

/** By its codes, and CONNECT of its event of that name. */
const kCodes = {
  CONNECT: 'malformed_target',
  ERR_HTTP_REQUEST_TIMEOUT: 'header_timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'malformed_chunks',
  HPE_CR_EXPECTED: 'malformed_line',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_INVALID_CHUNK_SIZE: 'malformed_chunks',
  HPE_INVALID_CONTENT_LENGTH: 'malformed_length',
  HPE_INVALID_HEADER_TOKEN: 'malformed_field',
  HPE_INVALID_TRANSFER_ENCODING: 'unsupported_coding',
  HPE_INVALID_URL: 'malformed_target',
  HPE_INVALID_VERSION: 'unsupported_version',
  HPE_LF_EXPECTED: 'malformed_line',
  HPE_PAUSED_H2_UPGRADE: 'unsupported_version',
}

/** The fault of what Node's parser refuses: an error of the event clientError. */
export function faultOfError({ code, reason = '' }) {
  return kReasons.find(([pattern]) => pattern.test(reason))?.[1] ?? kCodes[code] ?? 'malformed_request'
}
