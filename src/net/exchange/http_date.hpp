/// \file
/// The Date field, rendered once a second. One instance per worker.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace agent_access::net {

/// "Sun, 06 Nov 1994 08:49:37 GMT" (IMF-fixdate, RFC 9110 section 5.6.7), years 1970 to 9999.
[[nodiscard]] std::string http_date(std::time_t time);

class DateLine {
 public:
  /// "Date: ...\r\n" for now; valid until the next call.
  [[nodiscard]] std::string_view current();

 private:
  std::time_t rendered_ = -1;
  std::string line_;
};

}  // namespace agent_access::net
