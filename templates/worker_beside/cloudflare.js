// Cloudflare runs this for the paths of run_worker_first, and where the site has no file.
import { fetch as answer, handles } from './agent-access.js'

/** Cloudflare writes the field anew in every request. */
const clientOf = ({ headers }) => ({ address: headers.get('cf-connecting-ip') })

export default {
  fetch: (request, env) => (handles(request) ? answer(request, env, clientOf(request)) : env.ASSETS.fetch(request)),
}
