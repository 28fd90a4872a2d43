// The site's browser tools (WebMCP), as one module without dependencies. A page of any origin registers them with
//   <script type="module" src="https://example.com/browser-tools.js"></script>
// and a program uses them without WebMCP: import { tools } from 'https://example.com/browser-tools.js'
//
// A tool returns a result as in MCP: { content: [{ type: 'text', text }] }, where the text is JSON. Invalid input and failures
// return { content, isError: true } with a sentence for the agent. They do not reject, because browsers may replace the text
// of a rejection, and then the agent could not correct its input.
//
// All data is read from the origin of this module. `toolsOf` (site-tools.js) gives the same tools for data that is read elsewhere.

/*site-tools.js*/
const kFreshMs = 5 * 60_000 // how long site.json and faq.json are kept
const kRenewMs = 30_000 // a token is renewed this long before it expires

// ---- Reading
const urlOf = (path) => new URL(path, import.meta.url).href

async function requestJson(path, options) {
  const response = await fetch(urlOf(path), { credentials: 'omit', ...options })
    .catch(() => { throw failure(`${urlOf(path)} cannot be reached`) })
  const body = await response.json().catch(() => null)
  if (response.ok && body !== null) return body
  const seconds = response.headers.get('retry-after')
  const what = body?.error ? `${body.error}: ${body.error_description}` : `${path} returned ${response.status} without JSON`
  throw failure(seconds ? `${what}. Try again in ${seconds} seconds.` : what, body?.error)
}

const kept = new Map() // path -> { until, body }; body is a promise
function readKept(path) {
  const entry = kept.get(path)
  if (entry && Date.now() < entry.until) return entry.body
  const body = requestJson(path)
  kept.set(path, { until: Date.now() + kFreshMs, body })
  body.catch(() => kept.delete(path))
  return body
}

// ---- The extended profile: register, token, profile
// Client and token are kept in memory only. Inserted by the server: the address of the service, if it is not that of this module.
const kIssuer = /*issuer*/''
let client = null
let token = null // { value, until }
let pending = null // the current renewal, shared by concurrent calls
async function grant() {
  client ??= await requestJson(`${kIssuer}{{register_path}}`, { method: 'POST' })
  const { client_id, client_secret } = client
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const answer = await requestJson(`${kIssuer}{{token_path}}`, { method: 'POST', body })
  return { value: answer.access_token, until: Date.now() + answer.expires_in * 1000 - kRenewMs }
}

async function renew() {
  const isKnown = client !== null
  token = await grant().catch((error) => {
    if (error.code !== 'invalid_client' || !isKnown) throw error
    client = null // the master secret of the server has changed
    return grant()
  })
}

async function validToken() {
  if (!token || Date.now() >= token.until) await (pending ??= renew().finally(() => { pending = null }))
  return token
}

const profileWith = ({ value }) => requestJson(`${kIssuer}{{profile_path}}`, { headers: { Authorization: `Bearer ${value}` } })

async function readFullProfile() {
  const used = await validToken()
  return profileWith(used).catch(async (error) => {
    if (error.code !== 'invalid_token') throw error
    if (token === used) token = null // unless a concurrent call has replaced it
    return profileWith(await validToken())
  })
}

// ---- The tools of this origin
/** For use without WebMCP. */
export const tools = toolsOf({ urlOf, readSite: () => readKept('{{site_path}}'), readFaq: () => readKept('{{faq_path}}'), readFullProfile })

// ---- Registration
/** Registers the tools with a ModelContext until `signal` aborts. Resolves to the names that this call added. */
export async function register(context, { signal } = {}) {
  const outcomes = await Promise.allSettled(tools.map(async (tool) => context.registerTool(tool, { signal })))
  for (const { reason } of outcomes) {
    // InvalidStateError: another copy of this module has registered the tools. AbortError: registration was aborted.
    if (reason && !signal?.aborted && reason.name !== 'InvalidStateError') console.warn(`WebMCP: ${reason.message}`)
  }
  return tools.filter((_, at) => outcomes[at].status === 'fulfilled').map(({ name }) => name)
}

const controller = new AbortController()
let isRegistered = false

/** Removes the tools that this module registered on load; it does not register them again. */
export const unregister = () => controller.abort()

function registerOnLoad() {
  const context = document.modelContext ?? navigator.modelContext // the second is the older name
  if (isRegistered || controller.signal.aborted || !context?.registerTool) return
  isRegistered = true
  register(context, { signal: controller.signal })
}

if (globalThis.document) {
  registerOnLoad()
  document.addEventListener('DOMContentLoaded', registerOnLoad, { once: true }) // a polyfill may be loaded after this module
  addEventListener('load', registerOnLoad, { once: true })
  addEventListener('pagehide', (event) => { if (!event.persisted) unregister() })
}
