/// \file
/// The digests of tokens that this process has verified or issued. A cached token needs a digest instead of a signature
/// verification.
///
/// A set-associative cache of fixed size, keyed by the SHA-256 of all bytes of the token. Contains no token, only
/// digests, ids and expiry times. An entry is valid for one key set. Shared by all workers; reading never waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "crypto/digest.hpp"
#include "oauth/scope.hpp"
#include "oauth/types.hpp"

namespace agent_access::service {

struct CachedToken {
  oauth::ClientId client_id;
  oauth::TokenId token_id;
  oauth::ScopeSet scopes;
  oauth::Seconds expires_at;
};

class VerifiedTokenCache {
 public:
  explicit VerifiedTokenCache(std::size_t capacity = 65536);
  ~VerifiedTokenCache();

  /// Prefetches the memory of the digest's set, which is rarely in a cache of the CPU, for a following insert().
  void prefetch(const crypto::Digest& digest) const noexcept;
  /// `key_set_number` is that of the snapshot; an entry with another number is not found.
  [[nodiscard]] std::optional<CachedToken> find(const crypto::Digest& digest,
                                                std::uint64_t key_set_number) const noexcept;
  /// Replaces an entry if the set is full; does nothing for an expired token.
  void insert(const crypto::Digest& digest, std::uint64_t key_set_number, const CachedToken& token,
              oauth::Seconds now) noexcept;

 private:
  struct Table;
  std::unique_ptr<Table> table_;
};

}  // namespace agent_access::service
