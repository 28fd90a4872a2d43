// The browser tools as a server sends them, and the same tools over MCP: with the same input both have the same result.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './folder.mjs'
import { askFor, assertValid } from './mcp.mjs'

const directory = temporaryFolder('served-tools')
let copies = 0

/** The module as the server sends it; Node imports no address of HTTP, so that import.meta.url is written out. */
export async function importServed(baseUrl) {
  const url = `${baseUrl}/browser-tools.js`
  const source = await (await fetch(url)).text()
  assert.equal(source.split('import.meta.url').length, 2)
  const file = join(directory, `${++copies}.mjs`)
  await writeFile(file, source.replace('import.meta.url', () => JSON.stringify(url)))
  return (await import(pathToFileURL(file))).tools
}

/** A value with its members in their order, numbers as JavaScript writes them. */
const normal = (text) => JSON.stringify(JSON.parse(text))

/** Calls a tool of the module and over MCP, compares, and returns its result; nothing if the input is refused. */
export async function sameResult({ baseUrl, tools, site }, name, input) {
  const one = await tools.find((tool) => tool.name === name).execute(input)
  const answer = await askFor(baseUrl, 'tools/call', { name, ...(input !== undefined && { arguments: input }) })
  const what = `${site} ${name} ${JSON.stringify(input)}`
  const other = answer.json.result
  assert.ok(other, `${what}: ${answer.text}`)
  assertValid('CallToolResult', other)
  assert.equal(other.isError, one.isError, `${what}: ${JSON.stringify(one)} ${answer.text}`)
  assert.equal(other.content.length, 1)
  assert.equal(other.content[0].type, 'text')
  const [{ text: wanted }] = one.content
  const [{ text }] = other.content
  if (one.isError) {
    assert.equal(text, wanted, what)
    assert.ok(!('structuredContent' in other))
    return undefined
  }
  assert.equal(normal(text), normal(wanted), what)
  assert.deepEqual(other.structuredContent, JSON.parse(wanted), what)
  return other.structuredContent
}
