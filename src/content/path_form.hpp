/// \file
/// The normal form of a path: one that every server reads alike. A web server decodes a path, removes dot segments and
/// merges slashes before it looks for a file, and servers differ in how; so a path that could be read in two ways is
/// refused and never repaired. Pure, without allocation; thread safe.
///
/// NOT checked: that the path exists, its length, and letter case (content::Access::gate_at() does, for prefixes).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_access::content {

/// RFC 3986 section 3.3, path-absolute or "/", with these further rules:
/// - no empty segment but the last ("//"), and none that is "." or "..";
/// - no ';', which some servers cut off with what follows, and no '\';
/// - percent-encoding as two hexadecimal digits of either case, never of an unreserved character (section 2.3), of '/',
///   '\', '%', ';', NUL or another control character;
/// - the encoded bytes are UTF-8 (RFC 3629), so that no overlong form of '/' or '.' is among them.
[[nodiscard]] bool is_normal_path(std::string_view path) noexcept;

/// Reads a path in normal form byte by byte, decoded: two spellings of one path give the same bytes.
class DecodedPath {
 public:
  explicit DecodedPath(std::string_view path) noexcept : rest_(path) {}
  /// The next byte; nothing at the end.
  [[nodiscard]] std::optional<std::uint8_t> next() noexcept;

 private:
  std::string_view rest_;
};

}  // namespace agent_access::content
