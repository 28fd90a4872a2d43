/// \file
/// The normal form of a path: one that every server reads alike. A web server decodes a path, removes dot segments and
/// merges slashes before it looks for a file, and servers differ in how; so a path that could be read in two ways is
/// refused and never repaired. Pure, without allocation; thread safe.
///
/// NOT checked: that the path exists, its length, and letter case (content::Access::gate_at() does, for prefixes).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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

/// Equal addresses are equal (RFC 3986 section 6.2.2): the spelling that append_encoded() gives to the path that was
/// asked for: hexadecimal digits in upper case, and only those characters encoded that may not stand in a path.
/// Decoded, both are the same bytes, so two files never become one. Looks into `path` or `room`.
///
/// The path itself if that is its spelling, or if servers read it in different ways: with an escape that is incomplete
/// or of '/' or NUL, with a NUL, '#' or '\' as it is, or with dot segments once it is decoded.
[[nodiscard]] std::string_view published_spelling(std::string_view path, std::string& room);

}  // namespace agent_access::content
