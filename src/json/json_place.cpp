#include <algorithm>

#include "base/ascii.hpp"
#include "json/strict_json.hpp"

namespace agent_access::json {

namespace {

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

}  // namespace agent_access::json
