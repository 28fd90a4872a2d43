#include "app/status/page_access.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/bytes.hpp"
#include "crypto/digest.hpp"

namespace agent_access::app {
namespace {

constexpr std::array<std::string_view, 3> kHosts = {"127.0.0.1", "[::1]", "localhost"};

/// The text behind the scheme, or an empty one.
std::string_view credentials_of(std::string_view authorization, std::string_view scheme) noexcept {
  if (!http::equal_names(authorization.substr(0, scheme.size()), scheme)) return {};
  return authorization.substr(scheme.size());
}

}  // namespace

bool is_loopback_host(std::string_view host) noexcept {
  return std::ranges::any_of(kHosts, [host](std::string_view known) {
    if (!http::equal_names(host.substr(0, known.size()), known)) return false;
    const auto port = host.substr(known.size());
    if (port.empty()) return true;
    const bool is_number = std::ranges::all_of(port.substr(1), base::is_digit);
    return port.starts_with(':') && port.size() > 1 && is_number;
  });
}

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

}  // namespace agent_access::app
