// Compares old and new counts.

export const tolerance = 3  // percent

// One row for each script and share ("own": outside libcrypto, "all"). A script that only one side has is a failure,
// because it would not be compared.
export const compare = (recorded, counted) => {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(counted)])]
  return names.flatMap((script) => ['own', 'all'].map((share) => {
    const before = recorded[script]?.[share], now = counted[script]?.[share]
    if (before === undefined || now === undefined) return { script, share, before, now, change: undefined, verdict: 'not comparable' }
    const change = now / before - 1
    const verdict = 100 * now > (100 + tolerance) * before ? 'grew' : 100 * now < (100 - tolerance) * before ? 'shrank' : 'same'
    return { script, share, before, now, change, verdict }
  }))
}

export const isGood = (rows) => rows.length > 0 && rows.every(({ verdict }) => verdict === 'same' || verdict === 'shrank')

const percent = (change) => change === undefined ? '-' : `${change < 0 ? '' : '+'}${(100 * change).toFixed(2)} %`

export const table = (rows) => [
  ['script', 'part', 'old', 'new', 'change', ''],
  ...rows.map(({ script, share, before, now, change, verdict }) =>
    [script, share, String(before ?? '-'), String(now ?? '-'), percent(change), verdict === 'same' ? '' : verdict])
].map(([script, part, before, now, change, verdict]) =>
  `${script.padEnd(17)} ${part.padEnd(4)} ${before.padStart(9)} ${now.padStart(9)} ${change.padStart(10)}  ${verdict}`.trimEnd()).join('\n')
