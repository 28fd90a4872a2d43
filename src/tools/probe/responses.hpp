/// \file
/// Parts of requests and checks of responses that several steps of `try` use. Pure; thread safe. Messages never contain
/// a secret, a token or an unchecked part of a body.
#pragma once

#include <boost/json/object.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "json/members.hpp"
#include "tools/probe/test_run.hpp"

namespace agent_access::tools {

/// Remedies that several steps name.
inline constexpr const char* kPassPath = "pass this path to the service";
inline constexpr const char* kPassFields = "let the proxy pass the method and the header fields unchanged";
inline constexpr const char* kBaseUrlsRemedy =
    "base_urls must contain exactly the address that clients use, scheme included; a cache must keep the documents of "
    "each host apart";
inline constexpr const char* kBodyRemedy = "no proxy may rewrite bodies; compare the versions of all replicas";

using json::object_at;
using json::objects_at;
using json::texts_at;
/// Empty when it is not a string.
[[nodiscard]] std::string text_at(const boost::json::object& object, std::string_view path);
/// Whether it is an array with this string.
[[nodiscard]] bool lists(const boost::json::object& object, std::string_view path, std::string_view text);

/// The body as a JSON object, whatever the media type is.
[[nodiscard]] std::optional<boost::json::object> parsed_body(const tools::ClientResponse& response);
/// The same; nothing if the media type is not application/json.
[[nodiscard]] std::optional<boost::json::object> json_body(const tools::ClientResponse& response);

/// The value of a parameter in quotes of the challenge `Bearer name="value", ...`; empty if there is none. NOT done:
/// tokens without quotes, escapes, several challenges in one value.
[[nodiscard]] std::string parameter_of(std::string_view challenge, std::string_view name);

/// "expected <expected>, got <status> [error]".
[[nodiscard]] Finding unexpected(const tools::ClientResponse& response, std::string_view expected, std::string remedy);
/// "expected <what>, got <got>", or "got none" if it is empty; at most 100 characters of it.
[[nodiscard]] std::string expected_got(std::string_view what, std::string_view got);
/// What differs because the addresses of the deployment are not those that clients use; `what` precedes the address.
[[nodiscard]] Verdict same_address(const std::string& what, const std::string& expected, std::string_view got);

[[nodiscard]] bool is_readable_across_origins(const tools::ClientResponse& response);
/// Whether the value of the field contains the text.
[[nodiscard]] bool has_in_field(const tools::ClientResponse& response, std::string_view name, std::string_view text);

/// An error response: this status, JSON, `error`, a description, no-store, readable across origins.
[[nodiscard]] Verdict check_error(const tools::ClientResponse& response, unsigned status, std::string_view error);
/// 401 invalid_token with one Bearer challenge, which names metadata.
[[nodiscard]] Verdict check_challenge(const tools::ClientResponse& response);
/// A response with credentials: Cache-Control contains no-store (RFC 6749 section 5.1).
[[nodiscard]] Verdict check_not_stored(const tools::ClientResponse& response);
/// RFC 9728: 200, `resource` is this address, and an authorization server is named.
[[nodiscard]] Verdict check_resource_metadata(const tools::ClientResponse& response, const std::string& resource);

/// application/x-www-form-urlencoded of the pairs, and its media type.
[[nodiscard]] std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);
inline constexpr std::string_view kFormType = "application/x-www-form-urlencoded";
/// The Authorization field of RFC 6749 section 2.3.1.
[[nodiscard]] tools::ClientField basic_credentials(std::string_view client_id, std::string_view client_secret);
/// The Authorization field of RFC 6750 section 2.1.
[[nodiscard]] tools::ClientField bearer(const std::string& token);

}  // namespace agent_access::tools
