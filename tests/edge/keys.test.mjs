// `agent-access keys --pem`: the keys that it prints, as openssl and jose read them, and what it refuses.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { calculateJwkThumbprint, exportJWK, importSPKI, jwtVerify } from 'jose'
import { runProgram, startServe } from '../support/server.mjs'
import { register, token } from '../support/steps.mjs'

const kOpenssl = '/usr/bin/openssl'

const server = await startServe()
after(() => server.stop())

const keys = (...words) => runProgram(['keys', ...words])
const fromSecret = () => keys('--pem', '--config', server.configFile)
const fromNetwork = () => keys('--pem', '--jwks', `${server.baseUrl}/.well-known/jwks.json`)
/** What was printed: { kid, pem } of each key. */
const printedKeys = (text) => [...text.matchAll(/^kid: (.+)\n(-{5}BEGIN PUBLIC KEY-{5}\n[^-]+-{5}END PUBLIC KEY-{5}\n)/gm)].map(([, kid, pem]) => ({ kid, pem }))

test('the secret and the published key set give the same keys: all of the key set', async () => {
  const [own, published] = [await fromSecret(), await fromNetwork()]
  assert.deepEqual([own.code, published.code], [0, 0], own.output + published.output)
  assert.equal(own.stdout, published.stdout)
  const { keys: set } = await (await fetch(`${server.baseUrl}/.well-known/jwks.json`)).json()
  assert.ok(set.length >= 2, 'the key that signs and the next one')
  assert.deepEqual(printedKeys(own.stdout).map(({ kid }) => kid), set.map(({ kid }) => kid))
})

test('openssl and jose read each key, and one of them verifies a token', { skip: existsSync(kOpenssl) ? false : `skipped: ${kOpenssl} is not installed` }, async () => {
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  const printed = printedKeys((await fromSecret()).stdout)
  let verified = 0
  for (const { kid, pem } of printed) {
    assert.equal(execFileSync(kOpenssl, ['pkey', '-pubin', '-pubcheck', '-pubout'], { input: pem, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }).replace('Key is valid\n', ''), pem)
    const key = await importSPKI(pem, 'ES256', { extractable: true })
    assert.equal(await calculateJwkThumbprint(await exportJWK(key)), kid)
    await jwtVerify(jwt, key).then(() => { ++verified }, () => {})
  }
  assert.equal(verified, 1)
  // The whole text is a PEM file, whose first key openssl reads.
  const first = execFileSync(kOpenssl, ['pkey', '-pubin'], { input: (await fromSecret()).stdout, encoding: 'utf8' })
  assert.equal(first, printed[0].pem)
})

test('an answer that is not the key set of a service changes nothing', async () => {
  const folder = join(server.directory, 'keys')
  const at = (path) => keys('--pem', '--out', folder, '--jwks', `${server.baseUrl}${path}`)
  assert.equal((await at('/.well-known/jwks.json')).code, 0)
  await writeFile(join(folder, `${'A'.repeat(43)}.pem`), 'of a key that is no longer published')
  const before = await readdir(folder)
  for (const path of ['/llms.txt', '/api/site.json', '/none']) {
    const { code, output } = await at(path)
    assert.equal(code, 1, path)
    assert.match(output, /^agent-access: .*(not a key set|answered 404)/m, path)
  }
  assert.deepEqual(await readdir(folder), before)
})

test('options that do not belong together are refused with the usage', async () => {
  for (const words of [['--out', 'x'], ['--jwks', 'https://example.com/'], ['--pem', '--json'], ['--pem', '--ca-file', 'x'], ['--pem', '--jwks', 'https://example.com/', '--at', '2026-01-31T12:00:00Z']]) {
    const { code, output } = await keys(...words)
    assert.equal(code, 2, words.join(' '))
    assert.match(output, /--(out|jwks|pem|json|ca-file|at) /, words.join(' '))
  }
  const plain = await keys('--pem', '--jwks', 'http://example.com/.well-known/jwks.json')
  assert.equal(plain.code, 1)
  assert.match(plain.output, /use https/)
})
