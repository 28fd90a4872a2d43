// An accepted header has its stated size, is incomplete with one byte less and is the same header when more
// bytes follow; a refused header stays refused.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/proxy_header.hpp"

namespace {

using agent_access::net::parse_proxy_header;

void must(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto result = parse_proxy_header(bytes);
  const auto longer = parse_proxy_header(std::string(bytes) + "G");
  if (!result) {
    must(!longer && longer.error() == result.error());
    return 0;
  }
  if (!*result) return 0;
  const auto& header = **result;
  must(header.size >= 16 && header.size <= size && header.size <= agent_access::net::kLargestProxyHeader);
  must(longer && *longer && (*longer)->size == header.size && (*longer)->source == header.source);
  const auto shorter = parse_proxy_header(bytes.substr(0, header.size - 1));
  must(shorter && !*shorter);
  return 0;
}
