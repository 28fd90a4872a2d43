#include "site/sources/texts/html_formulas.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/latex_commands.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

using Formula = std::optional<HtmlFormula>;

/// Empty if Unicode does not have all its characters.
std::string script_of(std::string text, bool is_super) {
  constexpr std::string_view kMinus = "−";
  if (text.starts_with(kMinus)) text.replace(0, kMinus.size(), "-");
  std::string script;
  for (const char c : text) {
    const auto character = c == ',' ? "," : is_super ? latex_superscript(c) : latex_subscript(c);
    if (character.empty()) return {};
    script += character;
  }
  return script;
}

Formula script_in(std::string_view name, std::string_view behind, bool is_super) {
  constexpr std::size_t kLongest = 80;
  const auto size = base::lower_case(behind.substr(0, kLongest)).find("</" + std::string(name) + ">");
  if (size == std::string::npos) return std::nullopt;
  const auto inner = behind.substr(0, size);
  auto script = script_of(plain_html(inner), is_super);
  if (script.empty()) return std::nullopt;
  if (base::kWhiteSpace.contains(inner.back())) script += ' ';
  return HtmlFormula{.shown = std::move(script), .size = size};
}

/// Of a base that is one identifier or number, with one script.
Formula scripted_in_mathml(std::string_view name, std::string_view behind, bool is_super) {
  constexpr std::size_t kLongest = 1'000;
  const auto size = behind.substr(0, kLongest).find("</" + std::string(name) + ">");
  if (size == std::string_view::npos) return std::nullopt;
  const auto inner = base::trim_white_space(behind.substr(0, size));
  const auto first = inner.substr(0, inner.find_first_of(" >"));
  const auto base_end = inner.find('>', inner.find("</"));
  const bool is_leaf = has_word("<mml:mi <mml:mn <mi <mn", first) && base_end != std::string_view::npos;
  if (!is_leaf || inner.contains("<mml:msu") || inner.contains("<msu")) return std::nullopt;
  const auto text = plain_html(inner.substr(base_end + 1));
  auto script = script_of(text, is_super);
  if (script.empty()) script = has_word("′ ″ † * ∗", text) ? text : (is_super ? "^" : "_") + text;
  return HtmlFormula{.shown = plain_html(inner.substr(0, base_end + 1)) + script, .size = size};
}

Formula latex_in(std::string_view behind) {
  constexpr std::size_t kLongest = 5'000;
  constexpr std::string_view kMathEnd = "</mml:math>";
  behind = behind.substr(0, kLongest);
  const auto end = std::min(behind.find('<'), behind.size());
  if (!behind.substr(end).starts_with("</")) return std::nullopt;
  auto size = behind.find('>', end);
  const auto latex = behind.substr(0, end);
  // In BibTeX the formula has become characters already.
  const bool is_latex = latex.find_first_of("$\\") != std::string_view::npos;
  if (size == std::string_view::npos || !is_latex) return std::nullopt;
  ++size;
  const auto mathml = behind.find(kMathEnd, size);
  const bool has_both = base::trim_white_space(behind.substr(size)).starts_with("<mml:math");
  if (has_both && mathml != std::string_view::npos) size = mathml + kMathEnd.size();
  return HtmlFormula{.shown = plain_html(latex_text(latex).text), .size = size};
}

}  // namespace

Formula read_html_formula(std::string_view name, std::string_view behind) {
  if (has_word("sup jats:sup", name)) return script_in(name, behind, true);
  if (has_word("sub jats:sub inf", name)) return script_in(name, behind, false);
  if (has_word("mml:msup msup", name)) return scripted_in_mathml(name, behind, true);
  if (has_word("mml:msub msub", name)) return scripted_in_mathml(name, behind, false);
  return has_word("tex-math jats:tex-math", name) ? latex_in(behind) : std::nullopt;
}

}  // namespace agent_access::sources
