// A gated document that changes while it is sent: what was sent is of the file that was opened, a response that
// cannot be completed ends incomplete, and everything else goes on.
import assert from 'node:assert/strict'
import { readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { after, before, describe, test as anyTest } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { noInspection } from '../support/faults.mjs'
import { kGatedSettings, kMebibyte, openFilesBelow, readerOf } from '../support/gated_files.mjs'
import { askHttps, tokenOverHttps } from '../support/https.mjs'
import { startServe, until } from '../support/server.mjs'

// More than the buffers of two sockets hold, so that the program has not read all of it when the file changes.
const kSize = 32 * kMebibyte
const kFolder = '/api/agent/papers/'

const content = Buffer.alloc(kSize, 'a')
const other = Buffer.alloc(1000, 'b') // of each response more than that has been sent

/** What happens to the file; whether a response that is being sent can be completed. */
const changes = {
  'made shorter': { change: (file) => truncate(file, 2 * kMebibyte), isWhole: false },
  'made empty': { change: (file) => truncate(file, 0), isWhole: false },
  'written anew in place and is shorter': { change: (file) => writeFile(file, other), isWhole: false },
  'replaced by a shorter one': { change: (file) => replace(file, other), isWhole: true },
  'deleted': { change: (file) => rm(file), isWhole: true },
  'deleted and another one has its name': { change: async (file) => { await rm(file); await writeFile(file, other) }, isWhole: true },
}

const { ca, pair } = await temporaryAuthority()

async function replace(file, bytes) {
  await writeFile(server.path('new'), bytes)
  await rename(server.path('new'), file)
}

/** Whether the bytes are `content` or its beginning. */
const isBeginning = (bytes) => content.subarray(0, bytes.length).equals(bytes)
const descriptors = async () => (await readdir(`/proc/${server.program.pid}/fd`)).length
// Each test counts the open files of the process.
const test = (name, body) => anyTest(name, { skip: noInspection }, body)
const openFiles = () => openFilesBelow(server.program.pid, server.path('papers'))
const allFilesClosed = () => until(async () => (await openFiles()) === 0, 'the files to be closed')

const server = await startServe({
  scheme: 'https', settings: { ...kGatedSettings, tls: pair, limits: { trusted_proxies: [] } },
  files: { 'papers/changing.bin': content, 'papers/steady.bin': content, 'data.json': '{}' },
})
const { token } = await tokenOverHttps(server.baseUrl, ca, { scope: 'read:papers' })
const headers = { authorization: `Bearer ${token}` }
after(async () => {
  assert.equal(server?.program.exited, null, server?.program.output)
  await server.stop()
})

for (const [what, { change, isWhole }] of Object.entries(changes)) {
  describe(`a file that is ${what} while it is sent`, () => {
    let file
    before(async () => { file = server.path('papers/changing.bin') })

    test('whole or in part', async () => {
      await replace(file, content)
      const fields = { ...headers, Connection: 'close' }
      const whole = await readerOf(server.port, `${kFolder}changing.bin`, fields, ca)
      const part = await readerOf(server.port, `${kFolder}changing.bin`, { ...fields, Range: `bytes=${kMebibyte}-` }, ca)
      assert.match(whole.head, new RegExp(`^HTTP/1\\.1 200 .*\r\nContent-Length: ${kSize}\r\n`, 's'))
      assert.match(part.head, new RegExp(`^HTTP/1\\.1 206 .*\r\nContent-Length: ${kSize - kMebibyte}\r\n`, 's'))
      const first = await whole.read(kMebibyte)
      await change(file)
      for (const [bytes, size] of [[Buffer.concat([first, await whole.read(kSize)]), kSize], [await part.read(kSize), kSize - kMebibyte]]) {
        assert.ok(isBeginning(bytes), 'only bytes of the file that was opened')
        if (!isWhole) assert.ok(bytes.length < size, `${bytes.length} bytes`)
        else assert.equal(bytes.length, size)
      }
      whole.end()
      part.end()
      await allFilesClosed()
    })
  })
}

test('many responses that are cut leave no descriptor open and no worker behind', async () => {
  const file = server.path('papers/changing.bin')
  await until(async () => (await openFiles()) === 0, 'the files to be closed')
  const before = await descriptors()
  for (let round = 0; round < 3; ++round) {
    await replace(file, content)
    const readers = await Promise.all(Array.from({ length: 12 }, () => readerOf(server.port, `${kFolder}changing.bin`, headers, ca)))
    assert.equal(await openFiles(), 1, 'they share one')
    await truncate(file, 100)
    for (const reader of readers) {
      const bytes = await reader.read(kSize) // up to the end of the connection
      assert.ok(bytes.length < kSize && isBeginning(bytes))
      reader.end()
    }
  }
  await until(async () => (await descriptors()) <= before, 'the descriptors to be closed')
  // Both workers.
  const answers = await Promise.all(Array.from({ length: 20 }, () => askHttps(`${server.baseUrl}/llms.txt`, { ca })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
})
