// Serves the worker with Deno: on Deno Deploy, or at PORT (8080).
import { createWorker, data } from './worker/worker.js'

const worker = createWorker(data, { addressOf: (request, info) => info?.remoteAddr?.hostname })
const env = {
  AGENT_ACCESS_SECRET: Deno.env.get('AGENT_ACCESS_SECRET'),
  AGENT_ACCESS_PREVIOUS_SECRETS: Deno.env.get('AGENT_ACCESS_PREVIOUS_SECRETS'),
  ASSETS: {
    async fetch(url) {
      const file = await Deno.open(new URL(`public${new URL(url).pathname}`, import.meta.url)).catch(() => null)
      return file ? new Response(file.readable) : new Response(null, { status: 404 })
    },
  },
}

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8080) }, (request, info) => worker.fetch(request, env, info))
