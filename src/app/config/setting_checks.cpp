#include "app/config/setting_checks.hpp"

#include <algorithm>

#include "app/config/derived_values.hpp"
#include "app/text/words.hpp"
#include "base/base_url.hpp"
#include "base/endpoint.hpp"
#include "base/ip_address.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::app {
namespace {

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

std::optional<std::string> check_base_url(std::string_view text) {
  const auto parsed = base::parse_base_url(text);
  if (parsed) return std::nullopt;
  if (parsed.error() == base::BaseUrlFault::not_a_url && !is_ascii(text)) {
    return in_quotes(text) + ": write an international host name in its ASCII form, whose labels begin with xn--";
  }
  return in_quotes(text) + ": " + std::string(base::describe(parsed.error()));
}

std::optional<std::string> check_optional_base_url(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return check_base_url(text);
}

std::optional<std::string> check_endpoint(std::string_view text) {
  if (base::parse_endpoint(text)) return std::nullopt;
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
  if (base::Network::parse(text)) return std::nullopt;
  return in_quotes(text) + " is not a network; write for example \"10.0.0.0/8\" or \"::1/128\"";
}

std::optional<std::string> check_forwarded_field(std::string_view text) {
  if (parse_forwarded_field(text)) return std::nullopt;
  return in_quotes(text) + " is not supported; write \"X-Forwarded-For\" or \"Forwarded\"";
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

std::optional<std::string> check_allowed_origin(std::string_view text) {
  if (text == "*" || text == "null") return std::nullopt;
  const auto end = text.find("://");
  const std::string_view host = end == std::string_view::npos ? std::string_view() : text.substr(end + 3);
  const auto is_allowed = [](char c) {
    return c > ' ' && c <= '~' && !(c >= 'A' && c <= 'Z') && !std::string_view("/?#@*\"\\,").contains(c);
  };
  if (end != 0 && !host.empty() && std::ranges::all_of(host, is_allowed) &&
      std::ranges::all_of(text.substr(0, std::min(end, text.size())), is_allowed)) {
    return std::nullopt;
  }
  return in_quotes(text) +
         " is not an origin as browsers send it; write for example \"https://app.example\" without a slash at its end, "
         "or \"*\" for all";
}

std::optional<std::string> check_private_part(std::string_view text) {
  if (sources::has_word(sources::kPrivateParts, text)) return std::nullopt;
  return in_quotes(text) + " is not valid; write \"phone\", \"birthday\", \"street\" or \"references\"";
}

}  // namespace agent_access::app
