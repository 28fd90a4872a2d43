/// \file
/// The fixed requests whose instructions are counted, as the bytes that clients send.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exchange.hpp"

namespace agent_access::bench {

struct RequestScript {
  std::string_view name;  ///< a member of each record in bench/instructions.json
  std::uint16_t status;   ///< which every answer must have
  /// One after the other, from the first again when there are no more.
  std::vector<std::string> requests;
};

/// The document of the scripts.
inline constexpr std::string_view kDocument = "/.well-known/oauth-authorization-server";

/// All scripts. `target` will serve them and knows their clients; tokens that it must not know yet come from another
/// exchange of the same snapshot, `different` ones: as many as any script is served.
[[nodiscard]] std::vector<RequestScript> make_scripts(Exchange& target, Exchange& another, std::size_t different);

/// The questions of a proxy about a gated path, for an exchange that has a gate (Gates::one).
[[nodiscard]] std::vector<RequestScript> make_gate_scripts(Exchange& target, Exchange& another, std::size_t different);

/// A document of a further base URL.
[[nodiscard]] std::vector<RequestScript> make_host_scripts(std::string_view host);

}  // namespace agent_access::bench
