/// \file
/// What a text in LaTeX shows, as plain text. Linear in its size, thread safe, stateless.
///
/// A text is a sequence of tokens: commands (a backslash with letters or one other character), groups, "$" and
/// characters. Accents are applied to the token or group behind them and composed (NFC), formulas become characters
/// where Unicode has them ("CO₂", "10⁻³", "O(n log n)"), quotes and dashes those of typography. Of a command that is
/// not known the braces leave and the text stays, without an argument its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_access::sources {

struct LatexText {
  std::string text;
  std::vector<std::string> addresses = {};  ///< of `\url` and `\href`; NOT checked
  std::vector<std::string> unknown = {};    ///< names of commands without the backslash
};

[[nodiscard]] LatexText latex_text(std::string_view latex);

/// An address, a DOI or an identifier: without braces, the backslashes that LaTeX needs, and commands that are no
/// character, known or not; else as it is. Of `\url`{…} and `\href`{…}{…} the address.
[[nodiscard]] std::string verbatim_text(std::string_view latex);

/// Whether a text that may be LaTeX or not is: it has a command that is known, or "\&" or "\%" and no other word behind
/// a backslash. "C:\Users" and "C:\new\text" are paths.
[[nodiscard]] bool has_latex(std::string_view text);

/// The group at the beginning of the text without its braces, "{a{b}}" as "a{b}"; to the end if it is not closed. The
/// text begins with a brace.
[[nodiscard]] std::string_view latex_group(std::string_view latex) noexcept;

}  // namespace agent_access::sources
