// POST /mcp: what belongs to HTTP (Origin, media types, fields that repeat the message), and tokens where a message needs one.
import { allowsJson, fieldsOf, isMediaType, reply, single } from './http.js'
import { McpServer, eraOf, errorText, readMessage, repeatedFields } from './mcp.js'

const kMcpMetadataPath = '/.well-known/oauth-protected-resource/mcp'
const kMostFileBytes = 1024 * 1024

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

  /** `version`: that the message asks for. */
  #refuse(call, name, { id = '', isLegacy = false, version = '' } = {}) {
    const [status, error, sentence, code, legacyStatus, legacyCode] = this.data.mcp.faults[name]
    call.outcome.fault = { name, error }
    const data = { error, error_description: sentence, ...(name === 'unsupported_version' && { supported: this.data.mcp.revisions.all, requested: version }) }
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
    if (headers.has('content-encoding')) return this.#refuse(call, 'content_encoding')
    if (!isMediaType(single(headers, 'content-type') ?? '', 'application/json')) return this.#refuse(call, 'unsupported_media_type')
    const message = readMessage(body)
    if (message.fault) return this.#refuse(call, message.fault, message)
    const fields = repeatedFields(headers)
    const era = eraOf(message, fields, this.data.mcp.revisions)
    const exchange = { id: message.id, isLegacy: era.isLegacy, version: message.version ?? fields.version }
    if (era.fault) return this.#refuse(call, era.fault, exchange)
    if (message.id !== '') return this.#answerRequest(call, message, exchange)
    if (!message.method.startsWith('notifications/')) return this.#refuse(call, 'refused_notification', exchange)
    return reply(202, this.service.fields.accepted)
  }

  async #answerRequest(call, message, exchange) {
    const readFile = async (form) => (await this.service.file(call, form)).text()
    const { text, fault, needs } = await this.#serverOf(call).answer({ ...message, readFile }, exchange.isLegacy)
    if (fault) return this.#refuse(call, fault, exchange)
    if (text !== undefined) return this.#complete(text)
    const isProfile = needs === 'tool' || needs === 'resource'
    return isProfile ? this.#profile(call, message, needs) : this.#document(call, message, needs, exchange)
  }

  async #profile(call, message, needs) {
    const grant = await this.service.grant(call, 0)
    if (grant.fault) return this.#challenge(call, message, grant.fault, 0, needs === 'tool')
    return this.#complete(this.#serverOf(call).profileResult(needs, this.service.profileText(grant), message))
  }

  async #document(call, message, path, exchange) {
    const document = this.data.gated.find((one) => one.path === path)
    call.outcome.resource = path
    const grant = await this.service.grant(call, document.scope)
    if (grant.fault) return this.#challenge(call, message, grant.fault, document.scope, false)
    if (document.size > kMostFileBytes) return this.#refuse(call, 'large_resource', exchange)
    return this.#complete(this.#serverOf(call).documentResult(message.params.get('uri'), document, message))
  }

  /** The caller has no valid token, or one without the scope. */
  #challenge(call, message, fault, scope, isTool) {
    const { row: [status, error, , lines], description, challenge } = this.service.challengeOf(call, fault, kMcpMetadataPath, scope, true)
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
