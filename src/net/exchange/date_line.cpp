#include "net/exchange/date_line.hpp"

#include "http/conditional.hpp"

namespace agent_access::net {

std::string_view DateLine::current() {
  const std::time_t now = std::time(nullptr);
  if (now != rendered_) {
    line_ = "Date: " + http::http_date(now) + "\r\n";
    rendered_ = now;
  }
  return line_;
}

}  // namespace agent_access::net
