// A profile that is accepted can be completed to a JSON object: its prefix ends in an opening brace or a comma.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "content/profile.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto profile = agent_access::content::parse_profile({reinterpret_cast<const char*>(data), size});
  if (!profile) {
    (void)agent_access::content::describe(profile.error());
    return 0;
  }
  if (profile->prefix.empty() || (profile->prefix.back() != '{' && profile->prefix.back() != ',')) std::abort();
  return 0;
}
