// What the tests say of themselves, for tests/SECURITY-COVERAGE.md: which sections of the specification their heads and names state, and in which file a
// test with a name is. Run as a program it writes the page (scripts/generate security-coverage).
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const kPage = `${root}SECURITY-COVERAGE.md`
const kFolders = '{conformance,worker,clients,docs,slow,browser,deploy,faults,proxies,edge,replicas,fleet,package}'
const read = (path) => readFileSync(root + path, 'utf8')

/** Every file of tests in JavaScript: 'conformance/token' → its text. */
export const files = new Map(globSync(`${kFolders}/*.test.mjs`, { cwd: root }).toSorted()
  .map((path) => [path.replace('.test.mjs', ''), read(path).replaceAll("\\'", "'")]))

/** The tests that are not in JavaScript: 'Suite.Name'. */
export const compiled = new Set([
  ...globSync('{unit,net,differential,fuzz}/**/{*.cpp,CMakeLists.txt}', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)|add_test\(NAME (\w+)\.(\w+)/gm)].map(([, ...words]) => words.filter(Boolean).join('.'))),
  ...[...read('../scripts/constant-time').matchAll(/echo "(\w+\.\w+) passed"/g)].map(([, name]) => name),
])

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether the file has a test of that name, in which … stands for any text. */
export const hasTest = (file, name) => new RegExp(`test\\((['"\`])${name.split('…').map(escaped).join('[^\\n]*?')}\\1`).test(files.get(file) ?? '')

/** "5.1 to 5.4" → 5.1, 5.2, 5.3, 5.4. */
function between(first, last = first) {
  const [, before, from] = /^(\d+\.)?(\d+)$/.exec(first)
  const to = Number(last.split('.').at(-1))
  return Array.from({ length: to - from + 1 }, (_, index) => `${before ?? ''}${Number(from) + index}`)
}

/** Section → [file, names of its tests that begin with the section]. A head names sections as "specification sections 2.1, 5.1 to 5.4". */
export function sections() {
  const found = new Map()
  const add = (section, file, name) => {
    const of = found.get(section) ?? found.set(section, new Map()).get(section)
    of.set(file, [...(of.get(file) ?? []), ...(name ? [name] : [])])
  }
  for (const [file, text] of files) {
    const head = text.split('\nimport ')[0].replaceAll('\n// ', ' ')
    const [, list = ''] = /specification sections? ([\d.]+(?:(?:, | to | and )[\d.]+)*)/.exec(head) ?? []
    for (const [, first, last] of list.matchAll(/(\d+(?:\.\d+)?)(?: to (\d+(?:\.\d+)?))?/g)) for (const section of between(first, last)) add(section, file)
    if (!file.startsWith('conformance/')) continue
    for (const [, , name, numbers] of text.matchAll(/test\((['"`])((\d+(?:\.\d+)?(?:, \d+\.\d+)*) .*?)\1/g)) {
      for (const section of numbers.split(', ')) if (/\.|^[1378]$/.test(section)) add(section, file, name.replaceAll(/\$\{[^}]*\}/g, '…'))
    }
  }
  return [...found].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })).map(([section, of]) => [section, [...of]])
}

const cellOf = ([file, names]) => [file, ...(names.length > 0 ? [names.map((name) => `"${name}"`).join(', ')] : [])].join(' ')

/** A cell whose tests may have moved: each is named with the file that it is in now. One that is in no file, or in several, stays as it is. */
const located = (cell) => cell.split('; ').map((part) => {
  const [, file, list] = /^([a-z]+\/\w+) ("[^"]+"(?:, "[^"]+")*)$/.exec(part) ?? []
  if (!file) return part
  const homes = new Map()
  for (const [, name] of list.matchAll(/"([^"]+)"/g)) {
    const others = hasTest(file, name) ? [file] : [...files.keys()].filter((each) => hasTest(each, name))
    const home = others.length === 1 ? others[0] : file
    homes.set(home, [...(homes.get(home) ?? []), name])
  }
  return [...homes].map(cellOf).join('; ')
}).join('; ')

/** The page with its made parts made anew. */
export function made(page) {
  const table = sections().map(([section, of]) => `| ${section} | ${of.map(cellOf).join('; ')} |`).join('\n')
  return page.replace(/(<!-- specification -->\n)[\s\S]*?(<!-- end of specification -->)/, (_, begin, end) => `${begin}| Section | Tests |\n|---|---|\n${table}\n${end}`)
    .replaceAll(/^(\| (?:\d+ \| P[012]|O\d+) \| [^|]+ \| )([^|]+)( \|)$/gm, (_, before, cell, after) => before + located(cell) + after)
}

export const page = readFileSync(kPage, 'utf8')
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(kPage, made(page))
