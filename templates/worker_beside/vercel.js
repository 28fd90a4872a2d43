// Vercel runs this for the paths of `config` in middleware.js.
import { fetch as answer, handles } from './agent-access.js'

/** Vercel writes this field anew in every request, and passes others on as a client wrote them. */
const clientOf = ({ headers }) => ({ address: headers.get('x-real-ip') })

/** What the function next() of Vercel's package gives: the site's own response. */
const next = () => new Response(null, { headers: { 'x-middleware-next': '1' } })

export default (request) => (handles(request) ? answer(request, undefined, clientOf(request)) : next())
