/// \file
/// The parts of Markdown that stand within a line: the target of a link, code (CommonMark 0.31, 6.1 and 6.3). Thread
/// safe, stateless.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent_access::sources {

inline constexpr std::size_t kLongestAddress = 2'000;

struct LinkTarget {
  std::string_view address;  ///< NOT checked
  std::size_t size;          ///< with the parenthesis that ends it
};
/// Of "[title](" what follows: `https://example.org "hint")`. The address may be in angle brackets or hold parentheses
/// in pairs; another text goes up to the first parenthesis. Nothing if none is within kLongestAddress bytes.
[[nodiscard]] std::optional<LinkTarget> read_target(std::string_view text);

struct CodeSpan {
  std::string_view content;
  std::size_t size;  ///< with its marks
};
/// Of a text that begins with one to three marks `. Nothing for the quotes of LaTeX, `one' and ``two''.
[[nodiscard]] std::optional<CodeSpan> read_code(std::string_view text);

}  // namespace agent_access::sources
