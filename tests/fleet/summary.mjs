// The summary of a run, as Markdown that is also readable in a terminal.
import { eventsSeen, faultsOf, lostByKill, mostAdmitted } from './verdict.mjs'

const whole = (value) => Math.round(value).toLocaleString('en-US')
const seconds = (value) => (value === undefined ? '' : value.toFixed(1))
const ms = (value) => (value === undefined ? '' : whole(value))

/** The lines of a table; cells are texts. */
export function table(head, rows) {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)]
}

const eventRows = (run) => eventsSeen(run).map((event, index) => [
  `${index + 1}`, event.name, seconds((event.at - run.at) / 1000), seconds((event.end - event.at) / 1000), seconds(event.noticed), seconds(event.recovered),
  whole(event.requests), whole(event.failures), ms(event.p99),
])

const greedyRows = ({ greedy, plan }) => greedy.map((client) => [
  client.greedy, whole(client.replicas), whole(client.sent), seconds(client.seconds), whole(client.admitted), whole(mostAdmitted(client, plan.limit)),
])

/** What was measured without events, in words. */
function steadyLines({ idle, steady }) {
  if (steady === undefined) return []
  const requests = Object.values(steady.jobs).reduce((sum, count) => sum + count, 0) / steady.seconds
  const cores = ({ busy: { replicas, balancer } }) => `${replicas.toFixed(3)} cores in all replicas and ${balancer.toFixed(3)} in HAProxy`
  return [
    `Without an event, ${whole(requests)} requests a second use ${cores(steady)}; without any request it is ${cores(idle)}: ` +
      '[predicted and measured](capacity.md#predicted-and-measured).', '',
  ]
}

/** The summary, without a heading. */
export function summarize(run) {
  const faults = faultsOf(run)
  const inFlight = run.events.map((event) => event.inFlight ?? 0).reduce((sum, count) => sum + count, 0)
  const repeated = (run.servers ?? []).reduce((sum, { wredis }) => sum + Number(wredis), 0)
  const older = run.plan.olderName ? `The version before is that of the commit ${run.plan.olderName}. ` : ''
  return [
    `${whole((run.end - run.at) / 1000)} seconds, ${whole(run.requests.length)} requests of ${run.plan.agents} well-behaved agents: ` +
      `${faults.length === 0 ? '**passed**' : '**failed**'}.`,
    ...faults.map((fault) => `- ${fault}`), '',
    ...table(['', 'Event', 'at (s)', 'took (s)', 'noticed (s)', 'whole again (s)', 'requests', 'failed', 'p99 (ms)'], eventRows(run)), '',
    `${older}HAProxy sent ${whole(repeated)} requests to a second replica. Of the ${whole(inFlight)} that were in a stopped replica when it was killed, ` +
      `and of those in the others, ${whole(lostByKill(run).length)} were lost.`, '',
    ...steadyLines(run),
    ...table(['Greedy client', 'replicas', 'requests', 'in (s)', 'admitted', 'at most'], greedyRows(run)),
  ].join('\n')
}
