// Writes the results of a run: samples, picture and summary into build/soak, and into docs if they are to be kept.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { draw } from './picture.mjs'
import { summarize } from './summary.mjs'

const kRoot = fileURLToPath(new URL('../..', import.meta.url))
export const kFolder = join(kRoot, 'build', 'soak')
const kPage = join(kRoot, 'docs', 'development', 'soak.md')
const kPlace = /(<!-- summary -->\n)[^]*(<!-- end of summary -->)/

/** The page with its summary replaced. */
export function withSummary(page, summary) {
  if (!kPlace.test(page)) throw new Error('the page has no place for a summary')
  return page.replace(kPlace, (_, begin, end) => `${begin}\n${summary}\n\n${end}`)
}

/** Writes it all; resolves to the summary. `keeps`: into docs, too. */
export function record(run, keeps) {
  mkdirSync(kFolder, { recursive: true })
  const summary = summarize(run)
  const picture = draw(run)
  const page = withSummary(readFileSync(kPage, 'utf8'), summary)
  writeFileSync(join(kFolder, 'samples.json'), `${JSON.stringify(run, null, 1)}\n`)
  writeFileSync(join(kFolder, 'soak.svg'), picture)
  writeFileSync(join(kFolder, 'soak.md'), page)
  if (keeps) {
    writeFileSync(join(kRoot, 'docs', 'development', 'soak.svg'), picture)
    writeFileSync(kPage, page)
  }
  return summary
}
