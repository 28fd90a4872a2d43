/// \file
/// SHA-256 (FIPS 180-4), HMAC-SHA-256 (RFC 2104), HKDF-SHA-256 (RFC 5869) and the one comparison for secrets.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "base/result.hpp"
#include "base/secret.hpp"
#include "base/text.hpp"

namespace agent_access::crypto {

/// Why a primitive failed. A peer cannot cause any of these: a wrong signature is SignatureVerdict::invalid.
enum class CryptoFault {
  library_failure,  ///< the library refused or failed
  invalid_key,      ///< not a P-256 key, a point not on the curve, unreadable PEM
  output_too_long,  ///< HKDF asked for more than 255 blocks
};

using Digest = std::array<std::byte, 32>;

/// A hasher with its context prepared once. An instance belongs to one thread.
class Sha256 {
 public:
  [[nodiscard]] static base::Result<Sha256, CryptoFault> create();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  [[nodiscard]] base::Result<Digest, CryptoFault> digest(base::ByteView message) noexcept;

 private:
  struct State;
  explicit Sha256(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A keyed MAC with its context prepared once. An instance belongs to one thread. Only full 32-byte tags exist.
class HmacSha256 {
 public:
  [[nodiscard]] static base::Result<HmacSha256, CryptoFault> create(base::ByteView key);
  HmacSha256(HmacSha256&&) noexcept;
  HmacSha256& operator=(HmacSha256&&) noexcept;
  ~HmacSha256();

  [[nodiscard]] base::Result<Digest, CryptoFault> tag(base::ByteView message) noexcept;

 private:
  struct State;
  explicit HmacSha256(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// RFC 5869 extract and expand. Fails with output_too_long above 8160 bytes. Thread safe.
[[nodiscard]] base::Result<base::SecretBytes, CryptoFault> hkdf_sha256(base::ByteView input_key, base::ByteView salt,
                                                                       base::ByteView info, std::size_t length);

/// True when both have the same length and the same bytes; time depends on the length only.
[[nodiscard]] bool constant_time_equal(base::ByteView left, base::ByteView right) noexcept;

}  // namespace agent_access::crypto
