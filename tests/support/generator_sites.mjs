// A small site for each generator of docs/site-generators.md, as its owner has it: its files, where its sources are published as they are, and its programs.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.mjs'
import { linkPackages, missingPackages } from './npm_packages.mjs'
import { run, writeFiles } from './server.mjs'

const tests = fileURLToPath(new URL('..', import.meta.url))
const kBuildMs = 120_000

const kTitle = 'Robin Example'
const kHome = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>${kTitle}</title>\n</head>\n<body>\n<h1>Boats</h1>\n</body>\n</html>\n`
const kAbout = '# About\n\nBuilds hydrophones.\n'
const kRobots = 'User-agent: *\nDisallow: /private/\n'
const front = (text, ...lines) => `---\n${lines.map((line) => `${line}\n`).join('')}---\n${text}`

/**
 * `files`: of the site. `verbatim`: the folder of its sources that is published as it is, or "." if a generator looks at all. `program`: of Debian; or `packages`,
 * the folder of tests in which the packages of npm are.
 */
export const kSites = {
  Jekyll: {
    program: '/usr/bin/jekyll',
    verbatim: '.',
    files: { '_config.yml': `title: ${kTitle}\n`, 'index.html': front(kHome), 'about.md': front(kAbout, 'layout: null'), 'robots.txt': kRobots, '_posts/2026-01-02-tides.md': front('Tides.\n', 'layout: null') },
  },
  Hugo: {
    program: '/usr/bin/hugo',
    verbatim: 'static',
    files: {
      'config.toml': `title = "${kTitle}"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n`, 'layouts/index.html': kHome, 'layouts/_default/single.html': '{{ .Content }}\n',
      'content/about.md': front(kAbout, 'title: About'), 'static/robots.txt': kRobots,
    },
  },
  Eleventy: { packages: 'generators', verbatim: '.', files: { 'index.html': kHome, 'about.md': kAbout, 'notes/tides.md': '# Tides\n', 'README.md': '# The sources\n' } },
  Astro: {
    packages: 'frameworks',
    verbatim: 'public',
    files: { 'src/pages/index.astro': kHome, 'src/pages/about.md': kAbout, 'public/robots.txt': kRobots },
  },
  None: { program: '/bin/cp', verbatim: 'public', files: { 'public/index.html': kHome, 'public/about.html': kAbout, 'public/robots.txt': kRobots } },
}

/** Why a generator cannot be run here; false if it can. */
export const skipReason = (name) => {
  const { program, packages } = kSites[name]
  if (program) return existsSync(program) ? false : `skipped: ${name} is not installed`
  return missingPackages(packages)
}

/** A new folder with the site of a generator: { folder, shell(script) }, which runs commands there as its owner does. */
export async function makeGeneratorSite(name, program) {
  const folder = temporaryFolder(`site-${name.toLowerCase()}`)
  const { files, packages } = kSites[name]
  await writeFiles(folder, { ...files, ...(packages && { 'package.json': { private: true, type: 'module' } }) })
  if (packages) await linkPackages(packages, folder)
  const env = {
    HOME: folder, LANG: 'C.UTF-8', ASTRO_TELEMETRY_DISABLED: '1', npm_config_offline: 'true',
    PATH: [program, join(tests, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  return { folder, shell: (script) => run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env, timeout: kBuildMs }) }
}
