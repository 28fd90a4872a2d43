/// \file
/// The settings of the rate limiter as the types of limit. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string_view>

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

}  // namespace agent_access::app
