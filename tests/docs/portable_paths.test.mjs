// Sources that name a file beside them find it wherever the tree is: also in a folder with a space or a letter that is not ASCII.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['bench', 'examples', 'scripts', 'templates', 'tests', 'web'].flatMap((folder) =>
  globSync(`${folder}/**/*.{mjs,js,ts}`, { cwd: root, exclude: (name) => name === 'node_modules' }))

test('no source takes the path of a file URL as the path of a file: it has %20 for a space', () => {
  assert.ok(sources.length > 200, `only ${sources.length} found`)
  const taken = sources.filter((file) => /import\.meta\.url\)\.(pathname|href\.(slice|replace))|\bfile:\/\/\$\{/.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(taken, [])
})
