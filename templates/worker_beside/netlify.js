// Netlify runs this for the paths of `config`.
import { fetch as answer, handles } from './agent-access.js'

const environment = () => ({
  AGENT_ACCESS_SECRET: Netlify.env.get('AGENT_ACCESS_SECRET'), AGENT_ACCESS_PREVIOUS_SECRETS: Netlify.env.get('AGENT_ACCESS_PREVIOUS_SECRETS'),
})

export default (request, context) => (handles(request) ? answer(request, environment(), { address: context.ip }) : context.next())

export const config = { path: {{{patterns}}} }
