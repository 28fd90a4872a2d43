// Caddy without the lines about compression that `check --proxy caddy` prints: it requests gzip itself and decompresses what it gets. `try` says so
// once, as a warning; compression by Caddy itself is no fault.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { kCaddy, startCaddy } from '../support/caddy.mjs'
import { temporaryAuthority } from '../support/certificates.mjs'
import { printedSite, withValues } from '../support/printed_sites.mjs'
import { freePort, runProgram, startServe } from '../support/server.mjs'

const skip = existsSync(kCaddy) ? false : 'skipped: caddy is not installed'
const kSite = { tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example', same_as: ['https://social.example/@robin'] } }
const kTransport = /\t\t# The service compresses itself; [^\n]*\n\t\ttransport http \{\n\t\t\tcompression off\n\t\t\}\n/

const { authority, pair } = await temporaryAuthority()

async function behindCaddy(change, use) {
  const front = await freePort()
  await using server = await startServe({ settings: { base_urls: [`https://127.0.0.1:${front}`] }, files: { 'site.json': kSite } })
  const sites = change(withValues(await printedSite(server.configFile, 'caddy'), [
    [`https://127.0.0.1:${front} {`, `https://127.0.0.1:${front} {\n\tbind 127.0.0.1\n\ttls ${pair.certificate} ${pair.key}`],
  ]))
  await using caddy = await startCaddy({ directory: join(server.directory, 'caddy'), sites, port: front })
  return await use(front)
}

/** `try` through Caddy: its exit code, and the steps with a remedy. */
async function tried(front) {
  const { code, stdout } = await runProgram(['try', `https://127.0.0.1:${front}`, '--ca-file', authority.file, '--json'])
  return [code, JSON.parse(stdout).steps.filter(({ ok, remedy }) => ok !== true || remedy !== '').map(({ name, ok, remedy }) => [name, ok, remedy])]
}

const withoutTransport = (text) => {
  assert.match(text, kTransport)
  return text.replace(kTransport, '')
}
const withEncode = (text) => withValues(text, [['\treverse_proxy ', '\tencode zstd gzip\n\treverse_proxy ']])

test('behind Caddy that decompresses, try warns once and names the remedy', { skip }, async () => {
  for (const change of [withoutTransport, (text) => withEncode(withoutTransport(text))]) {
    await behindCaddy(change, async (front) => {
      assert.deepEqual(await tried(front), [0, [['ETag is that of the body', true, 'let the proxy request no compression of its own (Caddy: transport http { compression off })']]])
    })
  }
})

test('behind Caddy that compresses, and with the printed lines, try finds nothing', { skip }, () => behindCaddy(withEncode, async (front) => {
  assert.deepEqual(await tried(front), [0, []])
}))

test('the ETag of a body that Caddy has decompressed is that of another coding', { skip }, async () => {
  const ca = await readFile(authority.file)
  const tagOf = async (front, method) => {
    const call = request({ host: '127.0.0.1', port: front, path: '/llms.txt', method, ca, agent: false })
    call.end()
    const [answer] = await once(call, 'response')
    answer.resume()
    await once(answer, 'end')
    assert.equal(answer.headers['content-encoding'], undefined)
    return answer.headers.etag
  }
  const tags = (change) => behindCaddy(change, async (front) => [await tagOf(front, 'GET'), await tagOf(front, 'HEAD')])
  const [get, head] = await tags(withoutTransport)
  assert.deepEqual([get.replace('-gzip"', '"'), get.endsWith('-gzip"')], [head, true])
  const [printedGet, printedHead] = await tags((text) => text)
  assert.equal(printedGet, printedHead)
})
