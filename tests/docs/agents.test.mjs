// `scripts/agents`: what a newer list of agents has that web/agents.json has not, and the reverse.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '../support/folder.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

test('scripts/agents prints the agents that a newer list has and those that it has no longer', async () => {
  const { agents } = JSON.parse(await readFile(join(root, 'web/agents.json'), 'utf8'))
  const list = Object.fromEntries(agents.filter(({ listed, name }) => listed && name !== 'Andibot').map(({ name }) => [name, {}]))
  list.NewBot = { operator: 'Example', function: 'AI Search Crawlers' }
  const file = join(temporaryFolder('agents'), 'robots.json')
  await writeFile(file, JSON.stringify(list))
  const { stdout } = await run('scripts/agents', [file], { cwd: root })
  assert.equal(stdout, 'new: NewBot (Example; AI Search Crawlers)\ngone: Andibot\n')
})
