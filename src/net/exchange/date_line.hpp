/// \file
/// The Date field, rendered once a second. One instance per worker.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace agent_access::net {

class DateLine {
 public:
  /// "Date: ...\r\n" for now; valid until the next call.
  [[nodiscard]] std::string_view current();

 private:
  std::time_t rendered_ = -1;
  std::string line_;
};

}  // namespace agent_access::net
