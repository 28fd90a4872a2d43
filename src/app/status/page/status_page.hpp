/// \file
/// The status page: one HTML page without scripts and without anything from elsewhere, the same as JSON, and the
/// answers with both. Pure; thread safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "app/status/status_board.hpp"
#include "base/secret.hpp"
#include "http/message.hpp"

namespace agent_access::app {

enum class Access : std::uint8_t {
  allowed,
  needs_token,  ///< 401: the token is missing or wrong
  forbidden,    ///< 403: there is no token with which it would be allowed
};

/// Who may see the status page. If there is a token, a request with it, from wherever: a proxy on this machine passes
/// requests of others on. Without one, a request on a listener of loopback whose Host is loopback too. The Host stops a
/// foreign web page whose name resolves to 127.0.0.1 (DNS rebinding). Thread safe.
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

/// Whether the page loads itself again. Off unless a reader asks for it: it would end what they are reading
/// (WCAG 2.2.1).
enum class Refresh : std::uint8_t { off, each_minute };

[[nodiscard]] std::string render_status_html(const StatusData& data, Refresh refresh);

/// One object and a line feed. Times are RFC 3339 or null, the members of "latency_us" microseconds or null. It has
/// what the page shows, and every day.
[[nodiscard]] std::string render_status_json(const StatusData& data);

/// Answers requests for /status (HTML; with the query "refresh" a page that loads itself again) and /status.json, for
/// those who may see them. `collect` is called only if access is allowed; otherwise the answer is 401 or 403 in JSON.
void answer_status(const PageAccess& access, const std::function<StatusData()>& collect, const http::Request& request,
                   http::Response& response);

}  // namespace agent_access::app
