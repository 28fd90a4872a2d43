// An MCP server as the documentation of @modelcontextprotocol/server tells: createMcpHandler with a factory for each request, toNodeHandler on node:http,
// and the token verified by jose in front of it. What does not depend on the request is made once.
// Usage: node mcp_sdk.mjs PORT SITE_FILE, a file with { issuer, audience, jwks, tools, resources, texts, profile }.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { OAuthError, OAuthErrorCode, McpServer, bearerAuthChallengeResponse, createMcpHandler, fromJsonSchema, verifyBearerToken } from '@modelcontextprotocol/server'
import { createLocalJWKSet, jwtVerify } from 'jose'

const [port, siteFile] = process.argv.slice(2)
const site = JSON.parse(readFileSync(siteFile, 'utf8'))
const keys = createLocalJWKSet(site.jwks)

const auth = {
  requiredScopes: ['read:extended'],
  verifier: {
    async verifyAccessToken(token) {
      try {
        const { payload } = await jwtVerify(token, keys, { issuer: site.issuer, audience: site.audience, algorithms: ['ES256'], typ: 'at+jwt' })
        return { token, clientId: payload.client_id, scopes: payload.scope.split(' '), expiresAt: payload.exp }
      } catch (error) {
        throw new OAuthError(OAuthErrorCode.InvalidToken, error.message)
      }
    },
  },
}

const resultOf = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value })
const refusal = { content: [{ type: 'text', text: 'insufficient_scope' }], isError: true }

/** The profile for a caller with a token; other tools have no part in the measurement and return nothing. */
function call(name, context) {
  if (name !== 'get_full_profile') return resultOf({})
  const caller = context.http?.authInfo
  return caller ? resultOf({ ...site.profile, _meta: { ...site.profile._meta, issued_to: caller.clientId } }) : refusal
}

const schemaOf = (schema) => schema && fromJsonSchema(schema)
const tools = site.tools.map(({ name, inputSchema, outputSchema, ...config }) => (
  { name, config: { ...config, inputSchema: schemaOf(inputSchema), outputSchema: schemaOf(outputSchema) } }))

function newServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0', websiteUrl: site.issuer })
  for (const { name, config } of tools) server.registerTool(name, config, async (_, context) => call(name, context))
  for (const { uri, name, ...metadata } of site.resources) {
    server.registerResource(name, uri, metadata, async ({ href }) => ({ contents: [{ uri: href, mimeType: metadata.mimeType, text: site.texts[uri] ?? '' }] }))
  }
  return server
}

const answer = toNodeHandler(createMcpHandler(newServer, { responseMode: 'json' }))
const isOwnHost = localhostHostValidation()
const isOwnOrigin = localhostOriginValidation()

createServer(async (request, response) => {
  if (!isOwnHost(request, response) || !isOwnOrigin(request, response)) return
  const { authorization } = request.headers
  if (authorization !== undefined) {
    try {
      request.auth = await verifyBearerToken(authorization, auth)
    } catch (error) {
      const refused = bearerAuthChallengeResponse(error, auth)
      response.writeHead(refused.status, Object.fromEntries(refused.headers)).end(await refused.text())
      return
    }
  }
  await answer(request, response)
}).listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
