#include "ops/admin.hpp"

#include <string_view>

#include "http/fields.hpp"
#include "service/fault_table.hpp"

namespace agent_access::ops {
namespace {

constexpr http::Fault kNotFound{"not_found", 404, "not_found", "This listener serves /livez, /readyz and /metrics."};
constexpr http::Fault kMethodNotAllowed{"method_not_allowed", 405, "method_not_allowed", "Use GET."};
constexpr http::Fault kDraining{.name = "draining",
                                .status = 503,
                                .error = "temporarily_unavailable",
                                .sentence = "The server is starting or draining.",
                                .fields = "Retry-After: 1\r\n"};
constexpr http::Fault kStuck{"worker_stuck", 503, "worker_stuck",
                             "The event loop of a worker has been stuck for 5 seconds or more."};

constexpr std::string_view kPlainText = "text/plain; charset=utf-8";
constexpr std::string_view kExposition = "text/plain; version=0.0.4; charset=utf-8";

void write_text(std::string_view media_type, std::string text, http::Response& response) {
  response.add_field("Content-Type", media_type);
  response.add_field("Cache-Control", "no-store");
  response.add_field("X-Content-Type-Options", "nosniff");
  response.body = std::move(text);
}

}  // namespace

void Admin::handle(const http::Request& request, http::Response& response) {
  const std::string_view path = request.path;
  const bool is_known = path == "/metrics" || path == "/livez" || path == "/readyz";
  response.omit_body = request.method == http::Method::head;
  if (!is_known) return http::refuse(kNotFound, response);
  if (request.method != http::Method::get && request.method != http::Method::head) {
    http::refuse(kMethodNotAllowed, response);
    response.add_field("Allow", "GET, HEAD");
    return;
  }
  if (path == "/metrics") return write_text(kExposition, sources_.metrics(), response);
  if (!sources_.alive()) return http::refuse(kStuck, response);
  if (path == "/readyz" && !sources_.ready()) return http::refuse(kDraining, response);
  write_text(kPlainText, "ok\n", response);
}

void Admin::reject(http::RequestError fault, http::Response& response) noexcept {
  http::refuse(service::fault_of(fault), response);
  response.connection = http::Connection::close;
}

}  // namespace agent_access::ops
