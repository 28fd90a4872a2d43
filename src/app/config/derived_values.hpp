/// \file
/// What texts of settings mean, and values from credentials. Thread safe, no I/O.
///
/// Credentials, systemd.exec(5) LoadCredential: files in $CREDENTIALS_DIRECTORY. The setting table says which
/// credential is used for which setting. NOT done: reading them. systemd copies them when the service starts, so that a
/// reload finds the same bytes again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access::app {

/// Sets each setting that has a credential and is not set otherwise. For a list: the credential of that name, then
/// those whose names continue it after a hyphen ("secret-previous", "secret-previous-2"), in the order of their names.
void take_credentials(Config& config, const Environment& environment);

/// The full names of the settings whose values are credentials.
[[nodiscard]] std::vector<std::string> settings_from_credentials(const Config& config);

/// "198.51.100.0/24=10"; the factor from 1 to 1000. Nothing for other text.
[[nodiscard]] std::optional<limit::WideNetwork> parse_wide_network(std::string_view text);

/// A field name, compared without case. Nothing for any other name.
[[nodiscard]] std::optional<base::ForwardedField> parse_forwarded_field(std::string_view text) noexcept;

/// What the access lines have, as log.level and log.client_address say.
[[nodiscard]] content::RequestLog request_log_of(const Config& config) noexcept;

struct TlsPairPaths {
  std::filesystem::path certificate;
  std::filesystem::path key;
};

[[nodiscard]] inline bool has_tls(const Config& config) { return !config.tls_certificate.empty(); }

/// The pairs of tls.more.
[[nodiscard]] std::vector<TlsPairPaths> further_tls_pairs(const Config& config);

}  // namespace agent_access::app
