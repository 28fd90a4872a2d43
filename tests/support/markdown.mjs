// What the tests of the documents read from Markdown: shell blocks, links and headings; and links that lead nowhere.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const kFence = /^```(\w*)\n([\s\S]*?)^```$/gm

/** The code blocks of a text in their order: { language, heading, number, text }. `number` counts those in a language below the same heading, from 1. */
export function codeBlocks(text) {
  const blocks = []
  for (const match of text.matchAll(kFence)) {
    const [, language, content] = match
    const heading = headings(text.slice(0, match.index)).at(-1) ?? ''
    const number = 1 + blocks.filter((block) => block.language === language && block.heading === heading).length
    blocks.push({ language, heading, number, text: content })
  }
  return blocks
}

/** The shell blocks of a text: { heading, number, script }. */
export const shellBlocks = (text) =>
  codeBlocks(text).filter(({ language }) => language === 'sh').map(({ heading, number, text: script }) => ({ heading, number, script }))

/** A text without its code blocks. */
export const withoutBlocks = (text) => text.replaceAll(kFence, '')

/** The headings of a text, without those in blocks. */
export const headings = (text) => [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading.trim())

/** The anchors that a forge gives to the headings of a text: lower case, words joined by hyphens, a number after the second of the same name. */
function anchors(text) {
  const seen = new Map()
  return headings(text).map((heading) => {
    const slug = heading.toLowerCase().replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '').replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  })
}

/** Where the links and pictures of a text lead, without those to other sites and those in blocks and code. */
function localLinks(text) {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, 'code')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, target]) => target)
  return targets.filter((target) => !/^(?:https?|mailto|data):/.test(target))
}

/** Why the link in a document of this folder leads nowhere; undefined if it is right. `text` is that of the document. */
export function complaint(folder, path, text, target) {
  const [name, anchor] = target.split('#')
  const file = name === '' ? path : join(dirname(path), name)
  if (!existsSync(join(folder, file))) return `${path}: ${target}: there is no ${file}`
  if (anchor === undefined) return undefined
  if (statSync(join(folder, file)).isDirectory()) return `${path}: ${target}: a folder has no headings`
  return anchors(file === path ? text : readFileSync(join(folder, file), 'utf8')).includes(anchor) ? undefined : `${path}: ${target}: ${file} has no such heading`
}

/** The complaints about all links of the documents of a folder, and how many links that are. */
export function checkLinks(folder, documents = globSync('**/*.{md,html,svg}', { cwd: folder })) {
  const complaints = documents.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8')
    return localLinks(text).map((target) => complaint(folder, path, text, target))
  })
  return { complaints: complaints.filter(Boolean), links: complaints.length }
}
