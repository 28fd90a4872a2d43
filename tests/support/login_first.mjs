// A chat that begins a login as soon as the origin of an MCP endpoint has OAuth metadata, although nothing that it asks for needs a token, as is
// reported of several. And the settings of a second name for such chats (docs/mcp.md).
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Of a site with the same content as the first one, but without tokens. */
export const kSecondName = { access: { enabled: false }, content: { pages: false }, mcp: { enabled: true } }

const kLoginNames = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']

/** The metadata that the chat finds, or undefined. */
async function findMetadata(endpoint) {
  for (const path of kLoginNames.flatMap((name) => [`/.well-known/${name}${endpoint.pathname}`, `/.well-known/${name}`])) {
    const response = await fetch(new URL(path, endpoint))
    const text = await response.text()
    if (response.status === 200) return JSON.parse(text)
  }
}

/** Asks for a code, which only a page where a person logs in could give. */
async function logIn(metadata) {
  const [issuer = metadata.issuer] = metadata.authorization_servers ?? []
  const { authorization_endpoint: page } = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()
  const query = new URLSearchParams({ response_type: 'code', client_id: 'chat', redirect_uri: 'https://chat.example/callback', code_challenge: 'x', code_challenge_method: 'S256' })
  const { status } = await fetch(`${page}?${query}`, { redirect: 'manual' })
  throw new Error(`no login: ${page} is ${status}`)
}

/** A connected client. Throws where the chat gives up. */
export async function connectChat(endpoint) {
  const metadata = await findMetadata(endpoint)
  if (metadata) await logIn(metadata)
  const client = new Client({ name: 'Example chat', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(endpoint))
  return client
}
