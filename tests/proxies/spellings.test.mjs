// No spelling of a path reaches what is behind a gate without a token, however the owner's server reads it: as printed, and with one server behind gates
// and the rest of the site.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behindGates, kMark, withOneServer } from '../support/gated_site.mjs'
import { kReadScope, tokenWith } from '../support/gates.mjs'
import { sendMany } from '../support/many_requests.mjs'
import { kReadings, readersOf } from '../support/path_readings.mjs'
import { kSpellings } from '../support/path_spellings.mjs'
import { siteOf } from '../support/printed_sites.mjs'

const kPrefixes = ['/data', '/api/v1']
const kKinds = Object.keys(kReadings)
// Of the rest of the site: they have what a rule could take for more than it is.
const kHonest = [
  '/', '/pub/p.txt', '/pub/a%20b.txt', '/pub/x;v=1', '/%C3%BCber', '/metadata/x;v=1', '/pub/100%25.txt', '/database', '/database/', '/pub/group%2Fproject', '/pub/%7Erobin', '/hakk%C4%B1nda', '/pub/?next=//data/../x%2fy;z', '/pub/%E2%82%AC(1)',
  '/%EF%BC%88data%EF%BC%89', '/pub/a+b,c=d&e', '/x/data.json;v=1', '/kiosk/K',
]

/** Says which kinds of servers would answer with what is gated. */
function textOf({ url }) {
  const readers = kPrefixes.flatMap((prefix) => readersOf(url, prefix))
  return readers.length === 0 ? 'public' : `${kMark} ${readers.join(', ')}`
}

const kLayouts = { 'as printed': () => (text) => text, 'one server behind all': (name) => withOneServer[name] }

for (const name of ['nginx', 'caddy', 'haproxy']) {
  const { title, skip } = siteOf(name)

  test(`${title}: no spelling of a path gets what is gated without a token, from any kind of server`, { skip, timeout: 300_000 }, async (context) => {
    const opened = []
    for (const [layout, changeOf] of Object.entries(kLayouts)) {
      await behindGates(name, { settings: { content: { pages: false } }, change: changeOf(name), textOf }, async ({ port, baseUrl }) => {
        const statuses = {}
        await sendMany(port, kSpellings, (target, { status, text }) => {
          statuses[status] = (statuses[status] ?? 0) + 1
          if (text.includes(kMark)) opened.push(`${layout}: ${target}: ${text.slice(text.indexOf(kMark))}`)
        })
        context.diagnostic(`${title}, ${layout}: ${Object.entries(statuses).map(([status, count]) => `${count} × ${status}`).join(', ')}`)
        const { token } = await tokenWith(baseUrl, kReadScope)
        const passed = []
        await sendMany(port, ['/data/x.csv', '/data/x.csv?a=//b'], (_, { text }) => passed.push(text.includes(kMark)), `Authorization: Bearer ${token}\r\n`)
        assert.deepEqual(passed, [true, true], `${layout}: a token opens the path`)
        if (layout === 'as printed') return
        const refused = []
        await sendMany(port, kHonest, (target, { status }) => { if (status !== 200) refused.push(`${target}: ${status}`) })
        assert.deepEqual(refused, [], 'paths of the rest of the site')
      })
    }
    context.diagnostic(`${title}: ${kSpellings.length} spellings x ${kKinds.length} servers x ${Object.keys(kLayouts).length} layouts, ${opened.length} gated responses`)
    assert.deepEqual(opened, [])
  })
}
