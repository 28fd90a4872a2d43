#include "tools/proxies/quoting.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::tools {
namespace {

constexpr bool is_control(char c) noexcept { return (c >= '\0' && c < ' ') || c == '\x7f'; }

constexpr bool is_plain(char c) noexcept {
  return base::is_letter(c) || base::is_digit(c) || std::string_view("/.-_").contains(c);
}

std::optional<std::string> path_without(std::string_view characters, std::string_view path) {
  if (path.find_first_of(characters) != std::string_view::npos) return std::nullopt;
  return std::string(path);
}

/// Whether this text can be written as a quoted argument: nginx has no escape for '$'.
bool is_nginx_text(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) { return c == '$' || is_control(c); });
}

/// The text in double quotes. Precondition: is_nginx_text(text).
std::string nginx_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

}  // namespace

std::optional<std::string> nginx_path(std::string_view path) {
  auto decoded = base::percent_decoded(path);
  if (!decoded || !is_nginx_text(*decoded)) return std::nullopt;
  return std::ranges::all_of(*decoded, is_plain) ? decoded : nginx_quoted(*decoded);
}

// The matcher of Caddy takes '*' as a wildcard and knows no escape for it.
std::optional<std::string> caddy_path(std::string_view path) { return path_without("*", path); }

std::optional<std::string> haproxy_path(std::string_view path) {
  auto decoded = base::percent_decoded(path);
  if (!decoded || std::ranges::any_of(*decoded, is_control)) return std::nullopt;
  return std::ranges::all_of(*decoded, is_plain) ? decoded : haproxy_quoted(*decoded);
}

// Traefik 2 and 3 differ in how they compare an encoded path, and in '{' of a pattern.
std::optional<std::string> traefik_path(std::string_view path) { return path_without("%'`{}\\", path); }

std::optional<std::string> apache_path(std::string_view path) {
  constexpr std::string_view kSpecial = ".^$*+?()[]{}|";
  const auto decoded = base::percent_decoded(path);
  if (!decoded) return std::nullopt;
  std::string pattern;
  for (const char c : decoded->substr(1)) {
    // A quoted argument cannot hold these.
    if (is_control(c) || c == '"' || c == '\\') return std::nullopt;
    if (kSpecial.contains(c)) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::string haproxy_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += R"('\'')";
    if (c != '\'') out += c;
  }
  return out += '\'';
}

}  // namespace agent_access::tools
