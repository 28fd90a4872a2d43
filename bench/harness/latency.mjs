// Latency at a constant half of the rate at which the job saturated in this run.
import { kLatencyJobs } from './jobs.mjs'
import { loadJob } from './load.mjs'
import { runProgram } from './processes.mjs'
import { newTokens } from './rounds.mjs'
import { median } from './statistics.mjs'

const at = (curve, fraction) => curve.find(([each]) => each === fraction)?.[1]

async function sampleOf(bench, job, rate) {
  const seconds = bench.options.quick ? 1 : Math.max(3, bench.options.seconds)
  // At half of the rate the number of needed tokens is known; a tenth more covers the warm-up.
  const more = job.isNew ? { values: await newTokens(bench, seconds, rate * 1.1), once: true } : {}
  return loadJob(bench, job, { rate, seconds, ...more })
}

function summarize(rate, samples) {
  const good = samples.filter(({ reason, latency }) => !reason && latency.length)
  if (!good.length) return { rate, reason: samples[0]?.reason ?? 'no answer' }
  const curve = good[0].latency.map(([fraction]) => [fraction, median(good.map(({ latency }) => at(latency, fraction)))])
  return {
    rate: Math.round(rate), achieved_rate: Math.round(median(good.map((each) => each.requests_per_second))),
    p50_us: at(curve, 0.5), p99_us: at(curve, 0.99), p999_us: at(curve, 0.999), max_us: at(curve, 1), curve, rounds: good.length,
  }
}

/**
 * How long the server's core is stopped by the host, with the load's core idle or busy: a host that provides one full core may not
 * provide two.
 */
async function stillness(bench, isBusy) {
  const seconds = String(bench.options.quick ? 1 : 3)
  const other = isBusy ? runProgram(['taskset', '-c', bench.cores.load, 'timeout', seconds, 'sh', '-c', 'while :; do :; done']) : undefined
  const { code, out } = await runProgram(['taskset', '-c', bench.cores.server, bench.program('stalls'), seconds])
  await other
  return code === 0 ? JSON.parse(out) : undefined
}

function summarizeStillness(samples) {
  const good = samples.filter(Boolean)
  if (!good.length) return undefined
  const of = (member) => median(good.map((sample) => sample[member]))
  const late = (fraction) => median(good.map((sample) => at(sample.wake_lateness, fraction)))
  return {
    stalls_per_second: of('stalls_per_second'), stalled_share: of('stalled_share'), longest_stall_us: of('longest_stall_us'),
    wake_p50_us: late(0.5), wake_p99_us: late(0.99),
  }
}

/** Adds a member `latency` to the measured jobs that are in the list; returns how long the machine was stopped meanwhile. */
export async function measureLatency(bench, jobs, measured) {
  const chosen = jobs.filter(({ name }) => kLatencyJobs.includes(name) && measured[name]?.requests_per_second)
  const samples = new Map(chosen.map(({ name }) => [name, []]))
  const rounds = bench.options.quick ? 1 : Math.min(5, bench.options.rounds)
  const still = { idle: [], busy: [] }
  for (let round = 1; round <= rounds; ++round) {
    console.error(`latency, round ${round} of ${rounds}`)
    still.idle.push(await stillness(bench, false))
    still.busy.push(await stillness(bench, true))
    for (const job of chosen) {
      try {
        samples.get(job.name).push(await sampleOf(bench, job, measured[job.name].requests_per_second / 2))
      } catch (error) {
        samples.get(job.name).push({ reason: error.message })
      }
    }
  }
  for (const { name } of chosen) measured[name].latency = summarize(measured[name].requests_per_second / 2, samples.get(name))
  return { idle: summarizeStillness(still.idle), busy: summarizeStillness(still.busy) }
}
