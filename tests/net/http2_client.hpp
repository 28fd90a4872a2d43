/// \file
/// HTTP/2 frames as a test writes them, over a TLS connection on which ALPN has selected HTTP/2.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "net/certificates.hpp"
#include "net/running.hpp"
#include "net/tls_client.hpp"
#include "support/h2_frames.hpp"

namespace agent_access::test {

inline net::ServerOptions with_http2(net::ServerOptions options = {}) {
  options.tls = context_with({make_certificate()}, {.has_http2 = true});
  return options;
}

/// Null without HTTP/2. The caller sends the preface.
[[nodiscard]] inline std::unique_ptr<TlsClient> connect_http2(const Running& running,
                                                              std::string_view source = "127.0.0.1") {
  auto client =
      std::make_unique<TlsClient>(running.port(), TlsWish{.protocols = "\x02h2", .source = std::string(source)});
  return client->handshake() && client->protocol() == "h2" ? std::move(client) : nullptr;
}

[[nodiscard]] inline std::string http2_greeting() {
  return h2test::preface() + h2test::settings() + h2test::settings_ack();
}
[[nodiscard]] inline std::string http2_goaway() {
  return h2test::frame(h2test::kGoaway, h2test::kNone, 0, std::string(8, '\0'));
}

}  // namespace agent_access::test
