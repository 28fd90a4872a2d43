/// \file
/// Dates of HTTP, RFC 9110 section 5.6.7. Pure; thread safe.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::http {

/// "Sun, 06 Nov 1994 08:49:37 GMT" (IMF-fixdate), years 1970 to 9999.
[[nodiscard]] std::string http_date(std::time_t time);

/// Reads IMF-fixdate and the two obsolete forms, which a recipient must accept. Nothing for any other text. NOT
/// checked: that the day of the week is that of the date, and that the month has the day.
[[nodiscard]] std::optional<std::time_t> parse_http_date(std::string_view text);

}  // namespace agent_access::http
