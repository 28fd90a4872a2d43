/// \file
/// The address of a host of the site: `iss`, the prefix of every published URL, one element of `base_urls`.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::base {

/// scheme://host[:port], no trailing slash. Made by parse_base_url.
using BaseUrl = Strong<struct BaseUrlTag>;

enum class BaseUrlFault {
  not_a_url,
  has_space,
  has_path,
  has_query_or_fragment,
  has_user,
  has_wildcard,
  has_underscore,
  upper_case_host,
  wrong_port,
  insecure,
};

/// A base URL as the owner writes it, in its one canonical form: "https://host" or "https://host:port", lower case, the
/// default port and a trailing slash dropped. `http` is accepted for loopback hosts only (insecure otherwise).
[[nodiscard]] Result<BaseUrl, BaseUrlFault> parse_base_url(std::string_view text);

/// Room for an IPv6 address as text.
using Ipv6Text = std::array<char, 46>;
/// The one spelling of an IPv6 address, without brackets (RFC 5952), in `room`. Nothing for any other text.
[[nodiscard]] std::optional<std::string_view> canonical_ipv6(std::string_view text, Ipv6Text& room) noexcept;

struct HostAndPort {
  std::string host;  ///< with the brackets of an IPv6 literal
  std::string port;  ///< the scheme's own where the URL names none
};
[[nodiscard]] HostAndPort host_and_port(const BaseUrl& base_url);

/// Whether the host of a base URL is a name that the DNS may have for everybody: no address, no name without a dot, and
/// none that is for one machine or network.
[[nodiscard]] bool is_public_host(std::string_view host) noexcept;

/// 127.0.0.0/8, localhost, [::1]: reached from this machine only.
[[nodiscard]] bool is_loopback(const BaseUrl& base_url);

/// One sentence for the operator that says how to correct the setting.
[[nodiscard]] std::string_view describe(BaseUrlFault fault) noexcept;

}  // namespace agent_access::base
