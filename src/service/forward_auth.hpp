/// \file
/// The endpoint that a trusted proxy asks whether a request for a gated path may pass (decision 0045). It exists only
/// for peers in limits.trusted_proxies and only if gates are declared; for anybody else its path is unknown. There are
/// two forms of such a request:
/// - /oauth/gate, with exactly one X-Forwarded-Method and X-Forwarded-Uri (nginx, Caddy, Traefik, HAProxy); the method
///   of the request itself has no meaning;
/// - /oauth/gate/data/x.csv?query with the original method (Envoy), and neither of these fields.
/// The host of the original request is X-Forwarded-Host where it is present, else Host. The token is read from the
/// Authorization field. 200 without a body lets the request pass; every other status is the response for the client.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/call.hpp"

namespace agent_access::service {

/// Whether the gate lists the method; HEAD wherever it lists GET. Methods are case-sensitive (RFC 9110 section 9.1).
[[nodiscard]] bool lets_through(const content::Gate& gate, std::string_view method) noexcept;

/// The value of Allow: "GET, HEAD".
[[nodiscard]] std::string allowed_methods(const content::Gate& gate);

/// Nothing if it is not a forward-auth request; only one of a trusted proxy can be.
[[nodiscard]] std::optional<ForwardAuthRequest> read_forward_auth(const http::Request& request,
                                                                  const Snapshot& snapshot) noexcept;

/// Sets route, host and path of the outcome to those of the original request.
void note_forward_auth(const ForwardAuthRequest& forwarded, http::Outcome& outcome) noexcept;

/// Precondition: call.forwarded, and call.gate if a gate holds its path. In this order: form of the request and of the
/// path, gate, method, token. A preflight passes without a token if the gate lists OPTIONS.
void answer_forward_auth(Call& call, http::Response& response);

/// For proxies that hand on only 401 and 403, and no body (nginx): the status and the body of a refusal as the fields
/// X-Agent-Status and X-Agent-Refusal. Changes no other response.
void append_refusal_fields(http::Response& response);

}  // namespace agent_access::service
