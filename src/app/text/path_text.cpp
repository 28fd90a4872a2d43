#include "app/text/path_text.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/visible_text.hpp"

namespace agent_access::app {
namespace {

/// "C:/site", also alone: "C:".
bool has_drive(std::string_view path) noexcept {
  return path.size() >= 2 && base::is_letter(path[0]) && path[1] == ':' && (path.size() == 2 || path[2] == '/');
}

bool is_plain_in_powershell(char c) noexcept {
  return base::is_letter(c) || base::is_digit(c) || std::string_view("_-./\\:+=%").contains(c);
}

/// PowerShell ends a text in single quotes also with typographic ones (U+2018 to U+201B).
std::size_t size_of_quote(std::string_view text) noexcept {
  if (text.starts_with('\'')) return 1;
  return text.size() >= 3 && text.starts_with("\xE2\x80") && text[2] >= '\x98' && text[2] <= '\x9B' ? 3 : 0;
}

}  // namespace

std::string posix_path(std::string_view text, Platform written_on) {
  std::string path(text);
  if (written_on == Platform::posix) return path;
  std::ranges::replace(path, '\\', '/');
  return has_drive(path) ? "/" + path : path;
}

std::string native_path(std::string_view path, Platform machine) {
  if (machine == Platform::posix) return std::string(path);
  if (path.starts_with('/') && has_drive(path.substr(1))) path.remove_prefix(1);
  std::string text(path);
  std::ranges::replace(text, '/', '\\');
  return text;
}

std::string command_word(std::string_view text, Platform machine) {
  if (machine == Platform::posix) return base::shell_word(text);
  if (!text.empty() && std::ranges::all_of(text, is_plain_in_powershell)) return std::string(text);
  const std::string visible = base::visible_text(text);
  std::string word = "'";
  for (std::string_view rest = visible; !rest.empty();) {
    const std::size_t quote = size_of_quote(rest);
    word += rest.substr(0, quote);
    word += rest.substr(0, std::max<std::size_t>(quote, 1));
    rest.remove_prefix(std::max<std::size_t>(quote, 1));
  }
  return word += '\'';
}

}  // namespace agent_access::app
