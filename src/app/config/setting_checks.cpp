#include "app/config/setting_checks.hpp"

#include <arpa/inet.h>

#include "app/config/international_host.hpp"
#include "app/config/limit_policy.hpp"
#include "app/text/value_text.hpp"
#include "base/base_url.hpp"
#include "limit/shared/redis_url.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {
namespace {

bool is_address(int family, const std::string& text) noexcept {
  in6_addr storage{};
  return ::inet_pton(family, text.c_str(), &storage) == 1;
}

}  // namespace

std::optional<std::string> check_base_url(std::string_view text) {
  const auto parsed = base::parse_base_url(text);
  if (parsed) return std::nullopt;
  if (const auto ascii = with_ascii_host(std::string(text))) {
    return in_quotes(text) + ": write an international host name in its ASCII form: " + in_quotes(*ascii);
  }
  return in_quotes(text) + ": " + std::string(base::describe(parsed.error()));
}

std::optional<std::string> check_endpoint(std::string_view text) {
  if (net::parse_endpoint(text)) return std::nullopt;
  return in_quotes(text) + " is not ADDRESS:PORT; write for example \"127.0.0.1:8080\" or \"[::1]:8080\"";
}

std::optional<std::string> check_admin_endpoint(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return check_endpoint(text);
}

std::optional<std::string> check_optional_path(std::string_view text) {
  if (text.find('\0') == std::string_view::npos) return std::nullopt;
  return "must name a file or a folder";
}

std::optional<std::string> check_network(std::string_view text) {
  auto complaint = in_quotes(text) + " is not a network; write for example \"10.0.0.0/8\" or \"::1/128\"";
  const auto slash = text.find('/');
  const std::string address(text.substr(0, slash));
  const bool is_v4 = is_address(AF_INET, address);
  if (!is_v4 && !is_address(AF_INET6, address)) return complaint;
  if (slash == std::string_view::npos) return std::nullopt;
  const auto bits = parse_number(text.substr(slash + 1));
  if (!bits || *bits > (is_v4 ? 32 : 128)) return complaint;
  return std::nullopt;
}

std::optional<std::string> check_forwarded_field(std::string_view text) {
  if (parse_forwarded_field(text)) return std::nullopt;
  return in_quotes(text) + " is not supported; write \"X-Forwarded-For\" or \"Forwarded\"";
}

std::optional<std::string> check_yes_no(std::string_view text) {
  if (text.empty() || text == "yes" || text == "no") return std::nullopt;
  return in_quotes(text) + " is not valid; write \"yes\", \"no\" or \"\"";
}

std::optional<std::string> check_mcp_challenge(std::string_view text) {
  if (text == "http" || text == "result") return std::nullopt;
  return in_quotes(text) + " is not valid; write \"http\" or \"result\"";
}

std::optional<std::string> check_user(std::string_view text) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  if (text.size() <= 32 && !text.starts_with('-') && text.find_first_not_of(kAllowed) == std::string_view::npos) {
    return std::nullopt;
  }
  return in_quotes(text) + " is not a user name";
}

std::optional<std::string> check_wide_network(std::string_view text) {
  if (parse_wide_network(text)) return std::nullopt;
  return in_quotes(text) +
         " is not NETWORK=FACTOR; write for example \"198.51.100.0/24=10\", the factor from 1 to 1000";
}

std::optional<std::string> check_certificate_pair(std::string_view text) {
  const auto colon = text.rfind(':');
  const bool is_pair = colon != std::string_view::npos && colon > 0 && colon + 1 < text.size();
  if (is_pair && text.find('\0') == std::string_view::npos) return std::nullopt;
  return in_quotes(text) + " is not CERTIFICATE:KEY; write for example \"www.pem:www.key\"";
}

std::optional<std::string> check_redis_url(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto target = limit::parse_redis_url(text);
  if (target) return std::nullopt;
  return std::string(describe(target.error()));
}

std::optional<std::string> check_log_level(std::string_view text) {
  if (text == "debug" || text == "info" || text == "warn" || text == "error") return std::nullopt;
  return in_quotes(text) + " is not a log level; choose debug, info, warn or error";
}

std::optional<std::string> check_log_format(std::string_view text) {
  if (text == "json" || text == "text") return std::nullopt;
  return in_quotes(text) + " is not a log format; choose json or text";
}

std::optional<std::string> check_client_address(std::string_view text) {
  if (text == "full" || text == "prefix" || text == "none") return std::nullopt;
  return in_quotes(text) + " is not a form of addresses; choose full, prefix or none";
}

}  // namespace agent_access::app
