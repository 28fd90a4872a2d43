#include "site/content/settings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

#include "base/ascii.hpp"
#include "site/content/path_form.hpp"

namespace agent_access::content {
namespace {

enum class Fit : std::uint8_t { no, in_another_case, exact };

struct FittingPrefix {
  Fit fit = Fit::no;
  std::size_t size = 0;  ///< decoded
};

std::uint8_t lower_byte(std::uint8_t byte) noexcept {
  return static_cast<std::uint8_t>(base::lower(static_cast<char>(byte)));
}

FittingPrefix compare_prefix(std::string_view prefix, std::string_view path) noexcept {
  // The usual case: without escapes in the prefix, equal bytes are equal characters.
  if (path.starts_with(prefix) && !prefix.contains('%')) return {Fit::exact, prefix.size()};
  FittingPrefix found{.fit = Fit::exact};
  DecodedPath wanted(prefix);
  DecodedPath given(path);
  for (auto byte = wanted.next(); byte; byte = wanted.next(), ++found.size) {
    const auto other = given.next();
    // The prefix without its last slash.
    if (!other && !wanted.next()) return found;
    if (!other || lower_byte(*byte) != lower_byte(*other)) return {};
    if (*byte != *other) found.fit = Fit::in_another_case;
  }
  return found;
}

/// The authority of a canonical base URL, and its default port, which a Host value may contain or omit.
struct Authority {
  std::string_view text;
  std::string_view default_port;
};

Authority authority_of(std::string_view base_url) noexcept {
  const auto scheme_end = base_url.find("://");
  const bool is_https = base_url.substr(0, scheme_end) == "https";
  return {base_url.substr(scheme_end + 3), is_https ? ":443" : ":80"};
}

/// A colon within the brackets of an IPv6 literal does not begin a port.
bool has_port(std::string_view authority) noexcept {
  const auto colon = authority.rfind(':');
  return colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
}

/// Most comparisons are of two lengths.
bool shorter_or_less(std::string_view left, std::string_view right) noexcept {
  return left.size() == right.size() ? left < right : left.size() < right.size();
}

}  // namespace

const GatedDocument* Access::document_at(std::string_view path) const noexcept {
  const auto found = std::ranges::find(documents, path, &GatedDocument::path);
  return found == documents.end() ? nullptr : &*found;
}

const Gate* Access::gate_at(std::string_view path) const noexcept {
  FittingPrefix longest;
  const Gate* fitting = nullptr;
  for (const Gate& gate : gates) {
    const FittingPrefix found = compare_prefix(gate.prefix, path);
    if (found.fit == Fit::no || found.size < longest.size) continue;
    if (found.size == longest.size && found.fit <= longest.fit) continue;
    longest = found;
    fitting = &gate;
  }
  return longest.fit == Fit::exact ? fitting : nullptr;
}

std::vector<std::string> authorities_of(const BaseUrl& base_url) {
  const Authority authority = authority_of(base_url.text());
  std::vector<std::string> authorities;
  authorities.emplace_back(authority.text);
  if (!has_port(authority.text)) authorities.push_back(std::string(authority.text).append(authority.default_port));
  return authorities;
}

HostTable::HostTable(const std::vector<BaseUrl>& base_urls) {
  for (std::size_t i = 0; i < base_urls.size(); ++i) {
    for (std::string& authority : authorities_of(base_urls[i])) entries_.push_back({std::move(authority), i});
  }
  std::ranges::stable_sort(entries_, shorter_or_less, &Entry::authority);
}

std::optional<std::size_t> HostTable::find(std::string_view host) const noexcept {
  if (const auto found = find_exactly(host)) return found;
  // As long as a DNS name and a port.
  std::array<char, 260> lower;
  if (host.size() > lower.size()) return std::nullopt;
  std::ranges::transform(host, lower.begin(), base::lower);
  const std::string_view text(lower.data(), host.size());
  if (const auto found = find_exactly(text)) return found;
  if (text.starts_with('[')) return find_literal(text);
  // "name." is the same name, written absolutely (RFC 3986 section 3.2.2).
  const std::size_t name_end = std::min(text.find(':'), text.size());
  if (name_end == 0 || text[name_end - 1] != '.') return std::nullopt;
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(name_end), text.end(), lower.begin() + name_end - 1);
  return find_exactly(text.substr(0, text.size() - 1));
}

/// An IPv6 address has many spellings (RFC 3986 section 3.2.2).
std::optional<std::size_t> HostTable::find_literal(std::string_view host) const noexcept {
  constexpr std::size_t kLongestRest = 7;  // "]:65535"
  const std::size_t close = std::min(host.find(']'), host.size());
  const std::string_view rest = host.substr(close);
  base::Ipv6Text room;
  const auto address = base::canonical_ipv6(host.substr(1, close - 1), room);
  if (!address || rest.size() > kLongestRest) return std::nullopt;
  std::array<char, 1 + std::tuple_size_v<base::Ipv6Text> + kLongestRest> spelled{'['};
  const auto end = std::ranges::copy(rest, std::ranges::copy(*address, spelled.begin() + 1).out).out;
  return find_exactly({spelled.begin(), end});
}

std::optional<std::size_t> HostTable::find_exactly(std::string_view host) const noexcept {
  const auto found = std::ranges::lower_bound(entries_, host, shorter_or_less, &Entry::authority);
  if (found == entries_.end() || found->authority != host) return std::nullopt;
  return found->index;
}

}  // namespace agent_access::content
