#include "site/sources/works/ris_entries.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"

namespace agent_access::sources {
namespace {

struct RisLine {
  std::string tag;  ///< empty: the line continues the one before
  std::string_view value;
};

RisLine ris_line(std::string_view line) {
  const auto dash = line.find('-');
  const bool has_tag = dash != std::string_view::npos && dash > 2 && base::is_letter(line[0]) &&
                       base::is_alphanumeric(line[1]) && base::trim(line.substr(2, dash - 2)).empty();
  if (!has_tag) return {.tag = {}, .value = line};
  const bool is_strict = line.substr(2, dash - 2) == "  ";
  const bool is_upper_case = !base::is_lower(line[0]) && !base::is_lower(line[1]);
  const bool has_blank = dash + 1 == line.size() || base::is_blank(line[dash + 1]);
  if (!is_strict && !(is_upper_case && has_blank)) return {.tag = {}, .value = line};
  return {.tag = {base::upper(line[0]), base::upper(line[1])}, .value = base::trim(line.substr(dash + 1))};
}

}  // namespace

std::vector<RisEntry> entries_of_ris(std::string_view text, std::vector<SourceNote>& notes) {
  std::vector<RisEntry> entries;
  bool is_inside = false;
  bool is_noted = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = base::trim_white_space(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    auto [tag, value] = ris_line(line);
    if (tag == "TY") entries.push_back({.line = number});
    if (tag == "TY" || tag == "ER") is_inside = tag == "TY";
    const bool is_outside = !is_inside && tag != "ER" && !line.empty();
    if (is_outside && !is_noted) {
      notes.push_back({.sentence = "has text outside of an entry, which is from TY to ER; left out", .line = number});
    }
    is_noted = is_outside || (is_noted && line.empty());
    if (!is_inside) continue;
    auto& fields = entries.back().fields;
    if (tag.empty()) {
      fields.back().value.append("\n").append(line);
    } else {
      fields.push_back({.tag = std::move(tag), .value = std::string(value)});
    }
  }
  return entries;
}

}  // namespace agent_access::sources
