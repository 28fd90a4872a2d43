// The pictures of the README: the home page of the demo, and beside it an agent that answers a question from the extended profile, light and dark. The
// requests are made, and the answer is made of what they return. `scripts/generate pictures` runs it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startDev } from '../support/server.mjs'
import { startBrowser } from './support.mjs'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const kPage = { width: 840, height: 640 }
const kWidth = 1280
const kScale = 1.25
const kQuality = 0.75

/** What an agent does: { requests: [{ line, status }], profile }. */
async function readProfile(baseUrl) {
  const requests = []
  const send = async (method, path, options) => {
    const response = await fetch(baseUrl + path, { method, ...options })
    requests.push({ line: `${method} ${path}`, status: response.status })
    return response.json()
  }
  const { client_id, client_secret } = await send('POST', '/oauth/register')
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const { access_token } = await send('POST', '/oauth/token', { body })
  const profile = await send('GET', '/api/agent/full-profile', { headers: { Authorization: `Bearer ${access_token}` } })
  return { requests, profile }
}

/** A page with the picture and the agent's answer, in the colors of the site. */
function frame({ style, picture, requests, profile: { name, availability } }) {
  const { detail } = availability.open_to.find(({ kind }) => kind === 'talk')
  return `<!doctype html><style>${style}
    body { display: grid; grid-template-columns: ${kPage.width}px 1fr; height: ${kPage.height}px; min-height: 0; overflow: hidden; font-size: 18px; line-height: 1.5 }
    body > img { width: ${kPage.width}px }
    aside { display: flex; flex-direction: column; gap: 1rem; padding: 2rem; background: var(--sunken); border-left: 1px solid var(--line) }
    aside p { margin: 0; padding: 0.8rem 1.1rem; border-radius: var(--radius); background: var(--surface); border: 1px solid var(--line) }
    aside p:first-of-type { margin-left: 2rem; background: var(--tint) }
    aside p:last-of-type { margin-right: 2rem }
    h2 { margin: 0 } pre { margin: 0.5rem 0; font-size: 15px; color: var(--muted) } b { color: var(--good); font-weight: 600 } small { color: var(--muted) }
  </style><img alt="" src="${picture}"><aside><h2>An agent is asked</h2>
  <p>Would ${name} give a talk in autumn, and how do I ask?</p>
  <pre>${requests.map(({ line, status }) => `${line} <b>${status}</b>`).join('\n')}</pre>
  <p>Yes: ${detail[0].toLowerCase()}${detail.slice(1)}. Notice: ${availability.notice_period}. Write to ${availability.preferred_contact}.</p>
  <small>From “availability” in the profile for agents, which the pages do not show.</small></aside>`
}

/** The page as WebP, which takes a third of the bytes of PNG. */
async function webpOf(page) {
  const png = (await page.screenshot()).toString('base64')
  const bytes = await page.evaluate(async ([source, quality]) => {
    const bitmap = await createImageBitmap(await (await fetch(source)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d').drawImage(bitmap, 0, 0)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())]
  }, [`data:image/png;base64,${png}`, kQuality])
  return Buffer.from(bytes)
}

const server = await startDev()
const browser = await startBrowser()
try {
  const read = await readProfile(server.baseUrl)
  const style = await (await fetch(`${server.baseUrl}/assets/site.css`)).text()
  for (const [colorScheme, name] of [['light', 'demo.webp'], ['dark', 'demo-dark.webp']]) {
    const page = await browser.newPage({ viewport: kPage, deviceScaleFactor: kScale, reducedMotion: 'reduce', colorScheme })
    await page.goto(server.baseUrl)
    const picture = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`
    await page.goto('about:blank')
    await page.setViewportSize({ width: kWidth, height: kPage.height })
    await page.setContent(frame({ style, picture, ...read }))
    writeFileSync(docs + name, await webpOf(page))
    await page.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
