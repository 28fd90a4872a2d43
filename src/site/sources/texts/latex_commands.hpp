/// \file
/// The commands of LaTeX that stand in bibliographies, and what they show. Thread safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace agent_access::sources {

struct LatexCommand {
  std::size_t arguments = 0;
  std::string_view shown = {};  ///< UTF-8; "#1" and "#2" stand for arguments, "@1" for one that is an operand
  bool is_word = false;         ///< "log": stands apart from the letters beside it
};

/// By its name without the backslash, "emph"; null if it is not known. Accents are not here.
[[nodiscard]] const LatexCommand* latex_command(std::string_view name);

/// The combining character of an accent, by its name: U+0308 for "\"" and "ddot"; empty if it is none.
[[nodiscard]] std::string_view latex_accent(std::string_view name) noexcept;

/// A character as a superscript ("²") or as a subscript ("₂"); empty if Unicode has none.
[[nodiscard]] std::string_view latex_superscript(char c) noexcept;
[[nodiscard]] std::string_view latex_subscript(char c) noexcept;

}  // namespace agent_access::sources
