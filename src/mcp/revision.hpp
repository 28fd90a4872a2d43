/// \file
/// The revisions of MCP, and which one a request uses. 2026-07-28 is stateless: each request names it in a field of
/// HTTP and in `params._meta`, and further fields repeat parts of the message, so that a proxy need not read the body
/// (basic/transports/streamable-http, "Request Metadata"). Clients of older revisions begin with `initialize` and send
/// the field from 2025-06-18 on. Thread safe, stateless.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "content/mcp_revisions.hpp"
#include "mcp/fault.hpp"
#include "mcp/message.hpp"

namespace agent_access::mcp {

inline constexpr std::string_view kCurrentRevision = content::kCurrentMcpRevision;
inline constexpr auto& kRevisions = content::kMcpRevisions;
inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

/// The fields of HTTP that repeat the message; nothing for one that is missing. A field that occurs twice has no value
/// that agrees with the message: pass an empty one.
struct RequestFields {
  std::optional<std::string_view> version;  ///< MCP-Protocol-Version
  std::optional<std::string_view> method;   ///< Mcp-Method
  std::optional<std::string_view> name;     ///< Mcp-Name
};

enum class Era : std::uint8_t { current, legacy };

/// Checks the fields against the message and the version against kRevisions. Faults: header_mismatch,
/// unsupported_version, missing_meta. A notification is checked for its version only.
[[nodiscard]] base::Result<Era, McpFault> era_of(const Message& message, const RequestFields& fields);

/// The revision that the fields or the message name, for the data of unsupported_version; may be any text.
[[nodiscard]] std::string_view requested_version(const Message& message, const RequestFields& fields);

/// Whether the value of Mcp-Name is `name`, as it is or as "=?base64?…?=" of its bytes. A value that has the form of
/// the latter is never compared as it is.
[[nodiscard]] bool names(std::string_view field, std::string_view name);

/// The revision for a client that asks for `wanted` with `initialize`: the same, or the newest one with `initialize`.
[[nodiscard]] std::string_view negotiated(std::string_view wanted) noexcept;

}  // namespace agent_access::mcp
