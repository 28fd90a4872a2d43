// The Caddy configuration of the guide for owners works as it is printed there: only addresses and the certificate are put in.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startCaddy } from '../support/caddy.mjs'
import { makeAuthority } from '../support/certificates.mjs'
import { freePort, runProgram, startServe } from '../support/server.mjs'

const guide = await readFile(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
const [, snippet] = /^## Behind Caddy\n[\s\S]*?^```caddy\n([\s\S]*?)^```$/m.exec(guide)
const kRequests = 3
const kSite = { tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example', same_as: ['https://social.example/@robin'] } }

let directory
let authority
let pair
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-access-caddy-'))
  authority = await makeAuthority(directory)
  pair = await authority.issue('site')
})
after(() => rm(directory, { recursive: true, force: true }))

async function behindCaddy(limits, use) {
  const front = await freePort()
  const server = await startServe({ settings: { base_urls: [`https://127.0.0.1:${front}`], limits }, files: { 'site.json': kSite } })
  let caddy
  try {
    assert.equal(snippet.split('127.0.0.1:8080').length, 2)
    const text = snippet.replace('example.com, www.example.com {', `https://127.0.0.1:${front} {\n\tbind 127.0.0.1\n\ttls ${pair.certificate} ${pair.key}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${server.port}`)
    assert.notEqual(text, snippet)
    caddy = await startCaddy({ directory: join(directory, `caddy-${front}`), sites: text, port: front })
    return await use(front)
  } finally {
    await caddy?.stop()
    await server.stop()
  }
}

test('no step of try fails behind Caddy', () => behindCaddy({}, async (front) => {
  const { code, output } = await runProgram(['try', `https://127.0.0.1:${front}`, '--ca-file', authority.file, '--json'])
  const wrong = JSON.parse(output).steps.filter(({ ok, remedy }) => ok !== true || remedy !== '').map(({ name, ok }) => [name, ok])
  // Caddy itself responds to requests for unknown hosts.
  assert.deepEqual([code, wrong], [0, [['Foreign Host is refused', true]]])
}))

test("behind Caddy a client's own forwarded fields change nothing", () => behindCaddy({ requests: kRequests, window: '1h' }, async (front) => {
  const ca = await readFile(authority.file)
  const statusFrom = async (localAddress, headers = {}) => {
    const call = request({ host: '127.0.0.1', port: front, path: '/api/site.json', localAddress, ca, agent: false, headers })
    call.end()
    const [answer] = await once(call, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
  const statuses = []
  for (let count = 0; count < 2 * kRequests; ++count) {
    statuses.push(await statusFrom('127.0.0.2', { 'X-Forwarded-For': `198.51.100.${count}`, Forwarded: `for=203.0.113.${count}` }))
  }
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429])
  assert.deepEqual([await statusFrom('127.0.0.3'), await statusFrom('127.0.0.1')], [200, 200])
}))
