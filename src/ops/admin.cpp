#include "ops/admin.hpp"

#include <string_view>

#include "http/problem.hpp"

namespace agent_access::ops {
namespace {

constexpr http::Problem kNotFound{404, "not_found", "This listener serves /livez, /readyz and /metrics."};
constexpr http::Problem kMethodNotAllowed{405, "method_not_allowed", "Use GET."};
constexpr http::Problem kDraining{503, "temporarily_unavailable", "The server is starting or draining."};
constexpr http::Problem kStuck{503, "worker_stuck", "The event loop of a worker has been stuck for 5 seconds or more."};

constexpr std::string_view kPlainText = "text/plain; charset=utf-8";
constexpr std::string_view kExposition = "text/plain; version=0.0.4; charset=utf-8";

std::string_view route_of(std::string_view path) noexcept {
  if (path == "/livez") return "livez";
  if (path == "/readyz") return "readyz";
  if (path == "/metrics") return "metrics";
  return "unknown";
}

void write_text(std::string_view media_type, std::string text, http::Response& response) {
  response.add_field("Content-Type", media_type);
  response.add_field("Cache-Control", "no-store");
  response.add_field("X-Content-Type-Options", "nosniff");
  response.body = std::move(text);
}

}  // namespace

void Admin::handle(const http::Request& request, http::Response& response) {
  const std::string_view route = route_of(request.path);
  response.trace.route = route;
  response.omit_body = request.method == http::Method::head;
  if (route == "unknown") return http::write_problem(kNotFound, response);
  if (request.method != http::Method::get && request.method != http::Method::head) {
    http::write_problem(kMethodNotAllowed, response);
    response.add_field("Allow", "GET, HEAD");
    return;
  }
  if (route == "metrics") return write_text(kExposition, sources_.metrics(), response);
  if (!sources_.alive()) return http::write_problem(kStuck, response);
  if (route == "readyz" && !sources_.ready()) {
    http::write_problem(kDraining, response);
    response.add_field("Retry-After", "1");
    return;
  }
  write_text(kPlainText, "ok\n", response);
}

void Admin::reject(http::RequestError fault, http::Response& response) noexcept {
  http::write_problem(http::problem_of(fault), response);
  response.trace.route = "rejected";
  response.connection = http::Connection::close;
}

}  // namespace agent_access::ops
