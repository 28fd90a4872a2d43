// A profile that is accepted can be completed to a JSON object: its prefix ends in an opening brace or a comma.

#include "fuzz/target.hpp"
#include "site/content/load.hpp"

namespace agent_access::fuzz {

AGENT_ACCESS_FUZZ_TARGET(profile) {
  const auto profile = content::parse_profile({reinterpret_cast<const char*>(data), size});
  if (!profile) {
    (void)content::describe(profile.error());
    return;
  }
  must(profile->prefix.ends_with('{') || profile->prefix.ends_with(','));
}

}  // namespace agent_access::fuzz
