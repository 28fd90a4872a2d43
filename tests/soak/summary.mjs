// The summary of a run, as Markdown that is also readable in a terminal.
import { faultsOf, comparesMemory, measure } from './verdict.mjs'

const whole = (value) => (value === undefined || Number.isNaN(value) ? 'not known' : Math.round(value).toLocaleString('en-US'))
const mib = (kib) => (Number.isFinite(kib) ? (kib / 1024).toFixed(1) : 'not known')
const ms = (value) => value.toFixed(1)

const kNames = { plain: 'plain HTTP behind a proxy', tls: 'TLS' }

function rowsOf(target, run) {
  const it = measure(target, run.phases, run.seconds)
  const { good, load } = target
  return [
    ['Memory at start, end, most (MiB)', `${mib(it.rssStartKib)}, ${mib(it.rssEndKib)}, ${mib(it.rssMostKib)}`],
    ['Slope over the second half, attacks included (MiB in 10 min)', mib(it.slopeKibEachTenMinutes)],
    ['Resting memory, third and fourth quarter (MiB)', `${mib(it.resting.third)}, ${mib(it.resting.fourth)}`],
    ['Growth between the two, and what is allowed (KiB)', `${whole(it.resting.growth)}, ${whole(it.resting.allowed)}`],
    ['Descriptors at rest before, after; most', `${whole(it.descriptorsBefore)}, ${whole(it.descriptorsAfter)}; ${whole(it.descriptorsMost)}`],
    ['Threads, processor time (s)', `${it.threadsMost}, ${whole(it.cpuSeconds)}`],
    ['Connections accepted', whole(it.accepted)],
    ['Requests answered, of these refused', `${whole(it.requests)}, ${whole(it.refusals)}`],
    ['Log (MiB), lines dropped, reloads that failed', `${mib(it.logBytes / 1024)}, ${whole(it.logDropped)}, ${it.reloadFailures}`],
    ['Good client: requests, errors, sent again', `${whole(good.count)}, ${good.errorCount}, ${good.retried}`],
    ['Good client: p50, p99, max (ms)', `${ms(good.p50)}, ${ms(good.p99)}, ${ms(good.max)}`],
    ['Ordinary load: requests, unexpected answers, skipped', `${whole(load.count)}, ${load.errorCount}, ${load.skipped}`],
  ]
}

function table(run) {
  const columns = run.targets.map((target) => rowsOf(target, run))
  const width = Math.max(...columns[0].map(([label]) => label.length))
  const cell = (index) => Math.max(...columns[index].map(([, value]) => value.length), kNames[run.targets[index].name].length)
  const line = (label, values) => `| ${label.padEnd(width)} | ${values.map((value, index) => value.padEnd(cell(index))).join(' | ')} |`
  return [
    line('', run.targets.map(({ name }) => kNames[name])),
    `|${'-'.repeat(width + 2)}|${columns.map((_, index) => '-'.repeat(cell(index) + 2)).join('|')}|`,
    ...columns[0].map(([label], row) => line(label, columns.map((column) => column[row][1]))),
  ]
}

function attackLine(run) {
  const sum = (name) => run.attacks.reduce((total, attack) => total + attack[name], 0)
  return `${run.phases.length} attacks (${run.names.length} kinds, ${run.rounds} of each) opened ${whole(sum('opened'))} connections ` +
    `and got ${mib(sum('answered') / 1024)} MiB back; ${run.reloads} reloads of each process.`
}

/** The summary, without a heading. */
export function summarize(run) {
  const faults = faultsOf(run)
  const short = comparesMemory(run) ? [] : ['', 'Too short to compare memory: each quarter must hold every attack (20 minutes or more).']
  return [
    `${run.minutes} minutes: ${faults.length === 0 ? '**passed**' : '**failed**'}.`,
    ...faults.map((fault) => `- ${fault}`),
    '', ...table(run), '', attackLine(run), ...short,
  ].join('\n')
}
