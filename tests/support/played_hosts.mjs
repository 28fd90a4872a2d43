// Hosts that build a project of an owner, played by their rules: which requests reach the code of the project, with what, and which are for files. The code
// and the settings are the project's own; the rules are those of the hosts' pages, and what `vercel build`, `netlify build` and wrangler make of them.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'
import { disposable } from './server.mjs'
import { fileAt } from './static_host.mjs'

const kAddress = '127.0.0.1'
const kTypes = { '.html': 'text/html; charset=utf-8', '.json': 'application/json', '.txt': 'text/plain; charset=utf-8' }

/** The response of a folder, as a host of files gives it. */
const filesOf = (folder) => async (request) => {
  const file = await fileAt(folder, new URL(request.url).pathname)
  if (file === undefined) return new Response('<h1>Not found</h1>', { status: 404, headers: { 'Content-Type': kTypes['.html'] } })
  return new Response(await readFile(file), { headers: { 'Content-Type': kTypes[extname(file)] ?? 'application/octet-stream' } })
}

function withField(request, name, value) {
  const headers = new Headers(request.headers)
  headers.set(name, value)
  return new Request(request, { headers })
}

/** Patterns as Vercel and Netlify read them. */
const matches = (patterns, { url }) => [patterns ?? []].flat().some((pathname) => new URLPattern({ pathname }).test(url))

/** What answers a request, of a project with load(file), read(file), which is empty of one that it has not, the name of its folder and the secret. */
const kHosts = {
  async vercel({ folder, load, read, secret }) {
    const { default: answer, config } = await load('middleware.js')
    const files = filesOf(join(folder, JSON.parse(await read('vercel.json') || '{}').outputDirectory ?? 'public'))
    process.env.AGENT_ACCESS_SECRET = secret
    return async (request) => {
      if (!matches(config.matcher, request)) return files(request)
      const response = await answer(withField(request, 'x-real-ip', kAddress))
      return response.headers.has('x-middleware-next') ? files(request) : response
    }
  },
  async netlify({ folder, load, read, secret }) {
    const settings = await read('netlify.toml')
    const valueOf = (key, absent) => new RegExp(`^ *${key} = "(.*)"$`, 'm').exec(settings)?.[1] ?? absent
    const files = filesOf(join(folder, valueOf('publish', 'public')))
    globalThis.Netlify = { env: { get: (name) => (name === 'AGENT_ACCESS_SECRET' ? secret : undefined) } }
    const { default: answer, config } = await load(join(valueOf('edge_functions', 'netlify/edge-functions'), 'agent-access.js'))
    const isAsked = (request) => matches(config.path, request) && !matches(config.excludedPath, request)
    return (request) => (isAsked(request) ? answer(request, { ip: kAddress, next: () => files(request) }) : files(request))
  },
  async cloudflare({ folder, load, read, secret }) {
    const settings = await read('wrangler.toml')
    const [, main, directory, first] = /^main = "(.*)"$[^]*^directory = "(.*)"$[^]*^run_worker_first = (.*)$/m.exec(settings)
    const { default: worker } = await load(main)
    const files = filesOf(join(folder, directory))
    const ask = (request) => worker.fetch(withField(request, 'cf-connecting-ip', kAddress), { AGENT_ACCESS_SECRET: secret, ASSETS: { fetch: (asked) => files(new Request(asked)) } })
    return async (request) => {
      const isFirst = first === 'true' || JSON.parse(first).includes(new URL(request.url).pathname)
      const response = isFirst ? undefined : await files(request)
      return response?.ok ? response : ask(request)
    }
  },
  async 'cloudflare-pages'({ folder, load, read, secret }) {
    const { onRequest } = await load('functions/_middleware.js')
    const { include } = JSON.parse(await read('public/_routes.json'))
    const files = filesOf(join(folder, 'public'))
    const call = (request) => ({ request: withField(request, 'cf-connecting-ip', kAddress), env: { AGENT_ACCESS_SECRET: secret }, next: () => files(request) })
    return (request) => (include.includes(new URL(request.url).pathname) ? onRequest(call(request)) : files(request))
  },
}

export const kPlayedHosts = Object.keys(kHosts)

/** Serves the project in `folder` at a port. */
export async function startPlayedHost(name, { folder, port, secret }) {
  const fetch = await kHosts[name]({
    folder, secret, load: (file) => import(pathToFileURL(join(folder, file))), read: (file) => readFile(join(folder, file), 'utf8').catch(() => ''),
  })
  const server = serve({ fetch, port, hostname: kAddress })
  await once(server, 'listening')
  return disposable({ stop: async () => { server.closeAllConnections(); server.close(); await once(server, 'close') } })
}
