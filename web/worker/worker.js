// The entry: a module with { fetch(request, env, context) }, as Cloudflare Workers, Deno and the like call it, and the log line of each
// request, in the form of the C++ service.
import { bytesOf, isText, toHex } from './encoding.js'
import { networkOf } from './limits.js'
import { Service } from './service.js'

const kAddressFields = ['cf-connecting-ip', 'x-nf-client-connection-ip', 'x-real-ip']
const kMost = { host: 96, path: 160, userAgent: 256, clientName: 128 }

/** What may be a secret: a client may have put one anywhere. Not the words of a long name in a path. */
const withoutSecrets = (text) => text.replace(/[\w+=%~-]{32,}/g, (run) => (/^[a-z-]*$/.test(run) ? run : '[removed]'))

/** At most `size` characters; what is empty is left out of the line. */
const cut = (text, size) => withoutSecrets(text ?? '').slice(0, size) || undefined

/** By log.client_address. */
const kAddressForms = { full: (address) => address, prefix: networkOf, none: () => '' }

/** One JSON line, which `report` reads. Never a secret, a token or a body. */
function logLine({ request, client, answered, requestId, start, end }) {
  const { outcome, status } = answered
  const { host, pathname } = URL.canParse(request.url) ? new URL(request.url) : { host: '', pathname: '' }
  return JSON.stringify({
    time: new Date(end).toISOString(), level: 'info', event: 'access', request_id: requestId, client: client || undefined,
    method: request.method, host: cut(host, kMost.host), path: cut(pathname, kMost.path), route: outcome.route, resource: outcome.resource,
    status, error: outcome.fault?.error, reason: outcome.fault?.name, duration_us: Math.round((end - start) * 1000),
    user_agent: cut(request.headers.get('user-agent'), kMost.userAgent), client_id: outcome.clientId, kid: outcome.kid, jti: outcome.jti,
    client_name: cut(outcome.clientName, kMost.clientName),
  })
}

/**
 * A module for `data` (worker-data.js). `options`: clock, random and log, which tests and hosts replace; `addressOf(request, context)` names the
 * client where its field is not one of those that hosts set.
 * @type {(data: any, options?: any) => any}
 */
export function createWorker(data, { log = console.log, addressOf, ...options } = {}) {
  const service = new Service(data, options)
  const { clock, random } = service
  const find = addressOf ?? (({ headers }) => kAddressFields.map((name) => headers.get(name)).find(Boolean) ?? '')
  const respond = async (request, env, context) => {
    const start = clock()
    const address = find(request, context)
    const answered = await service.answer(request, env, address)
    const requestId = toHex(random(8))
    if (data.logsRequests) log(logLine({ request, client: kAddressForms[data.logAddress](address), answered, requestId, start, end: clock() }))
    return sent(answered, request.method === 'HEAD', requestId)
  }
  return {
    async fetch(request, env, context) {
      const { status, headers, body } = await respond(request, env, context)
      return new Response(body, { status, headers })
    },
    /** For a server that has no use for a Response: { status, headers, body }, where `headers` are pairs, and `body` bytes, what ASSETS gave, or null. */
    respond,
    /** The same, for what a host's server refuses itself. */
    refusal: (name) => sent(service.refusal(name), false, toHex(random(8))),
  }
}

/** @type {(answered: any, isHead: boolean, requestId: string) => any} */
function sent({ status, fields, body, size }, isHead, requestId) {
  const bytes = isText(body) ? bytesOf(body) : body
  const headers = [...fields, ['X-Request-Id', requestId]]
  const length = bytes?.length ?? size ?? (status === 204 || status === 304 ? undefined : 0)
  if (length !== undefined) headers.push(['Content-Length', String(length)])
  return { status, headers, body: isHead ? null : bytes }
}
