/// \file
/// The characters of UTF-8 (RFC 3629). Thread safe, stateless.
#pragma once

#include <cstddef>
#include <string_view>

namespace agent_access::json {

/// The size of the character at the beginning of `text`, 1 to 4; 0 if it is not UTF-8: an unexpected or missing
/// continuation byte, an overlong form, a surrogate, or a value beyond U+10FFFF. `text` is not empty.
[[nodiscard]] std::size_t utf8_size(std::string_view text) noexcept;

/// Whether all of the text is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace agent_access::json
