// Reads what the conformance suite of MCP prints, compares it with what is expected, and writes the page about it. Pure.
import { failureOf } from './expected.mjs'

/** The scenarios of the summary: [{ name, passed, failed, isScored }]. Throws when there is none. */
export function readSummary(text) {
  const summary = text.slice(text.indexOf('=== SUMMARY ==='))
  const [scored, others = ''] = summary.split('\nNot scored for ')
  const unscored = new Set([...others.matchAll(/^ +[✓✗] (\S+) \(/gm)].map(([, name]) => name))
  const scenarios = [...scored.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
    .map(([, name, passed, failed]) => ({ name, passed: Number(passed), failed: Number(failed), isScored: !unscored.has(name) }))
  if (scenarios.length === 0) throw new Error(`the suite printed no result:\n${text.slice(-2000)}`)
  return scenarios
}

/** Sentences about each scenario that fails and should not, or in more or fewer checks than expected. */
export function complaints(results, expected) {
  return Object.entries(results).flatMap(([revision, scenarios]) => {
    const failed = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario.failed]))
    const names = new Set([...Object.keys(failed), ...Object.keys(expected[revision])])
    return [...names].flatMap((name) => {
      const wanted = name in expected[revision] ? failureOf(expected[revision][name]).failed : 0
      if (failed[name] === undefined) return [`${revision}: ${name} is not in the suite`]
      return failed[name] === wanted ? [] : [`${revision}: ${name}: ${failed[name]} checks fail, expected ${wanted}`]
    })
  })
}

function table(scenarios, reasons) {
  const rows = scenarios.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, passed, failed, isScored }) => {
    const result = failed > 0 ? 'fails' : passed > 0 ? 'passes' : 'has no check here'
    return `| ${name}${isScored ? '' : ' (not required)'} | ${result} | ${passed} of ${passed + failed} | ${failed > 0 ? failureOf(reasons[name] ?? 'not known').reason : ''} |`
  })
  return ['| Scenario | Result | Checks | Why it fails |', '|---|---|---|---|', ...rows].join('\n')
}

/** The text of build/mcp-conformance.md. */
export function pageOf(suite, results, expected) {
  const parts = Object.entries(results).map(([revision, scenarios]) => {
    const passed = scenarios.filter(({ failed }) => failed === 0).length
    return `## Revision ${revision}\n\n${passed} of ${scenarios.length} scenarios pass.\n\n${table(scenarios, expected[revision])}\n`
  })
  return `# Conformance of the MCP endpoint

Results of \`${suite}\` against \`/mcp\`, for the requirements of each revision.
Written by \`make mcp-conformance\`.

${parts.join('\n')}`
}
