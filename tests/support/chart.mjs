// Parts of the pictures of long runs (soak, fleet): SVG for light and dark schemes.

/** Colours are written out for each scheme, because not every viewer supports variables. */
const colours = ({ paper, ink, faint, ruled, shade, line, bad }) =>
  `text { fill: ${ink} } .faint, .number { fill: ${faint} } .paper { fill: ${paper} } .shade { fill: ${shade} } ` +
  `.rule { stroke: ${ruled} } .line { stroke: ${line} } .rest { fill: ${line} }${bad ? ` .bad { fill: ${bad} }` : ''}`
const kLight = { paper: '#ffffff', ink: '#1f2328', faint: '#59636e', ruled: '#d1d9e0', shade: '#f6e0cd', line: '#0b5cad' }
const kDark = { paper: '#0d1117', ink: '#e6edf3', faint: '#9198a1', ruled: '#3d444d', shade: '#4a3020', line: '#6cb6ff' }

/** The style sheet; `bad` are the colours of class `bad` in both schemes. */
const styleOf = (bad) => `
  text { font: 12px system-ui, sans-serif }
  .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 }
  .number { font-size: 8px; text-anchor: middle } .right { text-anchor: end } .middle { text-anchor: middle }
  .rule { stroke-width: 1 } .line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
  ${colours({ ...kLight, bad: bad?.light })}
  @media (prefers-color-scheme: dark) { ${colours({ ...kDark, bad: bad?.dark })} }`

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
export const round = (value) => Math.round(value * 10) / 10
const text = (x, y, kind, content) => `<text x="${round(x)}" y="${round(y)}" class="${kind}">${escape(content)}</text>`
const rule = (x1, y1, x2, y2) => `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="rule"/>`
export const line = (points) => `<polyline class="line" points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}"/>`

/** A shaded period with its name, and its number above it. */
const shade = ({ from, to, top, height, name, number, numberAt }) =>
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

const kWidth = 1000
const kLeft = 70
const kRight = 980
const kTop = 72
const kPanel = 130
const kGap = 54
const kLine = 17

/**
 * A function from the top of a panel to its parts: values over a time of `seconds`, with an axis in units of `unit` seconds. `points` are pairs of
 * time and value; `shades` have { from, to, name, number } with times, `least`, the least width, and `raised`, how far the number is above its
 * place; `marks({ x, y })` draws the values.
 */
export const panel = ({ title, seconds, unit = 1, points, shades, marks }) => (top) => {
  const ticks = axisOf(Math.max(0, ...points.map(([, value]) => value)))
  const x = (at) => kLeft + ((kRight - kLeft) * at) / seconds
  const y = (value) => top + kPanel - (kPanel * value) / ticks.at(-1)
  return [
    text(kLeft, top - 22, 'head', title),
    ...shades.map(({ from, to, name, number, least = 0, raised = 0 }) => shade({
      from: x(from), to: Math.max(x(from) + least, x(to)), top, height: kPanel, name, number, numberAt: top - 3 - raised,
    })),
    ...ticks.flatMap((tick) => [rule(kLeft, y(tick), kRight, y(tick)), text(kLeft - 6, y(tick) + 4, 'right faint', tick.toLocaleString('en-US'))]),
    ...axisOf(seconds / unit).filter((at) => at * unit <= seconds).map((at) => text(x(at * unit), top + kPanel + 14, 'middle faint', round(at))),
    ...marks({ x, y }),
  ]
}

/** How wide a part of the time is in a panel. */
export const widthOf = (part) => (kRight - kLeft) * part

/** Numbered names in columns: { items, height }. */
function legend(names, { top, columns }) {
  const width = (kRight - kLeft) / columns
  const lines = Math.ceil(names.length / columns)
  const items = names.map((name, index) =>
    text(kLeft + Math.floor(index / lines) * width, top + (index % lines) * kLine, '', `${index + 1} ${name}`))
  return { items, height: lines * kLine }
}

/** The whole picture: panels one below the other, a note, and the names of the shaded periods in columns. `bad` as for the style sheet. */
export function picture({ title, panels, note, names, columns, bad }) {
  const below = kTop + panels.length * (kPanel + kGap)
  const { items, height } = legend(names, { top: below + 18, columns })
  const [width, whole] = [kWidth, below + 18 + height]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" role="img" aria-labelledby="title">`,
    `<title id="title">${escape(title)}</title>`, `<style>${styleOf(bad)}\n</style>`,
    `<rect width="${width}" height="${whole}" class="paper"/>`,
    text(kLeft, 26, 'title', title), ...panels.flatMap((draw, index) => draw(kTop + index * (kPanel + kGap))), text(kLeft, below - 6, 'faint', note), ...items, '</svg>', '',
  ].join('\n')
}
