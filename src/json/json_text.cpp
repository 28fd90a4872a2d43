#include "json/json_text.hpp"

#include <algorithm>
#include <cstddef>

namespace agent_access::json {

namespace {

bool is_escaped(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return c == '"' || c == '\\' || byte < 0x20 || byte == 0x7F;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  out.push_back('"');
  while (!text.empty()) {
    const auto found = std::ranges::find_if(text, is_escaped);
    const auto plain = static_cast<std::size_t>(found - text.begin());
    out.append(text.substr(0, plain));
    if (plain == text.size()) break;
    const char c = text[plain];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append({'\\', c});
    } else {
      out.append("\\u00").append({kHex[byte >> 4U], kHex[byte & 0x0FU]});
    }
    text.remove_prefix(plain + 1);
  }
  out.push_back('"');
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace agent_access::json
