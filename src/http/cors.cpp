#include "http/cors.hpp"

#include "http/append.hpp"

namespace agent_access::http {

void append_preflight(std::string_view methods, std::string& fields) {
  append(fields, "Allow: ", methods, "\r\nAccess-Control-Allow-Methods: ", methods, "\r\n");
}

}  // namespace agent_access::http
