// HTTP as the C++ service speaks it, on the Request and Response of the Fetch standard: fields, content negotiation, conditional requests,
// spellings of paths, bodies within a limit.
import { latin1Of } from './encoding.js'

/** What a request became: { status, fields, body }, where `body` is a text, bytes, a stream or null. */
export const reply = (status, fields, body = null) => ({ status, fields: [...fields], body })

/** "Name: value" lines as pairs. @type {(lines: string) => [string, string][]} */
export const fieldsOf = (lines) => lines.split('\r\n').filter(Boolean).map((line) => {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
})

/** The value of a field that may be sent once or in equal copies; a platform joins several by ", ". */
export function single(headers, name) {
  const value = headers.get(name)
  if (value === null || !value.includes(',') || value.endsWith(',')) return value
  const [first, ...others] = value.split(',').map((element) => element.trim())
  return first !== '' && others.every((element) => element === first) ? first : value
}

const kHost = /^([\w.~-]+|\[[\da-f:.]{2,}\])(:\d{0,5})?$/i

/** Whether a text has the form of the field Host. */
export const isHost = (text) => kHost.test(text)

/** @type {(contentType: string, type: string) => boolean} */
export function isMediaType(contentType, type) {
  if (contentType.slice(0, type.length).toLowerCase() !== type) return false
  return /^[ \t]*(;|$)/.test(contentType.slice(type.length))
}

// ---- Content negotiation

/** A weight in thousandths; 0 if it is malformed. */
function weightOf(parameter) {
  if (!/^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i.test(parameter)) return 0
  return Math.round(Number(parameter.slice(2)) * 1000)
}

/** The media ranges of Accept in lower case, each with its weight; the last of equal ones counts. */
function rangesOf(accept) {
  const ranges = new Map()
  for (const element of (accept ?? '').split(',')) {
    const [range, ...parameters] = element.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))
    ranges.set(range.toLowerCase(), weight === undefined ? 1000 : weightOf(weight))
  }
  return ranges
}

/** Whether Markdown is preferred to HTML, which is sent where nothing is said. */
export function prefersMarkdown(accept) {
  const ranges = rangesOf(accept)
  const markdown = ranges.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (ranges.get('text/html') ?? 0)
}

/** Whether a person asks, who gets pages also for errors. */
export function prefersHtml(accept) {
  const ranges = rangesOf(accept)
  const others = ['application/json', 'text/markdown', 'text/plain'].map((type) => ranges.get(type) ?? 0)
  return (ranges.get('text/html') ?? 0) > Math.max(...others)
}

/** @type {(accept: string | null) => boolean} */
export function allowsJson(accept) {
  if (accept === null) return true
  const ranges = rangesOf(accept)
  return (ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? 0) > 0
}

/** Whether a list of entity tags has the quoted `etag`, or is "*". A cache on the way may have made one weak. */
function namesEtag(list, etag, isWeakEqual) {
  if (/^[ \t]*\*[ \t]*$/.test(list)) return true
  const tag = /[ \t,]*(W\/)?("[^"]*")/y
  for (let found = tag.exec(list); found !== null; found = tag.exec(list)) {
    if (found[2] === etag && (isWeakEqual || found[1] === undefined)) return true
  }
  return false
}

const kWeekdays = { Sun: 'Sunday', Mon: 'Monday', Tue: 'Tuesday', Wed: 'Wednesday', Thu: 'Thursday', Fri: 'Friday', Sat: 'Saturday' }

/** The second that an HTTP-date names, in each of its three forms (RFC 9110 section 5.6.7), or NaN. @type {(text: string) => number} */
function timeOf(text) {
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  if (Number.isNaN(time)) return NaN
  const written = new Date(time).toUTCString()
  const [name, day, month, year, clock] = written.split(/,? /)
  const older = [`${kWeekdays[name]}, ${day}-${month}-${year.slice(2)} ${clock} GMT`, `${name} ${month} ${String(Number(day)).padStart(2)} ${clock} ${year}`]
  return [written, ...older].includes(text) ? time / 1000 : NaN
}

/**
 * RFC 9110 section 13.2.2; `etag` is empty of what has none; `modified`: the second since when it is certainly unchanged.
 * @type {(headers: any, etag: string, modified: number) => 'holds' | 'fails' | 'not_modified'}
 */
export function preconditionOf(headers, etag, modified) {
  const match = headers.get('if-match')
  if (match !== null && !namesEtag(match, etag, false)) return 'fails'
  if (match === null && modified > timeOf(headers.get('if-unmodified-since') ?? '')) return 'fails'
  const known = headers.get('if-none-match')
  return known !== null && namesEtag(known, etag, true) ? 'not_modified' : 'holds'
}

