/// \file
/// The keys of TLS session tickets (RFC 5077, RFC 8446 section 4.6.1), derived from one secret and the date, so that
/// every replica accepts the tickets of every other without communication.
///
/// An epoch lasts 12 h. Its keys are HKDF-SHA-256(secret, salt = "agent-access", info = "agent-access/tls-ticket/v1/"
/// and the epoch in decimal): 16 bytes of name, 32 of AES-256-CBC, 32 of HMAC-SHA-256. Thread safe. NOT provided:
/// forward secrecy once the secret is known (decision 0010).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "base/ports.hpp"
#include "base/secret.hpp"
#include "base/text.hpp"

namespace agent_access::net {

inline constexpr std::chrono::hours kTicketEpoch{12};

/// The keys of one epoch.
class TicketKey {
 public:
  explicit TicketKey(base::SecretBytes bytes) : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::span<const std::byte, 16> name() const noexcept { return bytes_.reveal().subspan<0, 16>(); }
  [[nodiscard]] std::span<const std::byte, 32> cipher() const noexcept { return bytes_.reveal().subspan<16, 32>(); }
  [[nodiscard]] std::span<const std::byte, 32> mac() const noexcept { return bytes_.reveal().subspan<48, 32>(); }

 private:
  base::SecretBytes bytes_;
};

class TicketKeys {
 public:
  /// `secret` is at least 32 bytes, used for this purpose only; `clock` is not null.
  TicketKeys(base::SecretBytes secret, std::shared_ptr<const base::Clock> clock)
      : secret_(std::move(secret)), clock_(std::move(clock)) {}

  [[nodiscard]] std::int64_t current_epoch() const noexcept;
  /// Null when OpenSSL fails. The keys of three epochs are kept: each handshake needs some, and deriving them takes
  /// locked pages of memory.
  [[nodiscard]] std::shared_ptr<const TicketKey> of(std::int64_t epoch) const;

  struct Found {
    std::shared_ptr<const TicketKey> key;  ///< not null
    bool is_current = false;               ///< otherwise the peer gets a new ticket
  };
  /// The key with that name from the current, the previous or the next epoch: the clocks of replicas differ slightly.
  [[nodiscard]] std::optional<Found> find(base::ByteView name) const;

 private:
  struct Kept {
    std::int64_t epoch = 0;
    std::shared_ptr<const TicketKey> key;
  };

  base::SecretBytes secret_;
  std::shared_ptr<const base::Clock> clock_;
  mutable std::mutex mutex_;
  mutable std::array<Kept, 3> kept_;  ///< that of an epoch at its number modulo three
};

}  // namespace agent_access::net
