// Requests of every kind, hostile ones among them, for tests of what the process does while it handles them.
import assert from 'node:assert/strict'
import { exchange, request } from './raw.mjs'
import { form, kForm, kProfilePath, post, readProfile, register, token } from './steps.mjs'

export const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = { alg: 'ES256', typ: 'at+jwt', kid: 'x' }
export const kHostile = [
  { ...header, jku: 'http://127.0.0.1:9/jwks.json' }, { ...header, x5u: 'http://127.0.0.1:9/cert.pem' },
  { ...header, kid: '../../../../../../etc/passwd' }, { ...header, kid: '|sleep 10' }, { ...header, kid: "' OR '1'='1" },
]
const kPaths = ['/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '/\\..\\secret', '//etc/passwd', '/%00',
  '/%c0%ae%c0%ae/secret', '/.git/config', '/.env', '/secret', '/profile.json', '/agent-access.toml', '/debug', '/server-status']

/** Sends every kind of request once; hostile ones must be refused. */
export async function everyRequest(server) {
  const { baseUrl, port } = server
  const client = await register(baseUrl, { client_name: 'Example Agent' })
  const jwt = await token(baseUrl, client)
  assert.equal((await readProfile(baseUrl, jwt)).status, 200)
  await post(`${baseUrl}/oauth/token`, form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: 'x' }), kForm)
  for (const head of kHostile) {
    const forged = `${part(head)}.${jwt.split('.')[1]}.${jwt.split('.')[2]}`
    assert.equal((await readProfile(baseUrl, forged)).status, 401)
  }
  for (const target of [...kPaths, '/llms.txt', '/.well-known/jwks.json', '/', kProfilePath]) {
    const { answers } = await exchange(request('GET', target, { port }), { port })
    const wanted = kPaths.includes(target) ? [400, 404] : [200, 401]
    assert.ok(wanted.includes(answers[0].status), `${target}: ${answers[0].status}`)
    assert.doesNotMatch(answers[0].body.toString(), /root:|base_urls/)
  }
}
