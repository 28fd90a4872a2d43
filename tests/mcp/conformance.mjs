// Runs the conformance suite of MCP against the program and writes build/mcp-conformance.md. Installs the suite from npm into build/mcp-conformance.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, startServe } from '../support/server.mjs'
import { kExpected, kSuite } from './expected.mjs'
import { complaints, pageOf, readSummary } from './results.mjs'

const build = fileURLToPath(new URL('../../build', import.meta.url))
const folder = join(build, 'mcp-conformance')
const program = join(folder, 'node_modules/.bin/conformance')

function install() {
  const installed = join(folder, '.installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8').trim() === kSuite) return
  console.log(`Installing ${kSuite}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', kSuite], { stdio: 'inherit' })
  writeFileSync(installed, `${kSuite}\n`)
}

/** What the suite prints; it ends with 1 when a scenario fails. */
async function output(url, revision) {
  const args = [program, 'server', '--url', url, '--requirements', revision, '--output-dir', join(folder, 'results', revision)]
  try {
    return (await run(process.execPath, args, { maxBuffer: 64 << 20 })).stdout
  } catch (error) {
    if (error.code !== 1) throw error
    return error.stdout
  }
}

install()
const server = await startServe({ settings: { mcp: { enabled: true } } })
const results = {}
try {
  for (const revision of Object.keys(kExpected)) results[revision] = readSummary(await output(`${server.baseUrl}/mcp`, revision))
} finally {
  await server.stop()
}
writeFileSync(join(build, 'mcp-conformance.md'), pageOf(kSuite, results, kExpected))
const wrong = complaints(results, kExpected)
for (const line of wrong) console.error(line)
const count = Object.values(results).flat().length
console.log(`${count} scenarios, ${wrong.length} of them not as expected; see build/mcp-conformance.md`)
process.exitCode = wrong.length === 0 ? 0 : 1
