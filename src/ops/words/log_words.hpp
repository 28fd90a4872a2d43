/// \file
/// The words of the log, each with its meaning: the choices that an owner has (settings of [log]), the fields of an
/// access line, and the events. Constants only: thread safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::ops {

enum class Level : std::uint8_t { debug, info, warn, error };
inline constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warn", "error"};

enum class LogFormat : std::uint8_t { json, text };
inline constexpr std::array<std::string_view, 2> kLogFormatNames = {"json", "text"};

/// How the address of a client is logged: as it is, its network, or not at all.
enum class ClientAddress : std::uint8_t { full, prefix, none };
inline constexpr std::array<std::string_view, 3> kClientAddressNames = {"full", "prefix", "none"};

/// A kind of line. The reference is made from these, and a test compares them with every line that the sources write.
struct LogEvent {
  std::string_view name;
  std::string_view level;    ///< "debug", "info", "warn" or "error"
  std::string_view fields;   ///< their names, joined by ", "; of "access" empty: those of kAccessFields
  std::string_view meaning;  ///< one or more sentences
};

/// In the order of their names.
[[nodiscard]] std::span<const LogEvent> log_events() noexcept;

/// In their order in the line. A field without a row does not compile.
enum class AccessField : std::uint8_t {
  request_id,
  client,
  method,
  host,
  path,
  route,
  resource,
  status,
  error,
  reason,
  duration_us,
  user_agent,
  client_id,
  kid,
  jti,
  client_name,
  trace_id,
};

struct AccessFieldRow {
  AccessField field;
  std::string_view name;
  std::string_view meaning;  ///< one or more sentences
};

inline constexpr std::array kAccessFields = std::to_array<AccessFieldRow>({
    {AccessField::request_id, "request_id",
     "The id that the response has in X-Request-Id. That of a trusted proxy is taken over."},
    {AccessField::client, "client",
     "The address of the client, its network, or nothing, as log.client_address says. Behind a trusted proxy that "
     "which the proxy names."},
    {AccessField::method, "method", "The method of the request; OTHER for an uncommon one."},
    {AccessField::host, "host", "The host of the request, at most 96 bytes."},
    {AccessField::path, "path",
     "The path, without the query. An unknown one, and of a gate the path that the proxy asked about: at most 160 "
     "bytes."},
    {AccessField::route, "route", "The kind of resource, as in the label http_route of the metrics."},
    {AccessField::resource, "resource",
     "The gated document or gate that the request is about: its path or prefix in the configuration."},
    {AccessField::status, "status", "The status of the response."},
    {AccessField::error, "error", "Of a refusal: error in the body of the response."},
    {AccessField::reason, "reason", "Of a refusal: the exact reason, which the response may not tell."},
    {AccessField::duration_us, "duration_us",
     "Microseconds from the first byte of the request read to the last byte of the response written."},
    {AccessField::user_agent, "user_agent", "What the client calls itself, at most 256 bytes."},
    {AccessField::client_id, "client_id", "The client that registered here or was authenticated."},
    {AccessField::kid, "kid", "The key of the token that was signed or verified."},
    {AccessField::jti, "jti", "The id of that token."},
    {AccessField::client_name, "client_name", "Of a registration: the name that the client sent, at most 128 bytes."},
    {AccessField::trace_id, "trace_id", "The trace of traceparent (W3C Trace Context), from a trusted proxy only."},
});
static_assert(base::is_complete(kAccessFields, &AccessFieldRow::field),
              "a field has no row here, or its row is out of order");

[[nodiscard]] constexpr std::string_view field_name(AccessField field) noexcept {
  return kAccessFields[static_cast<std::size_t>(field)].name;
}

}  // namespace agent_access::ops
