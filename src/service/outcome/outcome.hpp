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

#include "http/handler.hpp"
#include "http/log_text.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/fault.hpp"
#include "oauth/types.hpp"
#include "publish/router.hpp"
#include "service/outcome/caller.hpp"
#include "service/outcome/fault_table.hpp"

namespace agent_access::service {

enum class Success : std::uint8_t {
  answered,
  client_registered,
  token_issued,
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
  http::LogText<kMostUnknownPath> asked_path;  ///< of a gate: what the question is about
  bool used_previous_master = false;           ///< the client's secret is derived from a previous master secret

  void reset() noexcept override;
  [[nodiscard]] std::size_t held_bytes() const noexcept override {
    return sizeof *this + resource.capacity() + key_id.capacity() + token_id.capacity();
  }
};

/// The outcome of a response that a Gate fills; created if there is none.
[[nodiscard]] Outcome& outcome_of(http::Response& response);
/// Null if no Gate has filled the response.
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
