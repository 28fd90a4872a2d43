#include "http/cors.hpp"

namespace agent_access::http {

void append_preflight(std::string_view methods, std::string& fields) {
  fields.append("Allow: ").append(methods).append("\r\nAccess-Control-Allow-Methods: ").append(methods).append("\r\n");
}

}  // namespace agent_access::http
