/// \file
/// The bytes of a text in base64url, for tests that look into tokens and vectors.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/base64url.hpp"

namespace agent_access::test {

inline std::optional<std::vector<std::byte>> base64url_decode(std::string_view text) {
  std::vector<std::byte> bytes(text.size() / 4 * 3 + 3);
  const auto size = base::base64url_decode_to(text, bytes);
  if (!size) return std::nullopt;
  bytes.resize(*size);
  return bytes;
}

}  // namespace agent_access::test
