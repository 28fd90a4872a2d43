/// \file
/// ECDSA on P-256 with SHA-256 and the fixed-width signature of RFC 7518 section 3.4: r || s, 32 bytes each.
///
/// PrivateKey and PublicKey are immutable and may be shared by threads; Signer and Verifier hold a prepared context and
/// belong to one thread. Signatures made here are low-S; the same signature with a high S is refused, so that a token
/// has one valid form.
/// Sources: FIPS 186-5, RFC 7518, c2sp.org/det-keygen.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "base/result.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"

namespace agent_access::crypto {

using Coordinate = std::array<std::byte, 32>;
using Signature = std::array<std::byte, 64>;

class PublicKey {
 public:
  /// Refuses coordinates out of range and points not on the curve (invalid_key).
  [[nodiscard]] static base::Result<PublicKey, CryptoFault> from_coordinates(const Coordinate& x, const Coordinate& y);

  [[nodiscard]] const Coordinate& x() const noexcept;
  [[nodiscard]] const Coordinate& y() const noexcept;

 private:
  friend class PrivateKey;
  friend class Verifier;
  struct State;
  explicit PublicKey(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

class PrivateKey {
 public:
  /// c2sp.org/det-keygen for P-256: HMAC_DRBG instantiated from the seed (at least 16 bytes, else invalid_key); a first
  /// candidate outside [1, n-1] is replaced by a second, once. The same seed gives the same key everywhere.
  [[nodiscard]] static base::Result<PrivateKey, CryptoFault> derive(base::ByteView seed);
  /// An unencrypted PEM private key (PKCS#8 or SEC 1) on P-256; anything else is invalid_key.
  [[nodiscard]] static base::Result<PrivateKey, CryptoFault> from_pem(std::string_view pem);
  /// From the big-endian scalar d in [1, n-1], exactly 32 bytes; anything else is invalid_key.
  [[nodiscard]] static base::Result<PrivateKey, CryptoFault> from_scalar(base::ByteView scalar);

  [[nodiscard]] const PublicKey& public_key() const noexcept;

 private:
  friend class Signer;
  struct State;
  explicit PrivateKey(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

class Signer {
 public:
  [[nodiscard]] static base::Result<Signer, CryptoFault> create(const PrivateKey& key);
  Signer(Signer&&) noexcept;
  Signer& operator=(Signer&&) noexcept;
  ~Signer();

  [[nodiscard]] base::Result<Signature, CryptoFault> sign(base::ByteView message) noexcept;

 private:
  struct State;
  explicit Signer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Which s is accepted. Tokens use low_only; `any` is for test vectors and tokens of other issuers.
enum class SignatureForm { low_only, any };

/// An enum instead of Result<bool>: `if (verifier.verify(...))` does not compile, only a comparison with `valid`.
enum class SignatureVerdict {
  valid,
  invalid,    ///< not exactly 64 bytes, r or s out of range, a form that is not accepted, or no match
  undecided,  ///< the library failed: the signature was not checked and must not be accepted
};

class Verifier {
 public:
  [[nodiscard]] static base::Result<Verifier, CryptoFault> create(const PublicKey& key);
  Verifier(Verifier&&) noexcept;
  Verifier& operator=(Verifier&&) noexcept;
  ~Verifier();

  [[nodiscard]] SignatureVerdict verify(base::ByteView message, base::ByteView signature,
                                        SignatureForm form = SignatureForm::low_only) noexcept;
  /// The same for a message that the caller has hashed. Always undecided where Node.js is the library: it hashes
  /// itself.
  [[nodiscard]] SignatureVerdict verify_digest(const Digest& digest, base::ByteView signature,
                                               SignatureForm form = SignatureForm::low_only) noexcept;

 private:
  struct State;
  explicit Verifier(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::crypto
