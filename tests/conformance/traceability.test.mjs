// The tests in the table of README.md exist.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const at = (path) => readFile(new URL(path, import.meta.url), 'utf8')
const table = await at('README.md')
const rows = [...table.matchAll(/^\| [\d.]+ \| [^|]+ \| `([^`]+)` \| ([^|]+) \|$/gm)].map(([, file, name]) => ({ file, name: name.trim() }))

test('the table has a row for every section that makes a promise', () => {
  for (const section of ['1', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '4.1', '4.2', '4.3', '4.4', '4.5', '5.1', '5.2', '5.3',
    '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '5.10', '7', '8']) {
    assert.ok(table.includes(`\n| ${section} | `), `no row for section ${section}`)
  }
  assert.ok(rows.length > 50)
})

for (const { file, name } of rows) {
  test(`${file} has: ${name}`, async () => {
    const source = await at(`${file}.test.mjs`)
    const quoted = name.endsWith('…') ? [`\`${name.slice(0, -1)}\${`] : ["'", '"'].map((mark) => `${mark}${name}${mark}`)
    assert.ok(quoted.some((text) => source.includes(text)))
  })
}
