/// \file
/// ECDSA verification where both points, the base point and the public key, have a table of their multiples: less than
/// half the work of EVP_PKEY_verify, which has one for the base point alone. Private to this folder.
/// Nothing here is constant-time or has to be: all that a verification sees is public. See docs/decisions/0017.
#pragma once

#include <atomic>

#include "base/result.hpp"
#include "crypto/digest.hpp"
#include "crypto/es256.hpp"
#include "crypto/openssl.hpp"

namespace agent_access::crypto {

/// P-256 with `point` (SEC 1, on the curve) in the place of the base point, and OpenSSL's table of its multiples: 150
/// KB and some 20 ms. The table has been tried. Null on failure, which may leave an error behind. Shared by threads.
[[nodiscard]] EcGroup make_key_table(base::ByteView point) noexcept;

/// Where the table of a key is, once it is there. It is put there once and stays, so that readers need no lock.
class KeyTableSlot {
 public:
  KeyTableSlot() = default;
  KeyTableSlot(const KeyTableSlot&) = delete;
  KeyTableSlot& operator=(const KeyTableSlot&) = delete;
  ~KeyTableSlot() { EC_GROUP_free(table_.load(std::memory_order_relaxed)); }

  /// Null when there is none yet.
  [[nodiscard]] const EC_GROUP* get() const noexcept { return table_.load(std::memory_order_acquire); }
  /// Of two threads that put a table here, the first one's stays.
  void put(EcGroup table) noexcept;

 private:
  std::atomic<EC_GROUP*> table_{nullptr};
};

/// What is calculated with, allocated once. Belongs to one thread.
class TableVerification {
 public:
  [[nodiscard]] static base::Result<TableVerification, CryptoFault> create();

  /// FIPS 186-5 section 6.4.2 from step 2 on. Precondition: r and s in [1, n-1]. With `undecided`, an error may be left
  /// behind.
  [[nodiscard]] SignatureVerdict judge(const EC_GROUP* key_table, const Digest& digest,
                                       const Signature& signature) noexcept;

 private:
  TableVerification() = default;
  /// u1 G + u2 Q into sum_, and r into r_.
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
