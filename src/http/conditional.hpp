/// \file
/// If-None-Match, RFC 9110 section 13.1.2. If-Modified-Since is not read: no answer carries Last-Modified.
#pragma once

#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

/// Whether one field value names the entity tag: "*", or a list of which one member equals `etag` by weak comparison
/// (section 8.8.3.2). `etag` is strong and quoted. What does not parse ends the list: the rest names nothing.
[[nodiscard]] bool names_etag(std::string_view if_none_match, std::string_view etag) noexcept;

/// The same over all If-None-Match lines of a request; false when there is none.
[[nodiscard]] bool is_not_modified(const Request& request, std::string_view etag) noexcept;

}  // namespace agent_access::http
