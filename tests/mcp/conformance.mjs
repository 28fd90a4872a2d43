// Runs the conformance suite of MCP against the program and writes build/mcp-conformance.md (scripts/mcp-conformance). Arguments: the folder
// in which the suite is installed, and its name with its version.
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, startServe } from '../support/server.mjs'
import { kExpected } from './expected.mjs'
import { complaints, pageOf, readSummary } from './results.mjs'

const [folder, suite] = process.argv.slice(2)
const program = resolve(folder, 'node_modules/.bin/conformance')
const page = join(fileURLToPath(new URL('../..', import.meta.url)), 'build/mcp-conformance.md')

/** What the suite prints; it ends with 1 when a scenario fails. */
async function output(url, revision) {
  const args = [program, 'server', '--url', url, '--requirements', revision, '--output-dir', resolve(folder, 'results', revision)]
  try {
    return (await run(process.execPath, args, { maxBuffer: 64 << 20 })).stdout
  } catch (error) {
    if (error.code !== 1) throw error
    return error.stdout
  }
}

const server = await startServe({ settings: { mcp: { enabled: true } } })
const results = {}
try {
  for (const revision of Object.keys(kExpected)) results[revision] = readSummary(await output(`${server.baseUrl}/mcp`, revision))
} finally {
  await server.stop()
}
await writeFile(page, pageOf(suite, results, kExpected))
const wrong = complaints(results, kExpected)
for (const line of wrong) console.error(line)
const count = Object.values(results).flat().length
console.log(`${count} scenarios, ${wrong.length} of them not as expected; see build/mcp-conformance.md`)
process.exitCode = wrong.length === 0 ? 0 : 1
