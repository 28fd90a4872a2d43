// The shell blocks of the README work: make targets exist, everything else is run against `dev`. The paths of
// the table "Where things are" in ARCHITECTURE.md exist.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { run, startDev } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1])

/** The paths in a cell of a table; a file name without a folder is in the folder of the path before it. */
function pathsOf(cell) {
  const paths = []
  for (const [, path] of cell.matchAll(/`([\w./-]+\/?[\w.-]*)`/g)) {
    if (path.includes('/')) paths.push(path)
    else if (path.includes('.')) paths.push(`${dirname(paths.at(-1))}/${path}`)
  }
  return paths
}

test('"Where things are" names code and tests that exist', async () => {
  const architecture = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [, section] = /^## Where things are\n([\s\S]*)/m.exec(architecture)
  const rows = [...section.matchAll(/^\| [^|]*\? \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, code, tests]) => [pathsOf(code), pathsOf(tests)])
  assert.equal(rows.length, 12)
  for (const [code, tests] of rows) {
    assert.ok(code.length > 0 && code.every((path) => path.startsWith('src/')), code.join(' '))
    assert.ok(tests.length > 0 && tests.every((path) => path.startsWith('tests/')), tests.join(' '))
    for (const path of [...code, ...tests]) assert.ok(existsSync(join(root, path)), `no ${path}`)
  }
})

let server
before(async () => { server = await startDev() })
after(async () => { await server.stop() })

for (const [index, block] of blocks.entries()) {
  test(`shell block ${index + 1} runs: ${block.trim().split('\n')[0]}`, async () => {
    const targets = [...block.matchAll(/^make ([a-z]+)/gm)].map((match) => match[1])
    for (const target of targets) await run('make', ['-n', target], { cwd: root })
    const rest = block.split('\n').filter((line) => !line.startsWith('make ')).join('\n')
    const script = `set -eu\n${rest.replaceAll('http://127.0.0.1:8080', server.baseUrl)}`
    const { stdout } = await run('sh', ['-c', script], { cwd: root, timeout: 60_000 })
    if (rest.includes('/api/agent/full-profile')) assert.match(stdout, /"_meta":\{"issued_to":/)
  })
}
