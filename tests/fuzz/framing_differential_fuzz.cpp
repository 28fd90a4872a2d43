// Every message that our framing accepts, also with a chunked body, is accepted by llhttp and Boost.Beast with the
// same target, fields, data and end of the body.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "differential/framing_differential.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto found = agent_access::test::disagreement({reinterpret_cast<const char*>(data), size});
  if (!found) return 0;
  std::fprintf(stderr, "%s\n", found->c_str());
  std::abort();
}
