// docs/reference.md is what the program prints, and what it says about the log is what the sources write.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withoutBlocks } from '../support/markdown.mjs'
import { runProgram, startServe, until } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const reference = read('docs/reference.md')

/** The rows of the table below a heading, each a list of its cells. */
function rows(text, heading) {
  const [, section] = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'm').exec(text)
  return [...section.matchAll(/^\|(.*)\|$/gm)].slice(2).map(([, line]) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
}
const codes = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
const fields = rows(reference, 'Fields of `access`').map(([name]) => codes(name)[0])
/** A kind of line in one text: "warn untrusted_proxy: peer, text, add". */
const kindOf = (level, event, names) => `${level} ${event}: ${names.join(', ')}`
const events = rows(reference, 'Events').map(([name, level, names]) => kindOf(codes(level)[0], codes(name)[0], codes(name)[0] === 'access' ? fields : codes(names)))

test('the page is what the program prints; scripts/generate reference writes it', async () => {
  const { code, stdout } = await runProgram(['reference'])
  assert.equal(code, 0)
  assert.equal(reference, stdout)
})

test('every line that the sources write has its event, level and fields in the reference, and every event is written', () => {
  const written = new Set()
  for (const path of globSync('src/**/*.cpp', { cwd: root })) {
    for (const [, level, name, list] of read(path).matchAll(/\bwrite\(\s*(?:ops::)?Level::(\w+),\s*"(\w+)",\s*(\{(?:[^;"]|"(?:\\.|[^"\\])*")*)/g)) {
      const names = [...list.matchAll(/(?<!\w)\{\s*(?:"|field_name\(AccessField::)(\w+)/g)].map(([, field]) => field)
      written.add(kindOf(level, name, names))
    }
  }
  assert.ok(written.size > 20)
  assert.deepEqual([...written].sort(), events.toSorted())
})

test('a line about a request has the fields of the reference, in their order', async () => {
  await using server = await startServe()
  const jwt = await token(server.baseUrl, await register(server.baseUrl))
  await readProfile(server.baseUrl, jwt)
  const lines = () => server.program.output.split('\n').filter((line) => line.includes('"event":"access"')).map((line) => JSON.parse(line))
  await until(() => lines().length === 3, 'the lines')
  for (const line of lines()) {
    const names = Object.keys(line)
    assert.deepEqual(names.slice(0, 3), ['time', 'level', 'event'])
    assert.deepEqual(names.slice(3), fields.filter((name) => name in line))
  }
})

test('every alert of the guide for operators is a rule, and every rule is there', () => {
  const rules = [...read('deploy/prometheus-alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(rows(read('docs/for-operators.md'), 'Monitoring').map(([name]) => codes(name)[0]), rules)
})

test('settings, metrics and reasons that the guides name are in the reference', () => {
  const known = new Set(codes(reference))
  for (const page of ['for-operators.md', 'guide-for-owners.md', 'threat-model.md']) {
    const named = codes(withoutBlocks(read(`docs/${page}`))).filter((name) => /^(?:agent_access_\w+|(?:listen|secret|keys|content|robots|discovery|limits|tls|log)\.\w+)$/.test(name) && name !== 'robots.txt')
    assert.ok(named.length > 2, page)
    for (const name of named) assert.ok(known.has(name), `${page}: ${name}`)
  }
})
