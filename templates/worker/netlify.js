// Netlify runs this for every request but those for the documents, which it serves from public/_site.
import { createWorker, data } from '../../worker/worker.js'

const worker = createWorker(data, { addressOf: (request, context) => context?.ip })

export default (request, context) => worker.fetch(request, {
  AGENT_ACCESS_SECRET: Netlify.env.get('AGENT_ACCESS_SECRET'),
  AGENT_ACCESS_PREVIOUS_SECRETS: Netlify.env.get('AGENT_ACCESS_PREVIOUS_SECRETS'),
  ASSETS: { fetch: (url) => fetch(new URL(new URL(url).pathname, request.url)) },
}, context)

export const config = { path: '/*', excludedPath: '/_site/*' }
