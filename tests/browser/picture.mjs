// The page /agent-access of the demo after all three steps, light and dark: the pictures of the README. `scripts/generate pictures` runs it.
import { fileURLToPath } from 'node:url'
import { startDev } from '../support/server.mjs'
import { startBrowser } from './support.mjs'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const kView = { viewport: { width: 960, height: 900 }, deviceScaleFactor: 1.5, reducedMotion: 'reduce' }

const server = await startDev()
const browser = await startBrowser()
try {
  for (const [colorScheme, name] of [['light', 'agent-access.png'], ['dark', 'agent-access-dark.png']]) {
    const page = await browser.newPage({ ...kView, colorScheme })
    await page.goto(`${server.baseUrl}/agent-access`)
    await page.getByRole('button', { name: 'Run all three steps' }).click()
    await page.locator('#flow-answer').filter({ hasText: 'issued_to' }).waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: docs + name })
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
