#include "site/content/path_form.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/lanes.hpp"
#include "base/text.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::content {
namespace {

constexpr std::size_t kEscapeSize = 3;
constexpr std::uint8_t kFirstBeyondAscii = 0x80;
/// No character of UTF-8 has more bytes.
constexpr std::size_t kLongestCharacter = 4;

constexpr bool is_unreserved(char c) noexcept {
  return base::is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// What may be written as it is, by byte: unreserved, sub-delims without ';', ':', '@' and '/'.
constexpr std::array<bool, 256> kLiterals = [] {
  std::array<bool, 256> literals{};
  for (std::size_t byte = 0; byte < literals.size(); ++byte) {
    const char c = static_cast<char>(byte);
    literals[byte] = is_unreserved(c) || std::string_view("!$&'()*+,=:@/").find(c) != std::string_view::npos;
  }
  return literals;
}();

constexpr bool is_literal(char c) noexcept { return kLiterals[static_cast<std::uint8_t>(c)]; }

/// What may be encoded. A second decoding of such a byte changes no segment.
constexpr bool is_encodable(std::uint8_t byte) noexcept {
  constexpr std::string_view kNever = "/\\%;";
  if (byte >= kFirstBeyondAscii) return true;
  const auto c = static_cast<char>(byte);
  return byte >= 0x20 && byte != 0x7f && !is_unreserved(c) && kNever.find(c) == std::string_view::npos;
}

/// The byte of "%XX" at the beginning of `text`.
std::optional<std::uint8_t> escaped_byte(std::string_view text) noexcept {
  if (text.size() < kEscapeSize || text.front() != '%') return std::nullopt;
  const int high = base::hex_value(text[1]);
  const int low = base::hex_value(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<std::uint8_t>(high * 16 + low);
}

/// The number of characters of `text` that encode its first character; 0 if they may not.
std::size_t escape_size(std::string_view text) noexcept {
  std::array<char, kLongestCharacter> bytes{};
  std::size_t count = 0;
  while (count < bytes.size()) {
    const auto byte = escaped_byte(text.substr(std::min(text.size(), count * kEscapeSize)));
    if (!byte) break;
    bytes[count++] = static_cast<char>(*byte);
  }
  if (count == 0 || !is_encodable(static_cast<std::uint8_t>(bytes[0]))) return 0;
  return base::utf8_size({bytes.data(), count}) * kEscapeSize;
}

bool has_normal_characters(std::string_view path) noexcept {
  while (!path.empty()) {
    const std::size_t size = path.front() == '%' ? escape_size(path) : std::size_t{is_literal(path.front())};
    if (size == 0) return false;
    path.remove_prefix(size);
  }
  return true;
}

/// `path` begins with a slash.
bool has_normal_segments(std::string_view path) noexcept {
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    if (segment == "." || segment == ".." || (segment.empty() && !path.empty())) return false;
  }
  return true;
}

/// Letters, digits and "-./_~", as most paths have only. Sixteen characters at once: a request has thirty.
bool is_plain(std::string_view path) noexcept {
  return base::all_in_lanes(path, 'A', [](base::Lanes characters) {
    return base::in_range(characters | ('a' - 'A'), 'a', 'z') | base::in_range(characters, '-', '9') |
           (characters == '_') | (characters == '~');
  });
}

/// The first byte of `text`, decoded, with the number of its characters; nothing if it has no other spelling.
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
  const auto escaped = escaped_byte(text);
  if (!escaped) return std::nullopt;
  const auto byte = static_cast<char>(*escaped);
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

bool is_normal_path(std::string_view path) noexcept {
  return path.starts_with('/') && has_normal_characters(path) && has_normal_segments(path);
}

std::optional<std::uint8_t> DecodedPath::next() noexcept {
  if (rest_.empty()) return std::nullopt;
  const auto escaped = escaped_byte(rest_);
  const auto byte = escaped ? *escaped : static_cast<std::uint8_t>(rest_.front());
  rest_.remove_prefix(escaped ? kEscapeSize : 1);
  return byte;
}

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
