// The lists below "How to add …" in CONTRIBUTING.md: every file exists and holds the word beside it, and what the sources know of an example that exists
// is in the list of its kind, and nothing else. Reads the tree only, without a build.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')

/**
 * What exists of each kind, as the tree names it: the text of the file or, for a template, its own name. `also`: files that name it for another reason,
 * such as a link to it or its use.
 */
const kExamples = {
  'A document': { name: /well-known\/agent\.json|metadata\/agent\.json|render_agent_manifest|agent_manifest_path|kAgentManifestPath/, also: [] },
  'A setting': { name: /\b(?:drain_delay|key_rotation|idle_deadline)\b/, also: ['src/net/session.cpp', 'src/app/serve/runner.cpp'] },
  'A fault': { name: /\b(?:mixed_authentication|malformed_basic)\b/, also: [] },
  'A browser tool': { name: /\bget_cv_summary\b/, also: [] },
  'The look of the pages': { name: /#f8f7f3|0xf8, 0xf7, 0xf3/, also: [] },
  'A label of a page': { name: /\bnot_found_text\b/, also: [] },
  'A member of site.json': { name: /\bjob_title\b/, also: [] },
  'A reverse proxy': {
    name: /traefik/i,
    also: ['clf_line.cpp', 'clf_line.hpp', 'json_request.cpp', 'json_request.hpp'].map((file) => `src/tools/visits/${file}`).concat('src/commands/report_command.cpp'), // its log
  },
  'A command': { name: /\b(?:add_check|check_command)\b/, also: [] },
}

/** The lists: { title, lines: [{ path, word, isOptional }] }. A path may have * for any name. */
function listsOf(text) {
  const [, section] = /^## How to add …\n([\s\S]*?)^## /m.exec(text)
  return section.split(/^### /m).slice(1).map((part) => {
    const [title, , ...lines] = part.trimEnd().split('\n')
    return { title, lines: lines.map((line) => {
      const parsed = /^- `([^`]+)` `([^`]+)`: (if )?\S/.exec(line)
      assert.ok(parsed, `"${title}": not a path, a word that the file holds and what to do: ${line}`)
      const [, path, word, isOptional] = parsed
      return { path, word, isOptional: isOptional !== undefined }
    }) }
  })
}

const isIn = (file, lines) => lines.some(({ path }) => matchesGlob(file, path))

const sources = ['src', 'templates', 'web'].flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: root }))
const names = (file, pattern) => pattern.test(file) || pattern.test(read(file))

/** What is wrong with a list for an example. */
function complaints({ title, lines }, { name, also }) {
  const unlisted = sources.filter((file) => names(file, name) && !also.includes(file) && !isIn(file, lines))
    .map((file) => `"${title}": ${file} knows ${name}, but is not in the list`)
  const idle = lines.filter(({ isOptional }) => !isOptional)
    .filter(({ path }) => !globSync(path, { cwd: root }).some((file) => names(file, name)))
    .map(({ path }) => `"${title}": ${path} is in the list, but does not know ${name}`)
  const unneeded = also.filter((file) => !sources.includes(file) || !names(file, name) || isIn(file, lines))
    .map((file) => `"${title}": ${file} is no exception for ${name}`)
  return [...unlisted, ...idle, ...unneeded]
}

const lists = listsOf(read('CONTRIBUTING.md'))

test('there is a list for each example', () => {
  assert.ok(lists.length > 12)
  assert.deepEqual(Object.keys(kExamples).filter((title) => !lists.some((list) => list.title === title)), [])
})

for (const { title, lines } of lists) {
  test(`"${title}": every file exists and holds its word`, () => {
    assert.ok(lines.length > 0)
    const wrong = lines.flatMap(({ path, word }) => {
      const files = globSync(path, { cwd: root })
      if (files.length === 0) return [`"${title}": there is no ${path}`]
      return files.some((file) => read(file).includes(word)) ? [] : [`"${title}": ${path} does not hold ${word}`]
    })
    assert.deepEqual(wrong, [])
  })
}

for (const [title, example] of Object.entries(kExamples)) {
  test(`"${title}": the list has every file that knows an example, and no other`, () => {
    assert.deepEqual(complaints(lists.find((list) => list.title === title), example), [])
  })
}

test('a file that is missing in a list, one too many and an exception that is none are found', () => {
  const [list] = listsOf('## How to add …\n\n### A thing\n\n- `web/site.css` `--paper`: style\n- `templates/report/*` `a`: style\n- `src/crypto/*.cpp` `a`: code\n- `src/base/hex.hpp` `a`: if new\n\n## Commits\n')
  assert.deepEqual(complaints(list, { name: /0xf8, 0xf7, 0xf3|#f8f7f3/, also: ['web/labels.json'] }).map((line) => line.replace(/ \/.*\//, '')), [
    '"A thing": src/site/content/palette.cpp knows, but is not in the list',
    '"A thing": src/crypto/*.cpp is in the list, but does not know',
    '"A thing": web/labels.json is no exception for',
  ])
})

test('the neutral colors of accents are those of the style sheet', () => {
  const [light, dark] = read('web/site.css').split('@media (prefers-color-scheme: dark)')
  const color = (text, name) => new RegExp(`--${name}: #(\\w{6});`).exec(text)[1]
  const constant = (name) => new RegExp(`${name}\\{0x(\\w\\w), 0x(\\w\\w), 0x(\\w\\w)\\}`).exec(read('src/site/content/palette.cpp')).slice(1).join('')
  assert.deepEqual(['kLightPaper', 'kDarkPaper', 'kDarkSunken'].map(constant), [color(light, 'paper'), color(dark, 'paper'), color(dark, 'sunken')])
})
