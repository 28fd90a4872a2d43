// The schedule of the attacks. Each has a slot: in the first part it attacks, in the rest only the ordinary load runs.
// A run of 20 minutes or more has a multiple of four rounds, so that each quarter holds every attack equally often and
// the quarters can be compared.

const kComparable = 20 * 60
const kAttackShare = 0.65
const kLongestAttack = 20 // seconds
const kSlot = 20
const kShortSlot = 15

/** How often each of `attacks` attacks runs in so many seconds. */
export function roundsFor(seconds, attacks) {
  if (seconds >= kComparable) return 4 * Math.max(1, Math.floor(seconds / (attacks * kSlot * 4)))
  return Math.min(3, Math.max(1, Math.floor(seconds / (attacks * kShortSlot))))
}

/** The phases of a run in seconds from its start: [{ name, number, start, end }]. */
export function makePlan(seconds, names) {
  const rounds = roundsFor(seconds, names.length)
  const slot = seconds / (rounds * names.length)
  const length = Math.min(kLongestAttack, slot * kAttackShare)
  return Array.from({ length: rounds * names.length }, (_, index) => ({
    name: names[index % names.length],
    number: 1 + (index % names.length),
    start: index * slot,
    end: index * slot + length,
  }))
}

/** Whether only the ordinary load ran at this second, and for long enough that an attack's memory has been released. */
export const isRest = (phases, at, settle = 1) => phases.every(({ start, end }) => at < start || at >= end + settle)
