// Prints what is at a URL: node read-url.mjs https://example.com/data/x.csv
const url = process.argv[2]

/** The JSON of a response; throws unless it is a success. */
async function answer(response) {
  if (response.ok) return response.json()
  throw new Error(`${response.url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
}

/** A token for a resource, from the challenge of its 401. */
async function tokenFor(challenge) {
  const parameter = (name) => challenge.match(new RegExp(`[ ,]${name}="([^"]*)"`))?.[1]
  const resource = await answer(await fetch(parameter('resource_metadata')))
  if (![url, new URL(url).origin].includes(resource.resource)) throw new Error(`the metadata are those of ${resource.resource}`)
  const [issuer] = resource.authorization_servers
  const server = await answer(await fetch(`${issuer}/.well-known/oauth-authorization-server`))
  if (server.issuer !== issuer) throw new Error(`${issuer} has the metadata of ${server.issuer}`)
  const { client_id, client_secret } = await answer(await fetch(server.registration_endpoint, { method: 'POST' }))
  const scope = parameter('scope') ?? resource.scopes_supported[0]
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope })
  return (await answer(await fetch(server.token_endpoint, { method: 'POST', body }))).access_token
}

let response = await fetch(url)
if (response.status === 401) {
  const token = await tokenFor(response.headers.get('WWW-Authenticate') ?? '')
  response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
}
if (!response.ok) await answer(response)
process.stdout.write(Buffer.from(await response.arrayBuffer()))
