#include "site/sources/texts/markdown_spans.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace agent_access::sources {
namespace {

/// The end of an address without angle brackets: white space, or a parenthesis that was not opened.
std::size_t address_size(std::string_view text) noexcept {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (base::kWhiteSpace.contains(text[at])) return at;
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && depth-- == 0) return at;
  }
  return text.size();
}

}  // namespace

std::optional<LinkTarget> read_target(std::string_view whole) {
  whole = whole.substr(0, kLongestAddress);
  const auto first = whole.find(')');
  if (first == std::string_view::npos) return std::nullopt;
  const auto skip_white_space = [](std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(base::kWhiteSpace), text.size()));
  };
  auto text = whole;
  skip_white_space(text);
  const bool is_bracketed = text.starts_with('<') && text.contains('>');
  const auto address = is_bracketed ? text.substr(1, text.find('>') - 1) : text.substr(0, address_size(text));
  text.remove_prefix(address.size() + (is_bracketed ? 2 : 0));
  skip_white_space(text);
  const bool has_title = text.starts_with('"') || text.starts_with('\'');
  if (has_title) text.remove_prefix(std::min(text.find(text.front(), 1), text.size() - 1) + 1);
  skip_white_space(text);
  if (text.starts_with(')')) return LinkTarget{address, whole.size() - text.size() + 1};
  return LinkTarget{base::trim_white_space(whole.substr(0, first)), first + 1};
}

std::optional<CodeSpan> read_code(std::string_view text) {
  constexpr std::size_t kMostMarks = 3;
  const auto marks = std::min(text.find_first_not_of('`'), text.size());
  if (marks == 0 || marks > kMostMarks) return std::nullopt;
  for (auto end = text.find('`', marks); end != std::string_view::npos;) {
    const auto behind = std::min(text.find_first_not_of('`', end), text.size());
    const auto content = text.substr(marks, end - marks);
    if (behind - end == marks) {
      const bool is_apart = base::trim_white_space(content).size() < content.size();
      const bool is_quote = (marks == 1 && is_apart) || (marks == 2 && content.contains("''"));
      return is_quote ? std::nullopt : std::optional(CodeSpan{content, behind});
    }
    end = text.find('`', behind);
  }
  return std::nullopt;
}

}  // namespace agent_access::sources
