// The rooms of src and their dependencies. A room is a folder of src with sources; its CMakeLists.txt names the rooms that it uses.
// AGENT_ACCESS_WRITE_MAP=1 scripts/suite docs/rooms.test.mjs writes the map in ARCHITECTURE.md, from the #include lines.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filled } from '../support/filled.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path) => readFileSync(join(root, path), 'utf8')
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found)
const filesBelow = (folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(root.length))

/** The sources by their path below src. */
const sources = new Map(filesBelow('src').filter((path) => /\.[ch]pp$/.test(path)).sort().map((path) => [path.slice('src/'.length), read(path)]))
/** The sources of a folder "host" are of the room above: they stand for those of their names where Node.js runs the program. */
const roomOf = (source) => dirname(source).replace(/\/host$/, '')
const rooms = new Set([...sources.keys()].map(roomOf).sort())
const headersOf = (text) => matches(text, /^#include [<"]([^>"]+)[>"]/gm)
const topOf = (room) => room.split('/')[0]

/** Room → the rooms that its CMakeLists.txt names. */
const declared = new Map([...rooms].map((room) => {
  const [list = ''] = matches(read(`src/${room}/CMakeLists.txt`), /agent_access_room\(USES ([^)]*?)(?: PRIVATE_USES[^)]*)?\)/g)
  return [room, new Set(list.split(/\s+/).filter((word) => word !== '' && !word.includes('::')).map((word) => word.replaceAll('_', '/')))]
}))

/** Room → the rooms of the headers that it includes. */
const included = new Map([...rooms].map((room) => [room, new Set()]))
for (const [source, text] of sources) {
  const used = included.get(roomOf(source))
  for (const room of headersOf(text).map(dirname)) if (rooms.has(room) && room !== roomOf(source)) used.add(room)
}

/** The rooms that a room may include: those that it uses, and those that they use. */
function reachOf(room, arrows) {
  const reached = new Set()
  const open = [room]
  while (open.length > 0) for (const use of arrows.get(open.pop()) ?? []) if (!reached.has(use)) { reached.add(use); open.push(use) }
  return reached
}

/** Headers of libraries that few rooms may include: prefix → those rooms. */
const kWrapped = {
  'boost/asio': [], 'boost/beast': [], // used by tests/differential only
  'curl/': ['tools/client'], 'openssl/': ['crypto', 'net/tls'], 'prometheus/': ['ops'], 'toml++/': ['app/config'], 'CLI/': ['commands', 'commands/server'],
  'brotli/': ['site/publish'], 'zlib.h': ['site/publish', 'tools/visits'], 'kainjow/': ['site/templates'],
  ...Object.fromEntries(['unicase.h', 'unictype.h', 'uninorm.h', 'unistr.h', 'uniwidth.h'].map((name) => [name, ['base/unicode']])),
  'yaml.h': ['site/sources/texts'], 'emscripten.h': ['base/unicode', 'crypto', 'app/text', 'app/files', 'tools/client'],
}
const mayInclude = (room, header) => Object.entries(kWrapped).every(([prefix, wrapping]) => !header.startsWith(prefix) || wrapping.includes(room))

/** The map: a tree of the folders, those first that use most; each room with its purpose and its dependencies, without those that follow from others. */
function mapOf(arrows) {
  const levelOf = (room) => Math.max(0, ...[...arrows.get(room)].map((use) => levelOf(use) + 1))
  const highest = (folder) => Math.max(...[...rooms].filter((room) => topOf(room) === folder).map(levelOf))
  const levels = new Map([...rooms].map(topOf).map((folder) => [folder, highest(folder)]))
  const purposeOf = (room) => /^# (.*)\.\n/.exec(read(`src/${room}/CMakeLists.txt`))?.[1] ?? assert.fail(`${room} does not state its purpose`)
  const lineOf = (path, text = '') => `${'  '.repeat(path.split('/').length - 1)}${basename(path)}`.padEnd(text === '' ? 0 : 15) + (text === '' ? '\n' : ` ${text}\n`)
  let map = ''
  let last
  for (const room of [...rooms].sort((one, other) => levels.get(topOf(other)) - levels.get(topOf(one)))) {
    if (topOf(room) !== last && !rooms.has(topOf(room))) map += lineOf(topOf(room))
    last = topOf(room)
    const uses = arrows.get(room)
    const implied = new Set([...uses].flatMap((use) => [...reachOf(use, arrows)]))
    const direct = [...uses].filter((use) => !implied.has(use)).sort()
    map += lineOf(room, purposeOf(room) + (direct.length > 0 ? ` → ${direct.join(', ')}` : ''))
  }
  return map
}

