/// \file
/// What every nginx configuration written here has in common: addresses, locations and quoting. Pure functions, thread
/// safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/base_url.hpp"
#include "base/trusted_proxies.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::app {

/// The lines of a server block that say where it listens and under which names; loopback URLs stay on the loopback.
[[nodiscard]] std::string nginx_listen(const base::BaseUrl& base_url, std::string_view names);

/// The upstream block of that name, for a service that may listen on every address.
[[nodiscard]] std::string nginx_upstream(std::string_view name, net::Endpoint listen);

/// What is passed on with every request: the Host as it came, and the address of whoever connects to nginx in the field
/// that the service reads. Of either field nothing is passed on that a client wrote.
[[nodiscard]] std::string_view nginx_proxy_fields(base::ForwardedField field) noexcept;

/// What nginx_proxy_fields needs outside of the server block; may be empty.
[[nodiscard]] std::string_view nginx_proxy_maps(base::ForwardedField field) noexcept;

/// Whether the grammar can say this text in a quoted argument: nginx has no escape for '$'.
[[nodiscard]] bool is_nginx_text(std::string_view text) noexcept;
/// In double quotes. The text must be is_nginx_text.
[[nodiscard]] std::string nginx_quoted(std::string_view text);

/// "%41" becomes "A". Nothing for a '%' without two hexadecimal digits.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view path);

/// "= /cv": nginx compares with the decoded path. Nothing for a path that it cannot express.
[[nodiscard]] std::optional<std::string> nginx_exactly(std::string_view path);

}  // namespace agent_access::app
