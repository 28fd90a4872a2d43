#include "site/sources/works/work_numbers.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/templates/text.hpp"

namespace agent_access::sources {
namespace {

bool begins_with(std::string_view text, std::string_view label) {
  return base::lower_case(text.substr(0, label.size())) == label;
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
  auto parts = words_in(text, ',');
  for (auto& part : parts) {
    const auto hyphen = part.find('-');
    const auto is_digit = [](char c) { return base::is_digit(c); };
    const bool is_range = hyphen != std::string::npos && hyphen > 0 && hyphen + 1 < part.size() &&
                          std::ranges::count_if(part, is_digit) + 1 == std::ssize(part);
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
