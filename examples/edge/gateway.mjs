import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

const issuer = 'https://example.com'
const scope = 'read:extended'
const api = 'http://127.0.0.1:8081'
const metadata = `${issuer}/.well-known/oauth-protected-resource`
const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { cacheMaxAge: 300_000 })
const rules = { typ: 'at+jwt', algorithms: ['ES256'], issuer, audience: issuer, requiredClaims: ['exp', 'client_id', 'scope'] }

function refuse(context, status, error, description, more = '') {
  const challenge = `Bearer error="${error}", error_description="${description}", ${more}resource_metadata="${metadata}"`
  return context.json({ error, error_description: description }, status, { 'WWW-Authenticate': challenge, 'Cache-Control': 'no-store' })
}

/** Refuses a request without a right token. Hono joins repeated fields with a comma, which no token contains. */
async function protect(context, next) {
  const [, token] = /^Bearer +([\w.-]+)$/i.exec(context.req.header('Authorization') ?? '') ?? []
  try {
    const { payload } = await jwtVerify(token ?? '', keys, rules)
    if (!payload.scope.split(' ').includes(scope)) {
      return refuse(context, 403, 'insufficient_scope', `The scope ${scope} is missing`, `scope="${scope}", `)
    }
    context.set('client', payload.client_id)
  } catch (error) {
    const isToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC'
    return isToken ? refuse(context, 401, 'invalid_token', 'The access token is missing or invalid') : context.text('', 503)
  }
  return next()
}

const app = new Hono()
app.all('/reports/*', protect, (context) => {
  const { pathname, search } = new URL(context.req.url)
  const headers = { ...context.req.header(), authorization: undefined, 'x-client-id': context.get('client') }
  return proxy(`${api}${pathname}${search}`, { raw: context.req.raw, headers })
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 8082 })
