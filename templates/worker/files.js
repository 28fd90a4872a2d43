// The documents below public/, as the worker asks for them: ASSETS of other hosts.
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

const kMostKept = 1_000
const kMostKeptBytes = 65_536
const kept = new Map()

/** What the worker reads of a Response. */
const found = (body) => ({ ok: true, body, text: () => text(body instanceof Readable ? body : [body]) })

/** Small files are read once. A stream of a larger one closes it when it ends or is destroyed. */
export async function fetchFile(url) {
  const { pathname } = new URL(url)
  if (kept.has(pathname)) return found(kept.get(pathname))
  const file = await open(new URL(`../public${pathname}`, import.meta.url)).catch(() => null)
  if (file === null) return { ok: false, status: 404 }
  let isOwned = true
  try {
    isOwned = (await file.stat()).size <= kMostKeptBytes && kept.size < kMostKept
    if (!isOwned) return found(file.createReadStream())
    kept.set(pathname, await file.readFile())
    return found(kept.get(pathname))
  } finally {
    if (isOwned) await file.close()
  }
}
