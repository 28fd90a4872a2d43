/// \file
/// Whether a request came from an address that the operator of an agent publishes: yes, no, or not to be told. An
/// address outside a list is no proof that somebody else came. Values; thread safe.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "base/result.hpp"
#include "site/agents/agent_table.hpp"

namespace agent_access::tools {

/// What an address says; all but the first two: nothing, and why.
enum class AddressVerdict : std::uint8_t {
  in_list,
  not_in_list,
  no_list,
  other_family,
  no_address,
  private_address,
  masked,
  users_machine,
  one_peer,
};
inline constexpr auto kVerdicts = std::to_array<std::pair<AddressVerdict, std::string_view>>({
    {AddressVerdict::no_list, "no list was given"},
    {AddressVerdict::other_family, "the list has no address of that family (IPv4 or IPv6)"},
    {AddressVerdict::no_address, "the log has no address"},
    {AddressVerdict::private_address, "a private address, perhaps of your proxy (--trusted-proxies)"},
    {AddressVerdict::masked, "the log masks addresses"},
    {AddressVerdict::users_machine, "Claude Code asks from the address of its user"},
    {AddressVerdict::one_peer, "the address that nearly all have, perhaps of your proxy (--trusted-proxies)"},
});
using VerdictCounts = std::map<AddressVerdict, std::uint64_t>;

/// The three states.
struct AddressStates {
  std::uint64_t in_list = 0;
  std::uint64_t not_in_list = 0;
  std::uint64_t unknown = 0;
};
[[nodiscard]] AddressStates states_of(const VerdictCounts& counts);

struct AddressList {
  std::vector<base::Network> networks;
  std::string date;        ///< "2026-01-31", of its `creationTime`; empty if it has none
  std::size_t unread = 0;  ///< entries without a network
};
/// By the names of agents.
using AddressLists = std::map<std::string, AddressList, std::less<>>;

/// A list in the form of its vendor: JSON with arrays of networks, or of objects that name one in any member
/// (`ipv4Prefix`, `ipv6Prefix`, `ip_prefix`), an HTML page with such JSON in it, or a network at the beginning of each
/// line. The error continues a sentence that begins with the name of the file.
[[nodiscard]] base::Result<AddressList, std::string> parse_address_list(std::string_view text);

/// Each argument is AGENT=FILE or a folder whose index.json says which list is whose:
/// {"lists":{"FILE":["AGENT",…]}}. Files have at most 8 MiB. An error is a sentence.
[[nodiscard]] base::Result<AddressLists, std::string> load_address_lists(const std::vector<std::string>& arguments,
                                                                         const agents::AgentTable& agents);

/// `list`: that of the agent that the User-Agent names, or null.
[[nodiscard]] AddressVerdict verdict_of(const AddressList* list, std::string_view user_agent,
                                        const std::optional<base::IpAddress>& address);

/// Whether all addresses of a log together are those of visitors.
class AddressCounts {
 public:
  /// Of a request from the Internet.
  void add(const base::IpAddress& address);
  /// Whether most end with zeros, as a log has them that hides the last part of each.
  [[nodiscard]] bool are_masked() const noexcept { return masked_ * 2 > all_; }
  /// Whether at least nine of ten are the same, of twenty or more.
  [[nodiscard]] bool are_of_one_peer() const noexcept { return all_ >= 20 && lead_ * 10 >= all_ * 8; }
  /// Whether the address ends with a byte of zero (IPv4), or eight (IPv6).
  [[nodiscard]] static bool is_round(const base::IpAddress& address) noexcept;

 private:
  std::uint64_t all_ = 0;
  std::uint64_t masked_ = 0;
  std::uint64_t lead_ = 0;  ///< of the leader before all others together, at least (Boyer and Moore)
  base::IpAddress leader_;
};

}  // namespace agent_access::tools
