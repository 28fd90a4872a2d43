// The canonical form of an accepted base URL is accepted unchanged, and the client reads it the same way. A URL
// that the client accepts has an origin with the same host and port.
#include <string_view>

#include "base/base_url.hpp"
#include "fuzz/target.hpp"
#include "tools/client/url.hpp"

namespace agent_access::fuzz {
AGENT_ACCESS_FUZZ_TARGET(base_url) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto base_url = base::parse_base_url(text)) {
    // An IPv6 address can get longer (RFC 5952): [1:2::4:5:6:1.2.3.4] becomes [1:2:0:4:5:6:102:304].
    must(base_url->text().size() <= text.size() || base_url->text().contains("://["));
    must(!base_url->text().ends_with('/'));
    const auto again = base::parse_base_url(base_url->text());
    must(again && again->text() == base_url->text());
    const auto url = tools::parse_url(base_url->text());
    must(url && url->origin() == base_url->text() && url->target == "/");
  } else {
    must(!base::describe(base_url.error()).empty());
  }
  if (const auto url = tools::parse_url(text)) {
    must(url->port != 0 && !url->host.empty() && url->target.starts_with('/'));
    const auto again = tools::parse_url(url->origin() + url->target);
    must(again && again->host == url->host && again->port == url->port && again->target == url->target);
  }
}

}  // namespace agent_access::fuzz
