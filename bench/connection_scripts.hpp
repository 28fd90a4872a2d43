/// \file
/// New TLS connections over a pair of sockets: the server's part of handshake, one request, one response and the end.
/// The client is OpenSSL in the same thread. NOT in it: the event loop and the session.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "net/tls/tls_context.hpp"

namespace agent_access::bench {

class Connections {
 public:
  /// Throws std::runtime_error when TLS cannot be set up.
  Connections();
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  enum class Opens { full, resumed };
  /// `count` connections, after one that is not counted. `toggle` is called before and after each step of the server.
  /// Throws std::runtime_error when a step fails or when the session is resumed although it should not be, or the other
  /// way round.
  void open(Opens opens, std::size_t count, const std::function<void()>& toggle);

 private:
  struct Client;
  void open_one(Opens opens, const std::function<void()>& toggle);

  std::shared_ptr<const net::TlsContext> server_;
  std::unique_ptr<Client> client_;
};

}  // namespace agent_access::bench
