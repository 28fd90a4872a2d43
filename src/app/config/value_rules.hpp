/// \file
/// What a value must be, by the type of the member that holds it: reading it, rendering it as TOML, and the words for
/// both. The tables of settings and of declared rows use it. Pure functions, thread safe.
///
/// The types are std::string, std::filesystem::path, lists of both, std::uint64_t (a number or a size), bool and
/// std::chrono::milliseconds. NOT here: secret values, which are never in a std::string (app/config/setting_table.cpp).
///
/// Checks the text of a setting. Each returns an error message, or nothing. Thread safe, no I/O.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace agent_access::app {

// Short names of types that a value can have.

using Texts = std::vector<std::string>;
using Path = std::filesystem::path;
using Paths = std::vector<Path>;

/// Error messages for the operator, each with a remedy or a location ("agent-access.toml:12: ...").
using Problems = std::vector<std::string>;

enum class OriginKind { built_in, file, environment, flag, credential };

struct Origin {
  OriginKind kind = OriginKind::built_in;
  std::string place;  ///< "agent-access.toml:12", the variable's name, the flag; empty for a default
};

/// "default", "agent-access.toml:12", "environment AGENT_ACCESS_LOG_LEVEL", "flag --listen", "credential secret".
[[nodiscard]] std::string to_text(const Origin& origin);

/// Returns an error message, or nothing.
using Check = std::optional<std::string> (*)(std::string_view text);

enum class Unit { plain, bytes };

/// A value before it is validated.
using RawValue = std::variant<std::string, std::vector<std::string>, std::int64_t, bool>;

struct ValueRules {
  Check check = nullptr;   ///< for a text or each text of a list; without it, the text must name a file
  std::int64_t least = 0;  ///< of a number; of a duration in milliseconds
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  Unit unit = Unit::plain;
};

/// Sets `target`, or returns an error message ("must be a whole number") and leaves it unchanged.
template <class T>
[[nodiscard]] std::optional<std::string> assign_value(T& target, const ValueRules& rules, const RawValue& value);

/// The value as TOML.
template <class T>
[[nodiscard]] std::string render_as_toml(const T& value, const ValueRules& rules);

/// What the type accepts, for "must be ...": "a whole number".
template <class T>
[[nodiscard]] std::string form_of(const ValueRules& rules);

/// The range of a number, size or duration: "1 to 100", "at least 1"; empty for other types.
template <class T>
[[nodiscard]] std::string range_of(const ValueRules& rules);

[[nodiscard]] std::optional<std::string> check_base_url(std::string_view text);
/// "ADDRESS:PORT"; not a host name.
[[nodiscard]] std::optional<std::string> check_endpoint(std::string_view text);
/// The same, or empty: no admin listener.
[[nodiscard]] std::optional<std::string> check_admin_endpoint(std::string_view text);
/// A path, or empty: none.
[[nodiscard]] std::optional<std::string> check_optional_path(std::string_view text);
/// "10.0.0.0/8", "::1/128", or an address alone.
[[nodiscard]] std::optional<std::string> check_network(std::string_view text);
[[nodiscard]] std::optional<std::string> check_forwarded_field(std::string_view text);
/// A name that useradd accepts, or empty.
[[nodiscard]] std::optional<std::string> check_user(std::string_view text);
/// "198.51.100.0/24=10": a network and a factor from 1 to 1000.
[[nodiscard]] std::optional<std::string> check_wide_network(std::string_view text);
/// "CERTIFICATE:KEY", two paths.
[[nodiscard]] std::optional<std::string> check_certificate_pair(std::string_view text);
/// "*", "null" (RFC 6454 section 6.1), or an origin as browsers send it.
[[nodiscard]] std::optional<std::string> check_allowed_origin(std::string_view text);

/// For the message about a base URL with an international host name: the URL with its host in ASCII ("xn--…"); nothing
/// if the host is ASCII already or cannot be converted.
[[nodiscard]] std::optional<std::string> with_ascii_host(const std::string& url);

}  // namespace agent_access::app
