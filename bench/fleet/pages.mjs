// The computed parts of docs/operations/capacity.md.
import { facts, figures, kept } from './figures.mjs'
import { comparison, recorded } from './measured.mjs'
import { sizeTable } from './sizes.mjs'
import { share, short, table } from './text.mjs'

const jobWords = {
  register: 'registration', token: 'token', profile_known: 'profile, token known', profile_new: 'profile, token new to the replica',
  jwks: 'key set', document: 'discovery document', handshake: 'TLS handshake, full, with one document',
  balancer_handshake: 'the same, HAProxy'
}

const figureTable = (costs) => table([['job', 'CPU µs', 'where from'],
  ...Object.entries(costs).map(([job, { us, source }]) => [jobWords[job], short(us), source])])

// Every step of one plan, so that it can be checked by hand.
export const explain = (result, costs) => {
  const { load, rates, jobs, network, machine } = result
  const perAgent = load.readsPerHour / 3600
  const steps = [
    `reads at the peak = ${short(load.agents)} agents × ${load.readsPerHour} / 3600 s × ${load.peak} = **${short(rates.reads)} a second**`,
    load.reuse === 'keep' ? `reads of one token = 1 + ${load.readsPerHour} / 3600 s × 900 s = ${short(rates.readsOfToken)}` : 'reads of one token = 1',
    `tokens = ${short(rates.reads)} / ${short(rates.readsOfToken)} = ${short(rates.token)} a second`,
    `registrations = ${short(rates.reads)} / ${load.readsPerClient} = ${short(rates.register)} a second, documents ${load.documentsPerClient} × that`,
    `replicas that see a token for the first time, beside its issuer = ${short(result.looks)} (balanced: ${load.balancer}, ${result.machines} replicas)`,
    ...(result.age < facts.tokenLifetime ? [`the verified-token cache of ${load.cache} entries is full: it has tokens up to an age of ${short(result.age)} s of 900 s`] : []),
    `new tokens = ${short(jobs.profile_new)} a second, so ${share(result.hitRate)} of the reads find their token in the cache`,
    ...(load.tls === 'here' ? [`handshakes = ${short(rates.reads)} × e^(-${short(perAgent * load.idleDeadline)}) = ${short(rates.handshake)} a second (connections are closed after ${load.idleDeadline} s of rest)`] : []),
    `busy cores = ${Object.keys(jobs).filter((job) => jobs[job] > 0).map((job) => `${short(jobs[job])} × ${short(costs[job].us)} µs`).join(' + ')} = ${short(result.busyCores)}`,
    `machines = ⌈${short(result.busyCores)} / ${load.use} of a core / ${load.cores} cores⌉ + ${load.spare} spare = **${short(result.needed)}**` +
      (result.machines > result.needed ? `; ${short(result.machines)}, so that their caches have that many tokens` : ''),
    `each machine: ${short(machine.requests)} requests a second, ${short(machine.connections)} open connections, ${short(machine.memory / 1e6)} MB resident`,
    `network out = ${short(rates.reads)} × ${load.answerBytes} bytes × 8 = ${short(network.gigabits)} Gbit/s`
  ]
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
}

export const summary = (result, costs) => {
  const sum = (job) => result.replicas.reduce((total, counts) => total + counts[job], 0)
  const requests = result.replicas.map((counts) => Object.values(counts).reduce((total, one) => total + one, 0))
  const reads = sum('profile_known') + sum('profile_new')
  const jobs = Object.keys(result.replicas[0])
  const busy = jobs.reduce((total, job) => total + sum(job) * costs[job].us, 0) / 1e6 / result.seconds
  return {
    readsPerSecond: reads / result.seconds,
    tokensPerSecond: sum('token') / result.seconds,
    registrationsPerSecond: sum('register') / result.seconds,
    keySetsPerSecond: sum('jwks') / result.seconds,
    hitRate: reads === 0 ? 1 : sum('profile_known') / reads,
    newInBusiestSecond: result.newInBusiestSecond,
    busiestToMean: Math.max(...requests) / (requests.reduce((total, one) => total + one, 0) / requests.length),
    busyCores: busy
  }
}

export const replayTable = (rows) => table([
  ['balanced', 'reads/s', 'tokens/s', 'known', 'new in the busiest second', 'busiest replica / mean', 'busy cores'],
  ...rows.map(([name, one]) => [name, short(one.readsPerSecond), short(one.tokensPerSecond), share(one.hitRate), short(one.newInBusiestSecond),
    one.busiestToMean.toFixed(2), short(one.busyCores)])
])

export const parts = (results = kept(), run = recorded()) => {
  const costs = figures(results)
  return {
    figures: figureTable(costs),
    sizes: sizeTable({}, costs),
    measured: comparison(run, costs)
  }
}

// The page with its computed parts replaced; the text around them is written by hand.
export const fill = (page, made = parts()) => Object.entries(made).reduce((text, [name, part]) => {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`)
  if (!marked.test(text)) throw new Error(`the page has no part ${name}`)
  return text.replace(marked, (_, begin, end) => `${begin}\n${part}\n\n${end}`)
}, page)
