#include "json/place.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::json {
namespace {

constexpr std::size_t kMaxShownName = 80;

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '@' || c == '-';
  });
}

}  // namespace

std::string place_of_member(std::string_view object, std::string_view name) {
  std::string place(object);
  if (!is_plain_name(name)) return place.append("[").append(quoted_name(name)).append("]");
  if (!place.empty()) place.push_back('.');
  return place.append(name);
}

std::string place_of_item(std::string_view list, std::size_t index) {
  return std::string(list).append("[").append(std::to_string(index)).append("]");
}

std::string place_prefix(std::size_t line, std::size_t column) {
  if (line == 0) return {};
  return "line " + std::to_string(line) + (column == 0 ? "" : ", column " + std::to_string(column)) + ": ";
}

std::string quoted_name(std::string_view name) {
  std::size_t size = std::min(name.size(), kMaxShownName);
  // Not within a character of several bytes.
  while (size > 0 && size < name.size() && !base::begins_character(name[size])) --size;
  std::string out = "\"";
  for (const char c : name.substr(0, size)) {
    out.push_back(static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\x7F' ? '?' : c);
  }
  return out.append("\"");
}

}  // namespace agent_access::json
