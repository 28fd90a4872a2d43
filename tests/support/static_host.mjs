// A host of files: serves the folder that `export` wrote for a base URL, and no program.
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { disposable } from './server.mjs'

/** The file that Netlify and Cloudflare Pages send for a path: by a rewrite, or the file, the page or the index of that name. Undefined without one. */
export async function fileAt(folder, path) {
  const rewrites = await readFile(join(folder, '_redirects'), 'utf8').catch(() => '')
  const [, target = path] = rewrites.split('\n').map((line) => line.split(' ')).find(([from]) => from === path) ?? []
  const file = join(folder, decodeURIComponent(target))
  for (const candidate of [file, `${file}.html`, join(file, 'index.html')]) {
    if ((await stat(candidate).catch(() => undefined))?.isFile()) return candidate
  }
}

/** The rules of _headers: { path, fields } each. */
export async function rulesOf(folder) {
  const text = await readFile(join(folder, '_headers'), 'utf8')
  return text.split(/\n(?=\/)/).map((rule) => {
    const [path, ...lines] = rule.trimEnd().split('\n')
    return { path, fields: Object.fromEntries(lines.map((line) => line.trim().split(/: (.*)/s)).map(([field, value]) => [field.toLowerCase(), value])) }
  })
}

/** What GitHub Pages says of a file by the ending of its name. */
const kTypes = {
  '.css': 'text/css; charset=utf-8', '.html': 'text/html; charset=utf-8', '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.md': 'text/markdown; charset=utf-8', '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8', '.xml': 'application/xml',
}

/** `readsHeaders`: the fields are those of _headers, as at Netlify; else its own, as at GitHub Pages. */
export async function startStaticHost(folder, { port, readsHeaders }) {
  const rules = new Map(readsHeaders ? (await rulesOf(folder)).map(({ path, fields }) => [path, fields]) : [])
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host')
    const file = ['GET', 'HEAD'].includes(request.method) ? await fileAt(folder, pathname) : undefined
    if (file === undefined) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
    const body = await readFile(file)
    const etag = `"${body.length.toString(16)}"`
    const own = { 'access-control-allow-origin': '*', 'cache-control': 'max-age=600', 'content-type': kTypes[extname(file)] ?? 'application/octet-stream' }
    const fields = { ...readsHeaders ? rules.get(pathname) : own, etag }
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, fields).end()
    response.writeHead(200, fields).end(body)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return disposable({ stop: async () => { server.closeAllConnections(); server.close(); await once(server, 'close') } })
}
