// A site with gated documents: large sparse files, a reader that reads as told, and the memory of the program.
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isSanitized } from './sanitizer.mjs'
import { run } from './server.mjs'

export const kMebibyte = 1024 * 1024

/** Settings of a folder of documents with a scope of its own, and of one file with the default scope. */
export const kGatedSettings = {
  scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
  documents: [
    { path: '/api/agent/papers/', source: 'papers', scope: 'read:papers', title: 'Papers', description: 'All papers.' },
    { path: '/api/agent/data', source: 'data.json', title: 'Data', description: 'Numbers.' },
  ],
}

/** A file of that size whose byte at each multiple of 65536 says where it is; the rest is a hole. */
export async function writeSparse(file, size) {
  const handle = await open(file, 'w')
  try {
    await handle.truncate(size)
    for (let at = 0; at < size; at += 16 * kMebibyte) await handle.write(Buffer.from([1 + at / (16 * kMebibyte) % 250]), 0, 1, at)
  } finally {
    await handle.close()
  }
}

/** Whether the bytes are those of such a file from `first` on. */
export function isSparse(bytes, first) {
  for (let index = 0; index < bytes.length; ++index) {
    if (bytes[index] === 0) continue
    const at = first + index
    if (at % (16 * kMebibyte) !== 0 || bytes[index] !== 1 + at / (16 * kMebibyte) % 250) return false
  }
  return true
}

/** Whether a process needs no more memory than that; not known with a sanitizer, which keeps freed memory. */
export const isWithin = (bytes, most) => isSanitized || bytes < most

/** The most memory of a process that was resident at one time, in bytes; forgotten at each call. */
export async function takePeak(pid) {
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
  const handle = await open(`/proc/${pid}/clear_refs`, 'w')
  await handle.write('5')
  await handle.close()
  return peak
}

/** How many of its descriptors are files below a folder. */
export async function openFilesBelow(pid, folder) {
  const { stdout } = await run('find', [`/proc/${pid}/fd`, '-lname', `${folder}/*`])
  return stdout.split('\n').length - 1
}

/** An HTTP/1.1 response whose body is read as told: { head, read, end }. read(count) resolves to that many bytes or fewer at the end. Over TLS with `ca`. */
export async function readerOf(port, target, fields, ca) {
  const socket = ca === undefined ? connect(port, '127.0.0.1') : connectTls({ host: '127.0.0.1', port, ca })
  await once(socket, ca === undefined ? 'connect' : 'secureConnect')
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...fields }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const pieces = socket[Symbol.asyncIterator]()
  let kept = []
  let size = 0
  /** False at the end of the connection. */
  const more = async () => {
    const { value } = await pieces.next().catch(() => ({}))
    if (value === undefined) return false
    kept.push(value)
    size += value.length
    return true
  }
  const take = (count) => {
    const all = Buffer.concat(kept)
    kept = [all.subarray(count)]
    size = kept[0].length
    return all.subarray(0, count)
  }
  const read = async (count) => {
    while (size < count && (await more()));
    return take(count)
  }
  while (!Buffer.concat(kept).includes('\r\n\r\n') && (await more()));
  const head = take(Buffer.concat(kept).indexOf('\r\n\r\n') + 4).toString()
  return { head, read, end: () => socket.destroy() }
}
