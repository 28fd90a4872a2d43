// A site that is a folder of files, as hosts of files serve it: /about is about.html or about/index.html, and unknown paths get 404.html. Files and
// folders whose names begin with a dot are not served, but .well-known. Parts of files are not sent: a player that seeks gets the whole file.
import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream'

const kTypes = {
  '.avif': 'image/avif', '.css': 'text/css; charset=utf-8', '.gif': 'image/gif', '.html': 'text/html; charset=utf-8', '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg', '.jpg': 'image/jpeg', '.js': 'text/javascript; charset=utf-8', '.json': 'application/json', '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8', '.mp4': 'video/mp4', '.pdf': 'application/pdf', '.png': 'image/png', '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.webp': 'image/webp', '.woff': 'font/woff',
  '.woff2': 'font/woff2', '.xml': 'application/xml',
}

/** The path of a target, decoded, or null if it names no file. */
function pathOf(target) {
  try {
    const path = decodeURIComponent(target.split('?', 1)[0])
    const isHidden = path.startsWith('//') || path.split(/[/\\]/).some((name) => name.startsWith('.') && name !== '.well-known')
    return path.startsWith('/') && !isHidden && !path.includes('\0') ? path : null
  } catch {
    return null
  }
}

/** { file, size, modified } of a regular file in the folder, or null; links that lead out of it are none. */
async function fileAt(root, path) {
  try {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))])
    const { size, mtime, isFile } = await stat(file).then((found) => ({ size: found.size, mtime: found.mtime, isFile: found.isFile() }))
    return isFile && file.startsWith(folder + sep) ? { file, size, modified: mtime.toUTCString() } : null
  } catch {
    return null
  }
}

const found = async (root, path) => (path.endsWith('/') ? fileAt(root, `${path}index.html`) : await fileAt(root, path) ?? fileAt(root, `${path}.html`))

function sendFile({ method, headers }, outgoing, { file, size, modified }) {
  const fields = { 'Content-Type': kTypes[extname(file).toLowerCase()] ?? 'application/octet-stream', 'Last-Modified': modified }
  if (headers['if-modified-since'] === modified) return outgoing.writeHead(304, fields).end()
  outgoing.writeHead(200, { ...fields, 'Content-Length': size })
  if (method === 'HEAD') return outgoing.end()
  pipeline(createReadStream(file), outgoing, () => {})
}

async function sendNotFound(root, { method }, outgoing) {
  const page = await readFile(join(root, '404.html')).catch(() => null)
  const body = page ?? 'There is no such page.\n'
  outgoing.writeHead(404, { 'Content-Type': kTypes[page ? '.html' : '.txt'], 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(method === 'HEAD' ? undefined : body)
}

/** `root`: the name of the folder. */
export function folderAt(root) {
  return async (incoming, outgoing) => {
    const { method, url } = incoming
    if (method !== 'GET' && method !== 'HEAD') return outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const path = pathOf(url)
    const file = path === null ? null : await found(root, path)
    if (file) return sendFile(incoming, outgoing, file)
    const isFolder = path !== null && !path.endsWith('/') && await fileAt(root, `${path}/index.html`)
    if (!isFolder) return sendNotFound(root, incoming, outgoing)
    const [before, ...query] = url.split('?')
    outgoing.writeHead(308, { Location: [`${before}/`, ...query].join('?') }).end()
  }
}
