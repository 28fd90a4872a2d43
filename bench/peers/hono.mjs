// The peer that most people would write: Hono and jose on Node. Usage: node hono.mjs PORT PROFILE_FILE BASE_URL.
// Registration derives the secret from the id as ours does, so that no database is needed on either side.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, jwtVerify } from 'jose'

const [port, profileFile, base] = process.argv.slice(2)
const profile = readFileSync(profileFile, 'utf8')
const audience = [base, `${base}/api/agent/full-profile`]
const master = randomBytes(32)
const { privateKey, publicKey } = await generateKeyPair('ES256')
const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
const secretOf = (id) => createHmac('sha256', master).update(id).digest('base64url')
const app = new Hono()

app.post('/oauth/register', (c) => {
  const id = randomUUID()
  c.header('Cache-Control', 'no-store')
  return c.json({
    client_id: id, client_secret: secretOf(id), client_id_issued_at: Math.floor(Date.now() / 1000), client_secret_expires_at: 0,
    redirect_uris: [], grant_types: ['client_credentials'], response_types: [], token_endpoint_auth_method: 'client_secret_post',
  }, 201)
})

app.post('/oauth/token', async (c) => {
  const form = new URLSearchParams(await c.req.text())
  const id = form.get('client_id') ?? ''
  const given = Buffer.from(form.get('client_secret') ?? '')
  const expected = Buffer.from(secretOf(id))
  if (form.get('grant_type') !== 'client_credentials') return c.json({ error: 'unsupported_grant_type' }, 400)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return c.json({ error: 'invalid_client' }, 401)
  const token = await new SignJWT({ client_id: id, scope: 'read:extended' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid }).setIssuer(base).setSubject(id).setAudience(audience)
    .setIssuedAt().setExpirationTime('15m').setJti(randomUUID()).sign(privateKey)
  c.header('Cache-Control', 'no-store')
  return c.json({ access_token: token, token_type: 'Bearer', expires_in: 900, scope: 'read:extended' })
})

app.get('/api/agent/full-profile', async (c) => {
  const [scheme, token] = (c.req.header('Authorization') ?? '').split(' ')
  try {
    if (scheme !== 'Bearer') throw new Error('no token')
    await jwtVerify(token, publicKey, { issuer: base, audience, algorithms: ['ES256'], typ: 'at+jwt' })
  } catch {
    return c.json({ error: 'invalid_token' }, 401)
  }
  c.header('Cache-Control', 'no-store')
  return c.body(profile, 200, { 'Content-Type': 'application/json' })
})

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
