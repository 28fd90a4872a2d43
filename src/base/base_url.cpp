#include "base/base_url.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/ip_address.hpp"
#include "base/text.hpp"

namespace agent_access::base {
namespace {

using Refused = Failure<BaseUrlFault>;

struct HttpScheme {
  std::string_view name;
  std::uint16_t default_port;
};
constexpr HttpScheme kHttps{"https", 443};
constexpr HttpScheme kHttp{"http", 80};

struct Authority {
  std::string_view host;                 ///< with the brackets of an IPv6 literal
  std::optional<std::string_view> port;  ///< what follows the colon
};

constexpr bool is_host_character(char c) noexcept { return is_digit(c) || is_lower(c) || c == '-'; }
constexpr bool is_visible(char c) noexcept { return c > ' ' && c < '\x7f'; }

bool is_label(std::string_view label) noexcept {
  return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
         std::ranges::all_of(label, is_host_character);
}

/// A DNS name in A-label form, RFC 1123 section 2.1. A name whose last label is a number can only be an IPv4 address.
bool is_host_name_or_ipv4(std::string_view host) {
  if (host.empty() || host.size() > 253) return false;
  std::string_view label;
  for (std::string_view rest = host; true; rest.remove_prefix(label.size() + 1)) {
    label = rest.substr(0, rest.find('.'));
    if (!is_label(label)) return false;
    if (label.size() == rest.size()) break;
  }
  if (!std::ranges::all_of(label, is_digit)) return true;
  return IpAddress::parse(host).has_value();
}

/// The host as it is compared: a name or an IPv4 address as it is, an IPv6 literal in its one spelling.
std::optional<std::string> canonical_host(std::string_view host) {
  if (!host.starts_with('[')) return is_host_name_or_ipv4(host) ? std::optional(std::string(host)) : std::nullopt;
  Ipv6Text room;
  const auto address = canonical_ipv6(host.substr(1, host.size() - 2), room);
  if (!address) return std::nullopt;
  return "[" + std::string(*address) + "]";
}

/// 127.0.0.0/8, localhost, [::1].
bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "[::1]") return true;
  const auto address = IpAddress::parse(host);
  return address && address->is_loopback();
}

/// Why `host` is none.
BaseUrlFault host_fault(std::string_view host) noexcept {
  if (std::ranges::any_of(host, is_upper)) return BaseUrlFault::upper_case_host;
  if (host.contains('*')) return BaseUrlFault::has_wildcard;
  if (host.contains('_')) return BaseUrlFault::has_underscore;
  return BaseUrlFault::not_a_url;
}

std::optional<Authority> split_authority(std::string_view authority) noexcept {
  std::size_t end = authority.find(':');
  if (authority.starts_with('[')) {
    const std::size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) return std::nullopt;
    end = bracket + 1;
  }
  if (end >= authority.size()) return Authority{authority, std::nullopt};
  if (authority[end] != ':') return std::nullopt;
  return Authority{authority.substr(0, end), authority.substr(end + 1)};
}

std::optional<std::uint16_t> parse_port(std::string_view text) noexcept {
  return text.starts_with('0') ? std::nullopt : base::whole_number<std::uint16_t>(text);
}

Result<BaseUrl, BaseUrlFault> parse_after_scheme(const HttpScheme& scheme, std::string_view rest) {
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  const std::string_view tail = rest.substr(authority.size());
  if (authority.contains('@')) return Refused(BaseUrlFault::has_user);
  if (tail.find_first_of("?#") != std::string_view::npos) return Refused(BaseUrlFault::has_query_or_fragment);
  if (tail.size() > 1) return Refused(BaseUrlFault::has_path);

  const auto parts = split_authority(authority);
  if (!parts) return Refused(BaseUrlFault::not_a_url);
  const auto host = canonical_host(parts->host);
  if (!host) return Refused(host_fault(parts->host));

  std::string url(scheme.name);
  url.append("://").append(*host);
  if (parts->port) {
    const auto port = parse_port(*parts->port);
    if (!port) return Refused(BaseUrlFault::wrong_port);
    if (*port != scheme.default_port) url.append(":").append(*parts->port);
  }
  if (scheme.name == kHttp.name && !is_loopback(*host)) return Refused(BaseUrlFault::insecure);
  return BaseUrl(std::move(url));
}

}  // namespace

