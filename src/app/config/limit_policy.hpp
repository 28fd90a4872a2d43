/// \file
/// The settings of the coarse limit as the limiter's own values. Thread safe, no I/O.
#pragma once

#include <optional>
#include <string_view>

#include "app/config/config.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access::app {

/// "198.51.100.0/24=10"; the factor from 1 to 1000. Nothing for other text.
[[nodiscard]] std::optional<limit::WideNetwork> parse_wide_network(std::string_view text);

/// A field name, compared without case. Nothing for any but the two.
[[nodiscard]] std::optional<base::ForwardedField> parse_forwarded_field(std::string_view text) noexcept;

/// Of a loaded configuration, whose texts were validated, as is the policy.
[[nodiscard]] base::TrustedProxies make_trusted_proxies(const Config& config);
[[nodiscard]] limit::Policy make_limit_policy(const Config& config);

}  // namespace agent_access::app
