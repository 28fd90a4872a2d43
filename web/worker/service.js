// The endpoints and documents of the C++ service on the Fetch standard, with the same order of checks and the same bytes: texts, fields and
// documents are those that the program exported (see `data` below). What an export cannot have: gates, and what belongs to sockets.
import { bytesOf, bytesOfBase64, isText, randomSource, toBase64Url } from './encoding.js'
import { fieldsOf, hasContentCoding, isMediaType, isNormalPath, namesParameter, preconditionOf, prefersHtml, prefersMarkdown } from './http.js'
import { publishedSpelling, readBody, reply, single, withoutSlashes } from './http.js'
import { Issuers } from './issuers.js'
import { RateLimiter, limitFields, limiterKeyOf } from './limits.js'
import { protocol } from './protocol.js'
import { explained, isValidName, readObject, readTokenRequest } from './request_forms.js'

const { post_methods: kPost, protected_resource_path: kMetadataPath, read_methods: kRead, resource_bytes: kLongestResource } = protocol
/** Some clients append the slash of the address that a user copied. */
const kMcpMetadataSlashPath = `${protocol.mcp_resource_path}/`

const isOfApi = (path) => protocol.api_prefixes.some((prefix) => path.startsWith(prefix))
const isAllowed = (allowed, method) => method === 'OPTIONS' || allowed.split(', ').includes(method)
const isPreflight = ({ method, headers }) => method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')

export class Service {
  #limiter
  #issuers
  #bodies = new Map() // of forms that are in the data
  #paths
  #since // when it was first asked: some hosts have no clock before

