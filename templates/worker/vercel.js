// Vercel runs this for every request but those for the documents, which it serves from public/_site.
import { createWorker, data } from './worker/worker.js'

/** Vercel writes this field anew in every request, and passes others on as a client wrote them. */
const addressOf = ({ headers }) => headers.get('x-real-ip')

const worker = createWorker(data, { addressOf })

export default (request, context) => worker.fetch(request, {
  ...process.env,
  ASSETS: { fetch: (url) => fetch(new URL(new URL(url).pathname, request.url)) },
}, context)

export const config = { runtime: 'nodejs', matcher: '/((?!_site/).*)' }
