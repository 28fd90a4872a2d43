#include "http/cors.hpp"

#include "http/append.hpp"

namespace agent_access::http {

void append_preflight(std::string_view methods, std::string& fields) {
  append(fields, "Allow: ", methods, "\r\nAccess-Control-Allow-Methods: ", methods, "\r\n");
}

bool is_preflight(const Request& request) noexcept {
  return request.method == Method::options && request.count("Origin") > 0 &&
         request.count("Access-Control-Request-Method") > 0;
}

}  // namespace agent_access::http