  /**
   * `data`: the exported values (worker-data.js); `clock`: milliseconds of the day, for tokens; `monotonic`: milliseconds, for durations; `random`: bytes;
   * `report` takes the event and the text of what the owner must know.
   */
  constructor(data, { clock, monotonic, random = randomSource(), report }) {
    this.data = data
    this.clock = clock
    this.monotonic = monotonic
    this.report = report
    this.#issuers = new Issuers(data, report)
    this.random = random
    this.fields = Object.fromEntries(Object.entries(data.fields).map(([name, lines]) => [name, fieldsOf(lines)]))
    this.documentFields = data.documentFields.map(fieldsOf)
    /** Else it has neither endpoints of OAuth nor keys nor a profile, and needs no secret. */
    this.issuesTokens = data.keys !== null
    /** @type {any} */
    this.endpoints = this.issuesTokens ? {
      [protocol.profile_path]: { allowed: kRead, route: 'profile', answer: (call) => this.#profile(call) },
      [protocol.token_path]: { allowed: kPost, route: 'token', answer: (call) => this.#token(call) },
      [protocol.register_path]: { allowed: kPost, route: 'register', answer: (call) => this.#register(call) },
      [protocol.authorize_path]: { allowed: kRead, route: 'authorize', answer: (call) => this.#refuse(call, 'authorization_endpoint') },
    } : {}
    if (data.mcp) {
      const mcp = new data.mcp.McpEndpoint(data, this)
      this.endpoints[protocol.mcp_path] = this.endpoints[protocol.mcp_slash_path] = { allowed: kPost, route: 'mcp', answer: (call) => mcp.answer(call), refuseFirst: (call) => mcp.refuseForeignOrigin(call) }
    }
    if (data.limits) this.#limiter = new RateLimiter(data.limits)
    const documents = data.sites.flatMap((site) => Object.keys(site.documents))
    const gated = data.gated.flatMap(({ path }) => [path, kMetadataPath + path])
    const ofTokens = this.issuesTokens ? [protocol.jwks_path, ...(data.mcp ? [kMcpMetadataSlashPath] : [])] : []
    this.#paths = new Set([...documents, ...gated, ...ofTokens])
  }

  /** Whether a path is one of this service, at any of its addresses; beside a site, all others are of that site. */
  takes(path) { return Object.hasOwn(this.endpoints, path) || this.#paths.has(publishedSpelling(path)) }

  /**
   * `request` has method, url, headers and body of a Request, and `target`, path and query as they were sent, where the host knows them; `env`:
   * AGENT_ACCESS_SECRET, AGENT_ACCESS_PREVIOUS_SECRETS (lines) and ASSETS; `client`: its address (addresses.js), or null. Never rejects.
   * Returns { status, fields, body, outcome }.
   */
  async answer(request, env, client) {
    const call = { request, env, client, outcome: { route: 'rejected' } }
    this.#since ??= this.#now()
    const answered = await this.#guarded(call)
    answered.outcome = call.outcome
    return answered
  }

  async #guarded(call) {
    try {
      if (!URL.canParse(call.request.url)) return this.#refuse(call, 'malformed_target')
      const { pathname, search, host, username, password } = new URL(call.request.url)
      if (username || password) return this.#refuse(call, 'malformed_host')
      const [path, ...query] = (call.request.target ?? pathname + search).split('?')
      Object.assign(call, { path, spelled: publishedSpelling(path), query: query.join('?'), host })
      call.outcome.route = 'unknown'
      const name = host.toLowerCase().replace(/\.(?=:|$)/, '')
      call.site = this.data.sites.find(({ hosts }) => hosts.includes(name))
      return call.site === undefined ? this.#refuse(call, 'foreign_host') : await this.#counted(call)
    } catch (error) {
      this.report('handler_failed', String(error?.stack ?? error))
      return this.#refuse(call, 'handler_failed')
    }
  }

  /** The response to malformed HTTP, or to what a host cannot hand over: `name` is that of a fault. */
  refusal(name, description) { return this.#refuse({ outcome: {} }, name, description) }

  // ---- Refusals

  #refuse(call, name, description) {
    const [status, error, sentence, lines, isFailedAttempt] = this.data.faults[name]
    call.outcome.fault = { name, error, isFailedAttempt }
    return reply(status, [...this.fields.problem, ...fieldsOf(lines)], `{"error":"${error}","error_description":"${description ?? sentence}"}`)
  }

  /**
   * What a refusal of a token says: { row, description, challenge } (RFC 6750, RFC 9728). `metadata`: the path of that of the resource;
   * `isScopeNamed`: of a resource that needs another scope than a token has without being asked for one.
   */
  challengeOf(call, fault, metadata, scope, isScopeNamed) {
    const { url, remedies } = call.site
    const row = this.data.faults[fault]
    const [status, error, sentence] = row
    const name = this.data.scopes[scope]
    const description = fault === 'insufficient_scope' ? `The access token lacks the scope ${name}` : sentence + (status === 401 ? remedies[scope] : '')
    const named = status === 403 || isScopeNamed ? `, scope="${name}"` : ''
    return { row, description, challenge: `Bearer error="${error}", error_description="${description}", resource_metadata="${url}${metadata}"${named}` }
  }

  /** `resource`: the path that was asked for; empty for the profile. */
  #refuseToken(call, fault, resource, scope) {
    const { description, challenge } = this.challengeOf(call, fault, kMetadataPath + resource, scope, resource !== '')
    const refused = this.#refuse(call, fault, description)
    if (fault !== 'unavailable') refused.fields.push(['WWW-Authenticate', challenge])
    return refused
  }

  // ---- Rate limits

  #isLimited({ path, spelled, request }) {
    const isOfSite = this.data.beside && !this.takes(path)
    const isCounted = (isOfApi(spelled) && !isOfSite) || (this.data.mcp && [protocol.mcp_path, protocol.mcp_slash_path].includes(spelled))
    return this.#limiter !== undefined && isCounted && !isPreflight(request)
  }

  async #counted(call) {
    call.gated = this.data.gated.findIndex(({ path }) => path === call.spelled)
    if (call.gated >= 0) call.outcome.resource = call.spelled
    if (!this.#isLimited(call)) return this.#atPath(call)
    let verdict = this.#limiter.charge(call.client, this.monotonic())
    // A platform's own limiter counts for all isolates of its place.
    if (!verdict.refusedBy && call.env.RATE_LIMITER?.limit) {
      const { success } = await call.env.RATE_LIMITER.limit({ key: limiterKeyOf(call.client) })
      if (!success) verdict = { ...verdict, refusedBy: 'rate_limited_address', retryAfter: this.data.limits.windowSeconds * 1e9 }
    }
    call.outcome.route = this.endpoints[call.path]?.route ?? (call.gated >= 0 ? 'document' : call.outcome.route)
    const answered = verdict.refusedBy ? this.#refuseLimited(call, verdict) : await this.#atPath(call)
    if (!verdict.refusedBy && call.outcome.fault?.isFailedAttempt) verdict = this.#limiter.chargeFailure(call.client, this.monotonic())
    answered.fields.push(...limitFields(this.data.limits, verdict))
    return answered
  }

  #refuseLimited(call, verdict) {
    const seconds = Math.max(Math.ceil(verdict.retryAfter / 1e9), 1)
    const refused = this.#refuse(call, verdict.refusedBy, `Too many requests; wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`)
    refused.fields.push(['Retry-After', String(seconds)])
    return refused
  }

  // ---- Paths

  /** The response to OPTIONS or a wrong method, or null. */
  #byMethod(call, allowed) {
    const { method } = call.request
    if (!isAllowed(allowed, method)) {
      const refused = this.#refuse(call, 'method_not_allowed')
      refused.fields.push(['Allow', allowed])
      return refused
    }
    return method === 'OPTIONS' ? reply(204, [...this.fields.preflight, ['Allow', allowed], ['Access-Control-Allow-Methods', allowed]]) : null
  }

