/// \file
/// Checks of a response that several steps of `try` use. Pure; thread safe. Messages never contain a secret, a token or
/// an unchecked part of a body.
#pragma once

#include <boost/json/object.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

/// The body as a JSON object; nothing when it is not one or the media type is not application/json.
[[nodiscard]] std::optional<boost::json::object> json_body(const client::ClientResponse& response);

/// The member when it is a string, else empty.
[[nodiscard]] std::string text_member(const boost::json::object& object, std::string_view name);
/// True when the member is an array that contains this string.
[[nodiscard]] bool lists(const boost::json::object& object, std::string_view name, std::string_view text);

/// "expected <expected>, got <status> [error]".
[[nodiscard]] Finding unexpected(const client::ClientResponse& response, std::string_view expected, std::string remedy);

[[nodiscard]] bool is_not_stored(const client::ClientResponse& response);
[[nodiscard]] bool is_readable_across_origins(const client::ClientResponse& response);

/// The entity tag without its mark for weakness, for weak comparison (RFC 9110 section 8.8.3.2).
[[nodiscard]] std::string_view opaque_tag(std::string_view etag) noexcept;

/// Whether a Link field has this relation (RFC 8288).
[[nodiscard]] bool has_link_relation(const client::ClientResponse& response, std::string_view relation);

/// Checks an error response: this status, JSON, `error`, a description, no-store, readable across origins.
[[nodiscard]] Verdict check_error(const client::ClientResponse& response, unsigned status, std::string_view error);

/// Checks a response with credentials: Cache-Control contains no-store (RFC 6749 section 5.1).
[[nodiscard]] Verdict check_not_stored(const client::ClientResponse& response);

/// Checks the challenge of the profile: one Bearer challenge with error, error_description and resource_metadata.
[[nodiscard]] Verdict check_challenge(const client::ClientResponse& response, std::string_view error);

/// application/x-www-form-urlencoded of the pairs.
[[nodiscard]] std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);
/// The Authorization value of RFC 6749 section 2.3.1.
[[nodiscard]] std::string basic_credentials(std::string_view client_id, std::string_view client_secret);

}  // namespace agent_access::tools
