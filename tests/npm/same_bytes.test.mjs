// What the npm package writes and prints has the bytes of what the program writes and prints. For scripts/suite npm-conformance, where
// AGENT_ACCESS_BIN is the package.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, run } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'build/release/agent-access')
/** Both run in it, one after the other, because they print where they write. */
const folder = temporaryFolder('same-bytes')
cpSync(join(root, 'examples/owner'), folder, { recursive: true })

/** Name → digest of each file. */
const digestsBelow = (made) => Object.fromEntries(readdirSync(made, { recursive: true }).filter((name) => statSync(join(made, name)).isFile()).sort()
  .map((name) => [name, createHash('sha256').update(readFileSync(join(made, name))).digest('hex')]))

/** How a command ends, what it prints before the next steps, which are others without `serve`, and the files of the new folder that it makes. */
async function result(file, args, made) {
  const { code = 0, stdout, stderr } = await run(file, args, { cwd: folder }).catch((error) => error)
  const files = made === undefined ? {} : digestsBelow(join(folder, made))
  if (made !== undefined) rmSync(join(folder, made), { recursive: true })
  return { code, stdout: stdout.split('\nNext: ')[0], stderr, files }
}

/** Fails unless both commands have the same result, apart from `random` files. How many files both wrote. */
async function assertSame(args, made, random = []) {
  const one = await result(program, args, made)
  const other = await result(binary, args, made)
  for (const name of random) {
    assert.notEqual(other.files[name], one.files[name])
    delete other.files[name]
    delete one.files[name]
  }
  assert.deepEqual(other, one)
  assert.equal(one.code, 0, one.stderr)
  return Object.keys(one.files).length
}

test('a first configuration, but for the secret', async () => {
  assert.ok(await assertSame(['init', 'site', '--from', 'resume.json', '--from', 'papers.bib'], 'site', ['secret']) >= 3)
})

test('what is said of settings and sources', async () => {
  for (const args of [['config', '--config', 'agent-access.toml'], ['import', 'papers.bib'], ['import', 'resume.json']]) await assertSame(args)
})

test('files for hosts of files', async () => {
  assert.ok(await assertSame(['export', 'files'], 'files') > 30)
})

for (const host of ['cloudflare', 'cloudflare-pages', 'deno', 'module', 'netlify', 'node', 'vercel']) {
  test(`a worker for ${host}`, async () => {
    assert.ok(await assertSame(['export', '--worker', '--host', host, 'out'], 'out') > 2)
  })
}
