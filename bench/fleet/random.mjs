// The same numbers from the same seed on every machine: mulberry32.
export const randomFrom = (seed) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return (word ^ (word >>> 14)) >>> 0
  }
  const fraction = () => (next() + 0.5) / 4294967296
  return {
    word: next,
    fraction,
    below: (count) => Math.floor(fraction() * count),
    // The time to the next of independent events that occur `rate` times a second.
    wait: (rate) => -Math.log(fraction()) / rate
  }
}