Result<BaseUrl, BaseUrlFault> parse_base_url(std::string_view text) {
  if (text.find_first_of(" \t") != std::string_view::npos) return Refused(BaseUrlFault::has_space);
  if (!std::ranges::all_of(text, is_visible)) return Refused(BaseUrlFault::not_a_url);
  for (const HttpScheme& scheme : {kHttps, kHttp}) {
    const std::string prefix = std::string(scheme.name) + "://";
    if (text.starts_with(prefix)) return parse_after_scheme(scheme, text.substr(prefix.size()));
  }
  return Refused(BaseUrlFault::not_a_url);
}

std::optional<std::string_view> canonical_ipv6(std::string_view text, Ipv6Text& room) noexcept {
  Ipv6Text terminated{};
  if (text.size() >= terminated.size() || text.contains('\0')) return std::nullopt;
  std::ranges::copy(text, terminated.begin());
  in6_addr address{};
  if (inet_pton(AF_INET6, terminated.data(), &address) != 1) return std::nullopt;
  return inet_ntop(AF_INET6, &address, room.data(), INET6_ADDRSTRLEN);
}

HostAndPort host_and_port(const BaseUrl& base_url) {
  const std::string& text = base_url.text();
  const auto rest = text.substr(text.find("://") + 3);
  const auto colon = rest.find(':', rest.front() == '[' ? rest.find(']') : 0);
  if (colon == std::string::npos) return {rest, text.starts_with("https:") ? "443" : "80"};
  return {rest.substr(0, colon), rest.substr(colon + 1)};
}

bool is_loopback(const BaseUrl& base_url) { return is_loopback(host_and_port(base_url).host); }

bool is_public_host(std::string_view host) noexcept {
  // RFC 6761, RFC 6762, RFC 8375, and names that private networks use.
  constexpr std::array<std::string_view, 7> kPrivate = {".localhost", ".local", ".internal", ".home.arpa",
                                                        ".lan",       ".test",  ".invalid"};
  const auto dot = host.rfind('.');
  if (dot == std::string_view::npos || host.starts_with('[')) return false;
  // No top-level domain is a number (RFC 3696 section 2).
  return !std::ranges::all_of(host.substr(dot + 1), is_digit) &&
         std::ranges::none_of(kPrivate, [host](std::string_view ending) { return host.ends_with(ending); });
}

std::string_view describe(BaseUrlFault fault) noexcept {
  switch (fault) {
    case BaseUrlFault::not_a_url: return "write the base URL as https://host or https://host:port";
    case BaseUrlFault::has_space: return "remove the space: a base URL has none";
    case BaseUrlFault::has_path:
      return "remove the path: agents look for documents at the root of a host, so a site such as "
             "https://name.github.io/repo needs a host name of its own";
    case BaseUrlFault::has_query_or_fragment: return "remove the query or fragment: a base URL is scheme and host only";
    case BaseUrlFault::has_user: return "remove the user name: a base URL is scheme and host only";
    case BaseUrlFault::has_wildcard: return "write each host name in full: a base URL has no *";
    case BaseUrlFault::has_underscore:
      return "a host name has letters, digits and hyphens only: the underscore is not allowed";
    case BaseUrlFault::upper_case_host:
      return "write the host without capital letters: its text is compared byte for byte";
    case BaseUrlFault::wrong_port:
      return "write the port as a number from 1 to 65535 that does not begin with 0, or leave it out";
    case BaseUrlFault::insecure: return "use https: http is accepted for 127.0.0.0/8, localhost and [::1] only";
  }
  return "write the base URL as https://host or https://host:port";
}

}  // namespace agent_access::base
