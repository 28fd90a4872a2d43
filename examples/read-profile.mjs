// Reads the profile of a site, and again for each line on standard input: node read-profile.mjs https://example.com
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const NAME = 'my-agent/1.0'
const ATTEMPTS = 4 // for a request that is answered 429 or 503
const LONGEST_WAIT = 60 // seconds of Retry-After
const MARGIN = 60 // seconds between the renewal of a token and its expiry

/** The response to a request, which is sent again after a 429 or 503. */
async function send(url, { headers, ...options } = {}) {
  for (let attempt = 1; ; ++attempt) {
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(url, { ...options, signal, headers: { 'User-Agent': NAME, ...headers } })
    const wait = Number.parseInt(response.headers.get('Retry-After'))
    if (![429, 503].includes(response.status) || attempt === ATTEMPTS || !(wait <= LONGEST_WAIT)) return response
    await response.body?.cancel()
    await pause(wait * 1000)
  }
}

/** The JSON of a response; throws unless it is a success. */
async function answer(response) {
  if (response.ok) return response.json()
  const wait = response.headers.get('Retry-After')
  const after = wait ? ` (Retry-After: ${wait})` : ''
  const text = (await response.text()).slice(0, 300)
  throw new Error(`${response.url} answered ${response.status}${after}: ${text}`)
}

class Agent {
  static async start(address) {
    const agent = new Agent()
    agent.site = address.replace(/\/+$/, '')
    const metadata = await answer(await send(`${agent.site}/.well-known/oauth-authorization-server`))
    if (metadata.issuer !== agent.site) {
      throw new Error(`${agent.site} has the metadata of ${metadata.issuer}: use that address`)
    }
    agent.tokenEndpoint = metadata.token_endpoint
    const { AGENT_CLIENT_ID, AGENT_CLIENT_SECRET } = process.env
    agent.client = { client_id: AGENT_CLIENT_ID, client_secret: AGENT_CLIENT_SECRET }
    if (!AGENT_CLIENT_ID || !AGENT_CLIENT_SECRET) {
      const body = JSON.stringify({ client_name: NAME })
      const registration = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
      agent.client = await answer(await send(metadata.registration_endpoint, registration))
    }
    agent.renewal = 0 // the first token is yet to come
    return agent
  }

  /** Gets a token. */
  async renew() {
    const asked = performance.now()
    const { client_id, client_secret } = this.client
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const response = await send(this.tokenEndpoint, { method: 'POST', body })
    if (response.status === 401) {
      throw new Error(`${this.site} refuses the secret of client ${client_id}: register again`)
    }
    const token = await answer(response)
    this.headers = { Authorization: `Bearer ${token.access_token}` }
    this.renewal = asked + (token.expires_in - MARGIN) * 1000
  }

  async profile() {
    if (performance.now() >= this.renewal) await this.renew()
    const read = () => send(`${this.site}/api/agent/full-profile`, { headers: this.headers })
    let response = await read()
    if (response.status === 401) {
      await response.body?.cancel()
      await this.renew()
      response = await read()
    }
    return answer(response)
  }
}

try {
  if (process.argv.length !== 3) throw new Error('usage: node read-profile.mjs https://example.com')
  const agent = await Agent.start(process.argv[2])
  console.log(JSON.stringify(await agent.profile()))
  for await (const _ of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await agent.profile()))
  }
} catch (error) {
  console.error(error.cause ? `${error.message}: ${error.cause.message}` : error.message)
  process.exit(1)
}
