/// \file
/// Checks the text of a setting. Each returns an error message, or nothing. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::app {

[[nodiscard]] std::optional<std::string> check_base_url(std::string_view text);
/// The same, or empty: none.
[[nodiscard]] std::optional<std::string> check_optional_base_url(std::string_view text);
/// "ADDRESS:PORT"; not a host name.
[[nodiscard]] std::optional<std::string> check_endpoint(std::string_view text);
/// The same, or empty: no admin listener.
[[nodiscard]] std::optional<std::string> check_admin_endpoint(std::string_view text);
/// A path, or empty: none.
[[nodiscard]] std::optional<std::string> check_optional_path(std::string_view text);
/// "10.0.0.0/8", "::1/128", or an address alone.
[[nodiscard]] std::optional<std::string> check_network(std::string_view text);
[[nodiscard]] std::optional<std::string> check_forwarded_field(std::string_view text);
/// "198.51.100.0/24=10": a network and a factor from 1 to 1000.
[[nodiscard]] std::optional<std::string> check_wide_network(std::string_view text);
/// "CERTIFICATE:KEY", two paths.
[[nodiscard]] std::optional<std::string> check_certificate_pair(std::string_view text);
/// "*", "null" (RFC 6454 section 6.1), or an origin as browsers send it.
[[nodiscard]] std::optional<std::string> check_allowed_origin(std::string_view text);
/// A word of sources::kPrivateParts.
[[nodiscard]] std::optional<std::string> check_private_part(std::string_view text);

}  // namespace agent_access::app
