// HTTP requests to set up a run: raw bytes for the load, and a small client for this program without and with TLS.
import http from 'node:http'
import https from 'node:https'

export const kForm = 'application/x-www-form-urlencoded'

/** The bytes of an HTTP/1.1 request as the load sends them. */
export function rawRequest({ method = 'GET', path, headers = {}, body }, port) {
  const fields = { Host: `127.0.0.1:${port}`, ...headers }
  if (body !== undefined) fields['Content-Length'] ??= Buffer.byteLength(body)
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`
}

/** { status, headers, body }. */
export function ask(url, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http
    const request = client.request(url, { method, headers, rejectUnauthorized: false, agent: false, timeout: 20_000 }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }))
      answer.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer from ${url} within 20 seconds`)))
    request.on('error', reject)
    request.end(body)
  })
}

/** The JSON of a response that must be 2xx. */
export async function askJson(url, options) {
  const { status, body } = await ask(url, options)
  if (status >= 300) throw new Error(`${url} answered ${status}: ${body.toString().slice(0, 200)}`)
  return JSON.parse(body)
}
