#include "http/fields.hpp"

namespace agent_access::http {

void append_preflight(std::string_view methods, std::string& fields) {
  append(fields, "Allow: ", methods, "\r\nAccess-Control-Allow-Methods: ", methods, "\r\n");
}

bool is_preflight(const Request& request) noexcept {
  return request.method == Method::options && request.count("Origin") > 0 &&
         request.count("Access-Control-Request-Method") > 0;
}

void refuse(const Fault& fault, Response& response) { refuse(fault, fault.sentence, {}, response); }

void refuse(const Fault& fault, std::string_view start, std::string_view end, Response& response) {
  response.outcome.fault = &fault;
  response.status = fault.status;
  response.constant_fields = kProblemFields;
  response.fields.assign(fault.fields);
  response.constant_body = {};
  response.body_owner.reset();
  // The texts have no quote or backslash, so they need no escaping.
  response.body.clear();
  append(response.body, R"({"error":")", fault.error, R"(","error_description":")", start, end, "\"}");
}

}  // namespace agent_access::http
