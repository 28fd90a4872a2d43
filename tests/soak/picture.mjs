// The picture of a run: for each process memory and descriptors over time, attacks shaded and numbered, their names below.
import { axisOf, legend, line, picture, round, rule, shade, styleOf, text } from '../support/chart.mjs'
import { isRest } from './plan.mjs'

const kWidth = 1000
const kLeft = 70
const kRight = 980
const kTop = 72
const kPanel = 130
const kGap = 54
const kLegendColumns = 4
const kLegendLine = 17

function panel(run, target, top, title, valueOf) {
  const points = target.samples.map((sample) => ({ at: sample.at, value: valueOf(sample) })).filter(({ value }) => value !== undefined)
  const ticks = axisOf(Math.max(0, ...points.map(({ value }) => value)))
  const x = (at) => kLeft + ((kRight - kLeft) * at) / run.seconds
  const y = (value) => top + kPanel - (kPanel * value) / ticks.at(-1)
  // Numbers that would overlap are in two rows.
  const isDense = x(run.seconds / run.phases.length) - kLeft < 14
  const row = (index) => top - 3 - (isDense && index % 2 === 1 ? 8 : 0)
  const shades = run.phases.map((phase, index) => shade({
    from: x(phase.start), to: x(phase.end), top, height: kPanel, name: phase.name, number: phase.number, numberAt: row(index),
  }))
  const minutes = axisOf(run.seconds / 60).filter((minute) => minute * 60 <= run.seconds)
  const rests = points.filter(({ at }) => isRest(run.phases, at))
  return [
    text(kLeft, top - 22, 'head', title),
    ...shades,
    ...ticks.flatMap((tick) => [rule(kLeft, y(tick), kRight, y(tick)), text(kLeft - 6, y(tick) + 4, 'right faint', tick.toLocaleString('en-US'))]),
    ...minutes.map((minute) => text(x(minute * 60), top + kPanel + 14, 'middle faint', round(minute))),
    line(points.map(({ at, value }) => [x(at), y(value)])),
    ...rests.map(({ at, value }) => `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="1.8" class="rest"/>`),
  ]
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
  const { items, height } = legend(run.names, { left: kLeft, right: kRight, top: below + 18, columns: kLegendColumns, lineHeight: kLegendLine })
  const title = `${run.minutes} minutes of ordinary load under rotating attacks`
  const note = text(kLeft, below - 6, 'faint', 'Minutes. Shaded: an attack, by its number. Dots: at rest, with the ordinary load alone.')
  return picture({ width: kWidth, height: below + 18 + height, title, left: kLeft, style: styleOf(), parts: [...placed, note, ...items] })
}
