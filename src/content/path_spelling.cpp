#include "content/path_spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/hex.hpp"
#include "base/lanes.hpp"
#include "content/static_file.hpp"

namespace agent_access::content {
namespace {

constexpr std::size_t kEscapeSize = 3;
/// Letters, digits and "-./_~", as most paths have only. Sixteen characters at once, because each request has some
/// thirty.
bool is_plain(std::string_view path) noexcept {
  return base::all_in_lanes(path, 'A', [](base::Lanes characters) {
    return base::in_range(characters | ('a' - 'A'), 'a', 'z') | base::in_range(characters, '-', '9') |
           (characters == '_') | (characters == '~');
  });
}

/// The first byte of `text`, decoded, with the number of its characters; nothing if it may not be spelled in another
/// way.
struct First {
  char byte;
  std::size_t size;
};
std::optional<First> first_of(std::string_view text) noexcept {
  constexpr std::string_view kNeverPlain("#\\\0", 3);
  constexpr std::string_view kNeverEncoded("/\0", 2);
  if (text.front() != '%') {
    if (kNeverPlain.contains(text.front())) return std::nullopt;
    return First{text.front(), 1};
  }
  if (text.size() < kEscapeSize) return std::nullopt;
  const int high = base::hex_value(text[1]);
  const int low = base::hex_value(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  const auto byte = static_cast<char>(high * 16 + low);
  if (kNeverEncoded.contains(byte)) return std::nullopt;
  return First{byte, kEscapeSize};
}

bool has_dot_segment(std::string_view path) noexcept {
  while (!path.empty()) {
    const std::string_view segment = path.substr(0, path.find('/'));
    if (segment == "." || segment == "..") return true;
    path.remove_prefix(std::min(segment.size() + 1, path.size()));
  }
  return false;
}

}  // namespace

std::string_view published_spelling(std::string_view path, std::string& room) {
  if (is_plain(path)) return path;
  room.clear();
  for (std::string_view rest = path; !rest.empty();) {
    const auto first = first_of(rest);
    if (!first) return path;
    if (first->byte == '/') {
      room += '/';
    } else {
      append_encoded(room, {&first->byte, 1});
    }
    rest.remove_prefix(first->size);
  }
  return has_dot_segment(room) ? path : room;
}

}  // namespace agent_access::content
