// Every mutant of every area, by the names of the areas.
import { readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'mutants')

async function mutantsOf (name) {
  const area = await import(path.join(folder, name))
  return area.default.map((mutant) => ({ ...mutant, area: path.parse(name).name }))
}

const names = readdirSync(folder).filter((name) => name.endsWith('.mjs')).sort()
export const mutants = (await Promise.all(names.map(mutantsOf))).flat()
