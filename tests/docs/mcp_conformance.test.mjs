// The page of make mcp-conformance names a reason for each failure, which notices every other one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaints, pageOf, readSummary } from '../mcp/results.mjs'

const kOutput = `=== Running scenario: ping ===
✓ Client test something

=== SUMMARY ===
✓ ping: 2 passed, 0 failed
✗ caching: 7 passed, 1 failed
✗ tasks-lifecycle: 1 passed, 8 failed

Total: 10 passed, 9 failed

Not scored for 2026-07-28: 1 scenario(s) run, 1 failing. These do not affect conformance.
  ✗ tasks-lifecycle (extension)
`
const kScenarios = [
  { name: 'ping', passed: 2, failed: 0, isScored: true },
  { name: 'caching', passed: 7, failed: 1, isScored: true },
  { name: 'tasks-lifecycle', passed: 1, failed: 8, isScored: false },
]

test('the summary of the suite is read', () => {
  assert.deepEqual(readSummary(kOutput), kScenarios)
  assert.throws(() => readSummary('Failed to connect'), /the suite printed no result:\nFailed to connect/)
})

test('reports new failures, and expected failures that now pass', () => {
  const found = (expected) => complaints({ '2026-07-28': kScenarios }, { '2026-07-28': expected })
  assert.deepEqual(found({ caching: 'why', 'tasks-lifecycle': { failed: 8, reason: 'why' } }), [])
  assert.deepEqual(found({ 'tasks-lifecycle': { failed: 7, reason: 'why' }, ping: 'why', gone: 'why' }), [
    '2026-07-28: ping: 0 checks fail, expected 1',
    '2026-07-28: caching: 1 checks fail, expected 0',
    '2026-07-28: tasks-lifecycle: 8 checks fail, expected 7',
    '2026-07-28: gone is not in the suite',
  ])
})

test('the page has a row for each scenario', () => {
  const page = pageOf('suite@1', { '2026-07-28': kScenarios }, { '2026-07-28': { caching: 'because' } })
  assert.ok(page.endsWith(`## Revision 2026-07-28

1 of 3 scenarios pass.

| Scenario | Result | Checks | Why it fails |
|---|---|---|---|
| caching | fails | 7 of 8 | because |
| ping | passes | 2 of 2 |  |
| tasks-lifecycle (not required) | fails | 1 of 9 | not known |
`), page)
})
