// Evaluates a run: figures of each process, and the reasons why it failed.
import { isRest } from './plan.mjs'
import { median, scatter, slope } from './statistics.mjs'

/** Allowed growth of memory in pauses. */
const kKibEachTenMinutes = 1024
/** Less than this does not count as growth: the allocator requests memory in large pieces. */
const kGrainKib = 128

const between = (samples, from, to) => samples.filter(({ at }) => at >= from && at < to)
const resident = (samples) => samples.map(({ rssKib }) => rssKib)

/** Medians of the memory in pauses in the last two quarters, and how much they may differ. */
export function restingMemory(samples, phases, seconds) {
  const resting = samples.filter(({ at }) => isRest(phases, at))
  const third = resident(between(resting, seconds / 2, seconds * 0.75))
  const fourth = resident(between(resting, seconds * 0.75, seconds))
  const noise = Math.max(kGrainKib, scatter(third), scatter(fourth))
  const allowed = (kKibEachTenMinutes * seconds) / 4 / 600 + noise
  return { third: median(third), fourth: median(fourth), growth: median(fourth) - median(third), noise, allowed }
}

/** The figures of one target's part of a run. */
export function measure({ samples, descriptorsBefore, descriptorsAfter }, phases, seconds) {
  const memory = resident(samples)
  const second = samples.filter(({ at }) => at >= seconds / 2)
  const last = (name) => samples.findLast((sample) => sample[name] !== undefined)?.[name]
  return {
    rssStartKib: memory[0], rssEndKib: memory.at(-1), rssMostKib: Math.max(...memory),
    slopeKibEachTenMinutes: 600 * slope(second.map(({ at, rssKib }) => ({ x: at, y: rssKib }))),
    resting: restingMemory(samples, phases, seconds),
    descriptorsBefore, descriptorsAfter, descriptorsMost: Math.max(...samples.map(({ descriptors }) => descriptors ?? 0)),
    threadsMost: Math.max(...samples.map(({ threads }) => threads)),
    requests: last('requests') ?? 0, refusals: last('refusals') ?? 0, accepted: last('accepted') ?? 0, logDropped: last('logDropped') ?? 0,
    reloadFailures: last('reloadFailures') ?? 0, cpuSeconds: last('cpuSeconds'), logBytes: last('logBytes'),
  }
}

/** Memory is compared only if the last two quarters have the same attacks. */
export const comparesMemory = (run) => run.rounds >= 4

/** Every reason why the run failed, in words. */
export function faultsOf(run) {
  return run.targets.flatMap((target) => {
    const { name, good, load, ended } = target
    const figures = measure(target, run.phases, run.seconds)
    const faults = []
    if (ended) faults.push(`${name}: the process ended: ${JSON.stringify(ended)}`)
    if (good.errorCount > 0) faults.push(`${name}: the good client saw ${good.errorCount} errors; the first: ${JSON.stringify(good.errors[0])}`)
    if (load.errorCount > 0) faults.push(`${name}: ${load.errorCount} unexpected answers to the ordinary load; the first: ${JSON.stringify(load.errors[0])}`)
    const { growth, allowed } = figures.resting
    // Also if there was no sample in a pause, and growth is not a number.
    if (comparesMemory(run) && !(growth <= allowed)) {
      faults.push(`${name}: resting memory grew by ${Math.round(growth)} KiB in the last quarter; ${Math.round(allowed)} are allowed`)
    }
    if (figures.descriptorsAfter > figures.descriptorsBefore) {
      faults.push(`${name}: ${figures.descriptorsAfter} descriptors at rest at the end, ${figures.descriptorsBefore} at the start`)
    }
    return faults
  })
}
