// Vercel runs this for every request but those for the documents, which it serves from public/_site.
import worker from './worker/worker.js'

export default (request, context) => worker.fetch(request, {
  ...process.env,
  ASSETS: { fetch: (url) => fetch(new URL(new URL(url).pathname, request.url)) },
}, context)

export const config = { matcher: '/((?!_site/).*)' }
