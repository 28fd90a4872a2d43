/// \file
/// Preconditions of GET and HEAD, RFC 9110 section 13. Pure; thread safe. NOT evaluated: If-Modified-Since and
/// If-Range, which a server may ignore; If-None-Match says more, and no range is served.
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

enum class Comparison : std::uint8_t { strong, weak };

/// Whether one field value contains the entity tag: "*", or a list with a member that equals `etag` by that comparison
/// (section 8.8.3.2). `etag` is strong and quoted, or empty: then only "*" does. Reading ends at the first malformed
/// member.
[[nodiscard]] bool names_etag(std::string_view list, std::string_view etag, Comparison comparison) noexcept;

/// The time that an HTTP-date names, in each of its three forms (section 5.6.7). Nothing for another text.
[[nodiscard]] std::optional<std::time_t> parse_http_date(std::string_view text);

/// What the preconditions of a request say about a representation that it would get.
enum class Precondition : std::uint8_t {
  holds,         ///< or there is none
  not_modified,  ///< 304
  fails,         ///< 412
};

/// In the order of section 13.2.2: If-Match, in whose absence If-Unmodified-Since, then If-None-Match, each list of all
/// its lines. `etag`: of the representation, empty if it has none; `modified`: since when it is certainly unchanged. An
/// If-Unmodified-Since that is no single HTTP-date is ignored (section 13.1.4).
[[nodiscard]] Precondition precondition_of(const Request& request, std::string_view etag, std::time_t modified);

}  // namespace agent_access::http
