// Any bytes are read or refused, and only wanted members are set.
#include <array>

#include "fuzz/target.hpp"
#include "http/body.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(json_body) {
  std::array<http::JsonMember, 2> wanted{{{.name = "grant_type"}, {.name = "client_id"}}};
  const auto read = http::read_json_object({reinterpret_cast<const char*>(data), size}, wanted);
  if (!read) return;
  for (const auto& member : wanted) must(member.kind == http::MemberKind::string || member.text.empty());
}

}  // namespace agent_access::fuzz
