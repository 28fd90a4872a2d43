#include "app/status/page/status_page.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"
#include "http/fields.hpp"

namespace agent_access::app {
namespace {

constexpr std::array<std::string_view, 3> kHosts = {"127.0.0.1", "[::1]", "localhost"};

/// The text behind the scheme, or an empty one.
std::string_view credentials_of(std::string_view authorization, std::string_view scheme) noexcept {
  if (!http::equal_names(authorization.substr(0, scheme.size()), scheme)) return {};
  return authorization.substr(scheme.size());
}

/// "127.0.0.1", "[::1]" or "localhost", with or without a port.
bool is_loopback_host(std::string_view host) noexcept {
  return std::ranges::any_of(kHosts, [host](std::string_view known) {
    if (!http::equal_names(host.substr(0, known.size()), known)) return false;
    const auto port = host.substr(known.size());
    if (port.empty()) return true;
    const bool is_number = std::ranges::all_of(port.substr(1), base::is_digit);
    return port.starts_with(':') && port.size() > 1 && is_number;
  });
}

}  // namespace

bool PageAccess::has_token(const http::Request& request) const {
  if (request.count("Authorization") != 1) return false;
  const auto authorization = request.field("Authorization");
  const auto bearer = credentials_of(authorization, "Bearer ");
  if (!bearer.empty()) return crypto::constant_time_equal(base::bytes_of(bearer), token_.reveal());
  auto basic = base::base64_decode(credentials_of(authorization, "Basic "));
  if (!basic) return false;
  const auto colon = std::ranges::find(*basic, std::byte{':'});
  const bool is_right =
      colon != basic->end() && crypto::constant_time_equal(std::span(colon + 1, basic->end()), token_.reveal());
  base::wipe(*basic);
  return is_right;
}

Access PageAccess::of(const http::Request& request) const {
  if (token_.size() != 0) return has_token(request) ? Access::allowed : Access::needs_token;
  return is_on_loopback_ && is_loopback_host(request.host) ? Access::allowed : Access::forbidden;
}

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
