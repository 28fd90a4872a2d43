// node-oidc-provider with its in-memory adapter: client_credentials, ES256 JWT access tokens. Usage: node oidc_provider.mjs
// PORT BASE_URL CLIENT_ID CLIENT_SECRET.
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

const [port, base, clientId, clientSecret] = process.argv.slice(2)
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const resource = `${base}/api/agent/full-profile`

const provider = new Provider(base, {
  clients: [{
    client_id: clientId, client_secret: clientSecret, grant_types: ['client_credentials'], redirect_uris: [], response_types: [],
    token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256',
  }],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' }] },
  scopes: ['read:extended'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: () => ({
        scope: 'read:extended', audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: 900, jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
})
provider.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
