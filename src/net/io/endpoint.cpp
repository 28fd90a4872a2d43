#include "net/io/endpoint.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace agent_access::net {
namespace {

std::optional<std::uint16_t> parse_port(std::string_view text) {
  const bool canonical = text == "0" || (!text.empty() && text.front() >= '1' && text.front() <= '9');
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (!canonical || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool is_address(int family, const std::string& text) {
  unsigned char out[sizeof(in6_addr)];
  // inet_pton stops at a NUL: a text that contains one must be refused here.
  return text.find('\0') == std::string::npos && inet_pton(family, text.c_str(), out) == 1;
}

}  // namespace

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint16_t> port = parse_port(text.substr(colon + 1));
  std::string_view address = text.substr(0, colon);
  if (!port) return std::nullopt;
  const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
  if (bracketed) address = address.substr(1, address.size() - 2);
  Endpoint endpoint{std::string(address), *port};
  if (!is_address(bracketed ? AF_INET6 : AF_INET, endpoint.address)) return std::nullopt;
  return endpoint;
}

std::string to_text(const Endpoint& endpoint) {
  const bool six = endpoint.address.find(':') != std::string::npos;
  std::string text = six ? "[" + endpoint.address + "]" : endpoint.address;
  text += ':';
  text += std::to_string(endpoint.port);
  return text;
}

}  // namespace agent_access::net
