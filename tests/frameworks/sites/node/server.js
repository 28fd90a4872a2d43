import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const types = { '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8' }
const page = (title) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>\n`

const pages = {
  'GET /': () => ['text/html; charset=utf-8', page('Robin Example')],
  'GET /about': () => ['text/html; charset=utf-8', page('About Robin Example')],
  'GET /api/hello': ({ search }) => ['application/json', JSON.stringify({ hello: search.get('name') })],
  'POST /api/hello': async ({ request }) => ['application/json', JSON.stringify({ hello: new URLSearchParams(await text(request)).get('name') })],
  'GET /oauth/callback': ({ search }) => ['text/plain; charset=utf-8', `signed in with ${search.get('code')}\n`],
}

async function file(path) {
  const ending = /^\/[\w-]+(\.\w+)$/.exec(path)?.[1]
  return ending in types ? [types[ending], await readFile(`public${path}`).catch(() => null)] : []
}

const server = createServer((request, response) => {
  answer(request, response)
})

async function answer(request, response) {
  const [path, query] = request.url.split('?')
  const made = pages[`${request.method} ${path}`]
  const [type, body] = made ? await made({ request, search: new URLSearchParams(query) }) : await file(path)
  if (body) response.writeHead(200, { 'Content-Type': type }).end(body)
  else response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page('There is no such page'))
}

server.listen(process.env.PORT, '127.0.0.1')
