/// \file
/// The numbers and encodings around a P-256 signature: the order n of the group, and DER (OpenSSL's form) to and from
/// r || s (RFC 7518 section 3.4). Private to this folder. Thread safe, stateless.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "base/text.hpp"
#include "crypto/es256.hpp"

namespace agent_access::crypto {

using Scalar = std::span<const std::byte, 32>;

/// Two INTEGERs of at most 33 octets with their headers, and the SEQUENCE around them.
inline constexpr std::size_t kMaxDerSignature = 72;

struct DerSignature {
  std::array<std::byte, kMaxDerSignature> bytes;
  std::size_t size = 0;
};

/// 1 <= scalar < n. No branch depends on the value: safe for a private key.
[[nodiscard]] bool is_in_range(Scalar scalar) noexcept;
/// scalar < n, zero included. No branch depends on the value.
[[nodiscard]] bool is_below_order(Scalar scalar) noexcept;

/// s <= (n - 1) / 2. Of the two signatures s and n - s exactly one is low.
[[nodiscard]] bool is_low(Scalar s) noexcept;
/// Replaces the s of a signature by its low form. Precondition: s in [1, n-1].
void make_low(Signature& signature) noexcept;

[[nodiscard]] DerSignature to_der(const Signature& signature) noexcept;
/// Returns nothing unless the bytes are the DER encoding of two numbers of at most 256 bits each.
[[nodiscard]] std::optional<Signature> from_der(base::ByteView der) noexcept;

}  // namespace agent_access::crypto
