/// \file
/// Tokens that this process has verified or issued, so that the next look costs a digest instead of a signature check.
///
/// Bounded, direct to memory: a fixed number of slots, set-associative, keyed by the SHA-256 of all bytes of the token.
/// Holds no token, only digests, client ids and expiry. An entry is valid for one key set.
/// Thread safety: shared by all workers; see the .cpp for how readers stay free of contended locks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "crypto/digest.hpp"
#include "oauth/types.hpp"

namespace agent_access::service {

struct CachedToken {
  oauth::ClientId client_id;
  oauth::TokenId token_id;
  oauth::Seconds expires_at;
};

class VerifiedTokenCache {
 public:
  explicit VerifiedTokenCache(std::size_t capacity = 65536);
  ~VerifiedTokenCache();

  /// Asks for the digest's places to be brought near, while the caller has something else to do: in a large table they
  /// are hardly ever in a cache.
  void expect(const crypto::Digest& digest) const noexcept;
  /// `key_set_number` is the snapshot's; an entry of another one is not found.
  [[nodiscard]] std::optional<CachedToken> find(const crypto::Digest& digest,
                                                std::uint64_t key_set_number) const noexcept;
  void remember(const crypto::Digest& digest, std::uint64_t key_set_number, const CachedToken& token,
                oauth::Seconds now) noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace agent_access::service
