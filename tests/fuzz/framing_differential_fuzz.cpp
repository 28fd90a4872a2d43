// Every message that our framing accepts, also with a chunked body, is accepted by llhttp and Boost.Beast with the
// same target, fields, data and end of the body.
#include <cstdio>
#include <cstdlib>

#include "differential/framing_differential.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(framing_differential) {
  const auto found = test::disagreement({reinterpret_cast<const char*>(data), size});
  if (!found) return;
  std::fprintf(stderr, "%s\n", found->c_str());
  std::abort();
}

}  // namespace agent_access::fuzz
