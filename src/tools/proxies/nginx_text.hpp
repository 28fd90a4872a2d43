/// \file
/// Common parts of the generated nginx configurations: addresses, locations and quoting. Pure functions, thread safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ip_address.hpp"
#include "net/io/endpoint.hpp"

namespace agent_access::tools {

/// The listen and server_name lines of a server block: with TLS at all addresses of both families, else only at the
/// loopback address that `host` is. Without HTTP/2, whose syntax depends on the version of nginx.
[[nodiscard]] std::string nginx_listen(bool is_tls, std::string_view host, std::string_view port,
                                       std::string_view names);

/// The lines that name the files of a certificate.
[[nodiscard]] std::string nginx_certificate(std::string_view chain, std::string_view key);

/// The upstream block with that name; a wildcard listen address becomes loopback.
[[nodiscard]] std::string nginx_upstream(std::string_view name, const net::Endpoint& listen);

/// The fields sent with every request: the Host as received, and the client address in the field that the service
/// reads. Values of either field from the client are not passed on.
[[nodiscard]] std::string_view nginx_proxy_fields(base::ForwardedField field) noexcept;

/// Each line two columns further to the right.
[[nodiscard]] std::string nginx_indented(std::string_view lines);

/// The maps that nginx_proxy_fields needs outside of the server block; may be empty.
[[nodiscard]] std::string_view nginx_proxy_maps(base::ForwardedField field) noexcept;

/// Whether this text can be written as a quoted argument: nginx has no escape for '$'.
[[nodiscard]] bool is_nginx_text(std::string_view text) noexcept;
/// In double quotes. Precondition: is_nginx_text(text).
[[nodiscard]] std::string nginx_quoted(std::string_view text);

/// "%41" becomes "A". Nothing for a '%' without two hexadecimal digits.
[[nodiscard]] std::optional<std::string> percent_decoded(std::string_view path);

/// "= /cv": nginx compares with the decoded path. Nothing for a path that it cannot express.
[[nodiscard]] std::optional<std::string> nginx_exactly(std::string_view path);

}  // namespace agent_access::tools
