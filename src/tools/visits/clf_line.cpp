#include "tools/visits/clf_line.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "http/client_address.hpp"

namespace agent_access::tools {
namespace {

constexpr LogForm kCommon{"common", "access_log FILE combined (nginx) or CustomLog FILE combined (Apache)"};
constexpr LogForm kCombined{"combined", "a format with the User-Agent of the request, such as combined"};
constexpr LogForm kTraefik{"Traefik", "accesslog.fields.headers.names.User-Agent=keep"};

constexpr std::size_t kTimeSize = std::string_view("02/Jan/2026:03:04:05 +0000").size();

/// Appends what an escape means, of which `text` is what follows the backslash, and returns its size. A backslash that
/// escapes nothing stands for itself.
std::size_t append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view kNames = "nrtbv\"\\";
  constexpr std::string_view kMeanings = "\n\r\t\b\v\"\\";
  if (text.size() > 2 && text[0] == 'x' && base::is_hex_digit(text[1]) && base::is_hex_digit(text[2])) {
    out += static_cast<char>((base::hex_value(text[1]) << 4) + base::hex_value(text[2]));
    return 3;
  }
  const auto place = text.empty() ? std::string_view::npos : kNames.find(text.front());
  out += place == std::string_view::npos ? '\\' : kMeanings[place];
  return place == std::string_view::npos ? 0 : 1;
}

/// The text in quotes with which `rest` begins, which is removed; nothing if there is none or it does not end.
std::optional<std::string> take_quoted(std::string_view& rest) {
  if (!rest.starts_with('"')) return std::nullopt;
  std::string text;
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] == '\\') {
      at += append_escaped(text, rest.substr(at + 1));
    } else if (rest[at] != '"') {
      text += rest[at];
    } else {
      rest = base::trim(rest.substr(at + 1));
      return text;
    }
  }
  return std::nullopt;
}

/// Where the time in brackets before the request in quotes begins, or npos. A name of a user, which clients choose, may
/// look like the time, but contains no quote.
std::size_t place_of_time(std::string_view text) {
  const auto close = text.find("] \"");
  const auto open = text.rfind('[', close);
  const bool is_time = close != std::string_view::npos && open != std::string_view::npos &&
                       (close - open - 1 == kTimeSize || text.substr(open, 2) == "[-");
  return is_time ? open : std::string_view::npos;
}

bool is_peer(std::string_view word) { return word.starts_with("unix:") || http::parse_node(word).has_value(); }

/// A name of a host with a dot or a port: other programs begin their lines with words.
bool is_host(std::string_view word) {
  const auto is_of_host = [](char c) { return base::is_alphanumeric(c) || std::string_view("-_.:[]").contains(c); };
  return word.find_first_of(".:") != std::string_view::npos && std::ranges::all_of(word, is_of_host);
}

/// The address, or the name or "-" that stands for it, with a virtual host before it or without. A list, which is a
/// field of the request, is none. Nothing for what another program writes.
std::optional<std::string_view> peer_in(std::string_view head) {
  const auto first = base::take_until(head, ' ');
  const auto second = base::take_until(head, ' ');
  if (is_peer(first) || first == "-" || first.ends_with(',')) return first;
  if (!is_host(first)) return std::nullopt;
  if (is_peer(second) || is_host(second)) return second;
  return second == "-" ? std::optional(first) : std::nullopt;
}

bool is_size(std::string_view word) {
  return word == "-" || (!word.empty() && std::ranges::all_of(word, base::is_digit));
}

/// Whether a text that is no line of this form was one: what is left of it begins or ends like one, or it has bytes
/// that a crash left.
bool seems_cut(std::string_view text) {
  if (const auto protocol = text.find(" HTTP/"); protocol != std::string_view::npos) {
    auto tail = text.substr(std::min(text.find("\" ", protocol), text.size()));
    static_cast<void>(base::take_until(tail, ' '));
    if (is_size(base::take_until(tail, ' ')) && is_size(base::take_until(tail, ' '))) return true;
  }
  return text.contains('\0') || is_peer(base::take_until(text, ' ')) || is_peer(base::take_until(text, ' '));
}

}  // namespace

std::optional<LogLine> read_clf_line(std::string_view text) {
  const auto place = place_of_time(text);
  const auto peer = place == std::string_view::npos ? std::nullopt : peer_in(text.substr(0, place));
  const bool is_damaged = place == std::string_view::npos ? seems_cut(text) : text.contains('\0');
  if (!peer) return is_damaged ? std::optional<LogLine>(NoVisit::damaged) : std::nullopt;
  RequestTexts texts;
  texts.peer = *peer;
  auto rest = text.substr(place + 1);
  texts.time = base::take_until(rest, ']');
  rest.remove_prefix(1);
  const auto request = take_quoted(rest);
  texts.status = base::take_until(rest, ' ');
  if (!request || !is_size(base::take_until(rest, ' '))) return NoVisit::damaged;
  const bool has_agent = rest.starts_with('"');
  if (has_agent) {
    const auto referer = take_quoted(rest);
    const auto agent = take_quoted(rest);
    if (!referer || !agent) return NoVisit::damaged;
    texts.user_agent = *agent;
    texts.forwarded = take_quoted(rest).value_or("");
  }
  if (!set_request_line(texts, *request)) return NoVisit::not_http;
  if (rest.ends_with("ms")) return visit_of(texts, kTraefik);
  return visit_of(texts, has_agent ? kCombined : kCommon);
}

}  // namespace agent_access::tools
