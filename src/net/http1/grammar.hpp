/// \file
/// The small grammar of RFC 9110 and 9112 that framing.cpp is built from. Pure functions over bytes, no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::net {

/// What stands at the start of some bytes that are still arriving.
struct Line {
  enum class State : std::uint8_t { complete, incomplete, malformed, too_long };
  State state;
  std::size_t size = 0;  ///< of a complete line, without its CR LF
};

/// Looks for a line of at most `longest` bytes before CR LF. Malformed: a bare CR or LF, any other control byte but
/// HTAB, DEL. The verdict on given bytes never changes by more bytes behind them, except from incomplete.
[[nodiscard]] Line scan_line(std::string_view bytes, std::size_t longest) noexcept;

/// token of RFC 9110 section 5.6.2, at least one character.
[[nodiscard]] bool is_token(std::string_view text) noexcept;
/// Origin-form (RFC 9112 section 3.2.1): a slash, then visible ASCII without '#'. Stricter than RFC 3986 it is not:
/// other characters that a URI would have to encode name a path that does not exist.
[[nodiscard]] bool is_origin_form(std::string_view text) noexcept;
/// The same characters, in any order; empty too.
[[nodiscard]] bool is_target_text(std::string_view text) noexcept;
/// uri-host [":" port] without user information, lists, percent-encoding or white space; not empty.
[[nodiscard]] bool is_host(std::string_view text) noexcept;
/// 1 to 19 digits, so that the value always fits.
[[nodiscard]] std::optional<std::uint64_t> parse_length(std::string_view text) noexcept;
/// What a Connection field asks for; its other options are ignored.
struct ConnectionOptions {
  bool close = false;
  bool keep_alive = false;
};
/// `Connection = #connection-option` (RFC 9110 section 7.6.1): tokens, compared without case, and empty elements
/// between commas. Nothing for every other value.
[[nodiscard]] std::optional<ConnectionOptions> parse_connection(std::string_view list) noexcept;
/// What the fields Transfer-Encoding of one head name.
struct Codings {
  bool chunked = false;
  bool other = false;      ///< a coding that is not chunked
  bool ambiguous = false;  ///< chunked is not last, occurs twice or has a parameter; or an element is no coding
};
/// Takes note of `Transfer-Encoding = #transfer-coding` (RFC 9112 section 6.1) behind what was noted before: names are
/// compared without case. Empty elements are ambiguous, though lists may have them: a reader that ignores them would
/// find another body than one that does not.
void note_codings(std::string_view list, Codings& codings) noexcept;
/// A name with underscores that a careless reader behind us would take for a field that decides framing or trust.
[[nodiscard]] bool is_disguised(std::string_view field_name) noexcept;

}  // namespace agent_access::net
