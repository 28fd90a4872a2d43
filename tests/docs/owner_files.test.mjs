// The table of the guide for owners that says what is served in each state of a file: every cell, by a server that has the file so and all others written.
import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { freePort, Program, runProgram, writeFiles } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const guide = await readFile(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
const rows = [...guide.matchAll(/^\| `([\w.]+)\/?` \(`(\w+)\.(\w+)`\) \|(.*)\|$/gm)].map(([, file, section, key, cells]) => ({ file, section, key, cells: cells.split('|').map((cell) => cell.trim()) }))

const kOwn = {
  'profile.json': { name: 'Mine' },
  'site.json': { tagline: 'Mine', owner: { name: 'Mine' } },
  'faq.json': { questions: [{ question: 'Is it mine, then?', answer: 'Yes, this answer is mine.' }] },
  'public/mine.txt': 'Mine',
}
const kAllOwn = { profile: 'Mine', owner: 'Mine', question: 'Is it mine, then?', file: 200 }
const kServed = {
  'your file': kAllOwn,
  'an empty profile': { ...kAllOwn, profile: undefined },
  'only the name of the host': { ...kAllOwn, owner: '127.0.0.1' },
  'a FAQ about agent access': { ...kAllOwn, question: 'How does an agent read the extended profile?' },
  'no files': { ...kAllOwn, file: 404 },
}

/** What each column changes: how the file of an owner becomes so, in a folder with all files. */
const kStates = [
  ({ path }) => rm(path, { recursive: true }),
  () => {},
  (all) => setName(all, 'none'),
  (all) => setName(all, ''),
]
const kAsWritten = 1

async function setName({ configFile, key }, name) {
  const config = await readFile(configFile, 'utf8')
  await writeFile(configFile, config.replace(new RegExp(`^#${key} = .*$`, 'm'), `${key} = "${name}"`))
}

/** What is served in a state; undefined if the service does not start, whose message must name the setting. */
async function served({ file, section, key }, state) {
  const folder = temporaryFolder('files')
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const configFile = join(folder, 'agent-access.toml')
  assert.equal((await runProgram(['init', folder, '--base-url', baseUrl, '--base-url', 'https://agents.test'])).code, 0)
  await writeFiles(folder, Object.fromEntries(Object.entries(kOwn).filter(([name]) => state !== kAsWritten || !name.startsWith(file))))
  await kStates[state]({ configFile, key, path: join(folder, file) })
  const program = new Program(['serve', '--config', configFile], { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}`, AGENT_ACCESS_LISTEN_ADMIN: '', AGENT_ACCESS_LOG_FORMAT: 'json' })
  try {
    await program.waitFor(port)
    const [site, faq, mine] = await Promise.all(['/api/site.json', '/ai/faq.json', '/mine.txt'].map((path) => fetch(`${baseUrl}${path}`)))
    const { json } = await readProfile(baseUrl, await token(baseUrl, await register(baseUrl)))
    return { profile: json.name, owner: (await site.json()).owner.name, question: (await faq.json()).faqs[0].question, file: mine.status }
  } catch (error) {
    if (program.exited === null) throw error
    assert.match(program.output, new RegExp(`${section}(\\.${key})?: `))
    return undefined
  } finally {
    await program.stop()
  }
}

test('the table has every file', () => {
  assert.deepEqual(rows.map(({ file }) => file), ['profile.json', 'site.json', 'faq.json', 'public', 'secret'])
})

for (const row of rows) {
  test(`${row.file}: each state serves what the table says`, async () => {
    const all = await Promise.all(row.cells.map((_, state) => served(row, state)))
    assert.deepEqual(all, row.cells.map((cell) => (cell === 'error' ? undefined : kServed[cell] ?? assert.fail(cell))))
  })
}
