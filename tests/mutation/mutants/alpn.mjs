// Who gets HTTP/2 by ALPN.
import { of } from '../of.mjs'

export default [
  ...of('src/net/session_opening.cpp', ['net_session'], [
    ['a trusted proxy gets HTTP/2', 'if (!resources_.is_trusted(peer_)) channel_.offer_http2();', 'channel_.offer_http2();'],
    ['nobody gets HTTP/2', 'if (!resources_.is_trusted(peer_)) channel_.offer_http2();', '']
  ]),
  ...of('src/net/tls/tls_context.cpp', ['net_session'], [
    ['every connection gets HTTP/2', 'static_cast<const State*>(state)->has_http2 && SSL_get_ex_data(connection, 0) != nullptr', 'true'],
    ['HTTP/2 cannot be switched off', 'static_cast<const State*>(state)->has_http2 && ', ''],
    ['a resumed session of TLS 1.3 gets no new ticket', 'SSL_version(connection) < TLS1_3_VERSION', 'SSL_version(connection) <= TLS1_3_VERSION'],
    ['without a common protocol there is HTTP/1.1', 'return SSL_TLSEXT_ERR_ALERT_FATAL;', 'return SSL_TLSEXT_ERR_NOACK;']
  ])
]
