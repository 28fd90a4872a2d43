#include "base/endpoint.hpp"

#include "base/ip_address.hpp"
#include "base/text.hpp"

namespace agent_access::base {

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(colon + 1);
  const auto port = whole_number<std::uint16_t>(digits);
  if (!port || (digits.starts_with('0') && digits != "0")) return std::nullopt;
  std::string_view address = text.substr(0, colon);
  const bool is_bracketed = address.starts_with('[') && address.ends_with(']');
  if (is_bracketed) address = address.substr(1, address.size() - 2);
  if (!IpAddress::parse(address) || address.contains(':') != is_bracketed) return std::nullopt;
  return Endpoint{std::string(address), *port};
}

std::string to_text(const Endpoint& endpoint) {
  const bool is_ipv6 = endpoint.address.contains(':');
  return (is_ipv6 ? "[" + endpoint.address + "]" : endpoint.address) + ":" + std::to_string(endpoint.port);
}

}  // namespace agent_access::base
