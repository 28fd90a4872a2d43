/// \file
/// Raw request heads and the expected results of parse_head.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agent_access::test {

struct FramingCase {
  std::string_view name;
  std::string bytes;
  /// "METHOD target host length keep|close [continue]" for an accepted head, the RequestError's name.
  std::string_view expected;
};

[[nodiscard]] std::vector<FramingCase> accepted_heads();
[[nodiscard]] std::vector<FramingCase> refused_request_lines();
[[nodiscard]] std::vector<FramingCase> refused_fields();
[[nodiscard]] std::vector<FramingCase> refused_framing();

}  // namespace agent_access::test
