#include "app/status/page/status_page.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "http/fields.hpp"

namespace agent_access::app {
namespace {

/// The page has its style sheet in itself.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

constexpr http::Problem kTokenNeeded{401, "unauthorized", "Send the token of report.token_file, as Basic or Bearer."};
constexpr http::Problem kOnlyThisMachine{
    403, "forbidden", "Use this machine and the host 127.0.0.1, [::1] or localhost, or set report.token_file."};

bool was_refused(Access decision, http::Response& response) {
  if (decision == Access::allowed) return false;
  http::write_problem(decision == Access::needs_token ? kTokenNeeded : kOnlyThisMachine, response);
  if (decision == Access::needs_token) {
    response.add_field("WWW-Authenticate", "Basic realm=\"agent-access status\", charset=\"UTF-8\"");
    response.add_field("WWW-Authenticate", "Bearer realm=\"agent-access status\"");
  }
  return true;
}

void write_page(std::string_view media_type, std::string text, http::Response& response) {
  response.add_field("Content-Type", media_type);
  response.add_field("Cache-Control", "no-store");
  response.add_field("X-Content-Type-Options", "nosniff");
  response.add_field("Content-Security-Policy", kPolicy);
  response.add_field("Cross-Origin-Resource-Policy", "same-origin");
  response.add_field("Referrer-Policy", "no-referrer");
  response.body = std::move(text);
}

}  // namespace

void answer_status(const PageAccess& access, const std::function<StatusData()>& collect, const http::Request& request,
                   http::Response& response) {
  if (was_refused(access.of(request), response)) return;
  const StatusData data = collect();
  if (request.path == "/status.json") return write_page("application/json", render_status_json(data), response);
  const Refresh refresh = request.query == "refresh" ? Refresh::each_minute : Refresh::off;
  write_page("text/html; charset=utf-8", render_status_html(data, refresh), response);
}

}  // namespace agent_access::app
