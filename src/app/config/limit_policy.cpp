#include "app/config/limit_policy.hpp"

#include <cstdint>

#include "app/text/value_text.hpp"
#include "http/message.hpp"

namespace agent_access::app {
namespace {

constexpr std::int64_t kMostFactor = 1000;

}  // namespace

std::optional<limit::WideNetwork> parse_wide_network(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto network = base::Network::parse(text.substr(0, equals));
  const auto factor = parse_number(text.substr(equals + 1));
  if (!network || !factor || *factor < 1 || *factor > kMostFactor) return std::nullopt;
  return limit::WideNetwork{*network, *factor};
}

limit::Policy make_limit_policy(const Config& config) {
  limit::Policy policy;
  policy.requests = static_cast<std::int64_t>(config.limit_requests);
  policy.window = config.limit_window;
  policy.ceiling = static_cast<std::int64_t>(config.limit_ceiling);
  for (const auto& text : config.wide_networks) {
    if (const auto wide = parse_wide_network(text)) policy.wide_networks.push_back(*wide);
  }
  policy.trusted = make_trusted_proxies(config);
  return policy;
}

std::optional<base::ForwardedField> parse_forwarded_field(std::string_view text) noexcept {
  if (http::equal_names(text, "X-Forwarded-For")) return base::ForwardedField::x_forwarded_for;
  if (http::equal_names(text, "Forwarded")) return base::ForwardedField::forwarded;
  return std::nullopt;
}

base::TrustedProxies make_trusted_proxies(const Config& config) {
  base::TrustedProxies trusted;
  for (const auto& text : config.trusted_proxies) {
    if (const auto network = base::Network::parse(text)) trusted.networks.push_back(*network);
  }
  trusted.field = parse_forwarded_field(config.forwarded_field).value_or(base::ForwardedField::x_forwarded_for);
  return trusted;
}

}  // namespace agent_access::app
