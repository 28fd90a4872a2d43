// The results of measure() as a table in Markdown.
import { table } from '../fleet/summary.mjs'

const ms = (value) => value.toFixed(value < 10 ? 2 : 1)

export const summarize = (results) => table(
  ['Redis', 'replica', 'p50 (ms)', 'p99 (ms)', 'slowest (ms)', 'without Redis: p50', 'p99', 'slowest', 'requests'],
  results.map(({ name, fault, requests, without, with: shared }) => [
    name, fault ? `alone: \`${fault}\`` : 'in step',
    ...[shared, without].flatMap(({ p50, p99, slowest }) => [ms(p50), ms(p99), ms(slowest)]), requests.toLocaleString('en-US'),
  ]),
).join('\n')
