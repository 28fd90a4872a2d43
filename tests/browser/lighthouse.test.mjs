// Lighthouse's audits for agents, with the browser's own WebMCP. Lighthouse is large, so it is not installed with the other tools:
// AGENT_ACCESS_LIGHTHOUSE names a folder with node_modules/lighthouse (npm install lighthouse@13.5.0).
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { freePort, startDev } from '../support/server.mjs'
import { kChromium } from './support.mjs'

const folder = process.env.AGENT_ACCESS_LIGHTHOUSE
const entry = folder && join(resolve(folder), 'node_modules/lighthouse/core/index.js')
const skip = entry === undefined
  ? 'skipped: AGENT_ACCESS_LIGHTHOUSE names no folder with lighthouse'
  : existsSync(entry) ? false : `skipped: ${entry} does not exist`

/** { id: audit } of the category agentic-browsing. */
async function auditsOf(url) {
  const { default: lighthouse } = await import(pathToFileURL(entry).href)
  const { default: config } = await import(pathToFileURL(join(entry, '../config/agentic-browsing-config.js')).href)
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: kChromium, args: ['--no-sandbox', '--enable-features=WebMCP', `--remote-debugging-port=${port}`] })
  try {
    const { lhr } = await lighthouse(url, { port, onlyCategories: ['agentic-browsing'], logLevel: 'silent' }, config)
    return Object.fromEntries(lhr.categories['agentic-browsing'].auditRefs.map(({ id }) => [id, lhr.audits[id]]))
  } finally {
    await browser.close()
  }
}

test('Lighthouse finds the ARD manifest without an issue, llms.txt, the tools and an accessible page', { skip }, async () => {
  await using server = await startDev()
  for (const path of ['/', '/agent-access']) {
    const audits = await auditsOf(`${server.baseUrl}${path}`)
    const summary = Object.values(audits).map(({ id, score, scoreDisplayMode, explanation, errorMessage }) =>
      ({ id, score, scoreDisplayMode, explanation, errorMessage }))
    assert.deepEqual(summary.filter(({ score, scoreDisplayMode }) => score !== 1 && !['informative', 'notApplicable'].includes(scoreDisplayMode)), [], path)
    assert.equal(audits['ard-schema'].scoreDisplayMode, 'binary', `${path}: the manifest was not found`)
    assert.equal(audits['ard-schema'].details, undefined, JSON.stringify(audits['ard-schema'].details))
    assert.equal(audits['llms-txt'].score, 1)
  }
})
