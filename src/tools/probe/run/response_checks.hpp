/// \file
/// Checks of a response that several steps of `try` use. Pure; thread safe. Messages never contain a secret, a token or
/// an unchecked part of a body.
#pragma once

#include <boost/json/object.hpp>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tools/probe/run/test_run.hpp"

namespace agent_access::tools {

/// Remedies that several steps name.
inline constexpr const char* kPassPath = "pass this path to the service";
inline constexpr const char* kPassFields = "let the proxy pass the method and the header fields unchanged";
inline constexpr const char* kBaseUrlsRemedy =
    "base_urls must contain exactly the address that clients use, scheme included";
inline constexpr const char* kOwnDocument = "publish the service's own document";
inline constexpr const char* kBodyRemedy = "no proxy may rewrite bodies; compare the versions of all replicas";

/// One challenge of a WWW-Authenticate value, RFC 9110 section 11.6.1: scheme 1*SP name=value *( "," name=value ).
struct Challenge {
  std::string scheme;                             ///< lower case
  std::map<std::string, std::string> parameters;  ///< names in lower case, values unquoted

  /// The parameter's value, or empty.
  [[nodiscard]] std::string_view parameter(const std::string& name) const;
};
/// NOT done: several challenges in one value and token68 credentials, which are refused.
[[nodiscard]] std::optional<Challenge> parse_challenge(std::string_view value);

/// A condition that must hold, and the text of the finding if it does not.
struct Condition {
  bool holds = false;
  std::string expected;
};
/// The first condition that does not hold; empty if all do.
[[nodiscard]] std::string first_unmet(std::initializer_list<Condition> conditions);
/// The same as a finding, "expected <expected> in the <document>", whose remedy is kBodyRemedy.
[[nodiscard]] Verdict unmet_in(std::string_view document, std::initializer_list<Condition> conditions);

/// The body as a JSON object; nothing when it is not one or the media type is not application/json.
[[nodiscard]] std::optional<boost::json::object> json_body(const client::ClientResponse& response);

/// "expected <expected>, got <status> [error]".
[[nodiscard]] Finding unexpected(const client::ClientResponse& response, std::string_view expected, std::string remedy);
/// "expected <what>, got <got>", or "got none" if it is empty; at most `limit` characters of it.
[[nodiscard]] std::string expected_got(std::string_view what, std::string_view got, std::size_t limit = 100);

[[nodiscard]] bool is_not_stored(const client::ClientResponse& response);
[[nodiscard]] bool is_readable_across_origins(const client::ClientResponse& response);
/// 200 with this media type; false without a response.
[[nodiscard]] bool is_good(const client::ClientResponse* response, std::string_view type);
/// Whether the value of the field contains the text.
[[nodiscard]] bool has_in_field(const client::ClientResponse& response, std::string_view name, std::string_view text);
/// The entity tag without its mark for weakness, for weak comparison (RFC 9110 section 8.8.3.2).
[[nodiscard]] std::string_view opaque_tag(std::string_view etag) noexcept;
/// Whether a Link field has this relation (RFC 8288).
[[nodiscard]] bool has_link_relation(const client::ClientResponse& response, std::string_view relation);

/// Checks an error response: this status, JSON, `error`, a description, no-store, readable across origins.
[[nodiscard]] Verdict check_error(const client::ClientResponse& response, unsigned status, std::string_view error);
/// Checks a response with credentials: Cache-Control contains no-store (RFC 6749 section 5.1).
[[nodiscard]] Verdict check_not_stored(const client::ClientResponse& response);
/// Checks a response to HEAD: 200, and the length of GET, which a proxy may omit, because it may compress.
[[nodiscard]] Verdict check_length(const client::ClientResponse& response, std::size_t size, const char* remedy);
/// Checks the challenge of the profile: one Bearer challenge with error, error_description and resource_metadata.
[[nodiscard]] Verdict check_challenge(const client::ClientResponse& response, std::string_view error);

/// application/x-www-form-urlencoded of the pairs.
[[nodiscard]] std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);
/// The Authorization field of RFC 6749 section 2.3.1.
[[nodiscard]] client::ClientField basic_credentials(std::string_view client_id, std::string_view client_secret);
/// The Authorization field of RFC 6750 section 2.1.
[[nodiscard]] client::ClientField bearer(const std::string& token);

}  // namespace agent_access::tools
