// The picture of a run: requests a second, their slowest percent and failures over time, events shaded and numbered, their names below.
import { axisOf, legend, line, picture, round, rule, shade, styleOf, text } from '../support/chart.mjs'
import { timeline } from './verdict.mjs'

const kWidth = 1000
const kLeft = 70
const kRight = 980
const kTop = 72
const kPanel = 130
const kGap = 54
const kColumns = 3
const kLine = 17
const kNarrow = 4 // an event shorter than this is still seen
const kBad = { light: '#cf222e', dark: '#ff7b72' }

function panel(run, top, title, points, mark) {
  const seconds = (run.end - run.at) / 1000
  const ticks = axisOf(Math.max(0, ...points.map(([, value]) => value)))
  const x = (at) => kLeft + ((kRight - kLeft) * at) / seconds
  const y = (value) => top + kPanel - (kPanel * value) / ticks.at(-1)
  const shades = run.events.map(({ name, at, end }, index) => {
    const from = x((at - run.at) / 1000)
    const to = Math.max(from + kNarrow, x((end - run.at) / 1000))
    return shade({ from, to, top, height: kPanel, name, number: index + 1, numberAt: top - 3 - (index % 2 === 1 ? 8 : 0) })
  })
  return [
    text(kLeft, top - 22, 'head', title), ...shades,
    ...ticks.flatMap((tick) => [rule(kLeft, y(tick), kRight, y(tick)), text(kLeft - 6, y(tick) + 4, 'right faint', tick.toLocaleString('en-US'))]),
    ...axisOf(seconds).filter((at) => at <= seconds).map((at) => text(x(at), top + kPanel + 14, 'middle faint', at)),
    ...(mark === 'bars'
      ? points.filter(([, value]) => value > 0).map(([at, value]) =>
        `<rect x="${round(x(at))}" y="${round(y(value))}" width="3" height="${round(y(0) - y(value))}" class="bad"/>`)
      : [line(points.map(([at, value]) => [x(at), y(value)]))]),
  ]
}

/** The whole picture. */
export function draw(run) {
  // The last second may be a part of one.
  const buckets = timeline(run).slice(0, -1)
  const middle = (bucket, value) => [bucket.at + 0.5, value]
  const panels = [
    ['Requests of well-behaved agents a second', buckets.map((each) => middle(each, each.perSecond))],
    ['Slowest percent of them (p99, ms)', buckets.filter((each) => each.p99 !== undefined).map((each) => middle(each, each.p99))],
    ['Failed requests', buckets.map((each) => middle(each, each.failures)), 'bars'],
  ]
  const placed = panels.flatMap(([title, points, mark], index) => panel(run, kTop + index * (kPanel + kGap), title, points, mark))
  const below = kTop + panels.length * (kPanel + kGap)
  const names = legend(run.events.map(({ name }) => name), { left: kLeft, right: kRight, top: below + 18, columns: kColumns, lineHeight: kLine })
  const title = 'A fleet of replicas behind HAProxy while parts of it fail and change'
  const note = text(kLeft, below - 6, 'faint', 'Seconds. Shaded: an event, by its number, until the fleet is whole again.')
  return picture({ width: kWidth, height: below + 18 + names.height, title, left: kLeft, style: styleOf(kBad), parts: [...placed, note, ...names.items] })
}
