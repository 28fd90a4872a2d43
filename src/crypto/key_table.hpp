/// \file
/// ECDSA verification where both points, the base point and the public key, have a table of their multiples: less than
/// half the work of EVP_PKEY_verify, which has one for the base point alone. Private to this folder.
/// Nothing here is constant-time: a verification has only public inputs. See docs/decisions/0015.
#pragma once

#include <atomic>

#include "base/result.hpp"
#include "crypto/digest.hpp"
#include "crypto/es256.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {

/// P-256 with `point` (SEC 1, on the curve) as the base point, and OpenSSL's table of its multiples: 150 KB and some 20
/// ms. The table has been tested. Null on failure, which may leave entries in the error queue. Threads may share it.
[[nodiscard]] EcGroup make_key_table(base::ByteView point) noexcept;

/// Holds the table of a key once it is made. It is set once and never changes, so that readers need no lock.
class KeyTableSlot {
 public:
  KeyTableSlot() = default;
  KeyTableSlot(const KeyTableSlot&) = delete;
  KeyTableSlot& operator=(const KeyTableSlot&) = delete;
  ~KeyTableSlot() { EC_GROUP_free(table_.load(std::memory_order_relaxed)); }

  /// Null when there is none yet.
  [[nodiscard]] const EC_GROUP* get() const noexcept { return table_.load(std::memory_order_acquire); }
  /// If two threads put a table, the first one is kept.
  void put(EcGroup table) noexcept;

 private:
  std::atomic<EC_GROUP*> table_{nullptr};
};

// What the keys hold.
struct PublicKey::State {
  EvpKey key;
  Coordinate x;
  Coordinate y;
  mutable KeyTableSlot table{};
};

struct PrivateKey::State {
  EvpKey key;
  PublicKey public_key;
};

/// Scratch numbers and points, allocated once. Belongs to one thread.
class TableVerification {
 public:
  [[nodiscard]] static base::Result<TableVerification, CryptoFault> create();

  /// FIPS 186-5 section 6.4.2 from step 2 on. Precondition: r and s in [1, n-1]. `undecided` may leave entries in the
  /// error queue.
  [[nodiscard]] SignatureVerdict verify(const EC_GROUP* key_table, const Digest& digest,
                                        const Signature& signature) noexcept;

 private:
  TableVerification() = default;
  /// Sets sum_ to u1 G + u2 Q and r_ to r.
  [[nodiscard]] bool add_up(const EC_GROUP* key_table, const Digest& digest, const Signature& signature) noexcept;

  EcGroup base_;
  BigNumberContext scratch_;
  BigNumber r_;
  BigNumber inverse_of_s_;
  BigNumber base_factor_;
  BigNumber key_factor_;
  BigNumber x_;
  EcPoint base_multiple_;
  EcPoint key_multiple_;
  EcPoint sum_;
};

}  // namespace agent_access::crypto
