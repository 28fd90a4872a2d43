// An accepted head ends in an empty line, has one host and a target in origin form, and is the same head when one
// more byte follows it; a refused head stays refused.
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "fuzz/target.hpp"
#include "net/http1/framing.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(framing) {
  using net::HeadSize;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const net::Limits limits;
  net::Head head;
  const auto result = net::parse_head(bytes, limits, head);
  const auto* accepted = std::get_if<HeadSize>(&result);
  if (accepted == nullptr) return;
  must(accepted->bytes <= size && bytes.substr(0, accepted->bytes).ends_with("\r\n\r\n"));
  must((head.path.starts_with('/') || (head.path == "*" && head.method == http::Method::options)) &&
       !head.host.empty());
  must(head.content_length <= limits.body && (!head.chunked || head.content_length == 0));
  const std::string longer = std::string(bytes.substr(0, accepted->bytes)) + "X";
  net::Head again;
  const auto second = net::parse_head(longer, limits, again);
  const auto* same = std::get_if<HeadSize>(&second);
  must(same != nullptr && same->bytes == accepted->bytes);
  must(again.content_length == head.content_length && again.chunked == head.chunked);
}

}  // namespace agent_access::fuzz
