// POST /mcp: what belongs to HTTP (Origin, media types, fields that repeat the message), and tokens where a message needs one.
import { allowsJson, fieldsOf, hasContentCoding, isMediaType, reply, single } from './http.js'
import { McpServer, errorText, readMessage, repeatedFields, revisionOf } from './mcp.js'
import { protocol } from './protocol.js'

/** Clients without a token send an empty field, or the scheme alone. */
const hasCredentials = (authorization) => !/^(bearer)?$/i.test(authorization ?? '')

export class McpEndpoint {
  #servers = new Map() // by site

  constructor(data, service) {
    this.data = data
    this.service = service
  }

  #serverOf(call) {
    const { site } = call
    if (!this.#servers.has(site)) this.#servers.set(site, new McpServer(this.data, site))
    return this.#servers.get(site)
  }

  /** `version`: that the message asks for. @type {(call: any, name: string, message?: any) => any} */
  #refuse(call, name, { id = '', revision, version = '' } = {}) {
    const [status, error, sentence, code, legacyStatus, legacyCode] = this.data.mcp.faults[name]
    call.outcome.fault = { name, error }
    const data = { error, error_description: sentence, ...(name === 'unsupported_version' && { supported: protocol.mcp_revisions, requested: version }) }
    const isLegacy = revision !== undefined && revision !== protocol.mcp_revisions[0]
    const refused = reply(isLegacy ? legacyStatus : status, this.service.fields.problem, errorText(isLegacy ? legacyCode : code, id, sentence, data))
    if (name === 'unsupported_media_type') refused.fields.push(['Accept', 'application/json'])
    return refused
  }

  #complete = (text) => reply(200, this.service.fields.problem, text)

  /** DNS rebinding would let pages of other origins reach a server that they should not know. Null for the site's own and allowed ones. */
  refuseForeignOrigin(call) {
    const origin = single(call.request.headers, 'origin')
    const { origins } = this.data.mcp
    const isAllowed = origin === null || origins.includes('*') || origins.includes(origin)
    return isAllowed ? null : this.#refuse(call, 'foreign_origin')
  }

  async answer(call) {
    const { headers } = call.request
    const body = await this.service.body(call)
    if (!(body instanceof Uint8Array)) return body
    if (!allowsJson(headers.get('accept'))) return this.#refuse(call, 'not_acceptable')
    if (hasContentCoding(headers)) return this.#refuse(call, 'content_encoding')
    if (!isMediaType(single(headers, 'content-type') ?? '', 'application/json')) return this.#refuse(call, 'unsupported_media_type')
    return this.#answerMessage(call, readMessage(body))
  }

  async #answerMessage(call, read) {
    const fields = repeatedFields(call.request.headers)
    const { fault, revision } = read.fault ? read : revisionOf(read, fields)
    const message = { ...read, fault, revision, version: read.version ?? fields.version, readFile: async (form) => (await this.service.file(call, form)).text() }
    const isRequest = fault === undefined && message.id !== ''
    const hasToken = this.service.issuesTokens && hasCredentials(call.request.headers.get('authorization'))
    const { fault: wrong } = hasToken ? await this.service.grant(call, null) : {}
    if (wrong) return this.#refuseWrongToken(call, message, wrong, isRequest ? this.#serverOf(call).needs(message) : undefined)
    if (fault) return this.#refuse(call, fault, message)
    if (isRequest) return this.#answerRequest(call, message)
    if (!message.method.startsWith('notifications/')) return this.#refuse(call, 'refused_notification', message)
    return reply(202, this.service.fields.accepted)
  }

  /** A token that is there must be right, whatever the message asks for (MCP 2026-07-28, basic/authorization, "Token Handling"). */
  #refuseWrongToken(call, message, fault, needs) {
    const document = this.data.gated.find(({ path }) => path === needs)
    if (document) call.outcome.resource = document.path
    return this.#challenge(call, message, fault, document?.scope ?? 0, needs === 'tool')
  }

  async #answerRequest(call, message) {
    const { text, fault, needs } = await this.#serverOf(call).answer(message)
    if (fault) return this.#refuse(call, fault, message)
    if (text !== undefined) return this.#complete(text)
    return needs === 'tool' || needs === 'resource' ? this.#profile(call, message, needs) : this.#document(call, message, needs)
  }

  async #grant(call, scope) {
    const grant = await this.service.grant(call, scope)
    return grant.fault === 'not_bearer' && !hasCredentials(call.request.headers.get('authorization')) ? { ...grant, fault: 'missing_token' } : grant
  }

  async #profile(call, message, needs) {
    const grant = await this.#grant(call, 0)
    if (grant.fault) return this.#challenge(call, message, grant.fault, 0, needs === 'tool')
    return this.#complete(this.#serverOf(call).profileResult(needs, this.service.profileText(grant), message))
  }

  async #document(call, message, path) {
    const document = this.data.gated.find((one) => one.path === path)
    call.outcome.resource = path
    const grant = await this.#grant(call, document.scope)
    if (grant.fault) return this.#challenge(call, message, grant.fault, document.scope, false)
    if (document.size > protocol.mcp_file_bytes) return this.#refuse(call, 'large_resource', message)
    return this.#complete(this.#serverOf(call).documentResult(message.params.get('uri'), document, message))
  }

  /** The caller has no valid token, or one without the scope. */
  #challenge(call, message, fault, scope, isTool) {
    const { row: [status, error, , lines], description, challenge } = this.service.challengeOf(call, fault, protocol.mcp_resource_path, scope, true)
    call.outcome.fault = { name: fault, error, isFailedAttempt: this.data.faults[fault][4] }
    const isUnavailable = fault === 'unavailable'
    if (isTool && this.data.mcp.challengesInResult && !isUnavailable) {
      return this.#complete(this.#serverOf(call).challengeResult(description, challenge, message))
    }
    const refused = reply(status, [...this.service.fields.problem, ...fieldsOf(lines)], errorText(status, message.id, description, { error, error_description: description }))
    if (!isUnavailable) refused.fields.push(['WWW-Authenticate', challenge])
    return refused
  }
}
