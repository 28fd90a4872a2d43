/// \file
/// Who may see the status page. If there is a token, a request with it, from wherever: a proxy on this machine passes
/// requests of others on. Without one, a request on a listener of loopback whose Host is loopback too. The Host stops a
/// foreign web page whose name resolves to 127.0.0.1 (DNS rebinding). Thread safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/secret.hpp"
#include "http/message.hpp"

namespace agent_access::app {

enum class Access : std::uint8_t {
  allowed,
  needs_token,  ///< 401: the token is missing or wrong
  forbidden,    ///< 403: there is no token with which it would be allowed
};

class PageAccess {
 public:
  /// `is_on_loopback`: whether only this machine reaches the listener. `token` may be empty: none.
  PageAccess(bool is_on_loopback, base::SecretBytes token)
      : is_on_loopback_(is_on_loopback), token_(std::move(token)) {}

  [[nodiscard]] Access of(const http::Request& request) const;

 private:
  [[nodiscard]] bool has_token(const http::Request& request) const;

  bool is_on_loopback_;
  base::SecretBytes token_;
};

/// "127.0.0.1", "[::1]" or "localhost", with or without a port.
[[nodiscard]] bool is_loopback_host(std::string_view host) noexcept;

}  // namespace agent_access::app
