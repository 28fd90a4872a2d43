/// \file
/// How a request ended, as types: the route, success or the fault of the layer that refused, and the ids found. ops
/// writes it to the log and the metrics. Contains public ids and what the log may have of the request, never a secret,
/// a token or a body. Not thread safe: an outcome belongs to its response.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "base/ip_address.hpp"
#include "http/handler.hpp"
#include "http/log_text.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/types.hpp"
#include "service/outcome/fault_table.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::service {

/// Who sent a request, as the log may have it: the address of the client, and what the client calls itself and the
/// service, without secrets and of bounded length (http/log_text). Copied from the request, because the line is written
/// when the response has been sent. Without allocation. Not thread safe: belongs to an outcome.
struct Caller {
  static constexpr std::size_t kMostHost = 96;
  static constexpr std::size_t kMostUserAgent = 256;
  static constexpr std::size_t kTraceSize = 32;
  static constexpr std::size_t kMostName = 128;

  bool is_noted = false;  ///< false: no request was read
  /// The request names a client in X-Forwarded-For or Forwarded, but its peer is no trusted proxy.
  bool is_unlisted_proxy = false;
  base::IpAddress address{};  ///< of the client (http/client_address)
  http::LogText<kMostHost> host;
  http::LogText<kMostUserAgent> user_agent;
  http::LogText<kTraceSize> trace_id;  ///< of traceparent, from a trusted proxy only
  http::LogText<kMostName> name;       ///< client_name of a registration

  /// Reads the fields of the request; `name` stays empty.
  void note(const http::Request& request, const base::TrustedProxies& trusted) noexcept;
  void reset() noexcept;
};

struct Success {
  friend bool operator==(Success, Success) = default;
};

/// Success or the fault. limit::RefusedBy: the exhausted budget of a 429, never `nobody`.
using Ending = std::variant<Success, RequestFault, oauth::TokenFault, oauth::RegistrationFault, oauth::BearerFault,
                            limit::RefusedBy, http::RequestError, mcp::McpFault>;

/// Neither a gated document nor a gate.
inline constexpr std::size_t kNotGated = SIZE_MAX;

/// As much as the log may have of a path that can contain anything.
inline constexpr std::size_t kMostUnknownPath = 160;

struct Outcome final : http::Outcome {
  publish::Route route = publish::Route::unknown;
  /// What the request was about: an index in content::Access::documents, or their number plus an index in its gates.
  std::size_t gated = kNotGated;
  std::string resource;  ///< its path or prefix in the configuration, which also later snapshots may have
  Ending ending;
  std::optional<oauth::ClientId> client_id;  ///< registered here, or authenticated
  std::string key_id;                        ///< of a token that was signed or verified for this request
  std::string token_id;                      ///< `jti` as in the token
  Caller caller;
  http::LogText<kMostUnknownPath> asked_path;  ///< of a gate: what the proxy asks about
  bool used_previous_master = false;           ///< the client's secret is derived from a previous master secret

  void reset() noexcept override;
  [[nodiscard]] std::size_t held_bytes() const noexcept override {
    return sizeof *this + resource.capacity() + key_id.capacity() + token_id.capacity();
  }
};

/// The outcome of a response that a Handler fills; created if there is none.
[[nodiscard]] Outcome& outcome_of(http::Response& response);
/// Null if no Handler has filled the response.
[[nodiscard]] const Outcome* find_outcome(const http::Response& response) noexcept;

/// Whether the request had credentials or a token that are not valid; such requests may be attempts to guess them.
[[nodiscard]] bool is_failed_attempt(const Ending& ending) noexcept;

/// Writes the response for a fault of the fault table, and its outcome.
template <class Fault>
void refuse(Fault fault, http::Response& response) {
  http::write_problem(problem_of(fault), response);
  outcome_of(response).ending = fault;
}

}  // namespace agent_access::service
