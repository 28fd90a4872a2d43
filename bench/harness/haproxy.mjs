// HAProxy as a peer: verifies the ES256 signature, issuer and expiry of each request's token and responds from memory.
import { createPublicKey } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/** Writes key, body and configuration. HAProxy is given the key that signed `token`. */
export function configureHaproxy(site, port, { jwks, token, profile, issuer }) {
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0], 'base64url'))
  const jwk = jwks.keys.find((key) => key.kid === kid)
  if (!jwk) throw new Error('no published key signed the token')
  writeFileSync(site.at('haproxy.pem'), createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))
  writeFileSync(site.at('haproxy.json'), profile)
  const file = site.at('haproxy.cfg')
  writeFileSync(file, `global
  nbthread 1
  maxconn 4000
defaults
  mode http
  timeout client 60s
  timeout server 60s
  timeout connect 5s
  timeout http-keep-alive 60s
frontend gated
  bind 127.0.0.1:${port} backlog 4096
  http-request set-var(txn.expiry) http_auth_bearer,jwt_payload_query('$.exp','int')
  http-request set-var(txn.now) date()
  http-request deny deny_status 401 unless { http_auth_bearer,jwt_header_query('$.alg') -m str ES256 }
  http-request deny deny_status 401 unless { http_auth_bearer,jwt_payload_query('$.iss') -m str ${issuer} }
  http-request deny deny_status 401 if { var(txn.expiry),sub(txn.now) -m int le 0 }
  http-request deny deny_status 401 unless { http_auth_bearer,jwt_verify("ES256","${site.at('haproxy.pem')}") -m int 1 }
  http-request return status 200 content-type application/json hdr Cache-Control no-store file ${site.at('haproxy.json')}
`)
  return ['haproxy', '-db', '-f', file]
}
