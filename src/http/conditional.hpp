/// \file
/// If-None-Match, RFC 9110 section 13.1.2. If-Modified-Since is not read: no response has Last-Modified.
#pragma once

#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

/// Whether one field value contains the entity tag: "*", or a list with a member that equals `etag` by weak comparison
/// (section 8.8.3.2). `etag` is strong and quoted. Reading ends at the first malformed member.
[[nodiscard]] bool names_etag(std::string_view if_none_match, std::string_view etag) noexcept;

/// The same for all If-None-Match lines of a request; false if there is none.
[[nodiscard]] bool is_not_modified(const Request& request, std::string_view etag) noexcept;

}  // namespace agent_access::http
