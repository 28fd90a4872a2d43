// Any bytes are read or refused, and only wanted members are set.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fuzz/target.hpp"
#include "http/json_body.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(json_body) {
  using agent_access::http::MemberKind;
  std::array<agent_access::http::JsonMember, 2> wanted{{{.name = "grant_type"}, {.name = "client_id"}}};
  const auto read = agent_access::http::read_json_object({reinterpret_cast<const char*>(data), size}, wanted);
  if (!read) return;
  for (const auto& member : wanted) {
    if (member.kind != MemberKind::string && !member.text.empty()) std::abort();
  }
}

}  // namespace agent_access::fuzz
