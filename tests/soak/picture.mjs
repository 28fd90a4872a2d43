// The picture of a run: for each process memory and descriptors over time, attacks shaded and numbered, their names below.
import { isRest } from './plan.mjs'

const kWidth = 1000
const kLeft = 70
const kRight = 980
const kTop = 72
const kPanel = 130
const kGap = 54
const kLegendColumns = 4
const kLegendLine = 17

/** Colours are written out for each scheme, because not every viewer supports variables. */
const colours = ({ paper, ink, faint, ruled, shade, line }) =>
  `text { fill: ${ink} } .faint, .number { fill: ${faint} } .paper { fill: ${paper} } .shade { fill: ${shade} } ` +
  `.rule { stroke: ${ruled} } .line { stroke: ${line} } .rest { fill: ${line} }`
const kLight = colours({ paper: '#ffffff', ink: '#1f2328', faint: '#59636e', ruled: '#d1d9e0', shade: '#f6e0cd', line: '#0b5cad' })
const kDark = colours({ paper: '#0d1117', ink: '#e6edf3', faint: '#9198a1', ruled: '#3d444d', shade: '#4a3020', line: '#6cb6ff' })
const kStyle = `
  text { font: 12px system-ui, sans-serif }
  .title { font-size: 16px; font-weight: 600 } .head { font-weight: 600 }
  .number { font-size: 8px; text-anchor: middle } .right { text-anchor: end } .middle { text-anchor: middle }
  .rule { stroke-width: 1 } .line { fill: none; stroke-width: 1.5; stroke-linejoin: round }
  ${kLight}
  @media (prefers-color-scheme: dark) { ${kDark} }`

const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const round = (value) => Math.round(value * 10) / 10
const text = (x, y, kind, content) => `<text x="${round(x)}" y="${round(y)}" class="${kind}">${escape(content)}</text>`
const rule = (x1, y1, x2, y2) => `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="rule"/>`

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

function panel(run, target, top, title, valueOf) {
  const points = target.samples.map((sample) => ({ at: sample.at, value: valueOf(sample) })).filter(({ value }) => value !== undefined)
  const ticks = axisOf(Math.max(0, ...points.map(({ value }) => value)))
  const x = (at) => kLeft + ((kRight - kLeft) * at) / run.seconds
  const y = (value) => top + kPanel - (kPanel * value) / ticks.at(-1)
  // Numbers that would overlap are in two rows.
  const isDense = x(run.seconds / run.phases.length) - kLeft < 14
  const row = (index) => top - 3 - (isDense && index % 2 === 1 ? 8 : 0)
  const shades = run.phases.map((phase, index) =>
    `<rect x="${round(x(phase.start))}" y="${top}" width="${round(x(phase.end) - x(phase.start))}" height="${kPanel}" class="shade">` +
    `<title>${escape(phase.name)}</title></rect>${text((x(phase.start) + x(phase.end)) / 2, row(index), 'number', phase.number)}`)
  const minutes = axisOf(run.seconds / 60).filter((minute) => minute * 60 <= run.seconds)
  const rests = points.filter(({ at }) => isRest(run.phases, at))
  return [
    text(kLeft, top - 22, 'head', title),
    ...shades,
    ...ticks.flatMap((tick) => [rule(kLeft, y(tick), kRight, y(tick)), text(kLeft - 6, y(tick) + 4, 'right faint', tick.toLocaleString('en-US'))]),
    ...minutes.map((minute) => text(x(minute * 60), top + kPanel + 14, 'middle faint', round(minute))),
    `<polyline class="line" points="${points.map(({ at, value }) => `${round(x(at))},${round(y(value))}`).join(' ')}"/>`,
    ...rests.map(({ at, value }) => `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="1.8" class="rest"/>`),
  ]
}

function legend(names, top) {
  const width = (kRight - kLeft) / kLegendColumns
  const lines = Math.ceil(names.length / kLegendColumns)
  const items = names.map((name, index) =>
    text(kLeft + Math.floor(index / lines) * width, top + (index % lines) * kLegendLine, '', `${index + 1} ${name}`))
  return { items, height: lines * kLegendLine }
}

const kNames = { plain: 'Plain HTTP behind a proxy', tls: 'TLS' }

/** The whole picture. */
export function draw(run) {
  const panels = run.targets.flatMap((target) => [
    [target, `${kNames[target.name]}: resident memory (MiB)`, ({ rssKib }) => rssKib / 1024],
    [target, `${kNames[target.name]}: open descriptors`, ({ descriptors }) => descriptors],
  ])
  const placed = panels.flatMap(([target, title, valueOf], index) => panel(run, target, kTop + index * (kPanel + kGap), title, valueOf))
  const below = kTop + panels.length * (kPanel + kGap)
  const { items, height } = legend(run.names, below + 18)
  const whole = below + 18 + height
  const title = `${run.minutes} minutes of ordinary load under rotating attacks`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${kWidth}" height="${whole}" viewBox="0 0 ${kWidth} ${whole}" role="img" aria-labelledby="title">`,
    `<title id="title">${escape(title)}</title>`, `<style>${kStyle}\n</style>`,
    `<rect width="${kWidth}" height="${whole}" class="paper"/>`,
    text(kLeft, 26, 'title', title), ...placed,
    text(kLeft, below - 6, 'faint', 'Minutes. Shaded: an attack, by its number. Dots: at rest, with the ordinary load alone.'),
    ...items, '</svg>', '',
  ].join('\n')
}
