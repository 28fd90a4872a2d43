/// \file
/// The forms of short texts that the schemas describe by `pattern`, checked without std::regex, which recurses for each
/// character and overflows the stack on long texts. Private to this folder. Thread safe, stateless.
#pragma once

#include <string_view>

namespace agent_access::content {

struct TextForm {
  std::string_view pattern;  ///< as in the schemas
  bool (*matches)(std::string_view text) noexcept;
  std::string_view sentence;  ///< describes the expected form
};

/// The form of a schema's pattern, or null for an unknown pattern.
[[nodiscard]] const TextForm* find_form(std::string_view pattern) noexcept;

/// A year, a month or a day that exists: "2034", "2034-05", "2034-05-01".
[[nodiscard]] bool is_date(std::string_view text) noexcept;

/// True if `text`, which is UTF-8, has a control character of ASCII or of Latin-1 (U+0080 to U+009F).
[[nodiscard]] bool has_control_character(std::string_view text) noexcept;

}  // namespace agent_access::content
