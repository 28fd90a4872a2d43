/// \file
/// Settings as the types of those who use them: the rate limiter, trusted proxies, and the files of [tls]. Thread safe,
/// no I/O.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access::app {

/// "198.51.100.0/24=10"; the factor from 1 to 1000. Nothing for other text.
[[nodiscard]] std::optional<limit::WideNetwork> parse_wide_network(std::string_view text);

/// A field name, compared without case. Nothing for any other name.
[[nodiscard]] std::optional<base::ForwardedField> parse_forwarded_field(std::string_view text) noexcept;

/// Both functions need a loaded configuration, whose texts are validated.
[[nodiscard]] base::TrustedProxies make_trusted_proxies(const Config& config);
[[nodiscard]] limit::Policy make_limit_policy(const Config& config);

struct TlsPairPaths {
  std::filesystem::path certificate;
  std::filesystem::path key;
};

[[nodiscard]] inline bool has_tls(const Config& config) { return !config.tls_certificate.empty(); }

/// Those of tls.more.
[[nodiscard]] std::vector<TlsPairPaths> further_tls_pairs(const Config& config);

}  // namespace agent_access::app
