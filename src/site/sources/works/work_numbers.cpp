#include "site/sources/works/work_numbers.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/templates/text.hpp"

namespace agent_access::sources {
namespace {

bool begins_with(std::string_view text, std::string_view label) {
  return base::lower_case(text.substr(0, label.size())) == label;
}

/// "1,234".
bool has_thousands(std::string_view number) {
  constexpr std::size_t kGroup = 3;
  const auto groups = words_in(number, ',');
  const auto are_digits = [](const auto& group) { return std::ranges::all_of(group, base::is_digit); };
  const auto is_full = [](const auto& group) { return group.size() == kGroup; };
  return groups.size() > 1 && !number.contains(' ') && groups.front().size() <= kGroup &&
         std::ranges::all_of(groups, are_digits) && std::ranges::all_of(groups | std::views::drop(1), is_full);
}

/// Whether what is around a hyphen are two pages, and not "021001-1", the first page of an article with a number.
bool are_pages(std::string_view first, std::string_view last) {
  const auto are_digits = [](std::string_view page) {
    return !page.empty() && std::ranges::all_of(page, base::is_digit);
  };
  return are_digits(first) && are_digits(last) &&
         !(first.starts_with('0') && last.size() <= 2 && last.size() < first.size());
}

}  // namespace

std::string page_ranges(std::string_view given) {
  for (const std::string_view label : {"pages", "pp.", "pp ", "p."}) {
    if (!begins_with(given, label)) continue;
    given.remove_prefix(label.size());
    break;
  }
  std::string text(given);
  for (const std::string_view hyphen : {"‐", "‑"}) templates::replace_all(text, hyphen, "-");
  for (const std::string_view dash : {" - ", " – ", "—", "−", "‒"}) templates::replace_all(text, dash, "–");
  const auto dash = std::min(text.find('-'), text.find("–"));
  const std::size_t dash_size = dash == std::string::npos ? 0 : base::utf8_size(std::string_view(text).substr(dash));
  if (dash_size > 0 && has_thousands(text.substr(0, dash)) && has_thousands(text.substr(dash + dash_size))) {
    return text.replace(dash, dash_size, "–");
  }
  auto parts = words_in(text, ',');
  for (auto& part : parts) {
    const auto hyphen = part.find('-');
    const bool is_range = hyphen != std::string::npos && are_pages(part.substr(0, hyphen), part.substr(hyphen + 1));
    if (is_range) part.replace(hyphen, 1, "–");
  }
  return base::joined(parts);
}

std::string without_label(std::string_view text, std::string_view label) {
  if (!begins_with(text, label)) return std::string(text);
  text.remove_prefix(label.size());
  if (text.starts_with("-10") || text.starts_with("-13")) text.remove_prefix(3);
  return std::string(text.substr(std::min(text.find_first_not_of(" :"), text.size())));
}

}  // namespace agent_access::sources
