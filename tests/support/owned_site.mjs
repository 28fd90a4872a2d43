// A site that exists before the service stands beside it: its files, an API and a page for OAuth of its own, and what is asked of it with and without
// the service.
import { buffer } from 'node:stream/consumers'

/** As files of a host, by their names. */
export const kSiteFiles = {
  'index.html': '<!doctype html><title>Example</title><p>My own page.</p>\n',
  'about.html': '<!doctype html><title>About</title>\n',
  'robots.txt': 'User-agent: *\nDisallow: /drafts/\n',
  'sitemap.xml': '<?xml version="1.0"?><urlset/>\n',
  'notes/index.html': '<!doctype html><title>Notes</title>\n',
}

const kTypes = { html: 'text/html; charset=utf-8', txt: 'text/plain; charset=utf-8', xml: 'application/xml' }

/** Requests for the site's own paths: [method, target, body]. */
export const kOwnRequests = [
  ['GET', '/'], ['HEAD', '/'], ['GET', '/about'], ['GET', '/robots.txt'], ['GET', '/sitemap.xml'], ['GET', '/notes/'], ['GET', '/api/hello'], ['POST', '/api/hello', '{"to":"all"}'],
  ['GET', '/oauth/callback?code=1&state=2'], ['GET', '/api/agent/no-such-path'], ['GET', '/no-such-page'], ['GET', '/llms.txt/'], ['GET', '/mcp/more'], ['GET', '/.well-known/security.txt'],
]

/** The files of a site that can only have files, of which it answers the same with and without the service. */
export const kOwnFileRequests = kOwnRequests.filter(([method]) => method !== 'POST')

/** What the site answers: { status, type, body }; a method and a path that it does not have get 404. */
export async function ownAnswer(method, target, body) {
  const path = target.split('?', 1)[0]
  if (path === '/api/hello') return { status: method === 'POST' ? 201 : 200, type: 'application/json', body: JSON.stringify({ hello: body ?? 'you' }) }
  if (path === '/oauth/callback') return { status: 200, type: kTypes.html, body: `<!doctype html><title>Signed in</title><p>${target}</p>\n` }
  const name = [path.slice(1), `${path.slice(1)}.html`, `${path.slice(1)}index.html`].find((candidate) => Object.hasOwn(kSiteFiles, candidate))
  if (name === undefined) return { status: 404, type: kTypes.html, body: '<!doctype html><title>Nothing here</title>\n' }
  return { status: 200, type: kTypes[name.split('.').at(-1)], body: kSiteFiles[name] }
}

/** The site as a handler of node:http. */
export async function ownSite(incoming, outgoing) {
  const sent = incoming.readableDidRead ? JSON.stringify(incoming.body) : (await buffer(incoming)).toString()
  const { status, type, body } = await ownAnswer(incoming.method, incoming.originalUrl ?? incoming.url, sent === '' ? undefined : sent)
  outgoing.writeHead(status, { 'Content-Type': type, 'X-Site': 'own' }).end(body)
}

/** The site as a function of the Fetch standard. */
export async function ownFetch(request) {
  const { pathname, search } = new URL(request.url)
  const sent = await request.text()
  const { status, type, body } = await ownAnswer(request.method, pathname + search, sent === '' ? undefined : sent)
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: { 'Content-Type': type, 'X-Site': 'own' } })
}
