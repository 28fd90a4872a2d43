#include "tools/client/url.hpp"

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::tools {
namespace {

using base::Failure;
using base::Result;

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;
constexpr std::size_t kMaxHostSize = 253;

std::uint16_t default_port(Scheme scheme) noexcept { return scheme == Scheme::https ? kHttpsPort : kHttpPort; }

bool is_host_name(std::string_view host) noexcept {
  return !host.empty() && host.size() <= kMaxHostSize && host.front() != '.' && host.front() != '-' &&
         std::ranges::all_of(
             host, [](char c) { return base::is_letter(c) || base::is_digit(c) || c == '.' || c == '-' || c == '_'; });
}

// Only the characters; the resolver parses the address.
bool is_ipv6_shape(std::string_view host) noexcept {
  return host.size() >= 2 && std::ranges::count(host, ':') >= 2 && std::ranges::all_of(host, [](char c) {
           return base::is_digit(c) || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
         });
}

std::optional<std::uint16_t> parse_port(std::string_view text) noexcept {
  const auto port = base::whole_number<std::uint16_t>(text);
  return port == 0 ? std::nullopt : port;
}

std::optional<Scheme> take_scheme(std::string_view& text) {
  for (const auto& [prefix, scheme] :
       {std::pair{std::string_view("https://"), Scheme::https}, std::pair{std::string_view("http://"), Scheme::http}}) {
    if (text.size() < prefix.size() || base::lower_case(text.substr(0, prefix.size())) != prefix) continue;
    text.remove_prefix(prefix.size());
    return scheme;
  }
  return std::nullopt;
}

Result<void, UrlFault> read_authority(std::string_view authority, Url& url) {
  if (authority.find('@') != std::string_view::npos) return Failure(UrlFault::has_user);
  const bool bracketed = authority.starts_with('[');
  const auto bracket = authority.find(']');
  if (bracketed && bracket == std::string_view::npos) return Failure(UrlFault::invalid_host);

  const auto host_end = bracketed ? bracket + 1 : std::min(authority.find(':'), authority.size());
  url.host = base::lower_case(bracketed ? authority.substr(1, bracket - 1) : authority.substr(0, host_end));
  if (bracketed ? !is_ipv6_shape(url.host) : !is_host_name(url.host)) return Failure(UrlFault::invalid_host);

  url.port = default_port(url.scheme);
  const auto rest = authority.substr(host_end);
  if (rest.empty()) return {};
  const auto port = rest.front() == ':' ? parse_port(rest.substr(1)) : std::nullopt;
  if (!port) return Failure(UrlFault::invalid_port);
  url.port = *port;
  return {};
}

}  // namespace

std::string Url::authority() const {
  std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
  if (port != default_port(scheme)) text += ":" + std::to_string(port);
  return text;
}

std::string Url::origin() const { return (scheme == Scheme::https ? "https://" : "http://") + authority(); }

Result<Url, UrlFault> parse_url(std::string_view text) {
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; }))
    return Failure(UrlFault::invalid_target);
  const auto scheme = take_scheme(text);
  if (!scheme) return Failure(UrlFault::unknown_scheme);
  if (text.find('#') != std::string_view::npos) return Failure(UrlFault::has_fragment);

  Url url;
  url.scheme = *scheme;
  const auto authority_end = std::min(text.find_first_of("/?"), text.size());
  if (const auto read = read_authority(text.substr(0, authority_end), url); !read) return Failure(read.error());
  url.target = text.substr(authority_end);
  if (!url.target.starts_with('/')) url.target.insert(0, "/");
  return url;
}

std::string_view describe(UrlFault fault) noexcept {
  switch (fault) {
    case UrlFault::unknown_scheme: return "the URL must start with http:// or https://";
    case UrlFault::has_user: return "the URL must not contain a user name or a password";
    case UrlFault::has_fragment: return "the URL must not contain a fragment";
    case UrlFault::invalid_host: return "the URL has no valid host; write IPv6 addresses in brackets";
    case UrlFault::invalid_port: return "the port of the URL is not a number from 1 to 65535";
    case UrlFault::invalid_target: return "the URL contains white space, control or non-ASCII characters";
  }
  return "";
}

}  // namespace agent_access::tools
