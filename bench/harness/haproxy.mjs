// HAProxy as a peer: verifies the ES256 signature, issuer and expiry of each request's token, and responds from memory or passes the
// request on.
import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Writes the key that signed `token`, and a configuration whose frontend ends with `last`. */
function configure(site, name, port, { jwks, token, issuer }, last, more = '') {
  const { kid } = JSON.parse(Buffer.from(token.split('.')[0], 'base64url'))
  const jwk = jwks.keys.find((key) => key.kid === kid)
  if (!jwk) throw new Error('no published key signed the token')
  const pem = site.at(`${name}.pem`)
  writeFileSync(pem, createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))
  const file = site.at(`${name}.cfg`)
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
  http-request deny deny_status 401 unless { http_auth_bearer,jwt_verify("ES256","${pem}") -m int 1 }
  ${last}
${more}`)
  return ['haproxy', '-db', '-f', file]
}

/** Responds from memory: with the profile to requests with a token, with the discovery document over TLS. */
export function configureHaproxy(site, ports, { profile, discovery }, tokens) {
  const respond = (name, body) => {
    writeFileSync(site.at(name), body)
    return `http-request return status 200 content-type application/json hdr Cache-Control no-store file ${site.at(name)}`
  }
  writeFileSync(site.at('haproxy_tls.pem'), readFileSync(site.at('tls.pem'), 'utf8') + readFileSync(site.at('tls.key'), 'utf8'))
  return configure(site, 'haproxy', ports.haproxy, tokens, respond('haproxy.json', profile), `frontend tls
  bind 127.0.0.1:${ports.haproxyTls} ssl crt ${site.at('haproxy_tls.pem')} alpn http/1.1 backlog 4096
  ${respond('haproxy_discovery.json', discovery)}
`)
}

/** Passes requests with a token on to the port `origin`, over kept connections. */
export const gateOfHaproxy = (site, port, { origin, ...tokens }) => configure(site, 'gate_haproxy', port, tokens, 'default_backend files',
  `backend files\n  http-reuse always\n  server files 127.0.0.1:${origin}\n`)
