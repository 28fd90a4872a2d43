// What an owner would write to answer nginx' auth_request: Node's own HTTP server and jose. Usage: node gate_auth.mjs PORT FILE, where
// FILE holds { issuer, audience, jwks }. It verifies every token and answers 200 or 401 without a body.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createLocalJWKSet, jwtVerify } from 'jose'

const [port, file] = process.argv.slice(2)
const { issuer, audience, jwks } = JSON.parse(readFileSync(file, 'utf8'))
const keys = createLocalJWKSet(jwks)

const server = createServer(async (request, response) => {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  try {
    if (scheme !== 'Bearer') throw new Error('no token')
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: ['ES256'], typ: 'at+jwt' })
    if (!payload.scope.split(' ').includes('read:extended')) throw new Error('another scope')
    response.writeHead(200, { 'X-Agent-Client-Id': payload.client_id, 'X-Agent-Scope': payload.scope, 'X-Agent-Token-Id': payload.jti })
  } catch {
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="agent-access"' })
  }
  response.end()
})
server.keepAliveTimeout = 300_000
server.maxRequestsPerSocket = 0
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
