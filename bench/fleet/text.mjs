// Numbers and tables for people.
export const short = (value, digits = 3) => {
  const rounded = Number(value.toPrecision(digits))
  const [size, unit] = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e4, ' k']].find(([least]) => Math.abs(rounded) >= least) ?? [1, '']
  return `${Number((rounded / (unit === ' k' ? 1000 : size)).toPrecision(digits))}${unit}`
}

export const share = (value) => `${(100 * value).toFixed(1)} %`

// Markdown; the first row is the head, numbers are aligned right.
export const table = ([head, ...rows]) => {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, place) => place === 0 ? '---' : '---:')), ...rows.map(line)].join('\n')
}
