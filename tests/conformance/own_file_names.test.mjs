// An own file is served whatever its name has, at the address that encodes it (RFC 3986 section 2.1).
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServe } from '../support/server.mjs'

const kNames = ['a#b.txt', 'what?.txt', '100%.txt', '%41.txt', 'a b.txt', 'ä.txt', "it's (1).txt", 'folder #1/100 %?.txt', 'a+b&c=d.txt', 'a;b,c@d!$.txt', 'a:b.txt', 'a~b[1].txt']
const server = await startServe({ files: Object.fromEntries(kNames.map((name) => [`public/${name}`, `${name}\n`])), settings: { content: { root: 'public' } } })
after(() => server.stop())

for (const name of kNames) {
  test(`${name}`, async () => {
    const response = await fetch(`${server.baseUrl}/${name.split('/').map(encodeURIComponent).join('/')}`)
    assert.deepEqual([response.status, await response.text()], [200, `${name}\n`])
  })
}
