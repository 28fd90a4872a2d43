// An accepted head ends in an empty line, has one host and a target in origin form, and is the same head when one
// more byte follows it; a refused head stays refused.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "fuzz/target.hpp"
#include "net/http1/framing.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(framing) {
  using agent_access::net::HeadSize;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const agent_access::net::Limits limits;
  agent_access::net::Head head;
  const auto result = agent_access::net::parse_head(bytes, limits, head);
  const auto* accepted = std::get_if<HeadSize>(&result);
  if (accepted == nullptr) return;
  if (accepted->bytes > size || !bytes.substr(0, accepted->bytes).ends_with("\r\n\r\n")) std::abort();
  if (head.path.empty() || head.path.front() != '/' || head.host.empty()) std::abort();
  if (head.content_length > limits.body || (head.chunked && head.content_length != 0)) std::abort();
  const std::string longer = std::string(bytes.substr(0, accepted->bytes)) + "X";
  agent_access::net::Head again;
  const auto second = agent_access::net::parse_head(longer, limits, again);
  const auto* same = std::get_if<HeadSize>(&second);
  if (same == nullptr || same->bytes != accepted->bytes || again.content_length != head.content_length) std::abort();
  if (again.chunked != head.chunked) std::abort();
}

}  // namespace agent_access::fuzz
