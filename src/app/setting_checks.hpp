/// \file
/// What the text of a setting must look like. Each gives the complaint, or nothing. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::app {

[[nodiscard]] std::optional<std::string> check_base_url(std::string_view text);
/// "ADDRESS:PORT", no host names.
[[nodiscard]] std::optional<std::string> check_endpoint(std::string_view text);
/// The same, or empty: no admin listener.
[[nodiscard]] std::optional<std::string> check_admin_endpoint(std::string_view text);
/// A path, or empty: none.
[[nodiscard]] std::optional<std::string> check_optional_path(std::string_view text);
/// "10.0.0.0/8", "::1/128", or an address alone.
[[nodiscard]] std::optional<std::string> check_network(std::string_view text);
[[nodiscard]] std::optional<std::string> check_log_level(std::string_view text);
[[nodiscard]] std::optional<std::string> check_log_format(std::string_view text);

}  // namespace agent_access::app
