#include "content/settings.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

namespace agent_access::content {

namespace {

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

HostTable::HostTable(const std::vector<BaseUrl>& base_urls) {
  for (std::size_t i = 0; i < base_urls.size(); ++i) {
    const Authority authority = authority_of(base_urls[i].text());
    entries_.push_back({std::string(authority.text), i});
    if (!has_port(authority.text)) {
      entries_.push_back({std::string(authority.text).append(authority.default_port), i});
    }
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
  // "name." is the same name, written absolutely (RFC 3986 section 3.2.2).
  const std::size_t name_end = std::min(text.find(':'), text.size());
  if (name_end == 0 || text[name_end - 1] != '.') return std::nullopt;
  std::copy(text.begin() + static_cast<std::ptrdiff_t>(name_end), text.end(), lower.begin() + name_end - 1);
  return find_exactly(text.substr(0, text.size() - 1));
}

std::optional<std::size_t> HostTable::find_exactly(std::string_view host) const noexcept {
  const auto found = std::ranges::lower_bound(entries_, host, shorter_or_less, &Entry::authority);
  if (found == entries_.end() || found->authority != host) return std::nullopt;
  return found->index;
}

}  // namespace agent_access::content
