// Serves the service with Deno, and beside it the site in the folder SITE or at the address UPSTREAM: on Deno Deploy, or at PORT (8080).
import { createServer } from 'node:http'
import process from 'node:process'
import { middleware } from './agent-access.js'
import { siteOf } from './beside/site.js'

const site = siteOf(process.env)

createServer((incoming, outgoing) => middleware(incoming, outgoing, site && (() => site(incoming, outgoing)))).listen(Number(process.env.PORT ?? 8080))
