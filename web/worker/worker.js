// The entry: a module with { fetch(request, env, context) }, as Cloudflare Workers, Deno and the like call it.
import { parseNode } from './addresses.js'
import { bytesOf, isText, toHex } from './encoding.js'
import { Log } from './log.js'
import { secretsOf } from './secrets.js'
import { Service } from './service.js'

/**
 * A module for `data` (worker-data.js). `options`: addressOf(request, context), the address of the client as the host names it, never a
 * field that clients can write; without it all clients share one rate limit. Also clock, monotonic, random and log, which tests and hosts replace.
 * @type {(data: any, options?: any) => any}
 */
export function createWorker(data, { log = console.log, addressOf = () => '', clock = Date.now, monotonic = () => performance.now(), random } = {}) {
  const lines = new Log(data, log, clock)
  const service = new Service(data, { clock, monotonic, random, report: (event, text) => lines.add('error', event, { text }) })
  const newId = () => toHex(service.random(8))
  const respond = async (request, env, context) => {
    const start = monotonic()
    const client = parseNode(addressOf(request, context))
    const answered = await service.answer(request, env, client)
    const requestId = newId()
    const now = monotonic()
    lines.request({ request, client, answered, requestId, duration: now - start, now })
    return sent(answered, request.method === 'HEAD', requestId)
  }
  return {
    async fetch(request, env, context) {
      const { status, headers, body } = await respond(request, env, context)
      return new Response(body, { status, headers })
    },
    /** For a server that has no use for a Response: { status, headers, body }, where `headers` are pairs, and `body` bytes, what ASSETS gave, or null. */
    respond,
    /** The same, for what a host's server refuses itself; `description` in the place of that of the fault. */
    refusal: (name, description) => sent(service.refusal(name, description), false, newId()),
    /** Whether a path is one of this service; beside a site, all others are of that site. Throws if it is no text. */
    takes: (path) => service.takes(path),
    /** What is wrong with the secrets, a sentence, for hosts that can say so at their start; or undefined. */
    problemOf: (env) => (service.issuesTokens ? secretsOf(env).problem : undefined),
    /** A line of a host's own. */
    report: (level, event, fields) => lines.add(level, event, fields),
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