test('rooms include only what their CMakeLists.txt uses, which are rooms, without a cycle', () => {
  assert.ok(rooms.size > 25)
  for (const [room, uses] of included) {
    const allowed = reachOf(room, declared)
    for (const use of uses) assert.ok(allowed.has(use), `${room} includes a header of ${use}, which it does not use`)
  }
  for (const [room, uses] of declared) {
    for (const use of uses) assert.ok(rooms.has(use), `${room} uses ${use}`)
    assert.ok(!reachOf(room, declared).has(room), `${room} uses itself`)
  }
  for (const arrows of [declared, included]) assert.ok([...arrows.values()].reduce((sum, uses) => sum + uses.size, 0) > 60)
  assert.ok(reachOf('a', new Map(Object.entries({ a: ['b'], b: ['c'], c: ['a'] }))).has('a'))
})

test('rooms that are compiled to WebAssembly use no others', () => {
  const [list] = matches(read('cmake/portable.cmake'), /set\(AGENT_ACCESS_PORTABLE_ROOMS([^)]*)\)/g)
  const portable = new Set(list.trim().split(/\s+/))
  for (const room of portable) {
    assert.ok(rooms.has(room), `${room} is a room`)
    for (const use of reachOf(room, declared)) assert.ok(portable.has(use), `${room} uses ${use}, which is not portable`)
  }
  assert.ok(portable.size > 25 && !portable.has('net') && reachOf('commands/server', declared).has('net'))
})

test('rooms include a library only if they wrap it', () => {
  for (const [source, text] of sources) for (const header of headersOf(text)) assert.ok(mayInclude(roomOf(source), header), `${source} includes ${header}`)
  assert.ok([...sources.values()].flatMap(headersOf).length > 1000)
  assert.ok(!mayInclude('service', 'toml++/toml.hpp'))
})

test('rooms have few and short files', () => {
  for (const [source, text] of sources) assert.ok(text.split('\n').length <= 401, `${source} has more than 400 lines`)
  const conceptsOf = (room) => new Set([...sources.keys()].filter((source) => roomOf(source) === room).map((source) => basename(source, extname(source))))
  for (const room of rooms) assert.ok(conceptsOf(room).size <= 20, `${room} has more than 20 headers and sources of different names`)
})

const names = new Set(['src', 'tests/unit', 'tests/net', 'tests/fuzz', 'tests/differential'].flatMap(filesBelow).map((path) => basename(path)))
const tops = new Set([...rooms].map(topOf))
const kMade = ['base/protocol.hpp'] // by CMake
const exists = (name) => kMade.includes(name) || ['', '.hpp', '.cpp'].some((extension) => existsSync(join(root, 'src', name + extension))) || existsSync(join(root, name))

/** What a text names: paths that begin with a folder of src, and names of sources. */
const namedSources = (text) => [
  ...matches(text, /(?<![\w/.*])([a-z0-9_]+\.[ch]pp)\b/g),
  ...matches(text, /(?<![\w/."*-])([a-z0-9_]+(?:\/[a-z][a-z0-9_]*)+(?:\.[a-z]+)?)(?![\w/-])/g)
    .filter((path) => tops.has(topOf(path)) && !['tools/list', 'tools/call'].includes(path)), // methods of MCP
]
function assertExist(text, where) {
  for (const name of namedSources(text)) assert.ok(name.includes('/') ? exists(name) : names.has(name), `${where} names ${name}`)
}

test('comments, pages and decisions name only sources that exist', () => {
  for (const [source, text] of sources) assertExist(matches(text, /(?<![:"])(\/\/.*)/g).join('\n'), source)
  const records = readdirSync(join(root, 'docs/decisions')).filter((name) => extname(name) === '.md')
  assert.ok(records.length > 30)
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...records.map((name) => `docs/decisions/${name}`)]) {
    assertExist(matches(read(page), /`([^`\n]+)`/g).join('\n'), page)
  }
  assert.deepEqual(namedSources('see net/session.hpp, tools/list, src/site/*_page.cpp and (line.cpp)'), ['line.cpp', 'net/session.hpp'])
})

test('the picture has the folders of src', () => {
  const drawn = matches(read('docs/rooms.svg'), /<text class="room"[^>]*>([a-z]+)<\/text>/g)
  assert.deepEqual(drawn.toSorted(), filled([...tops]).toSorted())
  assert.ok(tops.size <= 14)
})

test('the map in ARCHITECTURE.md is that of the sources', () => {
  const [before, map, after] = read('ARCHITECTURE.md').split(/(?<=<!-- map: .* -->\n```\n)([^]*?)(?=```\n<!-- end of map -->)/)
  if (process.env.AGENT_ACCESS_WRITE_MAP) writeFileSync(join(root, 'ARCHITECTURE.md'), before + mapOf(included) + after)
  else assert.equal(map, mapOf(included), 'AGENT_ACCESS_WRITE_MAP=1 scripts/suite docs/rooms.test.mjs writes it')
})
