/// \file
/// base64url without padding, RFC 4648 section 5 as RFC 7515 section 2 uses it. One accepted form: no padding, no white
/// space, no characters of the other alphabet, unused trailing bits zero, length not 1 modulo 4. decode(encode(x)) == x
/// and encode(decode(s)) == s for every accepted s.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace agent_access::base {

[[nodiscard]] constexpr std::size_t base64url_encoded_size(std::size_t bytes) noexcept { return (bytes * 4 + 2) / 3; }

/// Writes base64url_encoded_size(bytes.size()) characters to `out`, which must have that room. Returns their end.
/// No branch depends on the data: safe for secrets.
char* base64url_encode_to(ByteView bytes, char* out) noexcept;

[[nodiscard]] std::string base64url_encode(ByteView bytes);

/// The number of bytes written to `out`, or nothing if the text is not in the one accepted form or `out` is too small.
/// No branch depends on the values of the characters: safe for secrets.
[[nodiscard]] std::optional<std::size_t> base64url_decode_to(std::string_view text, std::span<std::byte> out) noexcept;

[[nodiscard]] constexpr std::size_t base64_encoded_size(std::size_t bytes) noexcept { return (bytes + 2) / 3 * 4; }

/// The base64 of RFC 4648 section 4 with its padding: writes base64_encoded_size(bytes.size()) characters to `out`,
/// which must have that room. Returns their end. Safe for secrets, too.
char* base64_encode_to(ByteView bytes, char* out) noexcept;

/// The reverse, which HTTP Basic uses; in one form only; safe for secrets, too.
[[nodiscard]] std::optional<std::vector<std::byte>> base64_decode(std::string_view text);

}  // namespace agent_access::base
