// Any bytes are read or refused, and only wanted members are set.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/json_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using agent_access::http::MemberKind;
  std::array<agent_access::http::JsonMember, 2> wanted{{{.name = "grant_type"}, {.name = "client_id"}}};
  const auto read = agent_access::http::read_json_object({reinterpret_cast<const char*>(data), size}, wanted);
  if (!read) return 0;
  for (const auto& member : wanted) {
    if (member.kind != MemberKind::string && !member.text.empty()) std::abort();
  }
  return 0;
}
