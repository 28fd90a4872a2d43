/// \file
/// The normal form of a path: one that every server reads alike. A web server decodes a path, removes dot segments and
/// merges slashes before it looks for a file, and servers differ in how; so a path that could be read in two ways is
/// refused and never repaired. Pure, without allocation; thread safe.
///
/// NOT checked: that the path exists, its length, and letter case (find_gate() does, for prefixes).
///
/// Which gate holds a path, and which methods it lets through. Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "content/access.hpp"

namespace agent_access::gated {

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

/// The index of the gate with the longest prefix of `path`, which is in normal form. The prefix without
/// its last slash is the gate's, too: servers answer "/data" like "/data/". Both are compared decoded, so every
/// spelling of a path has the same gate. Nothing if no prefix fits, or if the longest one fits only in another letter
/// case: a server that ignores case would serve the path of one gate with the scope of another.
[[nodiscard]] std::optional<std::size_t> find_gate(std::span<const content::Gate> gates,
                                                   std::string_view path) noexcept;

/// Whether the gate lists the method; HEAD wherever it lists GET. Methods are case-sensitive (RFC 9110 section 9.1).
[[nodiscard]] bool lets_through(const content::Gate& gate, std::string_view method) noexcept;

/// The value of Allow: "GET, HEAD".
[[nodiscard]] std::string allowed_methods(const content::Gate& gate);

}  // namespace agent_access::gated
