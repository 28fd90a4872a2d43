// The bodies of registrations and token requests: forms and JSON, with credentials from them or from HTTP Basic. Faults are names of rows of the
// fault table.
import { decodeComponent, fromBase64, isText, latin1Of, readForm, textOfUtf8 } from './encoding.js'
import { hasContentCoding, isMediaType, namesParameter, single, splitBasic } from './http.js'
import { readJson } from './json.js'
import { protocol } from './protocol.js'

/** { object } or { fault }. */
export function readObject(body) {
  const text = textOfUtf8(body)
  if (text === null) return { fault: 'malformed_json' }
  const { value, fault } = readJson(text)
  if (fault === 'duplicate_name') return { fault: 'duplicate_parameter' }
  return value instanceof Map ? { object: value } : { fault: 'malformed_json' }
}

export const isValidName = (name) => isText(name) && name !== '' && [...name].length <= protocol.client_name_characters && !/[\x00-\x1f\x7f-\x9f]/.test(name)

function readTokenBody(headers, body) {
  if (hasContentCoding(headers)) return { fault: 'content_encoding' }
  const type = single(headers, 'content-type')
  if (type === null && body.length === 0) return { fields: new Map() }
  if (isMediaType(type ?? '', protocol.form_type)) {
    const fields = readForm(body, protocol.ignored_parameters)
    return isText(fields) ? { fault: fields } : { fields }
  }
  if (!isMediaType(type ?? '', 'application/json')) return { fault: 'unsupported_media_type' }
  const { object, fault } = readObject(body)
  if (fault) return { fault }
  const isWrong = protocol.required_parameters.some((name) => !isText(object.get(name) ?? ''))
  // Not a scope-token: no scope has this name.
  if (!isText(object.get('scope') ?? '')) object.set('scope', '\\')
  return isWrong ? { fault: 'wrong_type' } : { fields: object }
}

/** What usually leads to a fault of the form of a token request, so that its text says it. */
export function explained(fault, { request, query }, body) {
  const missesOne = ['missing_grant_type', 'missing_client_id', 'missing_client_secret'].includes(fault)
  const isEmptyJson = fault === 'malformed_json' && body.length === 0
  if ((missesOne || isEmptyJson) && protocol.required_parameters.some((name) => namesParameter(query, name))) return 'parameters_in_query'
  const text = latin1Of(body)
  const isObject = /[^ \t\r\n]/.exec(text)?.[0] === '{'
  if (fault === 'malformed_json') return !isObject && text.includes('=') ? 'form_as_json' : fault
  const isOfForm = missesOne || fault === 'malformed_form' || fault === 'duplicate_parameter'
  return isOfForm && isObject && isMediaType(single(request.headers, 'content-type') ?? '', protocol.form_type) ? 'json_as_form' : fault
}

/** { grant_type, client_id, client_secret, scope, isBasic } or { fault }. */
export function readTokenRequest(headers, body) {
  const { fields, fault } = readTokenBody(headers, body)
  if (fault) return { fault }
  const asked = Object.fromEntries([...protocol.required_parameters, 'scope'].map((name) => [name, fields.get(name) ?? '']))
  const authorization = headers.get('authorization')
  if (authorization === null) return asked
  const [, scheme, credentials] = /^([^ ]*) *([^]*)$/.exec(authorization) ?? ['', '', '']
  // Clients with an old token also send it here.
  const isIgnored = asked.client_id !== '' && asked.client_secret !== '' && /^(bearer)?$/i.test(scheme)
  return isIgnored ? asked : withBasic(asked, scheme, credentials)
}

function withBasic(asked, scheme, credentials) {
  if (scheme.toLowerCase() !== 'basic' || credentials === '') return { fault: 'unsupported_authorization' }
  const [id, secret] = splitBasic(fromBase64(credentials))?.map(decodeComponent) ?? [null, null]
  if (id === null || secret === null) return { fault: 'malformed_basic' }
  // The same client_id may also be in the body; a secret there is a second method (RFC 6749 section 2.3).
  const namesAnother = asked.client_id !== '' && asked.client_id.toLowerCase() !== id.toLowerCase()
  if (namesAnother || asked.client_secret !== '') return { fault: 'mixed_authentication' }
  return { ...asked, client_id: id, client_secret: secret, isBasic: true }
}
