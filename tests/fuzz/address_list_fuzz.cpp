// A list of addresses is read or refused; one that is read has networks, which it contains.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/target.hpp"
#include "tools/visits/address_lists.hpp"

namespace agent_access::fuzz {
/// The input is the list.
AGENT_ACCESS_FUZZ_TARGET(address_list) {
  const auto list = tools::parse_address_list({reinterpret_cast<const char*>(data), size});
  if (!list) {
    must(list.error() == "is no list of addresses: it names no networks");
    return;
  }
  must(list->networks.size() > list->unread);
  for (const auto& network : list->networks) {
    const auto text = network.text().substr(0, network.text().find('/'));
    const auto verdict = tools::verdict_of(&*list, "GPTBot/1.4", base::IpAddress::parse(text));
    must(verdict != tools::AddressVerdict::not_in_list);
  }
}

}  // namespace agent_access::fuzz