  async #atPath(call) {
    if (call.path === '*') return this.#byMethod(call, protocol.server_methods)
    const endpoint = this.endpoints[call.path]
    if (endpoint) {
      call.outcome.route = endpoint.route
      return endpoint.refuseFirst?.(call) ?? this.#byMethod(call, endpoint.allowed) ?? endpoint.answer(call)
    }
    if (call.gated >= 0) {
      call.outcome.route = 'document'
      return this.#byMethod(call, kRead) ?? this.#gatedDocument(call)
    }
    const published = this.#published(call, call.spelled === kMcpMetadataSlashPath ? protocol.mcp_resource_path : call.spelled)
    if (published) return published
    const metadata = this.#resourceMetadata(call)
    if (!metadata) return this.data.beside ? this.#refuse(call, 'unknown_path') : this.#withoutSlashes(call) ?? this.#unknownPath(call)
    call.outcome.route = 'metadata'
    return this.#byMethod(call, kRead) ?? this.#byPrecondition(call, metadata) ?? this.#send(metadata, metadata.text)
  }

  /** The response at the path of an open document, or null if it is none. */
  #published(call, path) {
    if (path === protocol.jwks_path && this.issuesTokens) {
      call.outcome.route = 'jwks'
      return this.#byMethod(call, kRead) ?? this.#keys(call)
    }
    const document = call.site.documents[path]
    if (!document) return null
    call.outcome.route = document.route
    return this.#byMethod(call, kRead) ?? this.#document(call, document)
  }

  /** The response at a path with slashes too many: that of the open document which it means, or null. References in pages are relative to their address. */
  #withoutSlashes(call) {
    const { documents } = call.site
    const path = withoutSlashes(call.spelled)
    if (path === null || isOfApi(path)) return null
    // What follows there names a resource, with a slash at its end another one (RFC 9728 section 3.1).
    if (path.startsWith(kMetadataPath) && call.spelled.endsWith('/')) return null
    const meant = documents[path] || path === protocol.jwks_path ? path : `${path}/`
    if (!documents[meant] || !this.#isPage(documents[meant])) return this.#published(call, meant)
    call.outcome.route = documents[meant].route
    return this.#byMethod(call, kRead) ?? reply(308, [...this.fields.redirect, ['Location', meant + (call.query === '' ? '' : `?${call.query}`)]])
  }

  #isPage({ fields }) { return this.documentFields[fields].some(([name, value]) => name === 'Content-Type' && value.startsWith('text/html')) }

  /** The bytes of a form that is in the data. Made once, so that many who read one slowly hold the same. */
  #bytesOf(form) {
    const { body } = form
    if (!this.#bodies.has(form)) this.#bodies.set(form, isText(body) ? bytesOf(body) : bytesOfBase64(body.base64))
    return this.#bodies.get(form)
  }

  /** What the worker reads of a Response: the body of a form, from the data or from the host's files. */
  async file({ env, site }, form) {
    if (form.body !== undefined) return { body: this.#bytesOf(form), text: async () => new TextDecoder().decode(this.#bytesOf(form)) }
    const path = form.file.split('/').map(encodeURIComponent).join('/')
    const response = await env.ASSETS.fetch(`https://assets.local/_site/${site.folder}/${path}`)
    if (!response.ok) throw new Error(`the file ${form.file} cannot be read: ${response.status}`)
    return response
  }

  async #sendFile(call, form, status) {
    const response = call.request.method === 'HEAD' ? null : await this.file(call, form)
    return { ...this.#send(form, response?.body ?? null, status), size: form.size }
  }

  /** `form`: { etag, fields, notModified }, of which the last two are indexes of documentFields. @type {(form: any, body: any, status?: number) => any} */
  #send({ etag, fields }, body, status = 200) {
    return reply(status, [...this.documentFields[fields], ...(etag ? [['ETag', etag]] : [])], body)
  }

  /** The response that preconditions make of that of a form, or null. */
  #byPrecondition(call, { etag, notModified }, modified = this.#since) {
    const precondition = preconditionOf(call.request.headers, etag ?? '', modified)
    if (precondition === 'fails') return this.#refuse(call, 'precondition_failed')
    return precondition === 'holds' ? null : this.#send({ etag, fields: notModified }, null, 304)
  }

  #document(call, document) {
    const { markdown } = document
    const form = markdown && prefersMarkdown(call.request.headers.get('accept')) ? markdown : document
    return this.#byPrecondition(call, form) ?? this.#sendFile(call, form)
  }

  async #unknownPath(call) {
    const { documents, notFound } = call.site
    if (!['GET', 'HEAD'].includes(call.request.method)) return this.#refuse(call, 'unknown_path')
    if (documents[`${call.spelled}/`]?.route === 'file') {
      call.outcome.route = 'file'
      return reply(301, [...this.fields.redirect, ['Location', `${call.spelled}/`]])
    }
    const isForPrograms = protocol.program_places.some((place) => `${call.spelled}/`.startsWith(`${place}/`))
    const refused = this.#refuse(call, 'unknown_path')
    if (!notFound || isForPrograms || !prefersHtml(call.request.headers.get('accept'))) return refused
    return this.#sendFile(call, notFound, 404)
  }

  /** Metadata of a gated document (RFC 9728 section 3.1): its form and its text, or null. */
  #resourceMetadata(call) {
    const { site, path, spelled, query } = call
    const resource = spelled.startsWith(kMetadataPath) ? spelled.slice(kMetadataPath.length) : ''
    const index = this.data.gated.findIndex((document) => document.path === resource)
    const isPlain = /^[A-Za-z0-9\-._~%!$&'()*+,;=:@/?]*$/
    if (index < 0 || resource.length + query.length > kLongestResource || !isNormalPath(resource) || !isPlain.test(query)) return null
    const { before, after, ...form } = site.metadata[index]
    const asked = path.startsWith(kMetadataPath) && isPlain.test(path) ? path.slice(kMetadataPath.length) : resource
    return { ...form, text: `${before}${asked}${query === '' ? '' : `?${query}`}${after}` }
  }

  // ---- What a token opens

  #now() { return Math.floor(this.clock() / 1000) }

  async #keys(call) {
    const issuer = await this.#issuers.of(call.env)
    if (issuer === null) return this.#refuse(call, 'unavailable')
    const { keys } = await issuer.keysAt(this.#now())
    const body = `{"keys":[${[...keys.values()].map(({ jwk }) => jwk).join(',')}]}\n`
    const form = { etag: `"${await entityTag(body)}"`, ...this.data.keys }
    return this.#byPrecondition(call, form, this.#now()) ?? this.#send(form, body)
  }

  /** What the request's token grants, { clientId, expiresAt }, or { fault }. */
  async grant(call, scope) {
    const issuer = await this.#issuers.of(call.env)
    const grant = issuer === null ? { fault: 'unavailable' } : await issuer.authorize(call.request.headers.get('authorization'), scope, this.#now())
    if (grant.fault === 'missing_token' && namesParameter(call.query, 'access_token')) grant.fault = 'token_in_query'
    Object.assign(call.outcome, { kid: grant.kid, jti: grant.jti }, !grant.fault && { clientId: grant.clientId })
    return grant
  }

  profileText({ clientId, expiresAt }) {
    const expires = new Date(expiresAt * 1000).toISOString().replace('.000Z', 'Z')
    return `${this.data.profile}"_meta":{"issued_to":"${clientId}","scope":"${this.data.scopes[0]}","expires_at":"${expires}"}}`
  }

  async #profile(call) {
    const grant = await this.grant(call, 0)
    if (grant.fault) return this.#refuseToken(call, grant.fault, '', 0)
    if (preconditionOf(call.request.headers, '', this.#since) === 'fails') return this.#refuse(call, 'precondition_failed')
    return reply(200, this.fields.profile, this.profileText(grant))
  }

  async #gatedDocument(call) {
    const form = this.data.gated[call.gated]
    const { path, scope } = form
    // The challenge names the address that was asked for, unless that could be read in two ways.
    const isPlain = call.path.length <= kLongestResource && isNormalPath(call.path)
    const { fault } = await this.grant(call, scope)
    if (fault) return this.#refuseToken(call, fault, isPlain ? call.path : path, scope)
    return this.#byPrecondition(call, form) ?? this.#send(form, this.#bytesOf(form))
  }

  // ---- Registration and tokens

  /** The body, or a refusal: also of one that ends early, because the peer has gone or is too slow for the host. */
  async body(call) {
    try {
      const bytes = await readBody(call.request, this.data.bodyBytes)
      return bytes ?? this.#refuse(call, 'body_too_large')
    } catch {
      return this.#refuse(call, 'body_timeout')
    }
  }

  async #register(call) {
    const body = await this.body(call)
    if (!(body instanceof Uint8Array)) return body
    const { request, name, refusal } = this.#readRegistration(call, body)
    if (refusal) return refusal
    const issuer = await this.#issuers.of(call.env)
    if (issuer === null) return this.#refuse(call, 'unavailable')
    const { id, secret } = await issuer.register(this.random)
    Object.assign(call.outcome, { clientId: id, clientName: name })
    const { url, note } = call.site
    const isOfRfc7591 = protocol.rfc7591_members.some((member) => request.has(member))
    const uris = request.get('redirect_uris')
    const sent = Array.isArray(uris) && uris.every(isText) ? uris : undefined
    return reply(201, this.fields.credential, JSON.stringify({
      client_id: id, client_secret: secret, client_id_issued_at: this.#now(), client_secret_expires_at: 0,
      client_name: name ?? (isOfRfc7591 ? undefined : null),
      redirect_uris: sent ?? (isOfRfc7591 ? undefined : []),
      grant_types: [protocol.grant_type], response_types: [],
      token_endpoint_auth_method: request.get('token_endpoint_auth_method') === 'client_secret_basic' ? 'client_secret_basic' : 'client_secret_post',
      token_endpoint: url + protocol.token_path, grant_types_supported: [protocol.grant_type], scope: this.data.scopes.join(' '), note,
    }))
  }

  #readRegistration(call, body) {
    const refused = (name) => ({ refusal: this.#refuse(call, name) })
    if (body.length === 0) return { request: new Map() }
    if (hasContentCoding(call.request.headers)) return refused('content_encoding')
    if (!isMediaType(single(call.request.headers, 'content-type') ?? '', 'application/json')) return refused('not_json_type')
    const { object, fault } = readObject(body)
    if (fault) return refused(fault)
    const name = object.get('client_name') ?? undefined
    if (name !== undefined && !isValidName(name)) return refused('invalid_client_name')
    return { request: object, name }
  }

  async #token(call) {
    const body = await this.body(call)
    if (!(body instanceof Uint8Array)) return body
    const asked = readTokenRequest(call.request.headers, body)
    if (asked.fault) return this.#refuse(call, explained(asked.fault, call, body))
    const issuer = await this.#issuers.of(call.env)
    if (issuer === null) return this.#refuse(call, 'unavailable')
    const issued = await issuer.issue(asked, call.site.url, this.#now(), this.random)
    if (issued.fault) {
      const refused = this.#refuse(call, explained(issued.fault, call, body))
      if (refused.status === 401 && asked.isBasic) refused.fields.push(['WWW-Authenticate', 'Basic realm="agent-access"'])
      return refused
    }
    Object.assign(call.outcome, { clientId: issued.clientId, kid: issued.kid, jti: issued.jti })
    return reply(200, this.fields.credential,
      `{"access_token":"${issued.token}","token_type":"Bearer","expires_in":${protocol.token_seconds},"scope":"${issued.scope}"}`)
  }
}

/** 128 bits of the digest. */
async function entityTag(text) {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text))).slice(0, 16))
}
