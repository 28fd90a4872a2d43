// An accepted header has its stated size, is incomplete with one byte less and is the same header when more
// bytes follow; a refused header stays refused.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "net/proxy_header.hpp"

namespace agent_access::fuzz {
namespace {

using net::parse_proxy_header;

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(proxy_header) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto result = parse_proxy_header(bytes);
  const auto longer = parse_proxy_header(std::string(bytes) + "G");
  if (!result) {
    must(!longer && longer.error() == result.error());
    return;
  }
  if (!*result) return;
  const auto& header = **result;
  must(header.size >= 16 && header.size <= size && header.size <= net::kLargestProxyHeader);
  must(longer && *longer && (*longer)->size == header.size && (*longer)->source == header.source);
  const auto shorter = parse_proxy_header(bytes.substr(0, header.size - 1));
  must(shorter && !*shorter);
}

}  // namespace agent_access::fuzz
