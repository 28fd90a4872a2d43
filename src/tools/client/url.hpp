/// \file
/// Parses absolute http and https URLs for the client, RFC 3986 and RFC 9110 section 4.2. Thread safe, no I/O.
///
/// NOT done: percent-decoding, dot segments, internationalised names. User information and fragments are refused
/// instead of being ignored silently.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace agent_access::tools {

enum class Scheme : std::uint8_t { http, https };

struct Url {
  Scheme scheme = Scheme::http;
  std::string host;        ///< lower case; an IPv6 address without brackets
  std::uint16_t port = 0;  ///< the default of the scheme if the text has none
  std::string target;      ///< path and query; "/" if absent

  /// host[:port] as in a Host field: IPv6 in brackets, without the default port.
  [[nodiscard]] std::string authority() const;
  /// scheme://authority, no trailing slash.
  [[nodiscard]] std::string origin() const;
};

enum class UrlFault {
  unknown_scheme,  ///< neither http:// nor https://
  has_user,        ///< user information before the host
  has_fragment,
  invalid_host,    ///< empty, or with characters that neither a host name nor a bracketed IPv6 address has
  invalid_port,    ///< not 1 to 65535
  invalid_target,  ///< white space, control or non-ASCII characters
};

[[nodiscard]] base::Result<Url, UrlFault> parse_url(std::string_view text);

/// One sentence for the operator.
[[nodiscard]] std::string_view describe(UrlFault fault) noexcept;

}  // namespace agent_access::tools
