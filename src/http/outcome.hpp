/// \file
/// How a request ended: the kind of resource, the fault if it was refused, who asked, and the ids found. The handler
/// writes it, the observer of the same server logs and counts it; net passes it on unread. Contains public ids and what
/// the log may have of the request, never a secret, a token or a body. Not thread safe: belongs to its response.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ip_address.hpp"
#include "base/protocol.hpp"
#include "base/uuid.hpp"
#include "http/log_text.hpp"

namespace agent_access::http {

struct Request;

/// The kind of resource that was requested, for log and metrics (ops/words/outcome_words has the names).
enum class Route : std::uint8_t {
  profile,
  token,
  registration,
  authorization,
  mcp,
  document,  ///< a gated document of the owner
  gate,      ///< the question of a proxy about a gated path
  jwks,
  metadata,
  discovery,
  home,
  page,
  file,
  unknown,   ///< an unknown path or host
  rejected,  ///< not a request: net could not parse it
};

/// Bits: the operations that can return a fault.
enum class Operations : std::uint16_t {
  any = 1,  ///< every operation
  registration = 2,
  token = 4,
  token_with_scopes = 8,  ///< the token endpoint, if scopes are declared
  profile = 16,
  gates = 32,           ///< paths below a gate
  forward_auth = 64,    ///< what proxies ask; clients never see it
  authorization = 128,  ///< refuses every request
  malformed = 256       ///< what is no request; /openapi.json, which describes requests, sums it up
};
[[nodiscard]] constexpr Operations operator|(Operations left, Operations right) noexcept {
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): several bits have no name
  return static_cast<Operations>(std::to_underlying(left) | std::to_underlying(right));
}
[[nodiscard]] constexpr bool contains(Operations operations, Operations one) noexcept {
  return (std::to_underlying(operations) & std::to_underlying(one)) != 0;
}

/// Why a request is refused, and the response: a row of service/fault_table.hpp. Constants only: a part of the request
/// must not become a part of an error.
struct Fault {
  std::string_view name;  ///< in the log and in the metrics
  std::uint16_t status;
  std::string_view error;
  std::string_view sentence;  ///< `error_description`: characters of RFC 6749 section 5.2, no quote, no backslash
  Operations operations{};
  /// Credentials or a token that are not valid; the request may be an attempt to guess them.
  bool is_failed_attempt = false;
  std::string_view fields{};  ///< what every such response has besides: complete lines
};

/// Who sent a request, as the log may have it: the address of the client, and what the client calls itself and the
/// service, without secrets and of bounded length (http/log_text). Copied from the request, because the line is written
/// when the response has been sent. Without allocation.
struct Caller {
  static constexpr std::size_t kMostHost = protocol::kLogHostBytes;
  static constexpr std::size_t kMostUserAgent = protocol::kLogUserAgentBytes;
  static constexpr std::size_t kTraceSize = 32;
  static constexpr std::size_t kMostName = protocol::kLogClientNameBytes;

  bool is_noted = false;  ///< false: no request was read
  /// The request names a client in X-Forwarded-For or Forwarded, but its peer is no trusted proxy.
  bool is_unlisted_proxy = false;
  base::IpAddress address{};  ///< of the client (http/client_address)
  LogText<kMostHost> host;
  LogText<kMostUserAgent> user_agent;
  LogText<kTraceSize> trace_id;  ///< of traceparent, from a trusted proxy only
  LogText<kMostName> name;       ///< client_name of a registration

  /// Reads the fields of the request; `name` stays empty.
  void note(const Request& request, const base::TrustedProxies& trusted) noexcept;
  void reset() noexcept;
};

/// As much as the log may have of a path that can contain anything.
inline constexpr std::size_t kMostUnknownPath = protocol::kLogPathBytes;

struct Outcome {
  Route route = Route::unknown;
  const Fault* fault = nullptr;         ///< null: the request was not refused
  std::string resource;                 ///< the path or prefix of a gated document or gate in the configuration
  std::optional<base::Uuid> client_id;  ///< registered here, or authenticated
  std::string key_id;                   ///< of a token that was signed or verified for this request
  std::string token_id;                 ///< `jti` as in the token
  Caller caller;
  LogText<kMostUnknownPath> asked_path;  ///< of a gate: what the proxy asks about
  bool used_previous_master = false;     ///< the client's secret is derived from a previous master secret

  /// Sets it to that of a request that was not handled yet; keeps its storage.
  void reset() noexcept;
  /// The memory of its strings.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return resource.capacity() + key_id.capacity() + token_id.capacity();
  }
};

}  // namespace agent_access::http
