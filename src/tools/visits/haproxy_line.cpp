#include "tools/visits/haproxy_line.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::tools {
namespace {

constexpr LogForm kHaproxy{"HAProxy", "capture request header User-Agent len 256"};

constexpr std::size_t kBracketedTimeSize = std::string_view("[02/Jan/2026:03:04:05.678]").size();
constexpr std::ptrdiff_t kSlashesOfHttp = 4;  ///< between five times; a line about a TCP connection has three

/// "#7C" becomes "|".
std::string decoded(std::string_view text) { return base::percent_decoded(text, '#').value_or(std::string(text)); }

/// Whether the text begins with a product, and its version or a comment (RFC 9110 section 10.1.5): "curl/8", "Agent (".
bool is_product(std::string_view text) {
  const auto end = std::min(text.find_first_of("/ "), text.size());
  const auto after = text.substr(end, 2);
  return end != 0 && base::is_letter(text.front()) &&
         std::ranges::all_of(text.substr(0, end), base::is_token_character) &&
         (after == " (" || (after.size() == 2 && after[0] == '/' && base::is_digit(after[1])));
}

/// Among captured fields, such as Host and User-Agent. One without a version is what is neither a name of a host nor an
/// address.
std::string_view agent_in(std::string_view captures) {
  std::string_view other;
  while (!captures.empty()) {
    const auto value = base::take_until(captures, '|');
    if (is_product(value)) return value;
    if (value.find_first_of(".:,=") == std::string_view::npos) other = value;
  }
  return other;
}

}  // namespace

std::optional<LogLine> read_haproxy_line(std::string_view text) {
  RequestTexts texts;
  const auto peer = base::take_until(text, ' ');
  const auto time = base::take_until(text, ' ');
  if (time.size() != kBracketedTimeSize || time.front() != '[' || time.back() != ']' || !peer.contains(':'))
    return std::nullopt;
  texts.peer = peer.starts_with("unix:") ? peer : peer.substr(0, peer.rfind(':'));
  texts.time = time.substr(1, kBracketedTimeSize - 2);
  const auto frontend = base::take_until(text, ' ');
  static_cast<void>(base::take_until(text, ' '));  // backend and server
  const auto slashes = std::ranges::count(base::take_until(text, ' '), '/');
  if (frontend.ends_with(':') || slashes == 2) return NoVisit::no_request;
  texts.status = base::take_until(text, ' ');
  // A collector may have put a backslash before each quote.
  const auto begin = text.find('"');
  const auto end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  if (slashes != kSlashesOfHttp || end == std::string_view::npos) return NoVisit::damaged;
  auto request = text.substr(begin + 1, end - begin - 1);
  if (request.ends_with('\\')) request.remove_suffix(1);
  if (!set_request_line(texts, decoded(request))) return NoVisit::not_http;
  auto captures = text.substr(0, begin);
  captures.remove_prefix(std::min(captures.find('{'), captures.size()));
  texts.user_agent = decoded(agent_in(captures.substr(0, captures.find('}')).substr(captures.empty() ? 0 : 1)));
  return visit_of(texts, kHaproxy);
}

}  // namespace agent_access::tools
