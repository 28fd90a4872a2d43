#include "http/client_address.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/protocol.hpp"

namespace agent_access::http {
namespace {

using base::ForwardedField;
using base::IpAddress;

constexpr std::size_t kMostPortDigits = 5;

/// Whether the last character is a quote without a backslash that escapes it.
bool ends_with_quote(std::string_view text) noexcept {
  if (text.back() != '"') return false;
  const std::size_t before = text.substr(0, text.size() - 1).find_last_not_of('\\');
  const std::size_t backslashes = text.size() - 1 - (before == std::string_view::npos ? 0 : before + 1);
  return backslashes % 2 == 0;
}

/// Removes the text after the last `separator` outside quotes from `list`, with the separator, and returns it. Reads
/// from the right, so that an unclosed quote in the client's part cannot hide what a proxy appended.
std::string_view take_last(std::string_view& list, char separator, ForwardedField syntax) noexcept {
  bool is_quoted = false;
  for (std::size_t end = list.size(); end > 0; --end) {
    const std::string_view rest = list.substr(0, end);
    if (syntax == ForwardedField::forwarded && ends_with_quote(rest)) is_quoted = !is_quoted;
    if (is_quoted || rest.back() != separator) continue;
    const std::string_view taken = list.substr(end);
    list = list.substr(0, end - 1);
    return taken;
  }
  const std::string_view taken = list;
  list = {};
  return taken;
}

/// RFC 7239 section 6: port = 1*5DIGIT or "_" 1*( ALPHA / DIGIT / "." / "_" / "-" ).
bool is_port(std::string_view text) noexcept {
  if (text.starts_with('_')) {
    return text.size() > 1 && std::ranges::all_of(text, [](char c) {
             return base::is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
           });
  }
  return !text.empty() && text.size() <= kMostPortDigits && std::ranges::all_of(text, base::is_digit);
}

/// The value of the `for` parameter of one Forwarded element, or nothing if it is absent, repeated or malformed.
std::optional<std::string_view> for_parameter(std::string_view element) noexcept {
  std::optional<std::string_view> value;
  while (!element.empty()) {
    const std::string_view pair = base::trim(take_last(element, ';', ForwardedField::forwarded));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !equal_names(pair.substr(0, equals), "for")) continue;
    if (value) return std::nullopt;
    value = pair.substr(equals + 1);
  }
  if (!value || !value->starts_with('"')) return value;
  if (value->size() < 2 || !value->ends_with('"')) return std::nullopt;
  // An address needs no escapes: a value with escapes fails to parse as an address.
  return value->substr(1, value->size() - 2);
}

std::optional<IpAddress> hop_of(std::string_view entry, ForwardedField syntax) noexcept {
  if (syntax == ForwardedField::x_forwarded_for) return parse_node(base::trim(entry));
  const auto node = for_parameter(entry);
  return node ? parse_node(*node) : std::nullopt;
}

std::string_view field_name(ForwardedField field) noexcept {
  return field == ForwardedField::forwarded ? "Forwarded" : "X-Forwarded-For";
}

/// Reads the field from the right; the peer is trusted.
IpAddress client_from_field(const Request& request, std::string_view name,
                            const base::TrustedProxies& trusted) noexcept {
  IpAddress last = request.peer_address;
  std::int64_t hops = 0;
  for (std::size_t i = request.fields.size(); i > 0; --i) {
    const Field& field = request.fields[i - 1];
    if (!equal_names(field.name, name)) continue;
    std::string_view list = field.value;
    do {
      const auto hop = hop_of(take_last(list, ',', trusted.field), trusted.field);
      if (!hop || ++hops > protocol::kMostHops) return last;
      last = *hop;
      if (!trusted.contains(last)) return last;
    } while (!list.empty());
  }
  return last;
}

}  // namespace

std::optional<IpAddress> parse_node(std::string_view text) noexcept {
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text.substr(1, close - 1);
    const std::string_view after = text.substr(close + 1);
    const bool is_six = inside.find(':') != std::string_view::npos;
    if (!is_six || (!after.empty() && !(after.starts_with(':') && is_port(after.substr(1))))) return std::nullopt;
    return IpAddress::parse(inside);
  }
  const std::size_t colon = text.find(':');
  // One colon belongs to a port, more to an IPv6 address.
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos) {
    return IpAddress::parse(text);
  }
  if (!is_port(text.substr(colon + 1))) return std::nullopt;
  return IpAddress::parse(text.substr(0, colon));
}

IpAddress client_address(const Request& request, const base::TrustedProxies& trusted) noexcept {
  if (!trusted.contains(request.peer_address)) return request.peer_address;
  return client_from_field(request, field_name(trusted.field), trusted);
}

}  // namespace agent_access::http
