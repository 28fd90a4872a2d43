// The shell blocks of the README do what the README says: make targets exist, everything else is run against `dev`.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { after, before, test } from 'node:test'
import { startDev } from '../support/server.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1])

let server
before(async () => { server = await startDev() })
after(async () => { await server.stop() })

test('the README has the two commands and the three steps as shell blocks', () => {
  const all = blocks.join('\n')
  for (const part of ['make run', 'make test', '/oauth/register', '/oauth/token', '/api/agent/full-profile']) {
    assert.ok(all.includes(part), `no shell block shows ${part}`)
  }
})

for (const [index, block] of blocks.entries()) {
  test(`shell block ${index + 1} runs: ${block.trim().split('\n')[0]}`, async () => {
    const targets = [...block.matchAll(/^make ([a-z]+)/gm)].map((match) => match[1])
    for (const target of targets) await run('make', ['-n', target], { cwd: root })
    const rest = block.split('\n').filter((line) => !line.startsWith('make ')).join('\n')
    const script = `set -euo pipefail\n${rest.replaceAll('http://127.0.0.1:8080', server.baseUrl)}`
    const { stdout } = await run('bash', ['-c', script], { cwd: root, timeout: 60_000 })
    if (rest.includes('/api/agent/full-profile')) assert.match(stdout, /"_meta":\{"issued_to":/)
  })
}
