/// \file
/// Reads one message of JSON-RPC 2.0 (sections 4 and 4.1, as MCP narrows them): a request with a string or an integer
/// as id, or a notification without one. Null as `params`, `arguments` or `cursor` is a missing member. Strict JSON by
/// the rules of json/strict_reader.hpp, at most kMostDepth deep. Other members of the message are ignored. Thread safe,
/// stateless. NOT limited here: the size of the text.
///
/// The faults of MCP: code of JSON-RPC, status of HTTP, and texts. A fault without a row does not compile. Codes from
/// -32020 on are those of MCP; codes above zero are statuses of HTTP, for refusals that JSON-RPC has no code for.
/// Thread safe: constants only.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/outcome.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::mcp {

enum class McpFault : std::uint8_t {
  foreign_origin,
  not_acceptable,  ///< Accept allows no application/json
  unsupported_media_type,
  content_encoding,
  not_json,
  duplicate_member,
  too_deep,
  batch,
  invalid_request,  ///< JSON, but not a request or notification of JSON-RPC 2.0
  client_response,  ///< a response, which only servers send
  params_no_object,
  refused_notification,
  header_mismatch,
  unsupported_version,
  missing_meta,  ///< `_meta` of 2026-07-28 lacks a required member
  unknown_method,
  invalid_params,
  unknown_tool,
  unknown_resource,
  large_resource,  ///< a gated file that only HTTP has
  invalid_cursor,
};

struct McpProblem {
  McpFault fault;
  http::Fault row;  ///< its status is for clients of 2026-07-28
  int code;
  std::uint16_t legacy_status;  ///< for older clients, which read responses only if they are 200
  int legacy_code = code;       ///< for older clients
};

/// One row for each enumerator, in the order of the enumeration.
[[nodiscard]] std::span<const McpProblem> mcp_problems() noexcept;
[[nodiscard]] const McpProblem& mcp_problem_of(McpFault fault) noexcept;

/// Objects and arrays around a value. Capabilities of clients are five deep.
inline constexpr std::size_t kMostDepth = 16;

/// A member of the message. Of values that are no strings only the type is kept.
struct Member {
  enum class Type : std::uint8_t { missing, text, empty_object, object, other };

  Type type = Type::missing;
  std::string_view text = {};  ///< without escapes

  [[nodiscard]] bool is_missing() const noexcept { return type == Type::missing; }
  [[nodiscard]] bool is_text() const noexcept { return type == Type::text; }
  [[nodiscard]] bool is_object() const noexcept { return type == Type::object || type == Type::empty_object; }
};

/// The members of `params` that methods and revisions read.
struct Params {
  Member name;
  Member uri;
  Member cursor;
  Member protocol_version;
  Member arguments;
  Member meta;
  Member version;       ///< of `_meta`
  Member capabilities;  ///< of `_meta`
};

/// The texts are views of the body, which outlives the message, or of `unescaped`: a message is moved, not copied.
struct Message {
  std::string id;  ///< as JSON text; empty for a notification
  std::string_view method;
  Params params;
  std::string_view body;
  std::forward_list<std::string> unescaped = {};  ///< the texts that have escapes in the body

  [[nodiscard]] bool is_notification() const noexcept { return id.empty(); }
  /// All of `params`, for methods that read more of it; empty if there are none. Reads the body again.
  [[nodiscard]] boost::json::object read_params() const;
};

struct MessageError {
  McpFault fault;
  std::string id;  ///< as JSON text; empty if it could not be read
};

/// `body` outlives the message.
[[nodiscard]] base::Result<Message, MessageError> read_message(std::string_view body);

/// The revisions of MCP, and which one a request uses. 2026-07-28 is stateless: each request names it in a field of
/// HTTP and in `params._meta`, and further fields repeat parts of the message, so that a proxy need not read the body
/// (basic/transports/streamable-http, "Request Metadata"). Clients of older revisions begin with `initialize` and send
/// the field from 2025-06-18 on. Thread safe, stateless.
inline constexpr std::string_view kCurrentRevision = documents::kCurrentMcpRevision;
inline constexpr auto& kRevisions = documents::kMcpRevisions;
inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

/// The fields of HTTP that repeat the message; nothing for one that is missing. Fields with different values agree with
/// no message: pass an empty value. Of a list of equal values, which a proxy makes of repeated fields, pass one; `name`
/// may be such a list.
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
