// A profile that is accepted can be completed to a JSON object: its prefix ends in an opening brace or a comma.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "content/profile.hpp"
#include "fuzz/target.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(profile) {
  const auto profile = agent_access::content::parse_profile({reinterpret_cast<const char*>(data), size});
  if (!profile) {
    (void)agent_access::content::describe(profile.error());
    return;
  }
  if (profile->prefix.empty() || (profile->prefix.back() != '{' && profile->prefix.back() != ',')) std::abort();
}

}  // namespace agent_access::fuzz
