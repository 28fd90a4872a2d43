// Lighthouse's audits for agents, with the browser's own WebMCP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import lighthouse from 'lighthouse'
import config from 'lighthouse/core/config/agentic-browsing-config.js'
import { chromium } from 'playwright-core'
import { freePort, startDev } from '../support/server.mjs'
import { kChromium } from './support.mjs'

/** { id: audit } of the category agentic-browsing. */
async function auditsOf(url) {
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: kChromium, args: ['--no-sandbox', '--enable-features=WebMCP', `--remote-debugging-port=${port}`] })
  try {
    const { lhr } = await lighthouse(url, { port, onlyCategories: ['agentic-browsing'], logLevel: 'silent' }, config)
    return Object.fromEntries(lhr.categories['agentic-browsing'].auditRefs.map(({ id }) => [id, lhr.audits[id]]))
  } finally {
    await browser.close()
  }
}

test('Lighthouse finds the ARD manifest without an issue, llms.txt, the tools and an accessible page', async () => {
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