/** Whether a content coding is named that is not "identity", which is none. */
export const hasContentCoding = (headers) =>
  !(headers.get('content-encoding') ?? '').split(',').every((coding) => /^[ \t]*(identity)?[ \t]*$/i.test(coding))

// ---- Paths

const kEscape = /^%[0-9A-Fa-f]{2}/
const kPlain = /[A-Za-z0-9\-._~!$&'()*+,;=:@]/

/** A path whose segments no reader could take in two ways: no empty or dot segment, nothing encoded that need not be. */
export function isNormalPath(path) {
  if (!path.startsWith('/')) return false
  if (path.slice(1).split('/').some((segment, at, all) => segment === '.' || segment === '..' || (segment === '' && at < all.length - 1))) return false
  for (const [part] of path.matchAll(/(?:%[0-9A-Fa-f]{2})+|[^]/g)) {
    if (part.length === 1 && !/[A-Za-z0-9\-._~!$&'()*+,=:@/]/.test(part)) return false
    if (part.length > 1 && !isNeededEscape(part)) return false
  }
  return true
}

/** Whether an encoded text is UTF-8 without what may be written as it is, a slash, a backslash, a percent sign or a control. */
function isNeededEscape(escapes) {
  try {
    return !/[A-Za-z0-9\-._~/\\%;\x00-\x1f\x7f]/.test(decodeURIComponent(escapes))
  } catch {
    return false
  }
}

/** The spelling under which a document is published: what need not be encoded is not, all else is. Other paths stay as they are. */
export function publishedSpelling(path) {
  if (/^[A-Za-z0-9\-._~/]*$/.test(path)) return path
  let spelled = ''
  for (let at = 0; at < path.length;) {
    const isEscape = kEscape.test(path.slice(at, at + 3))
    if (path[at] === '%' && !isEscape) return path
    const byte = isEscape ? Number.parseInt(path.slice(at + 1, at + 3), 16) : path.charCodeAt(at)
    const letter = String.fromCharCode(byte)
    if (letter === '\0' || (isEscape ? letter === '/' : letter === '#' || letter === '\\')) return path
    const isPlain = kPlain.test(letter) || (letter === '/' && !isEscape)
    spelled += isPlain ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    at += isEscape ? 3 : 1
  }
  return spelled.split('/').some((segment) => segment === '.' || segment === '..') ? path : spelled
}

/** The path without slashes before and behind it but one, or null if it has none too many. */
export function withoutSlashes(path) {
  if (!path.startsWith('//') && !path.endsWith('/')) return null
  let begin = 0
  let end = path.length
  while (path[begin] === '/') ++begin
  while (end > begin && path[end - 1] === '/') --end
  return `/${path.slice(begin, end)}`
}

/** Whether a query has a parameter of that name. @type {(query: string, name: string) => boolean} */
export const namesParameter = (query, name) => query.split('&').some((parameter) => parameter.split('=', 1)[0] === name)

// ---- Bodies and credentials

const kMostDiscarded = 1_048_576

/** Reads on without waiting for it: a client that sends all before it reads gets its refusal instead of a connection that breaks. */
async function discard(parts) {
  try {
    for (let size = 0; size < kMostDiscarded;) {
      const { done, value } = await parts.next()
      if (done) return
      size += value.length
    }
    await parts.return?.()
  } catch {
    // The host has closed the connection.
  }
}

/** The bytes of a body of at most `most`, or null if it has more. */
export async function readBody(request, most) {
  const parts = (request.body ?? [])[request.body?.[Symbol.asyncIterator] ? Symbol.asyncIterator : Symbol.iterator]()
  const bytes = Number(request.headers.get('content-length') ?? 0) > most ? null : await readParts(parts, most)
  if (bytes === null) void discard(parts)
  return bytes
}

async function readParts(parts, most) {
  const read = []
  let size = 0
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    size += part.value.length
    if (size > most) return null
    read.push(part.value)
  }
  if (read.length === 1) return read[0]
  const bytes = new Uint8Array(size)
  for (const part of read.reverse()) bytes.set(part, size -= part.length)
  return bytes
}

/** RFC 7617: "id:secret" in base64, each form-encoded. */
export function splitBasic(decoded) {
  const text = decoded === null ? '' : latin1Of(decoded)
  const colon = text.indexOf(':')
  return colon < 0 ? null : [text.slice(0, colon), text.slice(colon + 1)]
}
