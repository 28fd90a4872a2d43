// Every relative link of the documents leads to a file that exists, and to a heading in it.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anchors, localLinks } from '../support/markdown.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = ['README.md', 'SECURITY.md', 'SUPPORT.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]
const read = (path) => readFileSync(join(root, path), 'utf8')

/** Why the link in a document of this path leads nowhere; undefined if it is right. */
function complaint(path, text, target) {
  const [name, anchor] = target.split('#')
  const file = name === '' ? path : join(dirname(path), name)
  if (!existsSync(join(root, file))) return `${path}: ${target}: there is no ${file}`
  if (anchor === undefined) return undefined
  if (statSync(join(root, file)).isDirectory()) return `${path}: ${target}: a folder has no headings`
  return anchors(file === path ? text : read(file)).includes(anchor) ? undefined : `${path}: ${target}: ${file} has no such heading`
}

test('anchors are made from headings as a forge makes them', () => {
  assert.deepEqual(anchors('# 421\n\n## `log.level`, and more?\n\n```sh\n# not a heading\n```\n\n## Several replicas are down\n\n### [A](b.md) site\n\n## 421\n'),
    ['421', 'loglevel-and-more', 'several-replicas-are-down', 'a-site', '421-1'])
})

test('links are found in prose and pictures, not in code', () => {
  const text = 'See [a `b`](c.md#d) and <img src="e.svg">, [f](https://example.com), `[g](h.md)`.\n\n```text\n[i](j.md)\n```\n\n![k](l.svg)\n'
  assert.deepEqual(localLinks(text), ['c.md#d', 'l.svg', 'e.svg'])
})

test('a link to nothing is found', () => {
  assert.equal(complaint('README.md', '# A\n', '#a'), undefined)
  assert.equal(complaint('README.md', '# A\n', '#b'), 'README.md: #b: README.md has no such heading')
  assert.equal(complaint('docs/questions.md', '', '../NONE.md'), 'docs/questions.md: ../NONE.md: there is no NONE.md')
  assert.equal(complaint('docs/questions.md', '', '../README.md#none'), 'docs/questions.md: ../README.md#none: README.md has no such heading')
})

for (const path of documents) {
  test(`${path}: every link leads to something`, () => {
    const text = read(path)
    assert.deepEqual(localLinks(text).map((target) => complaint(path, text, target)).filter(Boolean), [])
  })
}

test('the README and the guides link to something', () => {
  for (const path of ['README.md', 'docs/for-operators.md', 'docs/questions.md', 'docs/threat-model.md']) assert.ok(localLinks(read(path)).length >= 5, path)
})
