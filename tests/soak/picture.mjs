// The picture of a run: for each process memory and descriptors over time, attacks shaded and numbered, their names below.
import { line, panel, picture, round, widthOf } from '../support/chart.mjs'
import { isRest } from './plan.mjs'

const kColumns = 4

function panelOf(run, target, title, valueOf) {
  const points = target.samples.map((sample) => [sample.at, valueOf(sample)]).filter(([, value]) => value !== undefined)
  // Numbers that would overlap are in two rows.
  const isDense = widthOf(1 / run.phases.length) < 14
  const shades = run.phases.map(({ name, number, start, end }, index) => ({ from: start, to: end, name, number, raised: isDense && index % 2 === 1 ? 8 : 0 }))
  const rests = points.filter(([at]) => isRest(run.phases, at))
  return panel({
    title, seconds: run.seconds, unit: 60, points, shades,
    marks: ({ x, y }) => [
      line(points.map(([at, value]) => [x(at), y(value)])),
      ...rests.map(([at, value]) => `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="1.8" class="rest"/>`),
    ],
  })
}

const kNames = { plain: 'Plain HTTP behind a proxy', tls: 'TLS' }

/** The whole picture. */
export const draw = (run) => picture({
  title: `${run.minutes} minutes of ordinary load under rotating attacks`,
  panels: run.targets.flatMap((target) => [
    panelOf(run, target, `${kNames[target.name]}: resident memory (MiB)`, ({ rssKib }) => rssKib / 1024),
    panelOf(run, target, `${kNames[target.name]}: open descriptors`, ({ descriptors }) => descriptors),
  ]),
  note: 'Minutes. Shaded: an attack, by its number. Dots: at rest, with the ordinary load alone.', names: run.names, columns: kColumns,
})
