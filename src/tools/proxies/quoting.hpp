/// \file
/// How each proxy writes a path, and how a text is quoted in its configuration. The functions for paths take one as in
/// a URL, and return nothing for one that the proxy cannot express. Pure; thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace agent_access::tools {

/// The argument of "location = ": nginx compares with the decoded path.
[[nodiscard]] std::optional<std::string> nginx_path(std::string_view path);
[[nodiscard]] std::optional<std::string> caddy_path(std::string_view path);
/// Compared with the decoded path (url_dec).
[[nodiscard]] std::optional<std::string> haproxy_path(std::string_view path);
[[nodiscard]] std::optional<std::string> traefik_path(std::string_view path);
/// A regular expression of the decoded path after its first slash.
[[nodiscard]] std::optional<std::string> apache_path(std::string_view path);

/// The text in single quotes, in which HAProxy takes everything as it is but a single quote.
[[nodiscard]] std::string haproxy_quoted(std::string_view text);

}  // namespace agent_access::tools
