// Curves as SVG. Both axes may be logarithmic; the names of the curves are at their right ends and do not overlap.
import { escape } from './bars.mjs'

const kWidth = 860
const kHeight = 300
const kLeft = 70
const kRight = kWidth - 280
const kTop = 12
const kBottom = kHeight - 44
const kColors = 8

/** The next of 1, 2, 5, 10, ... that is not below `least`. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999)
}

/** A linear axis from zero to above the greatest value. */
function linearAxis(values, from, to) {
  const step = niceStep(Math.max(...values, 1e-9) / 4)
  const count = Math.max(1, Math.ceil(Math.max(...values) / step))
  return { map: (value) => from + (to - from) * value / (step * count), ticks: Array.from({ length: count + 1 }, (_, i) => step * i) }
}

/** A logarithmic axis over the values, with a tick at each power of ten. */
function logAxis(values, from, to) {
  const positive = values.filter((value) => value > 0)
  const low = Math.log10(Math.min(...positive))
  const high = Math.max(Math.log10(Math.max(...positive)), low + 0.1)
  const first = Math.ceil(low - 1e-9)
  const ticks = Array.from({ length: Math.max(0, Math.floor(high + 1e-9) - first + 1) }, (_, i) => 10 ** (first + i))
  return { map: (value) => from + (to - from) * (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks }
}

const axis = (values, isLog, from, to) => (isLog ? logAxis : linearAxis)(values, from, to)

const plain = (tick) => Number(tick.toPrecision(6)).toLocaleString('en')

/** Moves labels apart, so that none covers another. */
function apart(labels) {
  labels.sort((a, b) => a.y - b.y)
  for (let i = 1; i < labels.length; ++i) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + 14)
  return labels
}

/** `curves`: [{ name, points: [[x, y], ...] }]; `axes`: { x, y, isLogX, isLogY, xLabel(value) }. */
export function lines(title, axes, curves) {
  const drawn = curves.filter(({ points }) => points.length)
  if (!drawn.length) return `<figure><figcaption>${escape(title)}</figcaption><p class="faint">not measured</p></figure>`
  const all = drawn.flatMap(({ points }) => points)
  const x = axis(all.map(([value]) => value), axes.isLogX, kLeft, kRight)
  const y = axis(all.map(([, value]) => value), axes.isLogY, kBottom, kTop)
  const xText = axes.xLabel ?? plain
  const rules = y.ticks.map((tick) => `<line x1="${kLeft}" x2="${kRight}" y1="${y.map(tick).toFixed(1)}" y2="${y.map(tick).toFixed(1)}" class="rule"/>` +
    `<text x="${kLeft - 8}" y="${(y.map(tick) + 4).toFixed(1)}" class="right faint">${plain(tick)}</text>`)
  const marks = x.ticks.map((tick) => `<text x="${x.map(tick).toFixed(1)}" y="${kBottom + 18}" class="middle faint">${escape(xText(tick))}</text>`)
  // A single curve has the color of ours; from the ninth on, colors repeat with dashes.
  const shift = drawn.length === 1 ? 1 : 0
  const kind = (i) => `c${(i + shift) % kColors}${i >= kColors ? ' dashed' : ''}`
  const paths = drawn.map(({ points }, i) => {
    const at = points.map(([a, b]) => `${x.map(a).toFixed(1)},${y.map(b).toFixed(1)}`)
    const dot = ([a, b]) => `<circle cx="${x.map(a).toFixed(1)}" cy="${y.map(b).toFixed(1)}" r="3" class="dot ${kind(i)}"/>`
    const dots = points.length > 12 ? '' : points.map(dot).join('')
    return `<polyline points="${at.join(' ')}" class="curve ${kind(i)}"/>${dots}`
  })
  const names = apart(drawn.map(({ name, points }, i) => ({ name, i, y: y.map(points.at(-1)[1]) + 4 })))
    .map((label) => `<text x="${kRight + 10}" y="${label.y.toFixed(1)}" class="name ${kind(label.i)}">${escape(label.name)}</text>`)
  const height = Math.max(kHeight, ...names.length ? [kTop + names.length * 14 + 20] : [])
  return `<figure><figcaption>${escape(title)}</figcaption>
<svg viewBox="0 0 ${kWidth} ${height}" role="img" aria-label="${escape(title)}">${[...rules, ...marks, ...paths, ...names].join('\n')}
<text x="${kLeft}" y="${kHeight - 6}" class="faint">${escape(axes.x)}; upwards: ${escape(axes.y)}</text></svg></figure>`
}
