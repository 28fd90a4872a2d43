#include "tools/proxies/nginx_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "tools/proxies/proxy_site.hpp"

namespace agent_access::tools {
namespace {

constexpr bool is_plain(char c) noexcept {
  return base::is_alphanumeric(c) || c == '/' || c == '.' || c == '-' || c == '_';
}

}  // namespace

std::string nginx_listen(bool is_tls, std::string_view host, std::string_view port, std::string_view names) {
  std::string out = "  listen ";
  if (is_tls) out.append(port).append(" ssl;\n  listen [::]:").append(port).append(" ssl");
  if (!is_tls) out.append(loopback_of(host)).append(":").append(port);
  return out.append(";\n  server_name ").append(names).append(";\n");
}

std::string nginx_certificate(std::string_view chain, std::string_view key) {
  std::string out = "  ssl_certificate ";
  return out.append(chain).append(";\n  ssl_certificate_key ").append(key).append(";\n");
}

std::string nginx_upstream(std::string_view name, const net::Endpoint& listen) {
  return "upstream " + std::string(name) + " {\n  server " + net::to_text(upstream_of(listen)) +
         ";\n  keepalive 32;\n}\n";
}

std::string_view nginx_proxy_fields(base::ForwardedField field) noexcept {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return "  proxy_http_version 1.1;\n"
             "  proxy_set_header Connection \"\";\n"
             "  proxy_set_header Host $http_host;\n"
             "  proxy_set_header X-Forwarded-For $remote_addr;\n"
             "  proxy_set_header Forwarded \"\";\n";
    case base::ForwardedField::forwarded:
      return "  proxy_http_version 1.1;\n"
             "  proxy_set_header Connection \"\";\n"
             "  proxy_set_header Host $http_host;\n"
             "  proxy_set_header Forwarded $agent_access_forwarded;\n"
             "  proxy_set_header X-Forwarded-For \"\";\n";
  }
  return {};
}

std::string nginx_indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const auto end = lines.find('\n') + 1;
    out.append("  ").append(lines.substr(0, end));
    lines.remove_prefix(end);
  }
  return out;
}

std::string_view nginx_proxy_maps(base::ForwardedField field) noexcept {
  switch (field) {
    case base::ForwardedField::x_forwarded_for:
      return {};
    case base::ForwardedField::forwarded:
      // RFC 7239 section 6: an IPv6 address is in brackets and quotes.
      return "map $remote_addr $agent_access_forwarded {\n"
             "  ~^[0-9.]+$ \"for=$remote_addr\";\n"
             "  ~^[0-9A-Fa-f:.]+$ \"for=\\\"[$remote_addr]\\\"\";\n"
             "  default \"for=unknown\";\n"
             "}\n";
  }
  return {};
}

bool is_nginx_text(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return c == '$' || (c >= '\0' && c < ' ') || c == '\x7f'; });
}

std::string nginx_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

std::optional<std::string> percent_decoded(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    if (path.front() != '%') {
      out += path.front();
      path.remove_prefix(1);
      continue;
    }
    const auto digits = path.substr(1, 2);
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2) return std::nullopt;
    out += static_cast<char>(byte);
    path.remove_prefix(3);
  }
  return out;
}

std::optional<std::string> nginx_exactly(std::string_view path) {
  auto decoded = percent_decoded(path);
  if (!decoded || !is_nginx_text(*decoded)) return std::nullopt;
  return "= " + (std::ranges::all_of(*decoded, is_plain) ? std::move(*decoded) : nginx_quoted(*decoded));
}

}  // namespace agent_access::tools
