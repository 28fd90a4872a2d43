/// \file
/// A TLS session of a Redis client (TLS 1.2 or later, RFC 8446), apart from the socket: bytes go in and come out. The
/// server's certificate must be valid for the host name or address (RFC 9525) and signed by a trusted authority.
///
/// Not thread safe. NOT done here: input and output, deadlines, client certificates.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

class RedisTls {
 public:
  using Done = base::Result<void, RedisFault>;

  /// `ca_file` is PEM; empty: the authorities that the system trusts. Faults: ca_unreadable, tls_failed.
  [[nodiscard]] static base::Result<RedisTls, RedisFault> create(const std::string& host, const std::string& ca_file);
  RedisTls(RedisTls&&) noexcept;
  RedisTls& operator=(RedisTls&&) noexcept;
  ~RedisTls();

  /// Bytes from the server, empty at the start. Continues the handshake and appends what it decrypts to `plain`.
  [[nodiscard]] Done receive(std::string_view bytes, std::string& plain);
  /// Encrypts `plain`; only after the handshake.
  [[nodiscard]] Done send(std::string_view plain);
  [[nodiscard]] bool is_established() const noexcept;
  /// What must be sent to the server; the caller removes what it has sent.
  [[nodiscard]] std::string& outgoing() noexcept;
  [[nodiscard]] const std::string& outgoing() const noexcept;

 private:
  struct State;
  explicit RedisTls(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
