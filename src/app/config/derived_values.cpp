#include "app/config/derived_values.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "app/text/text.hpp"
#include "http/message.hpp"

namespace agent_access::app {
namespace {

constexpr std::int64_t kMostFactor = 1000;

/// resolve_paths has resolved the text as a whole, and so the certificate; the key is resolved against the same folder.
TlsPairPaths split(const Config& config, const std::filesystem::path& pair) {
  const std::string text = pair.string();
  const auto colon = text.rfind(':');
  std::filesystem::path key = text.substr(colon + 1);
  if (config.origin("tls.more").kind == OriginKind::file) key = config.file.parent_path() / key;
  return {text.substr(0, colon), std::move(key)};
}

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

std::vector<TlsPairPaths> further_tls_pairs(const Config& config) {
  std::vector<TlsPairPaths> pairs;
  for (const auto& pair : config.tls_more) pairs.push_back(split(config, pair));
  return pairs;
}

}  // namespace agent_access::app
