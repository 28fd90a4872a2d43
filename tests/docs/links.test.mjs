// Every relative link of the documents leads to a file that exists, and to a heading in it: in the repository, and where they are installed.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'
import { checkLinks, complaint } from '../support/markdown.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = ['README.md', 'SECURITY.md', 'SUPPORT.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: root })]

test('a link to nothing is found', () => {
  assert.equal(complaint(root, 'README.md', '# A\n', '#a'), undefined)
  assert.equal(complaint(root, 'README.md', '# A\n', '#b'), 'README.md: #b: README.md has no such heading')
  assert.equal(complaint(root, 'docs/questions.md', '', '../NONE.md'), 'docs/questions.md: ../NONE.md: there is no NONE.md')
  assert.equal(complaint(root, 'docs/questions.md', '', '../README.md#none'), 'docs/questions.md: ../README.md#none: README.md has no such heading')
})

for (const path of documents) {
  test(`${path}: every link leads to something`, () => assert.deepEqual(checkLinks(root, [path]).complaints, []))
}

test('every link of the installed documents leads to something that is installed, and so does every path of theirs that is named', () => {
  const prefix = temporaryFolder('installed')
  const { status, stderr } = spawnSync('cmake', ['--install', join(root, 'build/release'), '--component', 'documents', '--prefix', prefix], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const folder = join(prefix, 'share/doc/agent-access')
  const { complaints, links } = checkLinks(folder)
  assert.deepEqual(complaints, [])
  assert.ok(links > 200, `${links} links`)
  // The SBOM is made when the package is built.
  const named = globSync('{*.md,{debian,deploy,docs,examples,templates}/**}', { cwd: root, withFileTypes: true }).filter((file) => file.isFile())
    .flatMap(({ parentPath, name }) => [...readFileSync(join(parentPath, name), 'utf8').matchAll(/usr\/share\/doc\/agent-access\/([\w./-]*\w)/g)].map(([, path]) => path))
  const isMade = (path) => path === 'agent-access.cdx.json'
  assert.deepEqual([...new Set(named)].filter((path) => !existsSync(join(folder, path)) && !isMade(path)), [])
  assert.ok(named.includes('deploy/systemd/port-443.conf'))
})
