// Cloudflare Pages runs this for the paths of _routes.json.
import { fetch as answer, handles } from './agent-access.js'

/** Cloudflare writes the field anew in every request. */
const clientOf = ({ headers }) => ({ address: headers.get('cf-connecting-ip') })

export const onRequest = ({ request, env, next }) => (handles(request) ? answer(request, env, clientOf(request)) : next())
