// Rounds: every job once in each, all servers in the same minutes, every second round in reverse order.
import { mintTokens } from './credentials.mjs'
import { loadJob } from './load.mjs'
import { runProgram } from './processes.mjs'
import { median, spread } from './statistics.mjs'

/** The tokens that a sample of `profile_new` may use up; more than one core can verify in its time. */
export async function newTokens(bench, seconds, perSecond = 1.2e6 / (bench.verifyUs ?? 45)) {
  return mintTokens(bench, Math.ceil((seconds + bench.options.warmUp) * perSecond) + 100, bench.site.at('tokens.txt'))
}

async function sampleOf(bench, job) {
  if (job.reason) return { reason: job.reason }
  try {
    const more = job.isNew ? { values: await newTokens(bench, bench.options.seconds), once: true } : {}
    return await loadJob(bench, job, more)
  } catch (error) {
    return { reason: error.message }
  }
}

export async function cryptoSample(bench) {
  const { code, out, err } = await runProgram(['taskset', '-c', bench.cores.server, bench.program('openssl_speed'), String(bench.options.seconds / 4)])
  if (code !== 0) return { reason: err.trim() || `openssl_speed ended with ${code}` }
  const sample = JSON.parse(out)
  bench.verifyUs ??= sample.verify_us
  return sample
}

function summarize(job, samples) {
  const good = samples.filter(({ reason }) => !reason)
  const { name: _, reason: __, request, isNew: ___, ...about } = job
  const described = { ...about, method: request.method ?? 'GET', path: request.path }
  if (!good.length) return { ...described, reason: samples[0]?.reason ?? 'no sample', samples: [] }
  const failed = samples.find(({ reason }) => reason)
  const of = (member) => good.map((sample) => sample[member])
  return {
    ...described, cpu_us: median(of('cpu_us')), cpu_us_spread: spread(of('cpu_us')), requests_per_second: Math.round(median(of('requests_per_second'))),
    server_busy: median(of('server_busy')), rounds: good.length, 
    samples: samples.map(({ cpu_us, requests_per_second, reason }) => (reason ? { reason } : { cpu_us, requests_per_second })),
    ...(failed ? { failed_rounds: samples.length - good.length, failed_reason: failed.reason } : {}),
  }
}

/** Load before the first round that is not measured, because peers on Node.js are compiled while they run. */
export async function warmUpPeers(bench, jobs) {
  for (const job of jobs.filter(({ server, reason }) => !reason && ['hono', 'oidc', 'worker', 'mcpsdk', 'gateNginxNode'].includes(server))) {
    await loadJob(bench, job, { seconds: bench.options.quick ? 1 : 5 })
  }
}

/** { jobs, crypto }: medians over all rounds, with the samples in the order of the rounds. */
export async function runRounds(bench, jobs, { rounds, withCrypto }) {
  const samples = new Map(jobs.map(({ name }) => [name, []]))
  const crypto = []
  for (let round = 1; round <= rounds; ++round) {
    console.error(`round ${round} of ${rounds}`)
    if (withCrypto) crypto.push(await cryptoSample(bench))
    for (const job of round % 2 ? jobs : jobs.toReversed()) {
      const sample = await sampleOf(bench, job)
      if (sample.reason) console.error(`  ${job.name}: not measured: ${sample.reason}`)
      samples.get(job.name).push(sample)
    }
  }
  const goodCrypto = crypto.filter(({ reason }) => !reason)
  const cryptoOf = (member) => median(goodCrypto.map((sample) => sample[member]))
  return {
    jobs: Object.fromEntries(jobs.map((job) => [job.name, summarize(job, samples.get(job.name))])),
    crypto: goodCrypto.length ? { ...Object.fromEntries(Object.keys(goodCrypto[0]).map((member) => [member, cryptoOf(member)])), samples: crypto }
      : { reason: crypto[0]?.reason ?? 'not asked for' },
  }
}
