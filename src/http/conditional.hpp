/// \file
/// Entity tags in If-None-Match, RFC 9110 section 13.1.2, which is the only precondition: no document has
/// Last-Modified. The date of HTTP, RFC 9110 section 5.6.7. Pure; thread safe.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

/// Whether one field value contains the entity tag: "*", or a list with a member that equals `etag` by weak comparison
/// (section 8.8.3.2). `etag` is strong and quoted. Reading ends at the first malformed member.
[[nodiscard]] bool names_etag(std::string_view if_none_match, std::string_view etag) noexcept;

/// names_etag() for all If-None-Match lines of a request; false if there is none.
[[nodiscard]] bool is_not_modified(const Request& request, std::string_view etag) noexcept;

/// "Sun, 06 Nov 1994 08:49:37 GMT" (IMF-fixdate), years 1970 to 9999.
[[nodiscard]] std::string http_date(std::time_t time);

}  // namespace agent_access::http
