// The picture of a run: requests a second, their slowest percent and failures over time, events shaded and numbered, their names below.
import { line, panel, picture, round } from '../support/chart.mjs'
import { timeline } from './verdict.mjs'

const kColumns = 3
const kNarrow = 4 // an event shorter than this is still seen
const kBad = { light: '#cf222e', dark: '#ff7b72' }

const asLine = (points) => ({ x, y }) => [line(points.map(([at, value]) => [x(at), y(value)]))]
const asBars = (points) => ({ x, y }) => points.filter(([, value]) => value > 0)
  .map(([at, value]) => `<rect x="${round(x(at))}" y="${round(y(value))}" width="3" height="${round(y(0) - y(value))}" class="bad"/>`)

/** The whole picture. */
export function draw(run) {
  const since = (time) => (time - run.at) / 1000
  // The last second may be a part of one.
  const buckets = timeline(run).slice(0, -1)
  const middle = (bucket, value) => [bucket.at + 0.5, value]
  const shades = run.events.map(({ name, at, end }, index) => ({
    from: since(at), to: since(end), name, number: index + 1, least: kNarrow, raised: index % 2 === 1 ? 8 : 0,
  }))
  const panels = [
    ['Requests of well-behaved agents a second', buckets.map((each) => middle(each, each.perSecond))],
    ['Slowest percent of them (p99, ms)', buckets.filter((each) => each.p99 !== undefined).map((each) => middle(each, each.p99))],
    ['Failed requests', buckets.map((each) => middle(each, each.failures)), asBars],
  ].map(([title, points, drawnAs = asLine]) => panel({ title, seconds: since(run.end), points, shades, marks: drawnAs(points) }))
  return picture({
    title: 'A fleet of replicas behind HAProxy while parts of it fail and change', panels,
    note: 'Seconds. Shaded: an event, by its number, until the fleet is whole again.', names: run.events.map(({ name }) => name), columns: kColumns, bad: kBad,
  })
}
