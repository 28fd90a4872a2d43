#include "json/json_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/hex.hpp"

namespace agent_access::json {

namespace {

/// Whether each byte must be escaped.
constexpr std::array<bool, 256> kEscaped = [] {
  std::array<bool, 256> escaped{};
  for (std::size_t control = 0; control < 0x20; ++control) escaped[control] = true;
  escaped['"'] = escaped['\\'] = escaped[0x7F] = true;
  return escaped;
}();

/// An escape as long as the longest, "\u001f".
constexpr std::size_t kLongestEscape = 6;
/// So that the memory for a long text of escapes only is not reserved at once.
constexpr std::size_t kAtOnce = 256;

/// Writes the character to `to`, escaped if it must be, and returns the end.
char* write(char c, char* to) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  if (!kEscaped[byte]) {
    *to = c;
    return to + 1;
  }
  if (c == '"' || c == '\\') return std::ranges::copy(std::array{'\\', c}, to).out;
  return std::ranges::copy(
             std::array{'\\', 'u', '0', '0', base::kHexDigits[byte >> 4U], base::kHexDigits[byte & 0x0FU]}, to)
      .out;
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::min(kAtOnce, text.size()))) {
    const std::size_t before = out.size();
    const std::string_view part = text.substr(0, kAtOnce);
    out.resize_and_overwrite(before + part.size() * kLongestEscape, [before, part](char* begin, std::size_t) {
      char* end = begin + before;
      for (const char c : part) end = write(c, end);
      return end - begin;
    });
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace agent_access::json
