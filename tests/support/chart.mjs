// Parts of the pictures of long runs (soak, fleet): SVG for light and dark schemes.

/** Colours are written out for each scheme, because not every viewer supports variables. */
const colours = ({ paper, ink, faint, ruled, shade, line, bad }) =>
  `text { fill: ${ink} } .faint, .number { fill: ${faint} } .paper { fill: ${paper} } .shade { fill: ${shade} } ` +
  `.rule { stroke: ${ruled} } .line { stroke: ${line} } .rest { fill: ${line} }${bad ? ` .bad { fill: ${bad} }` : ''}`
const kLight = { paper: '#ffffff', ink: '#1f2328', faint: '#59636e', ruled: '#d1d9e0', shade: '#f6e0cd', line: '#0b5cad' }
const kDark = { paper: '#0d1117', ink: '#e6edf3', faint: '#9198a1', ruled: '#3d444d', shade: '#4a3020', line: '#6cb6ff' }

/** The style sheet; `bad` are the colours of class `bad` in both schemes. */
export const styleOf = (bad) => `
  text { font: 12px system-ui, sans-serif }
  .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 }
  .number { font-size: 8px; text-anchor: middle } .right { text-anchor: end } .middle { text-anchor: middle }
  .rule { stroke-width: 1 } .line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
  ${colours({ ...kLight, bad: bad?.light })}
  @media (prefers-color-scheme: dark) { ${colours({ ...kDark, bad: bad?.dark })} }`

export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
export const round = (value) => Math.round(value * 10) / 10
export const text = (x, y, kind, content) => `<text x="${round(x)}" y="${round(y)}" class="${kind}">${escape(content)}</text>`
export const rule = (x1, y1, x2, y2) => `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="rule"/>`
export const line = (points) => `<polyline class="line" points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}"/>`

/** A shaded period with its name, and its number above it. */
export const shade = ({ from, to, top, height, name, number, numberAt = top - 3 }) =>
  `<rect x="${round(from)}" y="${top}" width="${round(to - from)}" height="${height}" class="shade"><title>${escape(name)}</title></rect>` +
  text((from + to) / 2, numberAt, 'number', number)

/** The next of 1, 2, 5, 10, ... that is not below `least`. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least)
}

/** Steps of the axis from zero to above the greatest value. */
export function axisOf(most) {
  const step = niceStep(Math.max(most, 1) / 4)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Numbered names in columns: { items, height }. */
export function legend(names, { left, right, top, columns, lineHeight }) {
  const width = (right - left) / columns
  const lines = Math.ceil(names.length / columns)
  const items = names.map((name, index) =>
    text(left + Math.floor(index / lines) * width, top + (index % lines) * lineHeight, '', `${index + 1} ${name}`))
  return { items, height: lines * lineHeight }
}

/** The whole picture of these parts. */
export const picture = ({ width, height, title, left, style, parts }) => [
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
  `<title id="title">${escape(title)}</title>`, `<style>${style}\n</style>`,
  `<rect width="${width}" height="${height}" class="paper"/>`,
  text(left, 26, 'title', title), ...parts, '</svg>', '',
].join('\n')
