// The shell blocks of the README work, one after the other in one folder: make targets exist, everything else is run. The paths of the table "Where things
// are" in ARCHITECTURE.md exist.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, freePort, Program, run, startDev } from '../support/server.mjs'

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

// The program of this source is in the place of the package from npm.
const bin = temporaryFolder('bin')
const work = temporaryFolder('readme')
const inWork = ['env', '-C', work]
let server
before(async () => {
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${binary}" "$@"\n`, { mode: 0o755 })
  await cp(join(root, 'examples/owner/resume.json'), join(work, 'resume.json'))
  server = await startDev()
})
after(async () => { await server.stop() })

const kServes = /^npx agent-access (dev.*)$/

async function assertServes(command) {
  const port = await freePort()
  await using program = new Program([...command.split(' '), '--listen', `127.0.0.1:${port}`], { BROWSER: 'true' }, { wrap: inWork })
  await program.waitFor(port)
  assert.equal((await fetch(`http://127.0.0.1:${port}/llms.txt`)).status, 200)
}

for (const [index, block] of blocks.entries()) {
  test(`shell block ${index + 1} runs: ${block.trim().split('\n')[0]}`, async () => {
    const lines = block.split('\n')
    for (const [, target] of block.matchAll(/^make ([a-z]+)/gm)) await run('make', ['-n', target], { cwd: root })
    const rest = lines.filter((line) => !line.startsWith('make ') && !kServes.test(line)).join('\n')
    const script = `set -eu\n${rest.replaceAll('http://127.0.0.1:8080', server.baseUrl)}`
    const { stdout } = await run('sh', ['-c', script], { cwd: work, timeout: 60_000, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } })
    if (rest.includes('/api/agent/full-profile')) assert.match(stdout, /"_meta":\{"issued_to":/)
    for (const [, command] of lines.map((line) => kServes.exec(line) ?? []).filter(([line]) => line)) await assertServes(command)
  })
}
